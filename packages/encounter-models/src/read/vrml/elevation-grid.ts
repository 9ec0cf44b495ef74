/** ElevationGrid: heights over a grid in the plane of x and z. The standard leaves open how a square is cut; here always the same way. */
import type { Triangles } from '../../model.ts';
import { flag, number, numbers, type VrmlNode } from './node.ts';
import type { Notes } from './notes.ts';

export function elevationGrid(node: VrmlNode, notes: Notes): Triangles {
  const columns = number(node, 'xDimension', 0);
  const rows = number(node, 'zDimension', 0);
  const heights = numbers(node, 'height') ?? new Float64Array(0);
  if (!Number.isInteger(columns) || !Number.isInteger(rows) || columns < 0 || rows < 0)
    notes.fail(`${notes.called(node)} has ${columns} by ${rows} heights, which is no grid.`);
  if (heights.length < columns * rows)
    notes.fail(`${notes.called(node)} has ${columns} by ${rows} vertices and only ${heights.length} heights.`);
  notes.expectVertices(columns * rows);
  const dx = number(node, 'xSpacing', 1);
  const dz = number(node, 'zSpacing', 1);
  const positions = new Float64Array(3 * columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      positions[3 * at] = column * dx;
      positions[3 * at + 1] = heights[at];
      positions[3 * at + 2] = row * dz;
    }
  const squares = Math.max(0, columns - 1) * Math.max(0, rows - 1);
  notes.expectTriangles(2 * squares);
  const indices = new Uint32Array(6 * squares);
  const ccw = flag(node, 'ccw', true);
  let next = 0;
  for (let row = 1; row < rows; row++)
    for (let column = 1; column < columns; column++) {
      const d = row * columns + column;
      const [a, b, c] = [d - columns - 1, d - 1, d - columns];
      // Seen from above: a at the back on the left, b in front of it, d and c on the right.
      indices.set(ccw ? [a, b, d, a, d, c] : [a, d, b, a, c, d], next);
      next += 6;
    }
  return squares > 0 ? { positions, indices } : { positions: new Float64Array(0), indices };
}
