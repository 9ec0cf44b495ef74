/**
 * The flat faces of a polytope: facets (triangles) that lie in one plane, put together. Made once for each polytope, when first asked.
 */
import { cross, dot, length, normalize, subtract, Vec3 } from '../math/vec3.ts';
import { FACE_CORNER } from '../tolerances.ts';
import { Face } from './face.ts';
import type { Polytope } from './polytope.ts';

export interface HullFaces {
  /** Unit outward normal of each face, three numbers. */
  readonly normals: Float64Array;
  /** Vertex numbers around the faces; those of face f are loops[starts[f]] up to, not including, loops[starts[f + 1]]. */
  readonly starts: Int32Array;
  readonly loops: Int32Array;
  /** The faces at vertex v are at[first[v]] up to, not including, at[first[v + 1]]. */
  readonly first: Int32Array;
  readonly at: Int32Array;
}

const known: WeakMap<Polytope, HullFaces> = /* #__PURE__ */ new WeakMap();

export function hullFaces(polytope: Polytope): HullFaces {
  let faces = known.get(polytope);
  if (faces === undefined) {
    faces = polytope.dimension === 2 ? twoSides(polytope) : joinFacets(polytope);
    known.set(polytope, faces);
  }
  return faces;
}

/** A polygon has two faces, which are its two sides. */
function twoSides(polytope: Polytope): HullFaces {
  const count = polytope.vertexCount;
  const around = Array.from({ length: count }, (_, i) => i);
  return listFaces(count, [around, [...around].reverse()], Array.from(polytope.facetNormals));
}

function joinFacets(polytope: Polytope): HullFaces {
  const { vertices, facets, facetNormals, vertexCount } = polytope;
  const count = facets.length / 3;
  const beside = neighbours(facets);
  const corner = (i: number, out: Vec3): Vec3 => out.set(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  const p = new Vec3();
  const q = new Vec3();
  const n = new Vec3();
  const areas = new Float64Array(count);
  for (let f = 0; f < count; f++) {
    const from = corner(facets[3 * f], new Vec3());
    const u = subtract(corner(facets[3 * f + 1], p), from, p);
    areas[f] = length(cross(u, subtract(corner(facets[3 * f + 2], q), from, q), q));
  }
  // The largest facet of a face gives its plane: the normal of a sliver is mostly rounding.
  const order = Array.from({ length: count }, (_, f) => f).sort((f, g) => areas[g] - areas[f] || f - g);
  const slack = FACE_CORNER * polytope.extent;
  const taken = new Uint8Array(count);
  const loops: number[][] = [];
  const normals: number[] = [];
  const face = new Face();
  for (const seed of order) {
    if (taken[seed] === 1) continue;
    taken[seed] = 1;
    n.set(facetNormals[3 * seed], facetNormals[3 * seed + 1], facetNormals[3 * seed + 2]);
    const height = dot(n, corner(facets[3 * seed], p));
    const group = [seed];
    const inPlane = (f: number): boolean => {
      for (let k = 0; k < 3; k++) if (Math.abs(dot(n, corner(facets[3 * f + k], p)) - height) > slack) return false;
      return true;
    };
    for (let g = 0; g < group.length; g++)
      for (let k = 0; k < 3; k++) {
        const next = beside[3 * group[g] + k];
        if (taken[next] === 1 || !inPlane(next)) continue;
        taken[next] = 1;
        group.push(next);
      }
    const used = new Set<number>();
    for (const f of group) for (let k = 0; k < 3; k++) used.add(facets[3 * f + k]);
    face.clear();
    for (const v of used) face.add(corner(v, p), v);
    face.keepHull(n);
    loops.push(Array.from(face.ids.subarray(0, face.count)));
    normals.push(...normalize(n, n).toArray());
  }
  return listFaces(vertexCount, loops, normals);
}

/** For each side of each facet, the facet beyond it. */
function neighbours(facets: Int32Array): Int32Array {
  const sides = new Map<string, number>();
  for (let i = 0; i < facets.length; i++) sides.set(`${facets[i]} ${facets[next(i)]}`, Math.floor(i / 3));
  return facets.map((v, i) => sides.get(`${facets[next(i)]} ${v}`) ?? Math.floor(i / 3));
}

/** The place of the next corner of the facet that has its corner at place i. */
function next(i: number): number {
  return i % 3 === 2 ? i - 2 : i + 1;
}

function listFaces(vertexCount: number, loops: readonly number[][], normals: readonly number[]): HullFaces {
  const starts = new Int32Array(loops.length + 1);
  const first = new Int32Array(vertexCount + 1);
  loops.forEach((loop, f) => {
    starts[f + 1] = starts[f] + loop.length;
    for (const v of loop) first[v + 1]++;
  });
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v];
  const at = new Int32Array(starts[loops.length]);
  const filled = first.slice();
  loops.forEach((loop, f) => {
    for (const v of loop) at[filled[v]++] = f;
  });
  return { normals: Float64Array.from(normals), starts, loops: Int32Array.from(loops.flat()), first, at };
}
