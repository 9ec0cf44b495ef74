/** IndexedFaceSet, IndexedLineSet and PointSet: what lists of coordinates and indices say. */
import { VertexArray } from 'encounter';
import { readFaces } from 'encounter/core';
import type { Triangles } from '../../model.ts';
import { firstNode, flag, numbers, type VrmlNode } from './node.ts';
import type { Notes } from './notes.ts';

const NO_NUMBERS = new Float64Array(0);
const NO_INDICES = new Uint32Array(0);

/** Faces may be nonconvex whatever the field `convex` says: files that do not say FALSE where they should are common. */
export function faceSet(node: VrmlNode, notes: Notes): Triangles {
  const positions = coordinates(node, notes);
  const faces: number[][] = [];
  let dropped = 0;
  for (const face of runs(node, positions, notes)) {
    notes.expectCorners(face.length);
    if (new Set(face).size < 3) dropped++;
    else faces.push(face);
  }
  if (dropped > 0) notes.warn(`${count(dropped, 'face')} with fewer than 3 vertices left out.`);
  return compact(positions, cut(positions, faces, flag(node, 'ccw', true)));
}

/** The triangles of polygons, wound as the polygons are, or the other way round. */
export function cut(positions: Float64Array, faces: readonly (readonly number[])[], ccw: boolean): number[] {
  const triangles: number[] = [];
  if (faces.length === 0) return triangles;
  const { corners } = readFaces(faces, new VertexArray(positions));
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    // A spike of a face comes back as a segment, with a corner twice. It has no surface.
    if (a === b || b === c || c === a) continue;
    if (ccw) triangles.push(a, b, c);
    else triangles.push(a, c, b);
  }
  return triangles;
}

export function lineSet(node: VrmlNode, notes: Notes): Triangles {
  const positions = coordinates(node, notes);
  const segments: number[] = [];
  for (const line of runs(node, positions, notes))
    for (let k = 1; k < line.length; k++) if (line[k] !== line[k - 1]) segments.push(line[k - 1], line[k]);
  const { positions: used, indices } = compact(positions, segments);
  return { positions: used, indices: NO_INDICES, segments: indices };
}

export function pointSet(node: VrmlNode, notes: Notes): Triangles {
  const positions = coordinates(node, notes);
  return { positions, indices: NO_INDICES, points: Uint32Array.from({ length: positions.length / 3 }, (_, k) => k) };
}

function coordinates(node: VrmlNode, notes: Notes): Float64Array {
  const coord = firstNode(node, 'coord');
  const found = (coord && numbers(coord, 'point')) ?? NO_NUMBERS;
  if (found.length % 3 !== 0)
    notes.fail(`the coordinates of ${notes.called(node)} are ${found.length} numbers, which is no multiple of 3.`);
  notes.expectVertices(found.length / 3);
  return found;
}

/** The lists between the −1 of coordIndex; the last need not end with one. */
function* runs(node: VrmlNode, positions: Float64Array, notes: Notes): Generator<number[]> {
  const indices = numbers(node, 'coordIndex') ?? NO_NUMBERS;
  const vertexCount = positions.length / 3;
  let run: number[] = [];
  for (const index of indices) {
    if (index === -1) {
      if (run.length > 0) yield run;
      run = [];
      continue;
    }
    if (!Number.isInteger(index) || index < 0 || index >= vertexCount)
      notes.fail(`coordIndex of ${notes.called(node)} has ${index}, and there are ${count(vertexCount, 'vertex')}.`);
    run.push(index);
  }
  if (run.length > 0) yield run;
}

/** Without vertices that nothing uses: they would count in boxes around the part. The arrays themselves if all are used. */
export function compact(positions: Float64Array, corners: readonly number[]): Triangles {
  const vertexCount = positions.length / 3;
  const place = new Int32Array(vertexCount).fill(-1);
  let used = 0;
  for (const corner of corners) if (place[corner] < 0) place[corner] = used++;
  if (used === vertexCount) return { positions, indices: Uint32Array.from(corners) };
  // In their old order, so that a file and its positions can be compared.
  const kept = new Float64Array(3 * used);
  let next = 0;
  for (let k = 0; k < vertexCount; k++) {
    if (place[k] < 0) continue;
    for (let axis = 0; axis < 3; axis++) kept[3 * next + axis] = positions[3 * k + axis];
    place[k] = next++;
  }
  return { positions: kept, indices: Uint32Array.from(corners, (corner) => place[corner]) };
}

function count(n: number, what: string): string {
  if (n === 1) return `1 ${what}`;
  return `${n} ${what === 'vertex' ? 'vertices' : `${what}s`}`;
}
