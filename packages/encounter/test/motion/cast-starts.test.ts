/** Casts of shapes that touch at the start, and casts and rays that end exactly on a surface. */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { checkStart } from '../support/cast-starts.ts';
import { Findings, type Subject } from '../support/findings.ts';
import { Rng, runs, seedFromEnv } from '../support/rng.ts';
import { add, scaled, type Vec } from '../support/vectors.ts';

const seed = seedFromEnv(20261117);
const STILL: Vec = [0, 0, 0];
const { Box, Collider, castShape, Mesh } = lib;

/** A floor at y = 0 for x ≥ 0 and a wall at x = 0 for y ≥ 0 that share an edge. */
function corner(size: number, solid = false): lib.Mesh {
  const s = size;
  const positions = [0, 0, -s, 0, 0, s, s, 0, s, s, 0, -s, 0, s, -s, 0, s, s];
  return new Mesh({ positions, indices: [0, 1, 2, 0, 2, 3, 0, 4, 5, 0, 5, 1], solid });
}

describe(`casts that start in touch, seed ${seed}`, () => {
  test('sliding, leaving and entering, on a lattice and on turned floors', () => {
    const judge = new Findings<Subject>(lib, seed);
    let known = 0;
    const count = runs(600);
    for (let i = 0; i < count; i++) {
      judge.current = i;
      if (checkStart(judge, new Rng(seed, i))) known++;
    }
    judge.verdict();
    expect(known).toBeGreaterThan(0.7 * count);
  });

  // The wall was what was asked, and there what falls slides. A plate that falls along the wall meets the floor at its edge only.
  test.each([
    ['a point', new lib.Point([0, 0, 0])],
    ['a segment across', new lib.Segment([0, 0, 0], [1, 0, 0])],
    ['a segment along the wall', new lib.Segment([0, 0, 0], [0, 0.5, 0])],
    ['a level plate', new lib.Triangle([0, 0, -1], [0, 0, 1], [1, 0, 0])],
    ['a plate along the wall', new lib.Triangle([0, 0, -1], [0, 0, 1], [0, 1, 0])],
    ['a box', new Box([1, 1, 1])],
  ])('%s falls along a wall and stops at the floor, however large that is', (_, shape) => {
    const half = shape instanceof Box ? 0.5 : 0;
    for (const size of [4, 1e3, 1e6])
      for (const q of [[0, 0, 0, 1], new Rng(seed, 7).quaternion()] as const) {
        const room = new Collider(corner(size), { orientation: q });
        const turn = (v: Vec): Vec => {
          const m = room.getMatrix();
          return [0, 1, 2].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2]) as unknown as Vec;
        };
        const mover = new Collider(shape, { position: turn([half, 1 + half, 0.25]), orientation: q });
        const hit = castShape(room, STILL, mover, turn([0, -2, 0]));
        expect(hit?.t, `${size}`).toBeCloseTo(0.5, 6);
        expect(castShape(room, STILL, mover, turn([0, -0.9, 0])), `${size}`).toBeNull();
        expect(castShape(room, STILL, mover, turn([0, 1, 0])), `${size}`).toBeNull();
      }
  });

  // One normal of many was asked: half of the directions in which the boxes only slide or part were hits.
  test('boxes edge on edge and corner on corner', () => {
    const a = new Collider(new Box([2, 2, 2]));
    for (const at of [
      [2, 2, 0],
      [2, 2, 2],
    ] as Vec[]) {
      const b = new Collider(new Box([2, 2, 2]), { position: at });
      for (let x = -1; x <= 1; x++)
        for (let y = -1; y <= 1; y++)
          for (let z = -1; z <= 1; z++) {
            const enters = x < 0 && y < 0 && (at[2] === 0 || z < 0);
            const hit = castShape(a, STILL, b, [x, y, z]);
            expect(hit?.t ?? null, `${at} by ${[x, y, z]}`).toBe(enters ? 0 : null);
            if (hit !== null) expect(hit.normal.x * x + hit.normal.y * y + hit.normal.z * z).toBeLessThan(0);
          }
    }
  });

  test('a coarse accuracy does not turn an overlap into touching', () => {
    const a = new Collider(new Box([2, 2, 2]));
    const b = new Collider(new Box([2, 2, 2]), { position: [1.99, 0, 0] });
    for (const accuracy of [undefined, 1e-6, 1e-2, 0.5]) {
      expect(castShape(a, STILL, b, [1, 0, 0], null, { accuracy })?.t).toBe(0);
      expect(lib.timeOfImpact(a, null, b, { translation: [1, 0, 0] }, null, { accuracy })?.t).toBe(0);
    }
  });

  test('from the surface of a solid mesh into it, along it, and away', () => {
    const positions = [0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0, 0, 4, 4, 0, 4, 0, 4, 4, 4, 4, 4];
    const faces = [
      [0, 4, 6, 2],
      [1, 3, 7, 5],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 2, 3, 1],
      [4, 5, 7, 6],
    ];
    const cube = new Collider(new Mesh({ positions, faces, solid: true }));
    for (const shape of [new lib.Point([0, 0, 0]), new lib.Triangle([0, 0, 0], [0.5, 0, 0], [0, 0, 0.5])])
      for (const [x, z] of [
        [1, 1],
        [2, 2],
        [1.5, 2.5],
      ]) {
        const mover = new Collider(shape, { position: [x, 4, z] });
        expect(castShape(cube, STILL, mover, [0, -1, 0])?.t).toBe(0);
        expect(castShape(cube, STILL, mover, [0.5, -9, 0.25])?.t).toBe(0);
        expect(castShape(cube, STILL, mover, [1, 0, 0.5])).toBeNull();
        expect(castShape(cube, STILL, mover, [9, 0, 0])).toBeNull();
        expect(castShape(cube, STILL, mover, [0.5, 1, 0])).toBeNull();
      }
  });
});

