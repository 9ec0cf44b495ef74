/**
 * The closed forms against their contract and dumb references.
 *
 * For unit n let gap(n) = min n·B − max n·A. The signed distance is the largest gap over all n, so a result is proven by
 *   - gap(normal) = signed: the direction attains it;
 *   - apart: the witness points are in their shapes, so no gap can be larger;
 *   - overlapping: a search over directions, refined, finds no larger gap.
 */
import { describe, expect, it } from 'vitest';
import { Collider } from '../../src/bodies/collider.ts';
import { Cone } from '../../src/complex/cone.ts';
import { Cylinder } from '../../src/complex/cylinder.ts';
import { Segment } from '../../src/complex/segment.ts';
import { Cso } from '../../src/convex/cso.ts';
import { Proximity } from '../../src/convex/proximity.ts';
import { perpendicular, Vec3 } from '../../src/math/vec3.ts';
import { boxSegment } from '../../src/pairs/exact/box-segment.ts';
import { pointBlock } from '../../src/pairs/exact/point-block.ts';
import { pointCone } from '../../src/pairs/exact/point-cone.ts';
import { pointCylinder } from '../../src/pairs/exact/point-cylinder.ts';
import { segmentSegment } from '../../src/pairs/exact/segment-segment.ts';
import { boxesMeet, depthOfBoxes } from '../../src/primitives/box-axes.ts';
import { closestPoints, signedDistance } from '../../src/query.ts';
import { Box } from '../../src/shapes/box.ts';
import { Point } from '../../src/shapes/point.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { TOUCH } from '../../src/tolerances.ts';
import { Rng, runs } from '../support/rng.ts';

type Triple = [number, number, number];
type Pair = (cso: Cso, out: Proximity) => boolean;

const depthBoxBox = depthOfBoxes as unknown as Pair;
const intersectsBoxBox = boxesMeet as unknown as Pair;

class Draw extends Rng {
  /** A size of 1e-2…1e2 times `unit`; now and then 0. */
  size(unit: number, zero = 0.1): number {
    return this.chance(zero) ? 0 : unit * 10 ** this.range(-2, 2);
  }

  rotation(angle: number): number[] {
    const [x, y, z] = this.direction();
    const s = Math.sin(angle / 2);
    return matrixOf(x * s, y * s, z * s, Math.cos(angle / 2));
  }

  /** A turn that is free, aligned, or aligned but for a small angle; half of them reflected. */
  turn(): number[] {
    const kind = this.next();
    let m = kind < 0.4 ? this.rotation(this.range(0, 6)) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
    if (kind > 0.4) {
      for (let k = 0; k < 3; k++) if (this.chance(0.4)) m = [...m.slice(3), ...m.slice(0, 3)];
      if (this.chance(0.3)) m = [...m.slice(3, 6), ...m.slice(0, 3), ...m.slice(6)];
      if (kind > 0.55) {
        // Small angles about one axis or all.
        const angle = 10 ** this.range(-17, -0.5);
        const i = Math.floor(this.range(0, 6));
        const s = Math.sin(angle / 2);
        const c = Math.cos(angle / 2);
        const turn = i < 3 ? matrixOf(i === 0 ? s : 0, i === 1 ? s : 0, i === 2 ? s : 0, c) : this.rotation(angle);
        m = product(turn, m);
      }
    }
    if (this.chance(0.5)) {
      const j = 3 * Math.floor(this.range(0, 3));
      for (let i = j; i < j + 3; i++) m[i] = -m[i];
    }
    return m;
  }
}

function matrixOf(x: number, y: number, z: number, w: number): number[] {
  const l = Math.hypot(x, y, z, w);
  x /= l;
  y /= l;
  z /= l;
  w /= l;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ];
}

function product(a: number[], b: number[]): number[] {
  return b.map((_, e) => {
    const i = e % 3;
    const j = e - i;
    return a[i] * b[j] + a[3 + i] * b[j + 1] + a[6 + i] * b[j + 2];
  });
}

function makeCso(a: Shape, b: Shape, m: number[], t: readonly number[]): Cso {
  const cso = new Cso();
  cso.shapeA = a;
  cso.shapeB = b;
  cso.mB.set(m);
  cso.t.set(t[0], t[1], t[2]);
  cso.size = Math.max(a.extent, b.extent);
  return cso;
}

function run(pair: Pair, cso: Cso): Proximity {
  const out = new Proximity();
  out.normal.set(7, 7, 7);
  // A form that declines says so.
  out.converged = pair(cso, out);
  return out;
}

