/**
 * The memory of the kernel. `src/simd/layout.ts` has the same numbers for the side of JavaScript.
 *
 * **A mesh** is a header that says where its parts are. Its tree is that of the mesh with two levels made one: a node has up to four
 * children. Boxes and triangles are floats relative to the origin of the tree, four of a kind in one vector. They only rule out. What is left
 * is decided by the vertices, which are the caller's numbers as doubles.
 *
 *   node    128 bytes: the least x, y, z of four children, the largest x, y, z, then their links. A link ≥ 0 is a node, ~link a block.
 *   block   160 bytes: x, y, z of the first corner of four triangles, of the second, of the third; then the first slot, a bit per triangle
 *           that there is, and whether another block of the same leaf follows.
 *   corners three numbers per slot: how many bytes into the vertices each corner is.
 */

/** Where a query is: six numbers, then the limit; a nearest point follows it. */
export const QUERY: usize = 0;
export const LIMIT: usize = 48;
/** A triangle for the slow path of rays. */
export const TRIANGLE: usize = 96;
/** The number of the triangle that a ray hits. */
export const NUMBER: usize = 168;
/** Where a ray leaves what it read ahead: nobody reads it. */
export const READ_AHEAD: usize = 172;
/** For each set of lanes, as bits: the shuffle that moves them to the front, and the mask of them. */
export const TO_FRONT: usize = 256;
export const LANES: usize = 512;
/** Nodes that wait: their keys here, their links LINKS bytes later. */
export const STACK: usize = 1024;
export const LINKS: usize = 1280;

// The header of a mesh.
export const NODES: usize = 0;
export const BLOCKS: usize = 4;
export const VERTICES: usize = 8;
export const CORNERS: usize = 12;
export const NUMBERS: usize = 16;
export const ROOT: usize = 20;
export const ORIGIN: usize = 24;
export const REACH: usize = 48;

// Of a node and a block.
export const NODE_SHIFT: usize = 7;
export const CHILDREN: usize = 96;
export const BLOCK: usize = 160;
export const FIRST_SLOT: usize = 144;
export const PRESENT: usize = 148;
export const MORE: usize = 152;

/** Links of four children with the ones in `m` at the front. */
// @ts-ignore
@inline
export function toFront(v: v128, m: i32): v128 {
  return i8x16.swizzle(v, v128.load(TO_FRONT + ((m as usize) << 4)));
}

/** The lane of the least key among those in `m`, which is not empty. A key that is no number may be taken for the least. */
// @ts-ignore
@inline
export function leastLane(keys: v128, m: i32): i32 {
  const those = v128.bitselect(keys, f32x4.splat(Infinity), v128.load(LANES + ((m as usize) << 4)));
  let least = f32x4.pmin(those, v128.shuffle<i32>(those, those, 2, 3, 0, 1));
  least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  const lanes = m & i32x4.bitmask(f32x4.le(those, least));
  return ctz(lanes === 0 ? m : lanes);
}

// @ts-ignore
@inline
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}
