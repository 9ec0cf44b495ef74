/** Whether a BSP tree is right: its form, and that it knows all of the surface. For tests. */
import { BSP_LENGTH_ROUNDING } from '../tolerances.ts';
import type { Triangles } from '../tree/triangles.ts';
import { BspLabel, type BspNodes, clip, type Piece, Side, sideOf } from './bsp-layout.ts';

/**
 * Throws an Error unless the nodes form one tree, no deeper than it says, and every triangle, sent down the tree, ends in pieces
 * that each lie in the plane of a node which lists the triangle: no piece of the surface is within a cell.
 */
export function validateBsp(nodes: BspNodes, triangles: Triangles): void {
  checkForm(nodes);
  const { origin } = nodes;
  const [x, y, z] = origin;
  for (let slot = 0; slot < triangles.count; slot++) {
    const points = new Float64Array(9);
    triangles.load(slot, points);
    for (let k = 0; k < 9; k++) points[k] -= k % 3 === 0 ? x : k % 3 === 1 ? y : z;
    sink(nodes, { slot, points }, 0);
  }
}

function checkForm({ planes, children, starts, faces, depth }: BspNodes): void {
  const count = children.length / 2;
  if (planes.length !== 4 * count || starts.length !== count + 1) throw new Error(`${count} nodes`);
  if (starts[0] !== 0 || starts[count] !== faces.length) throw new Error('the lists of facets do not fit');
  const level = new Int32Array(count);
  level[0] = 1;
  for (let node = 0; node < count; node++) {
    if (level[node] === 0) throw new Error(`node ${node} belongs to nothing, or comes before its parent`);
    if (level[node] > depth) throw new Error(`node ${node} is ${level[node]} levels deep`);
    const k = 4 * node;
    const length = planes[k] * planes[k] + planes[k + 1] * planes[k + 1] + planes[k + 2] * planes[k + 2];
    if (!(Math.abs(length - 1) <= BSP_LENGTH_ROUNDING))
      throw new Error(`the normal of node ${node} is ${length} long, squared`);
    for (let side = 0; side < 2; side++) {
      const child = children[2 * node + side];
      if (child < BspLabel.ask || child >= count || (child >= 0 && (child <= node || level[child] > 0)))
        throw new Error(`node ${node} has no proper child: ${child}`);
      if (child >= 0) level[child] = level[node] + 1;
    }
  }
}

function sink(nodes: BspNodes, piece: Piece, node: number): void {
  const { planes, children, boxes, starts, faces, thick } = nodes;
  if (node < 0) throw new Error(`a piece of the triangle in slot ${piece.slot} is within a cell`);
  for (let i = 0; i < piece.points.length; i++) {
    const k = 6 * node + (i % 3);
    if (!(piece.points[i] >= boxes[k] && piece.points[i] <= boxes[k + 3]))
      throw new Error(`a piece of the triangle in slot ${piece.slot} sticks out of the box of node ${node}`);
  }
  const side = sideOf(piece, planes, 4 * node, thick);
  if (side === Side.on) {
    if (!faces.subarray(starts[node], starts[node + 1]).includes(piece.slot))
      throw new Error(`node ${node} does not list the triangle in slot ${piece.slot}, which lies in its plane`);
    return;
  }
  if (side === Side.cut || side === Side.below)
    sink(nodes, side === Side.below ? piece : clip(piece, planes, 4 * node, thick, -1), children[2 * node]);
  if (side === Side.cut || side === Side.above)
    sink(nodes, side === Side.above ? piece : clip(piece, planes, 4 * node, thick, 1), children[2 * node + 1]);
}
