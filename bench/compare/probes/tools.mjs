// What the probes of all engines share.
import { readdirSync, readFileSync } from 'node:fs';
import { torus } from '../work.mjs';

/** A closed torus of 400 triangles around the y axis, with normals outwards: its tube has radius 0.4 around a circle of radius 1. */
export const ring = torus(20, 10);
/** Far enough along x to be apart, and in the tube but on none of the triangles. */
export const APART = [4, 0, 0];
export const OVERLAPPING = [0.3, 0.1, 0];
export const INSIDE = [1, 0, 0];

/** All type declarations that a package publishes, without comments. */
export function declarations(name) {
  const folder = new URL(`../node_modules/${name}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\//gs, '');
}

/** The first declaration that matches, or that there is none. */
export function declared(name, pattern) {
  const found = declarations(name).match(pattern);
  return found
    ? `declared: ${found[0].replace(/\s+/g, ' ').trim().slice(0, 110)}`
    : `no declaration matches ${pattern}`;
}

/** A verdict by declarations alone: "no" unless something is called like that. */
export function lacks(name, pattern) {
  return [pattern.test(declarations(name)) ? 'yes' : 'no', declared(name, pattern)];
}

/** Heap bytes a call, after a warm-up; the process must run with --expose-gc and a young generation that holds them all. */
export function bytes(query) {
  const CALLS = 100_000;
  for (let i = 0; i < CALLS; i++) query(i);
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < CALLS; i++) query(i);
  return Math.max(0, Math.round((process.memoryUsage().heapUsed - before) / CALLS));
}

/** A few bytes are the engine's own, or the compiler's: no object is as small as that. */
export const garbage = (query) => {
  const each = bytes(query);
  return [each < 12 ? 'yes' : 'no', `${each} bytes a query`];
};
export const close = (a, b, tolerance) => Math.abs(a - b) <= tolerance;
export const yesNo = (condition) => (condition ? 'yes' : 'no');
