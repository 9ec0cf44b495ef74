/**
 * A mesh and a halfspace. A halfspace is as deep in a mesh as in its hull, so the halfspace's own pair functions find the deepest
 * vertex. This file finds the face that the vertex belongs to.
 */
import type { Body } from '../../bodies/body.ts';
import type { HalfspacePair } from '../halfspace-pair.ts';
import type { PairQuery } from '../pair-query.ts';
import type { FaceFinder } from './face-finder.ts';

export class MeshHalfspace {
  readonly #faces: FaceFinder;

  constructor(faces: FaceFinder) {
    this.#faces = faces;
  }

  solve(query: PairQuery): boolean {
    const { solver, a, b, goal, settings, out } = query;
    const pair = pairFor(b);
    const together = pair.solve(solver, a, b, goal, settings, out);
    query.signed = pair.signed;
    if (out !== null && Number.isFinite(pair.signed)) {
      out.exact = true;
      out.primitiveA = this.#faces.at(a, out.pointA);
    }
    return together;
  }

  cast({ caster, a, b, motion, settings, hit }: PairQuery): boolean {
    if (!pairFor(b).cast(caster, a, b, motion, settings, hit)) return false;
    // The contact point is a vertex of the mesh, which is at rest.
    hit.primitiveA = this.#faces.at(a, hit.point);
    hit.primitiveB = -1;
    return true;
  }
}

/** The halfspace's pair functions, taken from the shape: importing them would add them to every program with a mesh. */
function pairFor(halfspace: Body): HalfspacePair {
  return (halfspace.shape as unknown as { readonly pair: HalfspacePair }).pair;
}
