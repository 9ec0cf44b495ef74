/** The memory of the kernel, as `kernel/layout.ts` of this package describes it. */

/** Numbers of the query, as places in doubles. The nearest point follows the limit. */
export const DIR = 3;
export const LIMIT = 6;
/** The number of the triangle that a ray hits, in words. */
export const NUMBER = 42;
/** Tables for sets of lanes, in bytes. */
export const TO_FRONT = 256;
export const LANES = 512;
/** The first byte for meshes. */
export const MESHES = 4096;

export const HEADER_BYTES = 64;
export const NODE_BYTES = 128;
export const BLOCK_BYTES = 160;
/** A vertex is three doubles. */
export const VERTEX_BYTES = 24;
/** Triangles per block, and children per node. */
export const WIDTH = 4;

/** The header, in words: where the parts are, then the link of the root. The origin and the reach, in doubles. */
export const PARTS = 0;
export const ROOT = 5;
export const ORIGIN = 3;
export const REACH = 6;

/** Of a node, in words. */
export const CHILDREN = 24;
/** Of a block, in words. */
export const FIRST_SLOT = 36;
export const PRESENT = 37;
export const MORE = 38;
