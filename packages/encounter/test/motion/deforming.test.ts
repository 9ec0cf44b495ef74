/**
 * timeOfImpact of meshes whose vertices move on straight lines: closed forms, resting contact, random pairs against the references of
 * test/support/deforming-cases.ts, and what is refused.
 */
import { describe, expect, it } from 'vitest';
import * as lib from '../../src/index.ts';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Halfspace,
  Impact,
  Mesh,
  type Motion,
  placeAlong,
  Sphere,
  Triangle,
  timeOfImpact,
  VertexArray,
} from '../../src/index.ts';
import * as primitives from '../../src/primitives/index.ts';
import { checkCase, checkTouched, randomCase, type Side } from '../support/deforming-cases.ts';
import { Findings } from '../support/findings.ts';
import { Rng, runs } from '../support/rng.ts';

type Triple = [number, number, number];

const SEED = 20261118;

/** A flat square of n × n quads across y, from −half to half. */
function sheet(n: number, half = 1): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) positions.push(half * ((2 * i) / n - 1), 0, half * ((2 * j) / n - 1));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const k = i * (n + 1) + j;
      indices.push(k, k + 1, k + n + 1, k + 1, k + n + 2, k + n + 1);
    }
  return { positions, indices };
}

/** Where the vertices of a list go. */
function carried(positions: readonly number[], f: (x: number, y: number, z: number, i: number) => Triple): number[] {
  const out: number[] = [];
  for (let k = 0; k < positions.length; k += 3) out.push(...f(positions[k], positions[k + 1], positions[k + 2], k / 3));
  return out;
}

const cloth = sheet(8);
const lowered = (by: number): number[] => carried(cloth.positions, (x, y, z) => [x, y - by, z]);

/** t, and that the same is found the other way round. */
function first(a: Collider, motionA: Motion | null, b: Collider, motionB: Motion | null): number | null {
  const hit = timeOfImpact(a, motionA, b, motionB);
  const swapped = timeOfImpact(b, motionB, a, motionA);
  if (hit === null || swapped === null) {
    expect(swapped).toBe(hit);
    return null;
  }
  expect(hit.converged).toBe(true);
  expect(swapped.t).toBeCloseTo(hit.t, 8);
  expect(swapped.primitiveA).toBe(hit.primitiveB);
  for (const k of ['x', 'y', 'z'] as const) expect(swapped.normal[k]).toBeCloseTo(-hit.normal[k], 6);
  return hit.t;
}

