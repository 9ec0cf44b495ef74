import { describe, expect, test } from 'vitest';
import { Affine, invert, LinearKind, readPlacement } from '../../src/math/affine.ts';
import { Quat } from '../../src/math/quat.ts';
import { Vec3 } from '../../src/math/vec3.ts';
import { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

const SEED = 20260;

/** R·(S·x) + t by Rodrigues' formula: no quaternion, no matrix. */
function turned(axis: Vec, angle: number, s: Vec, t: Vec, x: Vec): Vec {
  const v: Vec = [s[0] * x[0], s[1] * x[1], s[2] * x[2]];
  const c = Math.cos(angle);
  const w = (1 - c) * (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
  const k = Math.sin(angle);
  return [
    c * v[0] + k * (axis[1] * v[2] - axis[2] * v[1]) + w * axis[0] + t[0],
    c * v[1] + k * (axis[2] * v[0] - axis[0] * v[2]) + w * axis[1] + t[1],
    c * v[2] + k * (axis[0] * v[1] - axis[1] * v[0]) + w * axis[2] + t[2],
  ];
}

function quaternion(axis: Vec, angle: number): [number, number, number, number] {
  const s = Math.sin(angle / 2);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)];
}

const random = (rng: Rng): Affine =>
  readPlacement('placement', {
    position: rng.inBox(3),
    orientation: rng.quaternion(),
    scale: [rng.range(0.2, 3), rng.range(-3, -0.2), rng.range(0.2, 3)],
  });

const image = (a: Affine, x: Vec): Vec => a.transformPoint(new Vec3(...x), new Vec3()).toArray();

function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, error = 1e-14): void {
  expect(actual.length).toBe(expected.length);
  const size = Math.max(1, ...Array.from(expected, Math.abs));
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(error * size);
}

/** L from its columns. */
function linear(...m: number[]): Affine {
  const [a, b, c, d, e, f, g, h, i] = m;
  return new Affine().setMatrix([a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1]);
}

function rotation(angle: number): Affine {
  return new Affine().setRotationScale(new Quat(...quaternion([0, 0, 1], angle)), new Vec3(1, 1, 1));
}

