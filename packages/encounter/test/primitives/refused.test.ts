/** What triangles and polygons may not be: the error names the argument and what it got. */
import { describe, expect, it } from 'vitest';
import {
  closestPointPolygon,
  closestPointTriangle,
  closestPolygonPolygon,
  intersectsBoxTriangle,
  intersectsPlanePolygon,
  intersectsPointPolygon,
  intersectsTriangleTriangle,
  rayCastPolygon,
  rayCastTriangle,
} from '../../src/primitives/index.ts';

const triangle = { a: { x: 0, y: 0, z: 0 }, b: { x: 1, y: 0, z: 0 }, c: { x: 0, y: 1, z: 0 } };
const ray = { from: { x: 0.2, y: 0.2, z: 1 }, direction: { x: 0, y: 0, z: -1 } };
const square = {
  points: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
};

/** Calls a function with anything. */
const call = (f: unknown, ...args: unknown[]): (() => unknown) => {
  return () => (f as (...list: unknown[]) => unknown)(...args);
};

const BAD: readonly (readonly [unknown, string])[] = [
  [Number.NaN, 'got NaN'],
  [Infinity, 'got Infinity'],
  [-1e72, 'got -1e+72'],
  [null, 'got null'],
  ['1', 'got "1"'],
  [true, 'got true'],
];

describe('refused arguments', () => {
  it('names a bad number, wherever it is', () => {
    for (const [bad, what] of BAD) {
      for (const axis of ['x', 'y', 'z']) {
        for (const corner of ['a', 'b', 'c'] as const) {
          const t = { ...triangle, [corner]: { ...triangle[corner], [axis]: bad } };
          const name = `triangle.${corner}.${axis} must`;
          for (const got of [call(rayCastTriangle, ray, t), call(closestPointTriangle, [0, 0, 1], t)]) {
            expect(got).toThrow(name);
            expect(got).toThrow(what);
          }
          expect(call(closestPointTriangle, { x: 0, y: 0, z: 1 }, t)).toThrow(name);
        }
        for (const part of ['from', 'direction'] as const) {
          const r = { ...ray, [part]: { ...ray[part], [axis]: bad } };
          expect(call(rayCastTriangle, r, triangle)).toThrow(`ray.${part}.${axis} must`);
        }
        const point = { x: 0, y: 0, z: 0, [axis]: bad };
        expect(call(closestPointTriangle, point, triangle)).toThrow(`point.${axis} must`);
        const points = square.points.map((p, i) => (i === 2 ? point : p));
        expect(call(intersectsPointPolygon, [0, 0, 0], { points })).toThrow(`polygon.points[2].${axis} must`);
        expect(call(closestPolygonPolygon, square, { points })).toThrow(`b.points[2].${axis} must`);
      }
    }
  });

  it('names what is missing', () => {
    expect(call(rayCastTriangle)).toThrow('ray must be { from, direction }, got undefined');
    expect(call(rayCastTriangle, ray)).toThrow('triangle must be { a, b, c }, got undefined');
    expect(call(rayCastTriangle, ray, { a: [0, 0, 0], b: [1, 0, 0] })).toThrow('triangle.c must be');
    expect(call(rayCastTriangle, { from: [0, 0, 0] }, triangle)).toThrow('ray.direction must be');
    expect(call(rayCastTriangle, { from: [0, 0, 0], direction: [0, 0, 0] }, triangle)).toThrow(
      'ray.direction must not be zero',
    );
    expect(call(closestPointTriangle, null, triangle)).toThrow('point must be');
    expect(call(closestPointTriangle, [0, 0], triangle)).toThrow('point must be');
    expect(call(closestPointTriangle, [0, 0, 0], 7)).toThrow('triangle must be { a, b, c }, got 7');
    expect(call(intersectsTriangleTriangle, triangle, {})).toThrow('b must be { a, b, c }');
    expect(call(intersectsBoxTriangle, { min: [1, 0, 0], max: [0, 1, 1] }, triangle)).toThrow(
      'box.min must not exceed',
    );
    expect(call(rayCastPolygon, ray)).toThrow('polygon must be { points }, got undefined');
    expect(call(rayCastPolygon, ray, { points: 5 })).toThrow('polygon must be { points }');
    expect(call(rayCastPolygon, ray, { points: [] })).toThrow('polygon.points must have at least 1 point');
    expect(call(rayCastPolygon, ray, { points: { length: 1e9 } })).toThrow('polygon.points[999999999] is missing');
    expect(call(closestPointPolygon, [0, 0, 0], { points: [[0, 0, 0], undefined, [1, 0, 0]] })).toThrow(
      'polygon.points[1] must be',
    );
    expect(call(intersectsPlanePolygon, { normal: [0, 0, 0], offset: 1 }, square)).toThrow(
      'plane.normal must not be zero',
    );
  });

  it('is no obstacle to what is right', () => {
    expect(rayCastTriangle(ray, triangle)?.t).toBe(1);
    expect(rayCastTriangle({ from: [0.2, 0.2, 1], direction: new Float32Array([0, 0, -1]) }, triangle)?.t).toBe(1);
    expect(rayCastTriangle({ from: ray.from, direction: [0, 0, -1] }, { ...triangle, b: [1, 0, 0] })?.t).toBe(1);
    expect(closestPointTriangle(new Float64Array([0, 0, 3]), triangle)).toMatchObject({ x: 0, y: 0, z: 0 });
    expect(rayCastPolygon(ray, square)?.t).toBe(1);
  });
});
