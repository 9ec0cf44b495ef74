// trees
export type { ObbModel, TreeMesh } from './obb-pair.ts';
export { type ObbTestOptions, ObbTree, type ObbTreeOptions } from './obb-tree.ts';