describe(`placements, seed ${SEED}`, () => {
  test('quaternion and scale against Rodrigues’ formula', () => {
    const rng = new Rng(SEED, 1);
    for (let k = 0; k < 200; k++) {
      const axis = rng.direction();
      const angle = rng.range(-7, 7);
      const scale: Vec = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3)];
      const position = rng.inBox(5);
      const length = 10 ** rng.range(-160, 160);
      const [x, y, z, w] = quaternion(axis, angle);
      // Quaternions are normalised, however long or short.
      const orientation = [x * length, y * length, z * length, w * length] as const;
      const placement = readPlacement('placement', { position, orientation, scale });
      const p = rng.inBox(2);
      expectNear(image(placement, p), turned(axis, angle, scale, position, p), 4e-15);
    }
  });

  test('what is left out is the origin, no rotation, 1', () => {
    expect(readPlacement('placement', {}).getMatrix()).toEqual(new Affine().getMatrix());
    expect(readPlacement('placement', { position: [1, 2, 3] }).kind).toBe(LinearKind.identity);
    expect(readPlacement('placement', { scale: 2 }).factor).toBe(2);
  });

  test('matrices are column-major and come back as they were', () => {
    const matrix = [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1];
    const a = new Affine().setMatrix(matrix);
    expect(Array.from(a.getMatrix())).toEqual(matrix);
    expect(image(a, [1, 0, 0])).toEqual([12, 14, 16]);
    const out = new Float64Array(16).fill(9);
    expect(new Affine().setMatrix(new Float32Array(matrix)).getMatrix(out)).toBe(out);
    expect(Array.from(out)).toEqual(matrix);
    expect(Array.from(new Affine().copy(a).getMatrix())).toEqual(matrix);
  });

  test('compose is first b, then a', () => {
    const rng = new Rng(SEED, 2);
    for (let k = 0; k < 100; k++) {
      const a = random(rng);
      const b = random(rng);
      const ab = new Affine().compose(a, b);
      const p = rng.inBox(2);
      expectNear(image(ab, p), image(a, image(b, p)));
      // As 4×4 matrices.
      const m = a.getMatrix();
      const n = b.getMatrix();
      const product = Array.from({ length: 16 }, (_, i) =>
        [0, 1, 2, 3].reduce((sum, j) => sum + m[4 * j + (i % 4)] * n[4 * Math.floor(i / 4) + j], 0),
      );
      expectNear(ab.getMatrix(), product);
    }
  });

  test('compose keeps rotations rigid and the identity the identity', () => {
    const rng = new Rng(SEED, 3);
    const turn = () => readPlacement('placement', { position: rng.inBox(9), orientation: rng.quaternion() });
    const eye = new Affine().setOrigin(new Vec3(1, 2, 3));
    expect(new Affine().compose(eye, eye).kind).toBe(LinearKind.identity);
    for (let k = 0; k < 100; k++) expect(new Affine().compose(turn(), turn()).kind).toBe(LinearKind.rigid);
  });

  test('invert', () => {
    const rng = new Rng(SEED, 4);
    for (let k = 0; k < 100; k++) {
      const a = random(rng);
      const inverse = new Affine();
      expect(invert(a, inverse)).toBe(true);
      const p = rng.inBox(2);
      expectNear(image(inverse, image(a, p)), p, 1e-13);
      expectNear(image(a, image(inverse, p)), p, 1e-13);
      expect(inverse.kind).toBe(a.kind);
      // In place.
      expect(invert(a, a)).toBe(true);
      expect(a.getMatrix()).toEqual(inverse.getMatrix());
    }
  });

  test('invert says when there is none', () => {
    expect(invert(linear(1, 0, 0, 0, 0, 0, 0, 0, 1), new Affine())).toBe(false);
    expect(invert(linear(1, 2, 3, 2, 4, 6, 0, 0, 1), new Affine())).toBe(false);
    expect(invert(readPlacement('placement', { scale: 0 }), new Affine())).toBe(false);
  });

  test('points, vectors and the transpose', () => {
    const rng = new Rng(SEED, 5);
    for (let k = 0; k < 50; k++) {
      const a = random(rng);
      const p = rng.inBox(2);
      const q = rng.inBox(2);
      const v = a.transformVector(new Vec3(p[0] - q[0], p[1] - q[1], p[2] - q[2]), new Vec3());
      const difference = image(a, p).map((x, i) => x - image(a, q)[i]);
      expectNear(v.toArray(), difference);
      // u·(L·v) = (Lᵀ·u)·v, and the output may be the input.
      const u = new Vec3(...rng.inBox(2));
      const w = new Vec3(...p);
      const left = u.toArray().reduce((sum, x, i) => sum + x * a.transformVector(w, new Vec3()).toArray()[i], 0);
      const right = a.transposeVector(u, u);
      expect(right).toBe(u);
      expectNear([right.x * w.x + right.y * w.y + right.z * w.z], [left]);
    }
  });
});

