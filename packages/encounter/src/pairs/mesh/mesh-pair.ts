/** Meshes against convex shapes, halfspaces and each other. Says which file of this room serves which query. The mesh comes first. */
import { Goal } from '../../convex/penetration.ts';
import { ShapeKind } from '../../shapes/shape.ts';
import type { Caster, RayQuery } from '../caster.ts';
import { ComplexPair, type RayTarget } from '../complex-pair.ts';
import type { ContactList } from '../contact.ts';
import { FlatMover } from '../flat-mover.ts';
import type { PairQuery } from '../pair-query.ts';
import { MeshContacts } from './contacts.ts';
import { MeshDecision } from './decide.ts';
import { MeshDepth } from './depth.ts';
import { MeshDistance } from './distance.ts';
import { FaceFinder } from './face-finder.ts';
import { MeshHalfspace } from './halfspace.ts';
import { MeshCast } from './mesh-cast.ts';
import { MeshRay } from './ray.ts';

export class MeshPair extends ComplexPair implements RayTarget {
  override readonly flat: FlatMover = new FlatMover();
  readonly #faces: FaceFinder = new FaceFinder();
  readonly #decision: MeshDecision = new MeshDecision();
  readonly #distance: MeshDistance = new MeshDistance(this.#decision);
  readonly #depth: MeshDepth = new MeshDepth(this.#decision, this.#faces);
  readonly #contacts: MeshContacts = new MeshContacts(this.#decision);
  readonly #halfspace: MeshHalfspace = new MeshHalfspace(this.#faces);
  readonly #cast: MeshCast = new MeshCast();
  readonly #ray: MeshRay = new MeshRay(this.#decision, this.#faces, this.#cast);

  constructor() {
    super(ShapeKind.mesh);
  }

  protected answer(query: PairQuery): boolean {
    const { out } = query;
    const together = this.#answer(query);
    if (out !== null && out.iterations === 0) out.iterations = 1;
    return together;
  }

  #answer(query: PairQuery): boolean {
    const { goal, out } = query;
    if (query.b.kind === ShapeKind.halfspace) return this.#halfspace.solve(query);
    if (out === null || goal === Goal.decide) return this.#decision.decide(query);
    out.exact = true;
    if (goal === Goal.distance) return this.#distance.find(query, out);
    if (this.#decision.decide(query)) {
      this.#depth.find(query, out);
      return true;
    }
    if (goal === Goal.signed) this.#distance.findApart(query, out);
    return false;
  }

  protected list(query: PairQuery, list: ContactList): void {
    this.#contacts.list(query, list);
  }

  protected sweep(query: PairQuery): boolean {
    const { caster, a, b, motion, settings, hit } = query;
    if (b.kind === ShapeKind.halfspace) return this.#halfspace.cast(query);
    if (b.kind === ShapeKind.mesh) return this.#cast.meshes(caster, a, b, motion, settings, hit);
    return this.#cast.convex(caster, a, b, motion, settings, hit);
  }

  ray(caster: Caster, ray: RayQuery): boolean {
    return this.#ray.find(caster, ray);
  }
}