/** Largest coordinate anywhere in the pair: what rounding is relative to. */
function scaleOf(cso: Cso): number {
  let s = Math.max(Math.abs(cso.t.x), Math.abs(cso.t.y), Math.abs(cso.t.z));
  for (const shape of [cso.shapeA, cso.shapeB]) {
    const { min, max } = shape.bounds();
    for (const v of [...min.toArray(), ...max.toArray()]) s = Math.max(s, Math.abs(v));
  }
  return s;
}

const dir = new Vec3();
const onA = new Vec3();
const y = new Vec3();

function gap(cso: Cso, x: number, dy: number, z: number): number {
  const l = Math.hypot(x, dy, z);
  cso.support(dir.set(x / l, dy / l, z / l), onA, y);
  return -(y.x * dir.x + y.y * dir.y + y.z * dir.z);
}

/** How far `x` is outside of a shape, in the shape's frame; written from the definitions. */
function outside(shape: Shape, x: Vec3): number {
  if (shape instanceof Point) return Math.hypot(x.x - shape.position.x, x.y - shape.position.y, x.z - shape.position.z);
  if (shape instanceof Box) {
    return Math.max(Math.abs(x.x) - shape.half.x, Math.abs(x.y) - shape.half.y, Math.abs(x.z) - shape.half.z);
  }
  if (shape instanceof Cylinder)
    return Math.max(Math.hypot(x.x, x.z) - shape.baseRadius, Math.abs(x.y) - shape.halfHeight);
  if (shape instanceof Cone) {
    const { baseRadius: r, halfHeight: h } = shape;
    const rho = Math.hypot(x.x, x.z);
    const slant = Math.hypot(r, 2 * h);
    const beyond = slant > 0 ? (rho * 2 * h + (x.y - h) * r) / slant : rho;
    return Math.max(beyond, Math.abs(x.y) - h, rho - r);
  }
  if (shape instanceof Segment) {
    const { p, q } = shape;
    const at = (s: number) =>
      Math.hypot(p.x * (1 - s) + q.x * s - x.x, p.y * (1 - s) + q.y * s - x.y, p.z * (1 - s) + q.z * s - x.z);
    const l = Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z);
    if (l === 0) return at(0);
    const s = ((x.x - p.x) * (q.x - p.x) + (x.y - p.y) * (q.y - p.y) + (x.z - p.z) * (q.z - p.z)) / l / l;
    return at(Math.max(0, Math.min(1, s)));
  }
  throw new Error('no such shape');
}

function inFrameB(cso: Cso, x: Vec3): Vec3 {
  const m = cso.mB;
  const d = [x.x - cso.t.x, x.y - cso.t.y, x.z - cso.t.z];
  const row = (j: number) => m[j] * d[0] + m[j + 1] * d[1] + m[j + 2] * d[2];
  return new Vec3(row(0), row(3), row(6));
}

/** Errors relative to the scale of the pair. */
function errorsOf(cso: Cso, out: Proximity): { unit: number; inA: number; inB: number; gap: number } {
  const { normal: n, pointA: a, signed } = out;
  const b = new Vec3(a.x + signed * n.x, a.y + signed * n.y, a.z + signed * n.z);
  const scale = scaleOf(cso) || 1;
  return {
    unit: Math.abs(Math.hypot(n.x, n.y, n.z) - 1),
    inA: outside(cso.shapeA, a) / scale,
    inB: outside(cso.shapeB, inFrameB(cso, b)) / scale,
    gap: Math.abs(gap(cso, n.x, n.y, n.z) - signed) / scale,
  };
}

function describeCso(cso: Cso, out: Proximity): string {
  return `A ${cso.shapeA}, B ${cso.shapeB}, m [${cso.mB}], t [${cso.t.toArray()}]: ${JSON.stringify(out)}`;
}

/** Looks for a direction with a larger gap than `signed`: a net of directions, then shrinking steps from the best. */
function largestGap(cso: Cso, rng: Draw, net: number, starts: readonly Vec3[] = []): number {
  let best = Number.NEGATIVE_INFINITY;
  let at: Triple = [1, 0, 0];
  const consider = (x: number, dy: number, z: number) => {
    const g = gap(cso, x, dy, z);
    if (g <= best) return false;
    best = g;
    at = [x, dy, z];
    return true;
  };
  for (let i = 0; i < net; i++) consider(...rng.direction());
  for (const s of starts) consider(s.x, s.y, s.z);
  for (let step = 0.3; step > 1e-9; step *= 0.6) {
    for (let i = 0; i < 6; i++) {
      const d = rng.direction();
      consider(at[0] + step * d[0], at[1] + step * d[1], at[2] + step * d[2]);
      const l = Math.hypot(...at);
      at = [at[0] / l, at[1] / l, at[2] / l];
    }
  }
  return best;
}