describe('deforming meshes, closed forms', () => {
  const above = (): Collider => new Collider(new Mesh(cloth), { position: [0, 3, 0] });

  it('a sheet comes down on everything', () => {
    const table = sheet(5);
    const others: Record<string, [Collider, number]> = {
      ball: [new Collider(new Sphere(1)), 0.5],
      box: [new Collider(new Box([1, 2, 1]), { orientation: [0, 0.6, 0, 0.8] }), 0.5],
      'stretched box': [new Collider(new Box([1, 1, 1]), { scale: [1, -2, 3] }), 0.5],
      halfspace: [new Collider(new Halfspace([0, 1, 0], 1)), 0.5],
      'turned halfspace': [
        new Collider(new Halfspace([1, 0, 0], 1), { orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
        0.5,
      ],
      mesh: [new Collider(new Mesh(table), { position: [0.1, 1, 0.2], orientation: [0, 0.6, 0, 0.8] }), 0.5],
      'margin of a mesh': [new Collider(new Mesh(table), { position: [0.1, 0.5, 0.2], margin: 0.5 }), 0.5],
      'stretched mesh': [new Collider(new Mesh(table), { position: [0, 1, 0], scale: [0.5, 7, -2] }), 0.5],
      compound: [
        new Collider(
          new Compound([{ shape: new Sphere(0.5) }, { shape: new Capsule(0.25, 1), position: [0.2, 0.25, 0.2] }]),
        ),
        0.5,
      ],
      'compound with a mesh': [new Collider(new Compound([{ shape: new Mesh(table), position: [0, 1, 0] }])), 0.5],
      triangle: [new Collider(new Triangle([-1, 1, -1], [1, 1, -1], [0, 1, 1])), 0.5],
    };
    for (const [name, [other, t]] of Object.entries(others)) {
      const got = first(above(), { positions: lowered(4) }, other, null);
      expect(Math.abs((got as number) - t), name).toBeLessThan(1e-8);
      expect(got as number, name).toBeLessThanOrEqual(t);
      // The same by a translation of the mesh, of the other one, and half of each.
      const up: Motion = { translation: [0, 4, 0] };
      const parts: [Motion, Motion | null][] = [
        [{ positions: cloth.positions, translation: [0, -4, 0] }, null],
        [{ positions: cloth.positions, position: [0, -1, 0] }, null],
        [{ positions: cloth.positions }, up],
        [{ positions: lowered(2) }, { translation: [0, 2, 0] }],
      ];
      for (const [k, [motion, motionB]] of parts.entries())
        expect(Math.abs((first(above(), motion, other, motionB) as number) - t), `${name}, way ${k}`).toBeLessThan(
          1e-8,
        );
      expect(first(above(), { positions: lowered(1.9) }, other, null), name).toBeNull();
    }
  });

  it('margins of the deforming mesh count', () => {
    const thick = new Collider(new Mesh(cloth), { position: [0, 3, 0], margin: 0.5 });
    for (const other of [
      new Collider(new Sphere(1)),
      new Collider(new Halfspace([0, 1, 0], 1)),
      new Collider(new Mesh(sheet(5)), { position: [0, 1, 0] }),
    ]) {
      const hit = timeOfImpact(thick, { positions: lowered(4) }, other, null)!;
      expect(hit.t).toBeCloseTo(0.375, 8);
      expect(hit.point.y).toBeCloseTo(1, 6);
      expect(hit.normal.y).toBeCloseTo(-1, 6);
    }
  });

  it('a corner through a triangle that comes towards it', () => {
    const tip = new Collider(new Mesh({ positions: [0, 1, 0, -1, 5, 0, 1, 5, 0], indices: [0, 1, 2] }));
    const plate = new Collider(new Mesh({ positions: [-1, -1, -1, 1, -1, -1, 0, -1, 1], indices: [0, 1, 2] }));
    const hit = timeOfImpact(tip, { positions: [0, -1, 0, -1, 5, 0, 1, 5, 0] }, plate, {
      positions: [-1, 1, -1, 1, 1, -1, 0, 1, 1],
    })!;
    expect(hit.t).toBeCloseTo(0.5, 8);
    expect(hit.t).toBeLessThanOrEqual(0.5);
    expect(hit.gap).toBeLessThan(1e-8);
    expect(hit.point.y).toBeCloseTo(0, 8);
    expect([hit.primitiveA, hit.primitiveB]).toEqual([0, 0]);
  });

  it('an edge across an edge', () => {
    const along = new Collider(new Mesh({ positions: [-1, 0, 0, 1, 0, 0, 0, -1, 0], indices: [0, 1, 2] }));
    const across = new Collider(new Mesh({ positions: [0, 1, -1, 0, 1, 1, 0, 3, 0], indices: [0, 1, 2] }));
    // The edge tilts while it falls: its middle is at 1 − 2·t.
    const t = first(along, null, across, { positions: [0, -2, -1, 0, 0, 1, 0, 3, 0] });
    expect(t).toBeCloseTo(0.5, 8);
  });

  it('a cloth folds over a box', () => {
    const c = new Collider(new Mesh(cloth), { position: [0, 1.2, 0] });
    const box = new Collider(new Box([1, 2, 1]));
    // Its height over the edges of the box, at x = ±0.5, is 1.2 − t.
    expect(
      first(c, { positions: carried(cloth.positions, (x, y, z) => [x, y - 2 * Math.abs(x), z]) }, box, null),
    ).toBeCloseTo(0.2, 8);
    const inward = carried(cloth.positions, (x, y, z) => [0.6 * x, y - 0.3 * Math.abs(x), z]);
    // Drawn in by as much as it falls: at the end |x| ≤ 0.6, and at the edge it is 1.2 − 0.25 high, still above 0.9 … so it does meet it.
    expect(first(c, { positions: inward }, box, null)).not.toBeNull();
    expect(
      first(c, { positions: carried(cloth.positions, (x, y, z) => [0.6 * x, y - 0.1 * Math.abs(x), z]) }, box, null),
    ).toBeNull();
  });

  it('a mesh crumples through another, and a needle passes a hole', () => {
    const c = new Collider(new Mesh(cloth), { position: [0, 1, 0] });
    const floor = new Collider(new Mesh(sheet(3, 5)));
    const crumpled = carried(cloth.positions, (x, y, z, i) => [x, i % 2 === 0 ? y + 1 : y - 3, z]);
    expect(first(c, { positions: crumpled }, floor, null)).toBeCloseTo(1 / 3, 8);
    // A frame around a hole of 1 × 1, and a triangle that is drawn through it.
    const frame = new Collider(
      new Mesh({
        positions: [-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2, -0.5, 0, -0.5, 0.5, 0, -0.5, 0.5, 0, 0.5, -0.5, 0, 0.5],
        faces: [
          [0, 1, 5, 4],
          [1, 2, 6, 5],
          [2, 3, 7, 6],
          [3, 0, 4, 7],
        ],
      }),
    );
    const wide = new Collider(new Mesh({ positions: [-1, 1, 0, 1, 1, 0, 0, 1, 0.2], indices: [0, 1, 2] }));
    const narrow = [-0.4, -1, 0, 0.4, -1, 0, 0, -1, 0.2];
    // |x| is 1 − 0.6·t at the height 1 − 2·t: 0.7 at the frame.
    expect(first(wide, { positions: narrow }, frame, null)).toBeCloseTo(0.5, 8);
    const narrower = [-0.2, -1, 0, 0.2, -1, 0, 0, -1, 0.2];
    expect(
      first(
        new Collider(new Mesh({ positions: [-0.7, 1, 0, 0.7, 1, 0, 0, 1, 0.2], indices: [0, 1, 2] })),
        { positions: narrower },
        frame,
        null,
      ),
    ).toBeNull();
  });

  it('triangles that turn about each other while they close', () => {
    // Of the fuzzer: the axis turns so fast that steps along it shrink with the square of the time left.
    const a = new Collider(new Mesh({ positions: [-1, 0, -1, 0, 0, -1, 0, 0, 0], indices: [0, 1, 2] }), {
      position: [0, -2, 0],
    });
    const b = new Collider(new Mesh({ positions: [1, 1, 0, 1, 0, 0], faces: [[0, 1]] }), { position: [-1, -1, 0] });
    const t = first(a, { positions: [-2, 0, -1, 1, 0, -1, -2, 2, 0] }, b, {
      translation: [-2, 0, -1],
      positions: [2, 1, -2, 0, -2, -1],
    });
    // They close with the square of the time left, so they are within the accuracy some 1e-7 before.
    expect(t as number).toBeLessThanOrEqual(0.5);
    expect(t as number).toBeGreaterThan(0.5 - 1e-6);
  });

  it('begins in overlap, or inside of a solid', () => {
    const c = new Collider(new Mesh(cloth), { position: [0, 0.5, 0] });
    expect(timeOfImpact(c, { positions: lowered(-9) }, new Collider(new Sphere(1)), null)?.t).toBe(0);
    const box = carried(
      [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
      (x, y, z) => [4 * x, 4 * y, 4 * z],
    );
    const faces = [
      [0, 3, 2, 1],
      [4, 5, 6, 7],
      [0, 1, 5, 4],
      [1, 2, 6, 5],
      [2, 3, 7, 6],
      [3, 0, 4, 7],
    ];
    const room = new Collider(new Mesh({ positions: box, faces, solid: true }));
    expect(timeOfImpact(c, { positions: lowered(1) }, room, null)?.t).toBe(0);
    const hollow = new Collider(new Mesh({ positions: box, faces }));
    expect(timeOfImpact(c, { positions: lowered(1) }, hollow, null)).toBeNull();
    expect(timeOfImpact(c, { positions: lowered(9) }, hollow, null)?.t).toBeCloseTo(0.5, 8);
  });
});

describe('deforming meshes, resting contact', () => {
  const tables: Record<string, Collider> = {
    box: new Collider(new Box([3, 2, 3]), { position: [0, -1, 0] }),
    halfspace: new Collider(new Halfspace([0, 1, 0], 0)),
    mesh: new Collider(new Mesh(sheet(3, 2))),
  };
  for (const [name, table] of Object.entries(tables))
    it(`a cloth slides and stretches on a ${name}, is lifted off, pressed in, seed ${SEED}`, () => {
      const rng = new Rng(SEED);
      const c = new Collider(new Mesh(cloth));
      for (let i = 0; i < runs(60); i++) {
        const sliding = carried(cloth.positions, (x, _, z) => [x + rng.range(-0.4, 0.4), 0, z + rng.range(-0.4, 0.4)]);
        expect(
          timeOfImpact(c, { positions: sliding, translation: [rng.range(-1, 1), 0, 0.3] }, table, null),
        ).toBeNull();
        const lifted = carried(sliding, (x, _, z) => [x, rng.range(0, 1), z]);
        expect(timeOfImpact(table, null, c, { positions: lifted })).toBeNull();
        const corner = rng.int(81);
        const dented = carried(lifted, (x, y, z, k) => [x, k === corner ? -0.5 : y, z]);
        // A corner of the cloth outside of the table may miss it.
        const hit = timeOfImpact(c, { positions: dented }, table, null);
        if (hit === null) expect.fail(`${name}, case ${i}, vertex ${corner}`);
        expect(hit.t).toBeLessThan(1e-6);
      }
    });

  it('is not missed elsewhere: a cloth that touches a wall falls flat on a floor', () => {
    const c = new Collider(new Mesh(cloth), { position: [0, 1, 0] });
    const room = new Collider(
      new Mesh({
        positions: [-3, 0, -3, 1, 0, -3, 1, 0, 3, -3, 0, 3, 1, 4, -3, 1, 4, 3],
        faces: [
          [0, 1, 2, 3],
          [1, 4, 5, 2],
        ],
      }),
    );
    const hit = timeOfImpact(c, { positions: lowered(2) }, room, null)!;
    expect(hit.t).toBeCloseTo(0.5, 7);
    expect(hit.normal.y).toBeCloseTo(-1, 6);
    expect(hit.primitiveB).toBe(0);
    expect(timeOfImpact(c, { positions: lowered(0.9) }, room, null)).toBeNull();
  });
});

describe('deforming meshes against dumb references', () => {
  it(`no impact missed, none late, gaps within the accuracy, swapped the same, seed ${SEED}`, () => {
    const judge = new Findings<never>(lib as never, SEED);
    const tally = { asked: 0, hits: 0, judged: 0, unconverged: 0, atOnce: 0 };
    const n = runs(800);
    for (let i = 0; i < n; i++) {
      judge.current = i;
      checkCase(
        lib as never,
        primitives,
        randomCase(lib as never, new Rng(SEED, i)),
        tally,
        (what, detail) => judge.add(what, detail),
        () => {},
      );
    }
    if (judge.failed) expect.fail(judge.report());
    expect(tally.judged).toBeGreaterThan(0.8 * n);
    expect(tally.hits).toBeGreaterThan(0.08 * n);
  });

  it(`a pair that touches in one place meets elsewhere as before, seed ${SEED}`, () => {
    const judge = new Findings<never>(lib as never, SEED);
    const tally = { asked: 0, hits: 0, judged: 0, unconverged: 0, atOnce: 0 };
    for (let i = 0; i < runs(400); i++) {
      judge.current = i;
      checkTouched(lib as never, primitives, new Rng(SEED, i), tally, (what, detail) => judge.add(what, detail));
    }
    if (judge.failed) expect.fail(judge.report());
    expect(tally.hits).toBeGreaterThan(0.3 * runs(400));
    expect(tally.atOnce).toBeLessThanOrEqual(0.01 * runs(400));
  });

  it(`scaled by powers of two the same bits, moved by 1e6 the same, seed ${SEED}`, () => {
    let hits = 0;
    for (let i = 0; i < runs(300); i++) {
      const { a, b, far, size } = randomCase(lib as never, new Rng(SEED + 1, i));
      if (far > 0 || a.kind === 'halfspace' || b.kind === 'halfspace') continue;
      const other = ({ collider, translation, end }: Side, factor: number, by: Triple): [Collider, Motion] => {
        const m = collider.getMatrix();
        for (let k = 0; k < 16; k++) if (k % 4 !== 3) m[k] *= factor;
        for (let k = 0; k < 3; k++) m[12 + k] += by[k];
        const motion: Motion = { translation: translation.map((x) => factor * x) as Triple };
        if (end !== null) motion.positions = end;
        return [new Collider(collider.shape, { matrix: m, margin: factor * collider.margin }), motion];
      };
      const ask = (factor: number, by: Triple): Impact | null => {
        const [p, motionP] = other(a, factor, by);
        const [q, motionQ] = other(b, factor, by);
        return timeOfImpact(p, motionP, q, motionQ);
      };
      const hit = ask(1, [0, 0, 0]);
      for (const factor of [2 ** -10, 2 ** 10]) expect(ask(factor, [0, 0, 0])?.t).toBe(hit?.t);
      if (hit === null || hit.t === 0) continue;
      hits++;
      const far2 = ask(1, [1e6 * size, -2e6 * size, 3e6 * size]);
      if (far2 === null || !(Math.abs(far2.t - hit.t) < 1e-5)) expect.fail(`case ${i}: ${far2?.t}, not ${hit.t}`);
    }
    expect(hits).toBeGreaterThan(0);
  });

  it('two colliders of one mesh, which stays as it was; with a result of its own and none', () => {
    const positions = new Float32Array(cloth.positions);
    const mesh = new Mesh({ positions, indices: cloth.indices });
    const before = new Uint8Array(mesh.serializeTree());
    const { version } = mesh;
    const a = new Collider(mesh, { position: [0, 2, 0] });
    const b = new Collider(mesh);
    const out = new Impact();
    expect(timeOfImpact(a, { positions: lowered(1) }, b, { positions: lowered(-3) }, out)).toBe(out);
    expect(out.t).toBeCloseTo(0.5, 8);
    expect(mesh.version).toBe(version);
    expect([...positions]).toEqual([...new Float32Array(cloth.positions)]);
    expect(new Uint8Array(mesh.serializeTree())).toEqual(before);
    mesh.validate();
  });

  it('positions in every layout', () => {
    const half = cloth.positions.length / 3;
    const interleaved = new Float32Array(5 * half + 1).fill(Number.NaN);
    for (let i = 0; i < half; i++) interleaved.set(lowered(4).slice(3 * i, 3 * i + 3), 1 + 5 * i);
    const strided = new VertexArray(interleaved, { offset: 1, stride: 5, count: half });
    const meshes = [
      new Mesh(cloth),
      new Mesh({ positions: new Float32Array(cloth.positions), indices: cloth.indices }),
      new Mesh({ positions: new VertexArray([0, ...cloth.positions], { offset: 1 }), indices: cloth.indices }),
    ];
    const ends = [lowered(4), new Float32Array(lowered(4)), new Float64Array(lowered(4)), strided];
    for (const mesh of meshes)
      for (const positions of ends) {
        const c = new Collider(mesh, { position: [0, 3, 0] });
        expect(timeOfImpact(c, { positions, center: [5, 5, 5] }, new Collider(new Sphere(1)), null)?.t).toBeCloseTo(
          0.5,
          7,
        );
      }
  });
});

describe('deforming meshes, bad input', () => {
  const c = new Collider(new Mesh(cloth), { position: [0, 3, 0] });
  const ball = new Collider(new Sphere(1));
  const bad = (at: number, value: unknown): number[] => {
    const list = lowered(1);
    list[at] = value as number;
    return list;
  };
  // biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
  const cases: readonly [motion: any, error: new () => Error, ...words: string[]][] = [
    [{ positions: [1, 2, 3] }, RangeError, 'positions', '243', '3'],
    [{ positions: new VertexArray([1, 2, 3]) }, RangeError, 'positions', '81', '1'],
    [{ positions: bad(7, Number.NaN) }, RangeError, 'positions[7]', 'vertex 2', 'NaN'],
    [{ positions: bad(8, Number.POSITIVE_INFINITY) }, RangeError, 'positions[8]', 'Infinity'],
    [{ positions: bad(0, 1e39) }, RangeError, 'positions[0]', '1e+38'],
    [{ positions: bad(0, 'one') }, TypeError, 'positions[0]', 'one'],
    [{ positions: 5 }, TypeError, 'positions', '5'],
    [{ positions: lowered(1), rotation: [0, 1, 0] }, TypeError, 'positions', 'rotation'],
    [{ positions: lowered(1), orientation: [0, 0, 0, 1] }, TypeError, 'positions', 'orientation'],
  ];
  it('is refused with an error that names it', () => {
    for (const [motion, error, ...words] of cases)
      for (const call of [() => timeOfImpact(c, motion, ball, null), () => timeOfImpact(ball, {}, c, motion)]) {
        expect(call).toThrow(error);
        for (const word of words) expect(call).toThrow(word);
      }
    const positions = lowered(1);
    expect(() => timeOfImpact(ball, { positions }, c, null)).toThrow(/motionA.*positions.*Sphere/);
    expect(() => timeOfImpact(c, { positions }, ball, { rotation: [0, 1, 0] })).toThrow(/motionB.*rotation.*positions/);
    expect(() => timeOfImpact(ball, { rotation: [0, 1, 0] }, c, { positions })).toThrow(/motionA.*rotation.*positions/);
    expect(() => placeAlong(c, { positions }, 0.5)).toThrow(/positions.*placeAlong.*refit/);
    expect(c.getMatrix()[13]).toBe(3);
    const part = new Collider(new Compound([{ shape: new Mesh(cloth) }]));
    expect(() => timeOfImpact(part, { positions }, ball, null)).toThrow(/Mesh.*Compound/);
    // The library still works afterwards.
    expect(timeOfImpact(c, { positions: lowered(4) }, ball, null)?.t).toBeCloseTo(0.5, 7);
  });
});
