/**
 * timeOfImpact against closed forms and against plain conservative advancement: the distance of colliders that are placed anew in each
 * step, over a bound of their speed. That is slow and simple, and uses nothing of the motion room.
 */
import { describe, expect, it } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  closestPoints,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  Mesh,
  MinkowskiSum,
  type Motion,
  Placed,
  Point,
  Polygon,
  Polytope,
  placeAlong,
  Segment,
  type Shape,
  Sphere,
  signedDistance,
  Triangle,
  timeOfImpact,
} from '../../src/index.ts';
import { LARGEST_ANGLE, sinCos } from '../../src/math/turn.ts';
import { Rng, runs } from '../support/rng.ts';

type Triple = [number, number, number];

const SEED = 20261117;

describe('sine and cosine', () => {
  it(`are within 2 ulp, over many turns, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    const out = new Float64Array(2);
    const ulps = (got: number, want: number) =>
      Math.abs(got - want) / 2 ** (Math.floor(Math.log2(Math.abs(want))) - 52);
    for (let i = 0; i < runs(20_000); i++) {
      const x = rng.range(-1, 1) * 10 ** rng.range(-3, Math.log10(LARGEST_ANGLE));
      out[0] = x;
      sinCos(out);
      // Math's own are within 1 ulp.
      if (!(ulps(out[0], Math.sin(x)) <= 2 && ulps(out[1], Math.cos(x)) <= 2)) expect.fail(`sine or cosine of ${x}`);
    }
    for (const [x, s, c] of [
      [0, 0, 1],
      [Math.PI / 2, 1, 6.123233995736766e-17],
      [Math.PI, 1.2246467991473532e-16, -1],
    ]) {
      out[0] = x;
      sinCos(out);
      expect([...out]).toEqual([s, c]);
    }
  });
});

describe('placeAlong', () => {
  it('turns about the centre, keeps scale and position, and ends where the motion says', () => {
    const door = new Collider(new Box([1, 2, 0.1]), { position: [0.5, 1, 0], scale: [1, 2, 3] });
    placeAlong(door, { rotation: [0, Math.PI / 2, 0], center: [0, 1, 0], translation: [0, 5, 0] }, 1);
    const m = [...door.getMatrix()].map((x) => Math.round(x * 1e12) / 1e12 + 0);
    expect(m).toEqual([0, 0, -1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 6, -0.5, 1].map((x) => x + 0));
    door.setScale(1);
    expect(door.getMatrix()[2]).toBeCloseTo(-1, 12);
    const sheared = new Collider(new Box([1, 1, 1]), { matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1] });
    placeAlong(sheared, { rotation: [0, 0, Math.PI / 2] }, 1);
    expect([...sheared.getMatrix()].map((x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual(
      [0, 1, 0, 0, -1, 0.5, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1].map((x) => x + 0),
    );
  });

  it('reaches position and orientation by the shorter turn', () => {
    const rng = new Rng(SEED);
    for (let i = 0; i < 50; i++) {
      const collider = new Collider(new Box([1, 2, 3]), {
        position: [rng.range(-1, 1), 2, 3],
        orientation: rng.quaternion(),
        scale: [1, -2, 0.5],
      });
      const orientation = rng.quaternion();
      const position: Triple = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3)];
      const center: Triple | undefined = i % 2 === 0 ? undefined : [rng.range(-3, 3), 0, 1];
      const want = new Collider(collider.shape, { position, orientation, scale: [1, -2, 0.5] }).getMatrix();
      const motion: Motion = center === undefined ? { position, orientation } : { position, orientation, center };
      const got = placeAlong(collider, motion, 1).getMatrix();
      for (let k = 0; k < 16; k++) if (!(Math.abs(got[k] - want[k]) < 1e-12)) expect.fail(`${got} ${want}`);
    }
  });
});

describe('timeOfImpact, closed forms', () => {
  it('a rod that turns about its end hits a post, at once and after fifty turns', () => {
    const rod = new Collider(new Segment([0, 0, 0], [2, 0, 0]));
    const post = new Collider(new Sphere(0.25), { position: [0, 1, 0] });
    // The tip of the angle: the ball is seen from the pivot under asin(0.25).
    const angle = Math.PI / 2 - Math.asin(0.25);
    for (const rotation of [2, Math.PI, 100 * Math.PI]) {
      const hit = timeOfImpact(rod, { rotation: [0, 0, rotation] }, post, null)!;
      expect(hit.t * rotation).toBeCloseTo(angle, 7);
      expect(hit.t * rotation).toBeLessThanOrEqual(angle + 1e-12);
      expect(hit.gap).toBeLessThan(1e-8);
    }
    expect(timeOfImpact(rod, { rotation: [0, 0, angle - 1e-5] }, post, null)).toBeNull();
    expect(timeOfImpact(rod, { rotation: [0, 0, -angle] }, post, null)).toBeNull();
  });

  it('a cube that turns comes down on its edge', () => {
    const cube = new Collider(new Box([2, 2, 2]), { position: [0, 3, 0] });
    for (const floor of [
      new Collider(new Halfspace([0, 1, 0], 0)),
      new Collider(new Box([20, 1, 20]), { position: [0, -0.5, 0] }),
      new Collider(new Mesh({ positions: [-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9], indices: [0, 2, 1, 0, 3, 2] })),
    ]) {
      // A quarter of a half turn while it falls by 3 − √2: it touches at the end of the motion.
      const motion = { translation: [0, Math.SQRT2 - 3, 0] as Triple, rotation: [0, 0, Math.PI / 4] as Triple };
      const hit = timeOfImpact(cube, motion, floor, null)!;
      expect(hit.t).toBeCloseTo(1, 8);
      expect(hit.normal.y).toBeCloseTo(-1, 6);
      const faster = timeOfImpact(floor, null, cube, { ...motion, translation: [0, -3, 0] })!;
      // √2·sin(π/4 + πt/4) = 3 − 3t
      const t = faster.t;
      expect(3 - 3 * t - Math.SQRT2 * Math.sin(Math.PI / 4 + (Math.PI * t) / 4)).toBeCloseTo(0, 7);
      expect(timeOfImpact(cube, { ...motion, translation: [0, Math.SQRT2 - 2.999, 0] }, floor, null)).toBeNull();
    }
  });

  it('an orbit about a far centre', () => {
    const moon = new Collider(new Sphere(1), { position: [1000, 0, 0] });
    const wall = new Collider(new Sphere(1), { position: [0, 1000, 0] });
    const hit = timeOfImpact(moon, { rotation: [0, 0, Math.PI], center: [0, 0, 0] }, wall, null)!;
    // The centres are 2 apart: a chord of 2 on a circle of 1000.
    const angle = Math.PI / 2 - 2 * Math.asin(1 / 1000);
    expect(hit.t * Math.PI).toBeCloseTo(angle, 9);
  });

  it('a needle through a thin triangle at ten thousand sizes per step', () => {
    const needle = new Collider(new Segment([0, -0.001, 0], [0, 0.001, 0]), { position: [0, 5, 0] });
    const triangle = new Collider(new Triangle([-1, 0, -1], [1, 0, -1], [0, 0, 1]));
    const motion = { translation: [0, -10, 0] as Triple, rotation: [3, 0, 0] as Triple };
    const hit = timeOfImpact(needle, motion, triangle, null)!;
    const t = hit.t;
    expect(5 - 10 * t).toBeCloseTo(0.001 * Math.abs(Math.cos(3 * t)), 8);
  });

  it('overlap at the start: t = 0 with the penetration normal', () => {
    const a = new Collider(new Box([1, 1, 1]));
    const b = new Collider(new Sphere(1), { position: [1.2, 0, 0] });
    const hit = timeOfImpact(a, null, b, { translation: [5, 0, 0] })!;
    expect(hit.t).toBe(0);
    expect(hit.normal.x).toBeCloseTo(1, 9);
  });
});

describe('timeOfImpact, resting contact', () => {
  const floors: Record<string, () => Collider> = {
    halfspace: () => new Collider(new Halfspace([0, 1, 0], 0)),
    box: () => new Collider(new Box([40, 2, 40]), { position: [0, -1, 0] }),
    mesh: () =>
      new Collider(
        new Mesh({ positions: [-20, 0, -20, 20, 0, -20, 20, 0, 20, -20, 0, 20], indices: [0, 2, 1, 0, 3, 2] }),
      ),
  };
  for (const [name, make] of Object.entries(floors)) {
    it(`a cube slides and spins on a ${name}, a ball rolls, a cube tips into it, seed ${SEED}`, () => {
      const rng = new Rng(SEED);
      const floor = make();
      for (let i = 0; i < runs(100); i++) {
        const turn = rng.range(0, 7);
        const orientation: [number, number, number, number] = [0, Math.sin(turn), 0, Math.cos(turn)];
        const cube = new Collider(new Box([1, 1, 1]), {
          position: [rng.range(-2, 2), 0.5, rng.range(-2, 2)],
          orientation,
        });
        const translation: Triple = [rng.range(-3, 3), 0, rng.range(-3, 3)];
        const slide = timeOfImpact(cube, { translation, rotation: [0, rng.range(-9, 9), 0] }, floor, null);
        if (slide !== null) expect.fail(`cube ${i} ${slide.t}`);
        const ball = new Collider(new Sphere(0.5), { position: [0, 0.5, 0] });
        const roll = timeOfImpact(floor, null, ball, {
          translation,
          rotation: [translation[2] * 2, 0, -translation[0] * 2],
        });
        if (roll !== null) expect.fail(`ball ${i} ${roll.t}`);
        const wheel = new Collider(new Cylinder(0.5, 0.3), {
          position: [0, 0.5, 0],
          orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        });
        const wheels = timeOfImpact(wheel, { translation: [3, 0, 0], rotation: [0, 0, -6] }, floor, null);
        if (wheels !== null) expect.fail(`wheel ${wheels.t}`);
        const tip = timeOfImpact(cube, { translation: [0, 0, 0], rotation: [0.3, 0, rng.range(0.1, 1)] }, floor, null)!;
        if (!(tip !== null && tip.t < 1e-6)) expect.fail(`tip ${tip?.t}`);
      }
    });
  }
});

/** A random shape, about 1 in size. */
function randomShape(rng: Rng): Shape {
  const v = (): Triple => rng.direction().map((x) => x * rng.range(0.3, 1)) as Triple;
  const r = () => rng.range(0.2, 0.8);
  const list: (() => Shape)[] = [
    () => new Point(v()),
    () => new Segment(v(), v()),
    () => new Triangle(v(), v(), v()),
    () =>
      new Polygon(
        [0, 1, 2, 3, 4].map((i) => [Math.cos(i * 1.2566370614359172), 0, Math.sin(i * 1.2566370614359172)] as Triple),
      ),
    () => new Sphere(r()),
    () => new Ellipsoid([r(), r(), r()]),
    () => new Box([2 * r(), 2 * r(), 2 * r()]),
    () => new Cylinder(r(), 2 * r()),
    () => new Cone(r(), 2 * r()),
    () => new Capsule(r() / 2, r()),
    () => new Polytope(Array.from({ length: 12 }, v)),
    () => new MinkowskiSum(new Box([r(), r(), r()]), new Sphere(0.2)),
    () => new HullOf(new Sphere(0.3), new Placed(new Box([0.4, 0.4, 0.4]), { position: v() })),
    () => new Placed(new Cylinder(0.4, 1), { position: v(), orientation: rng.quaternion() }),
    () => new Inflated(new Triangle(v(), v(), v()), 0.1),
    () =>
      new Mesh({
        positions: [...v(), ...v(), ...v(), ...v(), ...v(), ...v()],
        indices: [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5],
      }),
    () =>
      new Compound([
        { shape: new Box([0.5, 0.5, 0.5]), position: v() },
        { shape: new Sphere(0.3), position: v() },
      ]),
  ];
  return rng.pick(list)();
}

/** The pose of a collider that moves: its matrix at time t, by sine and cosine of Math. */
function poseAt(
  start: ArrayLike<number>,
  motion: { translation: Triple; rotation: Triple; center: Triple },
  t: number,
): number[] {
  const { translation: v, rotation: w, center: c } = motion;
  const angle = Math.hypot(...w);
  const [x, y, z] = angle > 0 ? w.map((k) => k / angle) : [1, 0, 0];
  const s = Math.sin(t * angle);
  const k = 1 - Math.cos(t * angle);
  const turn = (p: readonly number[]): number[] => {
    const cross = [y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]];
    const again = [y * cross[2] - z * cross[1], z * cross[0] - x * cross[2], x * cross[1] - y * cross[0]];
    return p.map((q, i) => q + s * cross[i] + k * again[i]);
  };
  const column = (i: number) => turn([start[4 * i], start[4 * i + 1], start[4 * i + 2]]);
  const origin = turn([start[12] - c[0], start[13] - c[1], start[14] - c[2]]).map((q, i) => q + c[i] + t * v[i]);
  return [...column(0), 0, ...column(1), 0, ...column(2), 0, ...origin, 1];
}

interface Case {
  readonly a: Collider;
  readonly b: Collider;
  readonly motionA: { translation: Triple; rotation: Triple; center: Triple };
  readonly motionB: { translation: Triple; rotation: Triple; center: Triple };
  readonly size: number;
}

function randomCase(rng: Rng): Case {
  const size = 10 ** rng.range(-3, 3);
  const far = rng.chance(0.3) ? size * 10 ** rng.range(0, 4) : 0;
  const offset = rng.direction().map((x) => far * x);
  const at = (p: Triple): Triple => p.map((x, i) => size * x + offset[i]) as Triple;
  const place = (): Triple => at(rng.direction().map((x) => x * rng.range(0, 3)) as Triple);
  const scale = (): number | Triple => (rng.chance(0.3) ? [size, size * rng.range(0.4, 1.5), -size] : size);
  const options = () => ({
    position: place(),
    orientation: rng.quaternion(),
    scale: scale(),
    margin: rng.chance(0.2) ? 0.1 * size : 0,
  });
  const motion = (position: Triple) => ({
    translation: rng.direction().map((x) => x * size * rng.range(0, 4)) as Triple,
    rotation: (rng.chance(0.2) ? [0, 0, 0] : rng.direction().map((x) => x * rng.range(0, 12))) as Triple,
    center: rng.chance(0.5) ? position : at(rng.direction().map((x) => 3 * x) as Triple),
  });
  const optionsA = options();
  const optionsB = options();
  return {
    a: new Collider(randomShape(rng), optionsA),
    b: new Collider(randomShape(rng), optionsB),
    motionA: motion(optionsA.position),
    motionB: motion(optionsB.position),
    size,
  };
}

/** A bound of the speed of all points of a collider, relative to none. */
function speedOf(c: Collider, { translation, rotation, center }: Case['motionA']): number {
  const { min, max } = c.bounds();
  let far = 0;
  for (const x of [min.x, max.x])
    for (const y of [min.y, max.y])
      for (const z of [min.z, max.z]) far = Math.max(far, Math.hypot(x - center[0], y - center[1], z - center[2]));
  return Math.hypot(...translation) + Math.hypot(...rotation) * far;
}

/** Plain conservative advancement: the first time at which the distance is below `gap`, null, or undefined when it takes too long. */
function reference({ a, b, motionA, motionB }: Case, gap: number): number | null | undefined {
  const startA = a.getMatrix();
  const startB = b.getMatrix();
  const p = new Collider(a.shape, { margin: a.margin });
  const q = new Collider(b.shape, { margin: b.margin });
  const speed = speedOf(a, motionA) + speedOf(b, motionB);
  let t = 0;
  for (let k = 0; k < 3000; k++) {
    p.setMatrix(poseAt(startA, motionA, t));
    q.setMatrix(poseAt(startB, motionB, t));
    const { distance } = closestPoints(p, q, undefined, { accuracy: 1e-12 });
    if (distance <= gap) return t;
    if (t >= 1) return null;
    t = Math.min(1, t + distance / speed);
  }
  return undefined;
}

describe('timeOfImpact against plain conservative advancement', () => {
  it(`no impact missed, none invented, t neither late nor early, seed ${SEED}`, () => {
    const rng = new Rng(SEED);
    let hits = 0;
    let judged = 0;
    for (let i = 0; i < runs(600); i++) {
      const c = randomCase(rng);
      const { a, b, motionA, motionB, size } = c;
      if (closestPoints(a, b).distance <= 1e-6 * size) continue;
      const why = () => `case ${i}: ${a.shape} and ${b.shape}, size ${size}`;
      const hit = timeOfImpact(a, motionA, b, motionB);
      const near = reference(c, 1e-5 * size);
      if (near === undefined) continue;
      judged++;
      if (near === null) {
        if (hit !== null) expect.fail(`invented at ${hit.t}, ${why()}`);
        continue;
      }
      const touch = reference(c, 1e-9 * size);
      if (touch === undefined) continue;
      if (touch === null) continue;
      hits++;
      if (hit === null) expect.fail(`missed one at ${touch}, ${why()}`);
      if (!hit.converged) expect.fail(`not converged, ${why()}`);
      // Never late: the reference stops 1e-9 of the size before contact, which takes time when grazing; so look at the poses themselves.
      const p = new Collider(a.shape, { margin: a.margin, matrix: poseAt(a.getMatrix(), motionA, hit.t) });
      const q = new Collider(b.shape, { margin: b.margin, matrix: poseAt(b.getMatrix(), motionB, hit.t) });
      const there = signedDistance(p, q);
      const reach = Math.max(...[...p.getMatrix(), ...q.getMatrix()].map(Math.abs));
      if (!(Math.abs(there.distance) <= 2e-8 * size + 1e-14 * reach))
        expect.fail(`${there.distance} apart at ${hit.t}, gap ${hit.gap}, ${why()}`);
      if (!(hit.t <= touch + 1e-9)) expect.fail(`late: ${hit.t}, not ${touch}, ${why()}`);
      if (!(hit.t >= near - 1e-12)) expect.fail(`early: ${hit.t}, not ${near}, ${why()}`);
      const swapped = timeOfImpact(b, motionB, a, motionA)!;
      if (!(Math.abs(swapped.t - hit.t) <= 1e-6)) expect.fail(`swapped ${swapped.t}, not ${hit.t}, ${why()}`);
    }
    expect(judged).toBeGreaterThan(runs(600) / 2);
    expect(hits).toBeGreaterThan(judged / 8);
  });
});

describe('timeOfImpact, bad input', () => {
  const a = new Collider(new Sphere(1));
  const b = new Collider(new Sphere(1), { position: [5, 0, 0] });
  // biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
  const cases: readonly [motion: any, error: new () => Error, ...words: string[]][] = [
    [{ velocity: [1, 0, 0] }, TypeError, 'velocity', 'translation'],
    [{ translation: [1, 0, 0], position: [1, 0, 0] }, TypeError, 'translation', 'position'],
    [{ rotation: [1, 0, 0], orientation: [0, 0, 0, 1] }, TypeError, 'rotation', 'orientation'],
    [{ translation: [Number.NaN, 0, 0] }, RangeError, 'translation', 'NaN'],
    [{ rotation: [0, 0, 1e9] }, RangeError, 'rotation'],
    [{ orientation: [0, 0, 0, 0] }, RangeError, 'orientation'],
    [{ center: [1, 2] }, TypeError, 'center'],
    [5, TypeError, '5'],
  ];
  it('is refused with an error that names it', () => {
    for (const [motion, error, ...words] of cases) {
      for (const call of [() => timeOfImpact(a, motion, b, null), () => timeOfImpact(a, {}, b, motion)]) {
        expect(call).toThrow(error);
        for (const word of words) expect(call).toThrow(word);
      }
    }
    // @ts-expect-error: no collider
    expect(() => timeOfImpact(a, null, {}, null)).toThrow(TypeError);
    expect(timeOfImpact(a, null, b, {})).toBeNull();
  });
});