function expectExact(cso: Cso, out: Proximity, rng: Draw, tolerance = 1e-14, net = 40): void {
  const e = errorsOf(cso, out);
  const scale = scaleOf(cso) || 1;
  // A normal of two close points is only as good as their difference, and tilting it moves the gap by that much.
  const apart = out.signed > 0 ? 1e-16 * (scale / out.signed) : 0;
  const why = () => `${describeCso(cso, out)} ${JSON.stringify(e)}`;
  if (!(e.unit < 2e-15 && e.inA < tolerance && e.inB < tolerance)) expect.fail(why());
  if (!(e.gap < tolerance + apart) || !out.converged || out.iterations !== 0) expect.fail(why());
  if (out.signed <= 0) {
    const larger = largestGap(cso, rng, net, [out.normal]) - out.signed;
    if (!(larger < tolerance * scale)) expect.fail(`a gap larger by ${larger}: ${why()}`);
  }
}

const upright = (halfHeight: number): Segment => new Segment([0, -halfHeight, 0], [0, halfHeight, 0]);

function randomSegment(rng: Draw, unit: number): Segment {
  return upright(rng.chance(0.1) ? 0 : unit * 10 ** rng.range(-3, 1));
}

/** A rotation that turns the y axis into the unit vector u. */
function turnedTo(u: readonly number[]): number[] {
  const x = perpendicular(new Vec3(u[0], u[1], u[2]), new Vec3());
  const z = [x.y * u[2] - x.z * u[1], x.z * u[0] - x.x * u[2], x.x * u[1] - x.y * u[0]];
  return [x.x, x.y, x.z, ...u, ...z];
}

const unitVector = (v: readonly number[]): number[] => v.map((x) => x / Math.hypot(...v));

const ORIGIN = new Point([0, 0, 0]);

const roundBodies: Record<string, (rng: Draw, unit: number) => Shape> = {
  point: () => ORIGIN,
  segment: randomSegment,
  box: (rng, unit) => new Box([rng.size(unit), rng.size(unit), rng.size(unit)]),
  cylinder: (rng, unit) => new Cylinder(rng.size(unit), rng.size(unit)),
  cone: (rng, unit) => new Cone(rng.size(unit), rng.size(unit)),
};
const pointPairs: Record<string, Pair> = {
  point: pointBlock,
  segment: pointBlock,
  box: pointBlock,
  cylinder: pointCylinder,
  cone: pointCone,
};

/** A point of a shape, in its frame: inside, on a face, an edge, a corner or the axis. */
function pointOf(rng: Draw, b: Shape): Vec3 {
  const pick = () => [-1, 0, 1, rng.range(-1, 1), rng.range(-1, 1)][Math.floor(rng.range(0, 5))];
  if (b instanceof Point) return b.position.clone();
  if (b instanceof Box) return new Vec3(pick() * b.half.x, pick() * b.half.y, pick() * b.half.z);
  if (b instanceof Segment) {
    const s = (pick() + 1) / 2;
    return new Vec3(b.p.x + s * (b.q.x - b.p.x), b.p.y + s * (b.q.y - b.p.y), b.p.z + s * (b.q.z - b.p.z));
  }
  const { baseRadius, halfHeight } = b as Cylinder;
  const up = pick();
  const rho = Math.abs(pick()) * baseRadius * (b instanceof Cone ? (1 - up) / 2 : 1);
  const angle = rng.chance(0.3) ? 0 : rng.range(0, 7);
  return new Vec3(rho * Math.cos(angle), up * halfHeight, rho * Math.sin(angle));
}

