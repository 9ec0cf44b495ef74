// trees
export type { TreeMesh } from './obb-pair.ts';
export { type ObbTestOptions, ObbTree, type ObbTreeOptions } from './obb-tree.ts';
