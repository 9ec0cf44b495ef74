/** Every kind of body fills every number that queries read behind its frame, or says there that nothing is known. */
import { expect, it } from 'vitest';
import type { Body } from '../../src/bodies/body.ts';
import { HullBody } from '../../src/bodies/hull-body.ts';
import { BOX, EXTENT, INNER, RADIUS, REACH } from '../../src/bodies/layout.ts';
import { instanceOf } from '../../src/bodies/mesh-body.ts';
import { Probe } from '../../src/bodies/probe.ts';
import { TriangleBody } from '../../src/bodies/triangle-body.ts';
import { Box, Collider, Compound, Mesh, PairCache, Polytope, Sphere } from '../../src/index.ts';

const cube = new Polytope([-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1]);
const positions = Float64Array.from(cube.vertices);
const mesh = new Mesh({ positions, indices: cube.facets, solid: true });

function reachOf({ m }: Body): number[] {
  return m.slice(REACH, REACH + 3);
}

it('a collider: radius, extent, the reach of its core and the ball within', () => {
  const box = new Collider(new Box([2, 4, 6]), { margin: 0.5, position: [7, 8, 9] });
  expect(box.m.slice(RADIUS, BOX)).toEqual([0.5, 7, 1, 2, 3, 1.5]);
  const ball = new Collider(new Sphere(2));
  expect(ball.m.slice(RADIUS, BOX)).toEqual([2, 4, 0, 0, 0, 2]);
  // Under a shear the ball within is not known, the box of the core in its own frame is.
  const sheared = new Collider(new Box([2, 4, 6]), { matrix: [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
  expect(reachOf(sheared)).toEqual([1, 2, 3]);
  expect(sheared.m[INNER]).toBe(-Infinity);
});

it('a point: a ball of no radius within', () => {
  expect(new Probe().m.slice(RADIUS, BOX)).toEqual([0, 0, 0, 0, 0, 0]);
});

it('a mesh and a compound: the reach of their hulls, which follows the vertices', () => {
  const collider = new Collider(mesh, { margin: 0.25 });
  expect(collider.m.slice(RADIUS, BOX)).toEqual([0.25, 2.5, 1, 1, 1, -Infinity]);
  const compound = new Collider(new Compound([{ shape: mesh, position: [3, 0, 0] }]));
  expect(reachOf(compound)).toEqual([4, 1, 1]);
  const hull = new HullBody().of(collider) as Body;
  expect(hull.m.slice(RADIUS, BOX)).toEqual(collider.m.slice(RADIUS, BOX));
  for (let i = 1; i < positions.length; i += 3) positions[i] *= 5;
  mesh.refit();
  for (const body of [collider, compound]) body.freshen();
  expect(reachOf(collider)).toEqual([1, 5, 1]);
  expect(collider.m[EXTENT]).toBe(10.5);
  expect(reachOf(compound)).toEqual([4, 5, 1]);
});

it('a triangle of a mesh: no box, which a cache would believe', () => {
  // Its body filled radius and extent only. The zeros after them said that the triangle is a point at its first corner, and an axis
  // from an earlier query then "proved" it apart from a ball around its middle.
  const floor = new Mesh({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0], indices: [0, 1, 2] });
  const triangle = new TriangleBody();
  triangle.of(instanceOf(new Collider(floor)));
  triangle.load(0);
  expect(reachOf(triangle)).toEqual([Infinity, Infinity, Infinity]);
  expect(triangle.m[INNER]).toBe(-Infinity);
  const cache = new PairCache();
  cache.apart = true;
  cache.worldAxis[0] = 1;
  const ball = new Collider(new Sphere(0.5), { position: [2, 1, 0] });
  expect(cache.separates(triangle, ball)).toBe(false);
  expect(cache.separates(triangle, ball.setPosition([5, 1, 0]))).toBe(true);
});