describe.each(Object.keys(pointPairs))('point and %s', (name) => {
  const pair = pointPairs[name];

  it('seed 1: is exact anywhere', () => {
    const rng = new Draw(1);
    for (let i = 0; i < runs(700); i++) {
      const unit = 10 ** rng.range(-3, 3);
      const a = roundBodies[name](rng, unit);
      const reach = (a.extent || unit) * 10 ** rng.range(-1.5, 1);
      const t = rng.direction().map((x) => x * reach);
      const cso = makeCso(a, ORIGIN, rng.turn(), t);
      expectExact(cso, run(pair, cso), rng);
    }
  });

  it('seed 2: is exact within, on the surface, on corners and on the axis', () => {
    const rng = new Draw(2);
    for (let i = 0; i < runs(700); i++) {
      const unit = 10 ** rng.range(-3, 3);
      const a = roundBodies[name](rng, unit);
      const cso = makeCso(a, ORIGIN, rng.turn(), pointOf(rng, a).toArray());
      const out = run(pair, cso);
      if (out.signed > 4e-15 * scaleOf(cso)) expect.fail(describeCso(cso, out));
      // At rounding level the normal of two points is anything.
      if (name === 'point') expect(errorsOf(cso, out).unit).toBeLessThan(1e-15);
      else expectExact(cso, out, rng);
    }
  });
});

it('seed 10: has normals across a segment however close to it', () => {
  const rng = new Draw(10);
  for (let i = 0; i < runs(2000); i++) {
    const off = 10 ** rng.range(-15, -3);
    const l = 10 ** rng.range(-1, 1);
    const s = l * rng.range(-0.9, 0.9);
    const [x, , z] = unitVector([rng.range(-1, 1), 0, rng.range(-1, 1)]);
    const point = makeCso(upright(l), ORIGIN, rng.turn(), [off * x, s, off * z]);
    // A ends where B's inside is, or a little above.
    const u = rng.direction();
    const across = unitVector(u.map((c, k) => (k === 1 ? 1 : 0) - c * u[1]));
    const t = u.map((c, k) => (k === 1 ? -1 : 0) - off * across[k] - s * c);
    const runs: [Pair, Cso, readonly number[]][] = [
      [pointBlock, point, [0, 1, 0]],
      [segmentSegment, makeCso(upright(1), upright(l), turnedTo(u), t), u],
    ];
    for (const [pair, cso, line] of runs) {
      const out = run(pair, cso);
      const tilt = Math.abs(out.normal.x * line[0] + out.normal.y * line[1] + out.normal.z * line[2]);
      if (!(out.signed < off + 1e-14 * (1 + l) && tilt < 2e-15)) expect.fail(`${tilt} ${describeCso(cso, out)}`);
    }
  }
});

it('is exact relative to the distance from the apex of a cone', () => {
  const id = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const small = 2 ** -40;
  const known: [number, number, number][] = [
    [1, 0, 0.8],
    [0.5, -0.25, 0.25],
    [0.25, -0.5, -0.1],
  ];
  for (const [rho, y, signed] of known) {
    const out = run(pointCone, makeCso(new Cone(3, 4), ORIGIN, id, [rho * small, 2 + y * small, 0]));
    expect(Math.abs(out.signed / small - signed)).toBeLessThan(1e-15);
  }
});

it('says the known answers', () => {
  const m = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const signed = (pair: Pair, a: Shape, point: Triple) => {
    const out = run(pair, makeCso(a, ORIGIN, m, point));
    return [out.signed, ...out.normal.toArray().map((x) => x + 0)];
  };
  expect(signed(pointBlock, ORIGIN, [0, 0, 0])).toEqual([0, 1, 0, 0]);
  expect(signed(pointBlock, ORIGIN, [0, 3, 4])).toEqual([5, 0, 0.6, 0.8]);
  expect(signed(pointBlock, new Box([2, 4, 6]), [0.25, 0, 0])).toEqual([-0.75, 1, 0, 0]);
  expect(signed(pointBlock, new Box([2, 4, 6]), [4, 6, 0])).toEqual([5, 0.6, 0.8, 0]);
  expect(signed(pointCylinder, new Cylinder(1, 2), [4, 5, 0])).toEqual([5, 0.6, 0.8, 0]);
  expect(signed(pointCylinder, new Cylinder(1, 4), [0, 0, 0])).toEqual([-1, 1, 0, 0]);
  expect(signed(pointCylinder, new Cylinder(2, 2), [0, 0.5, 0])).toEqual([-0.5, 0, 1, 0]);
  // A 3-4-5 cone: radius 3, height 4.
  expect(signed(pointCone, new Cone(3, 4), [0, 3, 0])).toEqual([1, 0, 1, 0]);
  expect(signed(pointCone, new Cone(3, 4), [0, -7, 0])).toEqual([5, 0, -1, 0]);
  expect(signed(pointCone, new Cone(3, 4), [-6, -6, 0])).toEqual([5, -0.6, -0.8, 0]);
  expect(signed(pointCone, new Cone(3, 4), [0, -1.75, 0])).toEqual([-0.25, 0, -1, 0]);
  expect(signed(pointCone, new Cone(3, 4), [0, 1.5, 0])[0]).toBeCloseTo(-0.3, 15);
});

