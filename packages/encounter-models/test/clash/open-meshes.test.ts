/** Meshes that are not closed: surfaces, or solids by their winding numbers. */
import { expect, it } from 'vitest';
import { clash } from '../../src/clash/clash-run.ts';
import { baked, box, IDENTITY, insideOut, model, part, prism, ring, type Solid, triangles, union } from './solids.ts';

const at = (solid: Solid, x: number) => baked(solid, [...IDENTITY.slice(0, 12), x, 0, 0, 1]);
/** A drum of 48 sides of which one triangle of a lid is missing. */
const drum = prism(ring(2, 48), 0, 3);
const opened: Solid = { points: drum.points, faces: drum.faces.slice(1) };
const found = (a: Solid, b: Solid, open?: 'surface' | 'winding') =>
  clash(
    [model('a', [part('a', triangles(a))]), model('b', [part('b', triangles(b))])],
    undefined,
    open === undefined ? {} : { open },
  ).clashes;

it('has an inside only by winding numbers', () => {
  const small = box(-0.5, -0.5, 1, 0.5, 0.5, 2);
  expect(found(opened, small)).toEqual([]);
  expect(found(opened, small, 'surface')).toEqual([]);
  const [inside] = found(opened, small, 'winding');
  expect(inside).toMatchObject({ kind: 'contained', exact: false });
  expect(inside.depth).toBeGreaterThan(0);
});

it('crosses, touches and is apart as a closed one is', () => {
  for (const [x, kind] of [
    [1, 'hard'],
    [2.5, undefined],
  ] as const) {
    const cube = at(box(-0.25, -0.25, 1, 1.25, 0.25, 2), x);
    expect(found(drum, cube)[0]?.kind).toBe(kind);
    expect(found(opened, cube, 'winding')[0]?.kind).toBe(kind);
  }
  expect(found(opened, box(-1, -1, 3, 1, 1, 4), 'winding')[0]?.kind).toBe('touch');
});

it('is exact where turning parts over closes the mesh', () => {
  // Two crates far apart, one of them inside out: closed, but not consistently.
  const flipped: Solid = {
    points: drum.points,
    faces: drum.faces.map((f, i) => (i % 3 === 0 ? [...f].reverse() : f)) as Solid['faces'],
  };
  const both = union(flipped, insideOut(at(drum, 9)));
  const small = box(8.5, -0.5, 1, 9.5, 0.5, 2);
  expect(found(both, small)).toEqual([]);
  expect(found(both, small, 'winding')[0]?.kind).toBe('contained');
});

it('refuses other words', () => {
  expect(() => found(drum, drum, 'solid' as 'surface')).toThrow("open must be 'surface' or 'winding', got \"solid\"");
});
