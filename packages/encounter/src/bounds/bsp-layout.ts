/**
 * A solid-leaf BSP tree (§5.2.3): planes that divide space into convex cells, each of which is inside or outside of a closed mesh.
 * Flat arrays:
 *
 *   planes, 4 doubles a node      unit normal n and offset, seen from `origin`: a point x is above where n·(x − origin) > offset
 *   children, 2 integers a node   below, above: a node, or one of the labels
 *   boxes, 6 floats a node        around the facets that are below the node, min then max, seen from `origin` and rounded outward
 *   faces                         the triangles that lie in the plane of node i within its cell: slots faces[starts[i]] … faces[starts[i + 1] − 1]
 *
 * Children come after their parents. Node 0 is the root.
 *
 * **Thickness.** Everything within `thick` of a plane counts as in the plane. That is how facets in one plane, whose corners
 * rounding has put a little above or below it, share a node instead of cutting each other to slivers. It is far more than rounding,
 * which is what leaves no decision to rounding: a vertex that is computed where a plane cuts an edge is within 1e-14 of the extent
 * of where it should be, and `thick` is 1e-12 of it.
 */

/** What is in a leaf. `ask`: too thin for a point that certainly lies in it; then the mesh itself is asked. */
export const BspLabel = { outside: -1, inside: -2, ask: -3 } as const;
export type BspLabel = (typeof BspLabel)[keyof typeof BspLabel];

export interface BspNodes {
  readonly origin: Float64Array;
  readonly planes: Float64Array;
  readonly children: Int32Array;
  readonly boxes: Float32Array;
  readonly starts: Int32Array;
  readonly faces: Int32Array;
  /** Half the thickness of a plane. */
  readonly thick: number;
  /** Nodes on the longest way from the root to a leaf. */
  readonly depth: number;
}

/**
 * How many times `thick` a query keeps from a plane before it believes that it is on one side. Two is what the rounding of building
 * needs. More make a point that lies between several planes in nearly one place, where cells are too thin to be trusted, reach
 * thick cells on both sides of them.
 */
export const QUERY_THICKNESS = 8;

/** A convex polygon, a piece of a facet: x, y, z of its corners, seen from the tree's origin. */
export interface Piece {
  readonly slot: number;
  readonly points: Float64Array;
}

/** Where a piece is, of a plane. */
export const Side = { on: 0, below: 1, above: 2, cut: 3 } as const;
export type Side = (typeof Side)[keyof typeof Side];

/** On which side of the plane at planes[k] … planes[k + 3] a piece is, which is `thick`. */
export function sideOf({ points }: Piece, planes: Float64Array, k: number, thick: number): Side {
  const x = planes[k];
  const y = planes[k + 1];
  const z = planes[k + 2];
  const offset = planes[k + 3];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const d = x * points[i] + y * points[i + 1] + z * points[i + 2] - offset;
    if (d < low) low = d;
    if (d > high) high = d;
  }
  if (low >= -thick) return high <= thick ? Side.on : Side.above;
  return high <= thick ? Side.below : Side.cut;
}

/**
 * The part of a piece that is above (sign = 1) or below (sign = −1) a plane that cuts it. Corners in the thickness of the plane
 * belong to both parts; a new corner is only made on an edge that passes from one side to the other.
 */
export function clip({ slot, points }: Piece, planes: Float64Array, k: number, thick: number, sign: number): Piece {
  const x = sign * planes[k];
  const y = sign * planes[k + 1];
  const z = sign * planes[k + 2];
  const offset = sign * planes[k + 3];
  const out: number[] = [];
  let at = points.length - 3;
  let before = x * points[at] + y * points[at + 1] + z * points[at + 2] - offset;
  for (let i = 0; i < points.length; i += 3) {
    const d = x * points[i] + y * points[i + 1] + z * points[i + 2] - offset;
    if ((before > thick && d < -thick) || (before < -thick && d > thick)) {
      const s = before / (before - d);
      for (let c = 0; c < 3; c++) out.push(points[at + c] + s * (points[i + c] - points[at + c]));
    }
    if (d >= -thick) out.push(points[i], points[i + 1], points[i + 2]);
    at = i;
    before = d;
  }
  return { slot, points: Float64Array.from(out) };
}
