import { Collider } from '../bodies/collider.ts';
import { checkOptions, show, wrong } from '../check.ts';
import { Vec3 } from '../math/vec3.ts';
import { RayHit } from '../pairs/result.ts';
import { type RayOptions, rayCast } from '../query.ts';
import type { Member } from '../scene/member.ts';
import { Scene } from '../scene/scene.ts';
import { roundingOf } from '../scene/scene-query.ts';
import { ShapeKind } from '../shapes/shape.ts';
import { CoherentOrder } from './coherent-order.ts';
import { MeshRays } from './mesh-rays.ts';
import { type BulkTask, countOf, type FloatArray, requireFloats, requireInts } from './task.ts';

/** Options of `castRays`: which hits count, and arrays for what else is found. */
export interface CastRaysOptions {
  /** Whether any hit will do, not only the first: a ray through a scene ends at the first collider that is found to meet it. */
  any?: boolean;
  /** As for `rayCast`. */
  side?: 'both' | 'front' | 'back';
  /** Receives the normals, three numbers per ray; zeros where nothing is hit. */
  normals?: FloatArray;
  /** Receives the triangle, face or part that is hit; −1 for a convex shape, and where nothing is hit. */
  primitives?: Int32Array;
  /** Receives the `id` of the collider that is hit; −1 where nothing is. */
  colliders?: Int32Array;
}

export const RAY_OPTIONS: readonly string[] = ['any', 'side', 'normals', 'primitives', 'colliders'];

/** All rays of one call; reused, so that later calls allocate nothing. */
export class RayWork implements BulkTask {
  #rays: FloatArray = new Float64Array(0);
  #times: FloatArray = new Float64Array(0);
  #normals: FloatArray | undefined;
  #primitives: Int32Array | undefined;
  #colliders: Int32Array | undefined;
  #any = false;
  readonly #options: RayOptions = {};
  #target: Collider | Scene | null = null;
  readonly #mesh: MeshRays = new MeshRays();
  #isMesh = false;
  readonly #from: Vec3 = new Vec3();
  readonly #to: Vec3 = new Vec3();
  readonly #way: Vec3 = new Vec3();
  readonly #low: Vec3 = new Vec3();
  readonly #high: Vec3 = new Vec3();
  readonly #trial: RayHit = new RayHit();
  readonly #best: RayHit = new RayHit();
  #id = -1;
  readonly #visit: (member: Member<unknown>) => number | undefined;

  constructor() {
    this.#visit = ({ collider }) => this.#meet(collider);
  }

  /** Checks the arguments and sets the work up. Returns how many rays there are. */
  begin(rays: FloatArray, out: FloatArray, options: CastRaysOptions): number {
    checkOptions(options, RAY_OPTIONS);
    const { any = false, side = 'both', normals, primitives, colliders } = options;
    const count = countOf('rays', rays, 6);
    if (out === undefined) wrong('out', 'be a Float32Array or Float64Array', out);
    requireFloats('out', out, count);
    requireFloats('normals', normals, 3 * count);
    requireInts('primitives', primitives, count);
    requireInts('colliders', colliders, count);
    if (typeof any !== 'boolean') wrong('any', 'be true or false', any);
    if (side !== 'both' && side !== 'front' && side !== 'back') wrong('side', "be 'both', 'front' or 'back'", side);
    this.#rays = rays;
    this.#times = out;
    this.#normals = normals;
    this.#primitives = primitives;
    this.#colliders = colliders;
    this.#any = any;
    this.#options.side = side;
    return count;
  }

  task(target: Collider | Scene): BulkTask {
    if (!(target instanceof Scene || target instanceof Collider))
      throw new TypeError(`target must be a Collider or a Scene, got ${show(target)}`);
    this.#target = target;
    const { side } = this.#options;
    this.#isMesh =
      target instanceof Collider &&
      target.kind === ShapeKind.mesh &&
      this.#mesh.begin(target, side === 'front' ? 1 : side === 'back' ? -1 : 0);
    return this;
  }

  run(order: Int32Array, first: number, last: number): void {
    const target = this.#target as Collider | Scene;
    for (let n = first; n < last; n++) {
      const i = order[n];
      this.#place(i);
      if (this.#isMesh) this.#meetMesh(target as Collider);
      else if (target instanceof Scene) this.#through(target);
      else this.#meet(target);
      this.#write(i);
    }
  }

  #place(i: number): void {
    const rays = this.#rays;
    const k = 6 * i;
    const from = this.#from;
    const to = this.#to;
    from.x = rays[k];
    from.y = rays[k + 1];
    from.z = rays[k + 2];
    to.x = rays[k + 3];
    to.y = rays[k + 4];
    to.z = rays[k + 5];
    this.#best.t = Infinity;
    this.#id = -1;
  }

  #meetMesh(collider: Collider): void {
    const hits = this.#mesh.cast(this.#from, this.#to, this.#normals !== undefined, this.#best);
    if (hits < 0) this.#meet(collider);
    else if (hits > 0) this.#id = collider.id;
  }

  #through(scene: Scene): void {
    const from = this.#from;
    const to = this.#to;
    // A little thicker than a ray: one that just touches a collider may pass its box by the last digit.
    const slack = roundingOf(from, to);
    const low = this.#low.set(from.x - slack, from.y - slack, from.z - slack);
    const high = this.#high.set(from.x + slack, from.y + slack, from.z + slack);
    scene.visitSwept(low, high, this.#way.set(to.x - from.x, to.y - from.y, to.z - from.z), this.#visit);
  }

  /** Takes a hit of a collider if it is the first so far. Returns how much of the ray is still of interest. */
  #meet(collider: Collider): number | undefined {
    const best = this.#best;
    const trial = this.#trial;
    const known = best.t;
    if (this.#any && known < Infinity) return 0;
    if (rayCast(collider, this.#from, this.#to, trial, this.#options) !== null) {
      // At one time the lowest id wins, whatever order the broad phase has.
      if (trial.t < known || (trial.t === known && collider.id < this.#id)) {
        best.copy(trial);
        this.#id = collider.id;
      }
      if (this.#any) return 0;
    }
    return best.t <= 1 ? best.t : undefined;
  }

  #write(i: number): void {
    const { t, normal, primitive } = this.#best;
    const isHit = t < Infinity;
    this.#times[i] = t;
    if (this.#normals !== undefined) {
      this.#normals[3 * i] = isHit ? normal.x : 0;
      this.#normals[3 * i + 1] = isHit ? normal.y : 0;
      this.#normals[3 * i + 2] = isHit ? normal.z : 0;
    }
    if (this.#primitives !== undefined) this.#primitives[i] = isHit ? primitive : -1;
    if (this.#colliders !== undefined) this.#colliders[i] = this.#id;
  }
}

const work: RayWork = /* #__PURE__ */ new RayWork();
const sorted: CoherentOrder = /* #__PURE__ */ new CoherentOrder();

/**
 * Where many rays first meet a collider or a scene. Each ray is six numbers, from and to. `out` receives t, 0 … 1 along from → to, or
 * Infinity where nothing is hit, and is returned.
 *
 * @example
 * const rays = new Float32Array([-5, 0, 0, 5, 0, 0]);
 * castRays(new Collider(new Sphere(1)), rays, new Float64Array(1)); // 0.4
 */
export function castRays<Out extends FloatArray>(
  target: Collider | Scene,
  rays: FloatArray,
  out: Out,
  options: CastRaysOptions = {},
): Out {
  const count = work.begin(rays, out, options);
  const task = work.task(target);
  task.run(sorted.sort(rays, count, 6, 3), 0, count);
  return out;
}
