/** Triangles, segments and points of primitives, whatever their mode. */
import type { Primitive } from './primitives.ts';

/** How many elements a primitive of that mode and so many indices has at most. */
export function countElements(mode: number, length: number): number {
  switch (mode) {
    case 0:
      return length;
    case 1:
      return Math.floor(length / 2);
    case 2:
      return length > 1 ? length : 0;
    case 3:
      return Math.max(0, length - 1);
    case 4:
      return Math.floor(length / 3);
    default:
      return Math.max(0, length - 2);
  }
}

/** Vertex numbers of what a primitive consists of: 1, 2 or 3 for each point, segment or triangle. */
export function elementsOf({ mode, indices, position }: Primitive): Uint32Array {
  const length = indices?.length ?? position.count;
  const at = indices ? (i: number) => indices[i] : (i: number) => i;
  const count = countElements(mode, length);
  const corners = mode === 0 ? 1 : mode < 4 ? 2 : 3;
  const out = new Uint32Array(count * corners);
  if (mode === 0 || mode === 1 || mode === 4) {
    for (let i = 0; i < out.length; i++) out[i] = at(i);
    return out;
  }
  if (corners === 2) {
    for (let i = 0; i < count; i++) {
      out[2 * i] = at(i);
      out[2 * i + 1] = at((i + 1) % length);
    }
    return out;
  }
  let used = 0;
  for (let i = 0; i < count; i++) {
    // The order of corners is the format's: every second triangle of a strip is turned round.
    const a = mode === 6 ? at(i + 1) : at(i);
    const b = mode === 6 ? at(i + 2) : at(i + 1 + (i % 2));
    const c = mode === 6 ? at(0) : at(i + 2 - (i % 2));
    // Triangles that only lead a strip to another place have a corner twice.
    if (a === b || b === c || c === a) continue;
    out[used++] = a;
    out[used++] = b;
    out[used++] = c;
  }
  return used === out.length ? out : out.slice(0, used);
}