describe('point and point', () => {
  it('converges, though two points have no extent that an accuracy could be relative to', () => {
    const a = new Collider(new Point([0.1, 0, 0]));
    const b = new Collider(new Point([0, 0.7, 0]), { position: [3, 1, 4] });
    for (const { converged, error } of [signedDistance(a, b), closestPoints(a, b), signedDistance(a, a)]) {
      expect(converged).toBe(true);
      expect(error).toBeLessThan(1e-13);
    }
  });
});

describe('segment and segment', () => {
  it('seed 3: is exact for random segments and turns', () => {
    const rng = new Draw(3);
    for (let i = 0; i < runs(3000); i++) {
      const unit = 10 ** rng.range(-3, 3);
      const a = randomSegment(rng, unit);
      const b = randomSegment(rng, rng.chance(0.3) ? unit * 10 ** rng.range(-2, 2) : unit);
      const t = rng.direction().map((x) => (rng.chance(0.3) ? 0 : x * unit));
      const cso = makeCso(a, b, rng.turn(), t);
      const out = run(segmentSegment, cso);
      if (out.signed > 0) expectExact(cso, out, rng);
      else expectExact(cso, out, rng, 1e-14, 10);
    }
  });

  /** A direction at any angle to the y axis, also of rounding; or parallel. */
  const tilted = (rng: Draw): number[] => {
    const tilt = rng.chance(0.2) ? 0 : 10 ** rng.range(-17, 0);
    return unitVector(rng.direction().map((x, k) => (k === 1 ? 1 : 0) + tilt * x));
  };

  it('seed 4: crosses at a distance of zero, with a normal across both', () => {
    const rng = new Draw(4);
    for (let i = 0; i < runs(1000); i++) {
      const u = tilted(rng);
      const half = () => (rng.chance(0.2) ? 0 : rng.next());
      const at = (h: number) => (rng.chance(0.3) ? h : rng.chance(0.3) ? -h : rng.range(-h, h));
      const [a, b] = [half(), half()];
      const [alpha, beta] = [at(a), at(b)];
      const t = u.map((x, k) => (k === 1 ? alpha : 0) - beta * x);
      const cso = makeCso(upright(a), upright(b), turnedTo(u), t);
      const out = run(segmentSegment, cso);
      if (!(out.signed <= 1e-15)) expect.fail(describeCso(cso, out));
      expectExact(cso, out, rng, 1e-14, 5);
    }
  });

  it('gives a normal to segments without length, parallel and crossing ones', () => {
    const id = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const normal = (a: number, b: number, m: number[], t: Triple) =>
      run(segmentSegment, makeCso(upright(a), upright(b), m, t)).normal.toArray();
    expect(normal(0, 0, id, [0, 0, 0])).toEqual([1, 0, 0]);
    expect(normal(0, 1, id, [0, 0, 0])).toEqual([1, 0, 0]);
    expect(normal(1, 0, id, [0, 0, 0])).toEqual([1, 0, 0]);
    expect(normal(1, 1, id, [0, 0.5, 0])).toEqual([1, 0, 0]);
    expect(normal(1, 1, turnedTo([1, 0, 0]), [0, 0, 0])).toEqual([0, 0, -1]);
    expect(normal(1, 1, turnedTo([0, 0, 1]), [0, 0, 0])).toEqual([1, 0, -0]);
  });

  it('seed 5: agrees with exact rational arithmetic, also nearly parallel and of very different length', () => {
    const rng = new Draw(5);
    let worst = 0;
    for (let i = 0; i < runs(2000); i++) {
      const u = tilted(rng);
      const long = rng.chance(0.3) ? 100 : 1;
      const short = rng.chance(0.3) ? 1 / 128 : 1;
      const off = rng.chance(0.3) ? 0 : 10 ** rng.range(-14, 0);
      const o = rng.direction();
      const [a, b] = i % 2 === 0 ? [long, short] : [short, long];
      const [alpha, beta] = [rng.range(-1.2 * a, 1.2 * a), rng.range(-b, b)];
      const t = u.map((x, k) => (k === 1 ? alpha : 0) + off * o[k] - beta * x);
      const out = run(segmentSegment, makeCso(upright(a), upright(b), turnedTo(u), t));
      const end = (k: number) => u.map((x, e) => snap(t[e] + k * x));
      const exact = rationalDistance([0, -a, 0], [0, a, 0], end(-b), end(b));
      const size = Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]) + a + b;
      if (out.signed === 0) expect(exact).toBeLessThan(1.1 * TOUCH * size);
      else worst = Math.max(worst, Math.abs(out.signed - exact) / size);
    }
    expect(worst).toBeLessThan(1e-15);
  });
});

