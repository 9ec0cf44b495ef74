/**
 * A fixed scenario and a hash of everything that its callbacks were told, order and bits included: Node and browsers must agree on
 * it. The library is passed in, as sources or as dist. Only + − × ÷ and square roots are used here, as in the library.
 */
import type * as Encounter from '../../src/index.ts';
import { Rng } from '../support/rng.ts';

type Library = typeof Encounter;

/** FNV-1a over the bytes of numbers, 32 bits. */
class Hash {
  #value = 0x811c9dc5;
  readonly #view = new DataView(new ArrayBuffer(8));

  add(...numbers: number[]): void {
    for (const x of numbers) {
      this.#view.setFloat64(0, x, true);
      for (let i = 0; i < 8; i++) this.#value = Math.imul(this.#value ^ this.#view.getUint8(i), 0x01000193);
    }
  }

  toString(): string {
    return (this.#value >>> 0).toString(16).padStart(8, '0');
  }
}

/**
 * The hashes. Callbacks come in the order of the broad phase's pairs, so each has its own. Change them only together with the
 * arithmetic, or with the order in which a broad phase finds pairs.
 */
export const GOLDEN: Readonly<Record<string, string>> = {
  BruteForce: 'c07a87e2',
  SweepAndPrune: 'c38a76d5',
  Grid: '2db12899',
  DynamicAabbTree: 'cc3ce6bd',
};

/** The hash of `goldenMotion`. */
export const GOLDEN_MOTION = '8ef5e531';

export interface Golden {
  readonly hash: string;
  readonly callbacks: number;
  readonly pairs: number;
}

export function golden(lib: Library, broadPhase?: Encounter.BroadPhase<never>, frames = 60): Golden {
  const rng = new Rng(41, 7);
  const heights = new Float64Array(75);
  const indices: number[] = [];
  for (let i = 0; i < 5; i++)
    for (let j = 0; j < 5; j++) {
      const at = 5 * i + j;
      heights.set([2 * i - 4, rng.range(-0.5, 0.5), 2 * j - 4], 3 * at);
      if (i < 4 && j < 4) indices.push(at, at + 1, at + 6, at, at + 6, at + 5);
    }
  const land = new lib.Mesh({ positions: heights, indices });
  const points = Array.from({ length: 20 }, () => rng.inBox(0.6));
  const shapes: Encounter.Shape[] = [
    new lib.Box([1, 0.6, 0.8]),
    new lib.Sphere(0.5),
    new lib.Capsule(0.3, 0.7),
    new lib.Cone(0.5, 1),
    new lib.Cylinder(0.4, 0.9),
    new lib.Ellipsoid([0.3, 0.6, 0.5]),
    new lib.Polytope(points),
    new lib.Compound([{ shape: new lib.Box([1, 0.2, 0.2]) }, { shape: new lib.Sphere(0.3), position: [0.5, 0, 0] }]),
  ];
  const scene = new lib.Scene<number>({ broadPhase });
  const table = new lib.ResponseTable<number>();
  const [things, lands] = [table.createClass('things'), table.createClass('lands')];
  const ground = new lib.Collider<number>(land, { data: 0, margin: 0.01 });
  const floor = new lib.Collider<number>(new lib.Halfspace([0, 1, 0], -2), { data: 1 });
  scene.add(ground, floor);
  table.assign(ground, lands);
  const movers = Array.from({ length: 48 }, (_, k) => {
    const mover = new lib.Collider<number>(shapes[k % shapes.length], { data: k + 2, margin: k % 5 === 0 ? 0.05 : 0 });
    mover.setPosition(rng.inBox(3.5)).setOrientation([...rng.inBox(1), rng.range(0.1, 1)]);
    if (k % 7 === 0) mover.setScale([0.7, 1.2, 1]);
    table.assign(mover, things);
    return mover;
  });
  scene.add(...movers);

  const hash = new Hash();
  let callbacks = 0;
  let pairs = 0;
  const note = (a: Encounter.Collider<number>, b: Encounter.Collider<number>) => {
    callbacks++;
    hash.add(a.data, b.data);
  };
  table.addPair(
    things,
    lands,
    lib.response('witnessed', (a, b, contact) => {
      note(a, b);
      hash.add(...contact!.point.toArray());
    }),
  );
  table.addPair(
    things,
    things,
    lib.response('depth', (a, b, contact) => {
      note(a, b);
      const { depth, normal, pointA, pointB } = contact!;
      hash.add(depth, ...normal.toArray(), ...pointA.toArray(), ...pointB.toArray());
    }),
  );
  for (let frame = 0; frame < frames; frame++) {
    for (const mover of movers) {
      const m = mover.getMatrix();
      mover.setPosition([m[12] + rng.range(-0.1, 0.1), m[13] + rng.range(-0.1, 0.1), m[14] + rng.range(-0.1, 0.1)]);
      if (rng.chance(0.2)) mover.setOrientation([...rng.inBox(1), rng.range(0.1, 1)]);
    }
    const mover = rng.pick(movers);
    if (scene.has(mover)) scene.remove(mover);
    else scene.add(mover);
    heights[3 * rng.int(25) + 1] = rng.range(-0.5, 0.5);
    land.refit();
    pairs += scene.test(table);
    for (const [a, b] of scene.encounters()) hash.add(a.data, b.data);
    const hit = scene.rayCast(rng.inBox(4), rng.inBox(4));
    if (hit !== null) hash.add(hit.t, hit.collider.data, ...hit.normal.toArray());
    const found = scene.nearest(rng.inBox(4));
    if (found !== null) hash.add(found.distance, found.collider.data);
    const cast = scene.castShape(shapes[0], rng.inBox(4));
    if (cast !== null) hash.add(cast.t, cast.collider.data, ...cast.point.toArray());
  }
  return { hash: hash.toString(), callbacks, pairs };
}

/** Times of impact of all kinds of shapes, with rotation: sine and cosine must have the same bits everywhere, too. */
export function goldenMotion(lib: Library): { readonly hash: string; readonly hits: number } {
  const rng = new Rng(43, 7);
  const points = Array.from({ length: 20 }, () => rng.inBox(0.6));
  const positions = points.flat();
  const shapes: Encounter.Shape[] = [
    new lib.Box([1, 0.6, 0.8]),
    new lib.Sphere(0.5),
    new lib.Capsule(0.3, 0.7),
    new lib.Cone(0.5, 1),
    new lib.Cylinder(0.4, 0.9),
    new lib.Ellipsoid([0.3, 0.6, 0.5]),
    new lib.Polytope(points),
    new lib.Mesh({ positions, indices: points.flatMap((_, i) => [i, (i + 7) % 20, (i + 11) % 20]) }),
    new lib.Compound([{ shape: new lib.Box([1, 0.2, 0.2]) }, { shape: new lib.Sphere(0.3), position: [0.5, 0, 0] }]),
  ];
  const hash = new Hash();
  let hits = 0;
  for (let k = 0; k < 900; k++) {
    const place = () => ({ position: rng.inBox(2), orientation: [...rng.inBox(1), rng.range(0.1, 1)] as const });
    const a = new lib.Collider(rng.pick(shapes), place());
    const b = new lib.Collider(rng.pick(shapes), { ...place(), margin: k % 5 === 0 ? 0.05 : 0 });
    const motionA = { translation: rng.inBox(3), rotation: rng.inBox(k % 4 === 0 ? 12 : 2), center: rng.inBox(2) };
    const motionB = k % 3 === 0 ? null : { position: rng.inBox(2), orientation: place().orientation };
    const hit = lib.timeOfImpact(a, motionA, b, motionB);
    if (hit === null) continue;
    hits++;
    hash.add(k, hit.t, hit.gap, ...hit.point.toArray(), ...hit.normal.toArray(), hit.primitiveA, hit.primitiveB);
  }
  return { hash: hash.toString(), hits };
}