describe('classify', () => {
  const { identity, rigid, uniform, general } = LinearKind;

  test('identity, rotation, reflection', () => {
    expect(new Affine().kind).toBe(identity);
    expect(linear(1, 0, 0, 0, 1, 0, 0, 0, 1).kind).toBe(identity);
    expect(linear(0, 1, 0, -1, 0, 0, 0, 0, 1).kind).toBe(rigid);
    expect(linear(1, 0, 0, 0, -1, 0, 0, 0, 1).kind).toBe(rigid);
    expect(linear(-1, 0, 0, 0, -1, 0, 0, 0, -1).kind).toBe(rigid);
    expect(rotation(1).kind).toBe(rigid);
    expect(rotation(1).factor).toBe(1);
  });

  test('a rotation too small to show in LᵀL is still rigid, not identity', () => {
    // Below 1e-8 radians the cosine rounds to 1, and so do the squared lengths of the columns. The sine moves a point a
    // million away by a hundredth.
    for (const angle of [1e-3, 1e-7, 1e-8, 5e-9, 1e-9, 1e-12, 1e-15]) expect(rotation(angle).kind).toBe(rigid);
  });

  test('uniform scale', () => {
    for (const s of [2, -3, 1e-6, 1e6, 0.999999, 1 + 1e-12]) {
      const a = readPlacement('placement', { orientation: quaternion([0.6, 0, 0.8], 2), scale: s });
      expect(a.kind).toBe(uniform);
      expect(Math.abs(a.factor / Math.abs(s) - 1)).toBeLessThan(1e-15);
    }
    const nothing = readPlacement('placement', { scale: 0 });
    expect(nothing.kind).toBe(uniform);
    expect(nothing.factor).toBe(0);
  });

  test('|LᵀL − s²I| ≤ 1e-7 s² is uniform, more is general, at any scale', () => {
    for (const s of [1e-5, 1, 40, 1e5]) {
      // Along one axis (1 + e)² − 1 = 2e, and the mean takes a third of it: 4/3·e from the farthest diagonal element.
      const stretched = (e: number) => readPlacement('placement', { scale: [s, s, s * (1 + e)] }).kind;
      expect(stretched(7e-8)).toBe(uniform);
      expect(stretched(8e-8)).toBe(general);
      expect(stretched(-7e-8)).toBe(uniform);
      expect(stretched(-8e-8)).toBe(general);
      const sheared = (e: number) => linear(s, 0, 0, e * s, s, 0, 0, 0, s).kind;
      expect(sheared(0.9e-7)).toBe(uniform);
      expect(sheared(1.1e-7)).toBe(general);
    }
  });

  test('nonuniform scale, shear and flattening are general', () => {
    const stretched = readPlacement('placement', { orientation: quaternion([0, 1, 0], 1), scale: [1, 5, 2] });
    expect(stretched.kind).toBe(general);
    expect(Math.abs(stretched.factor - 5)).toBeLessThan(1e-14);
    expect(linear(1, 0, 0, 0.5, 1, 0, 0, 0, 1).kind).toBe(general);
    expect(linear(1, 0, 0, 0, 0, 0, 0, 0, 1).kind).toBe(general);
  });

  test('a rotation given in floats is uniform: balls stay balls', () => {
    const rng = new Rng(SEED, 6);
    for (let k = 0; k < 200; k++) {
      const a = readPlacement('placement', { position: rng.inBox(100), orientation: rng.quaternion() });
      expect(new Affine().setMatrix(Float32Array.from(a.getMatrix())).kind).toBe(uniform);
      expect(new Affine().setMatrix(a.getMatrix()).kind).toBe(rigid);
    }
  });
});

describe('normalizeColumns', () => {
  test('takes the scale out of R·S', () => {
    const rng = new Rng(SEED, 7);
    let split = 0;
    for (let k = 0; k < 100; k++) {
      const scale = new Vec3(rng.range(0.1, 3), rng.range(0.1, 3), rng.range(0.1, 3));
      const a = readPlacement('placement', { orientation: rng.quaternion(), scale });
      const lengths = new Vec3();
      if (!a.normalizeColumns(lengths)) continue;
      split++;
      expectNear(lengths.toArray(), scale.toArray());
      expect(a.kind).toBe(LinearKind.rigid);
    }
    expect(split).toBe(100);
  });

  test('leaves shear and flattening alone', () => {
    for (const a of [linear(1, 0, 0, 0.5, 1, 0, 0, 0, 1), linear(1, 0, 0, 0, 0, 0, 0, 0, 1)]) {
      const before = a.getMatrix();
      expect(a.normalizeColumns(new Vec3())).toBe(false);
      expect(a.getMatrix()).toEqual(before);
    }
  });
});
