/**
 * Whether two triangles meet, as meshes decide it: exactly, or by no more than the rounding of their places. The leaves of trees
 * ask here.
 */
export { touchesTriangleTriangle as trianglesMeet } from '../pairs/exact/triangle-triangle-touch.ts';
