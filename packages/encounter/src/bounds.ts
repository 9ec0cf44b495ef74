/**
 * Chapter 5 of the book: bounding volumes and the other structures, usable by themselves. The public names, nothing else.
 *
 * @module encounter/bounds
 */

export * from './bounds/index.ts';

// trees
export { BspTree } from './bsp-tree.ts';
