/** Plain vectors for references: tuples, and nothing of the library's code. */
export type Vec = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Vec, t: number): Vec => [a[0] * t, a[1] * t, a[2] * t];
export const negated = (a: Vec): Vec => [-a[0], -a[1], -a[2]];
export const norm = (a: Vec): number => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const vec = (v: { readonly x: number; readonly y: number; readonly z: number }): Vec => [v.x, v.y, v.z];