describe('casts and rays that end exactly on the surface', () => {
  const targets: readonly (readonly [string, lib.Shape])[] = [
    ['box', new Box([2, 2, 2])],
    ['sphere', new lib.Sphere(1)],
    ['cylinder', new lib.Cylinder(1, 2)],
    ['halfspace', new lib.Halfspace([1, 0, 0], 1)],
    ['compound', new lib.Compound([{ shape: new Box([2, 2, 2]) }])],
    ['mesh', new Mesh({ positions: [1, -2, -2, 1, 2, -2, 1, 0, 3], indices: [0, 1, 2] })],
    ['triangle', new lib.Triangle([1, -2, -2], [1, 2, -2], [1, 0, 3])],
  ];
  test.each(targets)('%s', (name, shape) => {
    const rng = new Rng(
      seed,
      targets.findIndex(([n]) => n === name),
    );
    for (let i = 0; i < runs(300); i++) {
      const plain = i % 3 === 0;
      const q = plain ? ([0, 0, 0, 1] as const) : rng.quaternion();
      const p = plain ? STILL : rng.inBox(10);
      const a = new Collider(shape, { orientation: q, position: p });
      const m = a.getMatrix();
      const at = (v: Vec): Vec =>
        [0, 1, 2].map((k) => m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2] + m[12 + k]) as unknown as Vec;
      const end = at([1, 0, 0]);
      const from = at([rng.range(1.5, 9), rng.range(-2, 2), rng.range(-2, 2)]);
      if (lib.containsPoint(a, end)) {
        // from + (to − from) may differ from `to` in the last digit, and then the end is not that point.
        const hit = lib.rayCast(a, from, end);
        if (hit === null)
          expect(lib.containsPoint(a, add(from, scaled(add(end, scaled(from, -1)), 1))), `ray ${i}`).toBe(false);
        else expect(hit.t, `ray ${i}`).toBeCloseTo(1, 9);
      }
      const ball = new Collider(new lib.Sphere(0.5), { position: at([1.5, 0, 0]) });
      if (!lib.intersects(a, ball)) continue;
      const back: Vec = [from[0] - end[0], from[1] - end[1], from[2] - end[2]];
      ball.setPosition(add(at([1.5, 0, 0]), back));
      const hit = castShape(a, STILL, ball, scaled(back, -1));
      ball.setPosition(add(add(at([1.5, 0, 0]), back), scaled(back, -1)));
      if (lib.intersects(a, ball)) expect(hit?.t, `cast ${i}`).toBeCloseTo(1, 7);
    }
  });
});
