/**
 * The least support value of C = A − B along the normals of facets.
 *
 * A polytope of many facets in the middle of something round has as many minima of the support value as it has facets, or nearly:
 * far more than searches start from, and along their normals. So all of these are looked along.
 */
import { multiply } from '../math/affine.ts';
import { dot, lengthSq, scale, Vec3 } from '../math/vec3.ts';
import { cofactors } from './cofactors.ts';
import type { Cso } from './cso.ts';

// Shared by all, as nothing in here leads to another search.
const n: Vec3 = /* #__PURE__ */ new Vec3();
const a: Vec3 = /* #__PURE__ */ new Vec3();
const w: Vec3 = /* #__PURE__ */ new Vec3();
const normals: Float64Array = /* #__PURE__ */ new Float64Array(9);

/** Writes the direction into `out`, returns the value, and adds what was looked along to the iterations of `epa`. */
export type AlongFacets = (cso: Cso, out: Vec3, epa: { iterations: number }) => number;

/** What a shape with facets has. */
interface Faceted {
  readonly facetNormals?: Float64Array;
}

export function alongFacets(cso: Cso, out: Vec3, epa: { iterations: number }): number {
  let least = Infinity;
  for (let side = 0; side < 2; side++) {
    const { facetNormals: facets } = (side === 0 ? cso.shapeA : cso.shapeB) as Faceted;
    if (facets === undefined || !cofactors(side === 0 ? cso.linearA : cso.mB, normals)) continue;
    epa.iterations += facets.length / 3;
    for (let k = 0; k < facets.length; k += 3) {
      multiply(normals, n.set(facets[k], facets[k + 1], facets[k + 2]), n);
      // The facets of −B face the other way.
      scale(n, (side === 0 ? 1 : -1) / Math.sqrt(lengthSq(n)), n);
      cso.support(n, a, w);
      const h = dot(n, w);
      if (!(h < least)) continue;
      least = h;
      out.copy(n);
    }
  }
  return least;
}