const BITS = 2 ** 52;

function snap(x: number): number {
  return Math.round(x * BITS) / BITS;
}

/** Distance of the segments pq and rs, whose coordinates are multiples of 2⁻⁵², by whole numbers alone. */
function rationalDistance(p: number[], q: number[], r: number[], s: number[]): number {
  const big = (v: number[]) => v.map((x) => BigInt(x * BITS));
  const sub = (a: bigint[], b: bigint[]) => a.map((x, k) => x - b[k]);
  const dot = (a: bigint[], b: bigint[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [P, Q, R, S] = [big(p), big(q), big(r), big(s)];
  // Squares of distances as fractions [over, under].
  let best: [bigint, bigint] = [dot(sub(P, R), sub(P, R)), 1n];
  const consider = (over: bigint, under: bigint) => {
    if (over * best[1] < best[0] * under) best = [over, under];
  };
  const pointToSegment = (x: bigint[], a: bigint[], b: bigint[]) => {
    const d = sub(b, a);
    const e = sub(x, a);
    const along = dot(d, e);
    const len = dot(d, d);
    if (along <= 0n) consider(dot(e, e), 1n);
    else if (along >= len) consider(dot(sub(x, b), sub(x, b)), 1n);
    else consider(dot(e, e) * len - along * along, len);
  };
  pointToSegment(P, R, S);
  pointToSegment(Q, R, S);
  pointToSegment(R, P, Q);
  pointToSegment(S, P, Q);
  const u = sub(Q, P);
  const v = sub(S, R);
  const w = sub(R, P);
  const [a, b, c, d, e] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = a * c - b * b;
  const x = c * d - b * e;
  const z = b * d - a * e;
  if (det > 0n && x >= 0n && x <= det && z >= 0n && z <= det) {
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    consider(dot(n, w) ** 2n, det);
  }
  if (best[0] === 0n) return 0;
  const scaled = (best[0] << 200n) / best[1];
  // Newton's iteration from above.
  let root = 1n << BigInt(Math.ceil(scaled.toString(2).length / 2) + 1);
  for (;;) {
    const next = (root + scaled / root) >> 1n;
    if (next >= root) break;
    root = next;
  }
  return Number(root) / 2 ** 100 / BITS;
}

describe('box and segment', () => {
  it('seed 10: is exact where it does not decline, and declines only near or within the box', () => {
    const rng = new Draw(10);
    let declined = 0;
    for (let i = 0; i < runs(4000); i++) {
      const unit = 10 ** rng.range(-3, 3);
      const a = new Box([rng.size(unit), rng.size(unit), rng.size(unit)]);
      const b = randomSegment(rng, rng.chance(0.5) ? unit : 30 * unit);
      const far = unit * 10 ** rng.range(-1, 1);
      const cso = makeCso(a, b, rng.turn(), [far * rng.range(-1, 1), far * rng.range(-1, 1), far * rng.range(-1, 1)]);
      const out = run(boxSegment, cso);
      if (out.converged) expectExact(cso, out, rng, 2e-14);
      else {
        declined++;
        if (!(largestGap(cso, rng, 200) <= 2e-5 * cso.size)) expect.fail(`declined: ${describeCso(cso, out)}`);
      }
    }
    expect(declined).toBeGreaterThan(runs(100));
    expect(declined).toBeLessThan(2000);
  });
});

describe('box and box', () => {
  const corner = (h: Vec3, c: number): Triple => [c & 1 ? h.x : -h.x, c & 2 ? h.y : -h.y, c & 4 ? h.z : -h.z];

  function randomBoxes(rng: Draw): Cso {
    const unit = 10 ** rng.range(-3, 3);
    const spread = rng.chance(0.5) ? 0.3 : 2;
    const side = () => (rng.chance(0.1) ? 0 : rng.chance(0.3) ? unit : unit * 10 ** rng.range(-spread, spread));
    const a = new Box([side(), side(), side()]);
    const b = rng.chance(0.2) ? new Box([2 * a.half.x, 2 * a.half.y, 2 * a.half.z]) : new Box([side(), side(), side()]);
    const m = rng.turn();
    // The difference of a point of each: overlapping, deep or just; corners make for ties.
    const pick = () => (rng.chance(0.3) ? Math.floor(rng.range(-1, 2)) : rng.range(-1, 1));
    const x = [pick() * b.half.x, pick() * b.half.y, pick() * b.half.z];
    const k = rng.chance(0.5) ? 1 : 0;
    const t = [0, 1, 2].map(
      (i) => k * pick() * a.half.toArray()[i] - (m[i] * x[0] + m[3 + i] * x[1] + m[6 + i] * x[2]),
    );
    return makeCso(a, b, m, t);
  }

  /** Gap along every axis that a facet can have, in the straightforward way. */
  function axesGap(cso: Cso): number {
    const m = cso.mB;
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    for (let j = 0; j < 3; j++) axes.push([m[3 * j], m[3 * j + 1], m[3 * j + 2]]);
    let best = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 6; i++) {
      const a = axes[i];
      best = Math.max(best, gap(cso, a[0], a[1], a[2]), gap(cso, -a[0], -a[1], -a[2]));
      for (let j = 0; j < i; j++) {
        const b = axes[j];
        const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        if (Math.hypot(n[0], n[1], n[2]) < 1e-14) continue;
        best = Math.max(best, gap(cso, n[0], n[1], n[2]), gap(cso, -n[0], -n[1], -n[2]));
      }
    }
    return best;
  }

  function expectDepth(cso: Cso, rng: Draw, net: number): void {
    const size = scaleOf(cso) || 1;
    const out = run(depthBoxBox, cso);
    const e = errorsOf(cso, out);
    const missed = axesGap(cso) - out.signed;
    if (!intersectsBoxBox(cso, new Proximity())) expect.fail(describeCso(cso, out));
    const why = `${describeCso(cso, out)} ${JSON.stringify(e)} missed ${missed}`;
    if (!(out.signed <= 0 && e.unit < 2e-15 && e.gap < 1e-14)) expect.fail(why);
    if (!(e.inA < 3e-14 && e.inB < 3e-14)) expect.fail(why);
    if (!(Math.abs(missed) < 1e-14 * size)) expect.fail(why);
    if (net > 0 && !(largestGap(cso, rng, net, [out.normal]) - out.signed < 1e-14 * size)) expect.fail(why);
  }

  it('seed 6: has the exact depth and points on both surfaces', () => {
    const rng = new Draw(6);
    for (let i = 0; i < runs(8000); i++) {
      const cso = randomBoxes(rng);
      expectDepth(cso, rng, i % 8 === 0 ? 30 : 0);
    }
  });

  it('seed 7: touches after moving by the depth, and is apart or overlapping just beside', () => {
    const rng = new Draw(7);
    for (let i = 0; i < runs(4000); i++) {
      const cso = randomBoxes(rng);
      const { normal: n, signed } = run(depthBoxBox, cso);
      const size = scaleOf(cso);
      if (size === 0) continue;
      const move = (d: number) => cso.t.set(cso.t.x + d * n.x, cso.t.y + d * n.y, cso.t.z + d * n.z);
      move(-signed);
      expectDepth(cso, rng, 0);
      const by = size * 10 ** rng.range(-13, -1);
      move(by);
      if (depthBoxBox(cso, new Proximity()) || intersectsBoxBox(cso, new Proximity()))
        expect.fail(describeCso(cso, new Proximity()));
      move(-by);
      move(-Math.min(by, -signed));
      if (!(run(depthBoxBox, cso).signed <= 0 && intersectsBoxBox(cso, new Proximity())))
        expect.fail(describeCso(cso, new Proximity()));
    }
  });

  it('seed 8: finds the nearest facet of the hull of all differences of corners', () => {
    const rng = new Draw(8);
    for (let i = 0; i < 12; i++) {
      const cso = randomBoxes(rng);
      const a = (cso.shapeA as Box).half;
      const b = (cso.shapeB as Box).half;
      const size = scaleOf(cso);
      const m = cso.mB;
      const ys: Triple[] = [];
      for (let c = 0; c < 64; c++) {
        const p = corner(a, c & 7);
        const q = corner(b, c >> 3);
        ys.push(
          [0, 1, 2].map((k) => p[k] - (m[k] * q[0] + m[3 + k] * q[1] + m[6 + k] * q[2] + cso.t.toArray()[k])) as Triple,
        );
      }
      let best = Number.POSITIVE_INFINITY;
      for (let p = 0; p < 64; p++) {
        for (let q = 0; q < p; q++) {
          const u = ys[q].map((x, k) => x - ys[p][k]);
          for (let r = 0; r < q; r++) {
            const v = ys[r].map((x, k) => x - ys[p][k]);
            let nx = u[1] * v[2] - u[2] * v[1];
            let ny = u[2] * v[0] - u[0] * v[2];
            let nz = u[0] * v[1] - u[1] * v[0];
            const l = Math.sqrt(nx * nx + ny * ny + nz * nz);
            if (l <= 1e-8 * Math.hypot(...u) * Math.hypot(...v)) continue;
            nx /= l;
            ny /= l;
            nz /= l;
            const h = nx * ys[p][0] + ny * ys[p][1] + nz * ys[p][2];
            let above = 0;
            let below = 0;
            for (let c = 0; c < 64 && (above === 0 || below === 0); c++) {
              const d = nx * ys[c][0] + ny * ys[c][1] + nz * ys[c][2] - h;
              if (d > 1e-9 * size) above++;
              else if (d < -1e-9 * size) below++;
            }
            if (above === 0) best = Math.min(best, h);
            if (below === 0) best = Math.min(best, -h);
          }
        }
      }
      const out = run(depthBoxBox, cso);
      if (!(Math.abs(best + out.signed) < 1e-7 * size)) expect.fail(`${best}: ${describeCso(cso, out)}`);
    }
  });

  it('seed 9: tells boxes apart that are', () => {
    const rng = new Draw(9);
    for (let i = 0; i < runs(4000); i++) {
      const cso = randomBoxes(rng);
      const k = 10 ** rng.range(-1, 1);
      cso.t.set(cso.t.x * k, cso.t.y * k, cso.t.z * k);
      const size = scaleOf(cso);
      const reference = axesGap(cso);
      const together = intersectsBoxBox(cso, new Proximity());
      expect(depthBoxBox(cso, new Proximity())).toBe(together);
      // Within rounding of touching, either will do.
      if (Math.abs(reference - TOUCH * cso.size) > 1e-14 * size && together !== reference <= TOUCH * cso.size)
        expect.fail(`${reference} ${describeCso(cso, new Proximity())}`);
    }
  });

  it('keeps the witness on the boxes where two pairs of edges are equally deep', () => {
    // Two edges of A cross one of B, with normals 2e-7 apart; the pair that is not the deepest by less than rounding
    // would place the point 5e-10 beside its edge.
    const m = [
      0.9999911743520624, -4.292900910017529e-10, -0.0042013352619362405, -4.292900910017529e-10, 0.9999999999999791,
      -2.0435798138247227e-7, 0.0042013352619362405, 2.0435798138247227e-7, 0.9999911743520415,
    ];
    const a = new Box([1, 1, 0.03558362914709649]);
    const b = new Box([1, 0.9520139355055899, 0.030326254200301474]);
    expectDepth(makeCso(a, b, m, [1.0000582922929608, 0.9760059946298754, -0.004729581475024216]), new Draw(1), 30);
  });

  it('puts the witness of two level faces amid the common part', () => {
    const id = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const out = run(depthBoxBox, makeCso(new Box([4, 2, 4]), new Box([2, 2, 2]), id, [2, 1.5, 0]));
    expect(out.signed).toBe(-0.5);
    expect(out.normal.toArray()).toEqual([0, 1, 0]);
    expect(out.pointA.toArray().map((x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual([1.5, 1, 0]);
  });

  it('is definite about coincident and degenerate boxes', () => {
    const id = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const cube = run(depthBoxBox, makeCso(new Box([2, 2, 2]), new Box([2, 2, 2]), id, [0, 0, 0]));
    expect([cube.signed, ...cube.normal.toArray()]).toEqual([-2, 1, 0, 0]);
    const dot = run(depthBoxBox, makeCso(new Box([0, 0, 0]), new Box([0, 0, 0]), id, [0, 0, 0]));
    expect([dot.signed + 0, ...dot.normal.toArray(), ...dot.pointA.toArray()].every(Number.isFinite)).toBe(true);
    const plates = run(depthBoxBox, makeCso(new Box([2, 0, 2]), new Box([2, 0, 2]), id, [1, 0, 1]));
    expect([plates.signed + 0, ...plates.normal.toArray()]).toEqual([0, 0, 1, 0]);
    expect(plates.pointA.toArray().map((x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual([0.5, 0, 0.5]);
  });
});
