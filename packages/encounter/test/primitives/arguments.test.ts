/**
 * Arguments of primitive tests: bad ones of every kind are refused by every function, with an error that names the argument and the value;
 * three.js's own classes fit where their fields do.
 */
import { Box3, Plane, Ray, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { show } from '../../src/check.ts';
import * as primitives from '../../src/primitives/index.ts';
import { type Hit, rayCastBox, rayCastSphere } from '../../src/primitives/index.ts';

type Kind = 'point' | 'segment' | 'ray' | 'line' | 'plane' | 'sphere' | 'box' | 'obb' | 'triangle';

const GOOD: { readonly [K in Kind]: unknown } = {
  point: [1, 2, 3],
  segment: { from: [0, 0, 0], to: [1, 1, 1] },
  ray: { from: [0, 0, 0], direction: [1, 1, 1] },
  line: { from: [0, 0, 0], direction: [1, 1, 1] },
  plane: { normal: [0, 1, 0], offset: 0.5 },
  sphere: { center: [1, 0, 0], radius: 1 },
  box: { min: [0, 0, 0], max: [1, 1, 1] },
  obb: {
    center: [0, 0, 0],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    half: [1, 1, 1],
  },
  triangle: { a: [0, 0, 0], b: [1, 0, 0], c: [0, 1, 0] },
};

/** A bad value and what of it the message names: the part of the argument, and the value there. */
type Bad = readonly [value: unknown, part: string, named: unknown];

/** What no vector is, for a field of a value. */
function badVectors(field: string, put: (vector: unknown) => unknown): Bad[] {
  const whole = [null, undefined, 'abcd', 5, [1, 2], [1, 2, 3, 4], {}, new Map()];
  const component: readonly (readonly [number, unknown])[] = [
    [0, Number.NaN],
    [1, Infinity],
    [2, -Infinity],
    [0, '1'],
    [1, null],
    [2, 1e71],
    [0, true],
  ];
  return [
    ...whole.map((v): Bad => [put(v), field, v]),
    ...component.flatMap(([i, x]): Bad[] => {
      const list: unknown[] = [0, 0, 0];
      list[i] = x;
      const object = { x: list[0], y: list[1], z: list[2] };
      const part = `${field}.${'xyz'[i]}`;
      return [
        [put(list), part, x],
        [put(object), part, x],
      ];
    }),
    [put({ x: 1, y: 2 }), `${field}.z`, undefined],
  ];
}

/** A good value with one field replaced. */
const withField = (kind: Kind, field: string, x: unknown): unknown => ({ ...(GOOD[kind] as object), [field]: x });

const badFields = (kind: Kind, ...fields: string[]): Bad[] =>
  fields.flatMap((field) => badVectors(`.${field}`, (v) => withField(kind, field, v)));

/** Values that are not of the kind at all are named as a whole. */
const NOT_AT_ALL: readonly Bad[] = [null, undefined, 'text', 7, {}, []].map((v): Bad => [v, '', v]);

const axes = (...list: unknown[]): unknown => withField('obb', 'axes', list);
const numbers = [Number.NaN, Infinity, '1', 1e71, null];

const BAD: { readonly [K in Kind]: readonly Bad[] } = {
  point: badVectors('', (v) => v),
  segment: [...NOT_AT_ALL, ...badFields('segment', 'to')],
  ray: [
    ...NOT_AT_ALL,
    ...badFields('ray', 'direction'),
    [withField('ray', 'direction', [0, -0, 0]), '.direction', [0, 0, 0]],
  ],
  line: [
    ...NOT_AT_ALL,
    ...badFields('ray', 'direction'),
    [{ from: [1, 2, 3], to: [1, 2, 3] }, '.to', [1, 2, 3]],
    [{ from: [1, 2, 3], to: [1, 2, Number.NaN] }, '.to.z', Number.NaN],
  ],
  plane: [
    ...NOT_AT_ALL,
    // Without a normal, or an offset, it is no plane.
    ...badFields('plane', 'normal').filter(([value]) => (value as { normal?: unknown }).normal !== undefined),
    ...numbers.map((x): Bad => [withField('plane', 'offset', x), '.offset', x]),
    [{ normal: [0, 1, 0] }, '', { normal: [0, 1, 0] }],
    [withField('plane', 'normal', [0, 0, 0]), '.normal', [0, 0, 0]],
  ],
  sphere: [
    ...NOT_AT_ALL,
    ...badFields('sphere', 'center').filter(([value]) => (value as { center?: unknown }).center !== undefined),
    ...[...numbers, undefined, -1].map((x): Bad => [withField('sphere', 'radius', x), '.radius', x]),
  ],
  box: [
    ...NOT_AT_ALL,
    ...badFields('box', 'max'),
    ...badFields('box', 'min').filter(([value]) => (value as { min?: unknown }).min !== undefined),
    [{ min: [0, 2, 0], max: [1, 1, 1] }, '.min', [0, 2, 0, 1, 1, 1]],
  ],
  obb: [
    ...NOT_AT_ALL,
    ...badFields('obb', 'center', 'half'),
    ...badVectors('.axes[1]', (v) => axes([1, 0, 0], v, [0, 0, 1])),
    [
      axes([1, 0, 0], [0, 1, 0]),
      '.axes',
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    ],
    [axes([1, 0, 0], [1, 0, 0], [0, 0, 1]), '.axes', [1, 0, 0, 1, 0, 0, 0, 0, 1]],
    [axes([2, 0, 0], [0, 1, 0], [0, 0, 1]), '.axes', [2, 0, 0, 0, 1, 0, 0, 0, 1]],
    [axes([1, 0, 0], [1e-5, 1, 0], [0, 0, 1]), '.axes', [1, 0, 0, 1e-5, 1, 0, 0, 0, 1]],
    [withField('obb', 'half', [1, -1, 1]), '.half', [1, -1, 1]],
  ],
  triangle: [...NOT_AT_ALL, ...badFields('triangle', 'b', 'c')],
};

/** Functions by name, with what they take: kinds as in the name, and moves where something moves. */
const KINDS: readonly Kind[] = ['point', 'segment', 'plane', 'sphere', 'box', 'obb', 'triangle', 'line'];
const FUNCTIONS = Object.entries(primitives)
  .map(([name, value]) => ({ name, value, parameters: parametersOf(name) }))
  .filter(({ parameters }) => parameters.length > 0);

interface Parameter {
  readonly name: string;
  readonly kind: Kind;
}

/** Empty for what is not among the kinds here. */
function parametersOf(name: string): Parameter[] {
  const match = /^(intersects|closest|penetration|impact|rayCast)((?:[A-Z][a-z0-9]+)+)$/.exec(name);
  if (match === null) return [];
  const words = [...match[2].matchAll(/[A-Z][a-z0-9]+/g)].map(([word]) => word.toLowerCase() as Kind);
  const kinds: Kind[] = match[1] === 'rayCast' ? ['ray', ...words] : words;
  // Those of triangles and polygons have tests of their own, but for the one that is here.
  const own = name === 'penetrationSphereTriangle' || !kinds.includes('triangle');
  if (!own || kinds.length !== 2 || !kinds.every((k) => k === 'ray' || KINDS.includes(k))) return [];
  const same = kinds[0] === kinds[1];
  const named = kinds.map((kind, i) => ({ name: same ? 'ab'[i] : kind, kind }));
  const point: Kind = 'point';
  if (match[1] !== 'impact') return named;
  if (kinds[0] === 'segment') return [];
  if (same) return named.flatMap((p, i) => [p, { name: `move${'AB'[i]}`, kind: point }]);
  return kinds[0] === 'plane' ? [...named, { name: 'move', kind: point }] : [];
}

describe('every function refuses bad arguments by their names', () => {
  it('there are as many as there should be', () => {
    // 19 intersects, 5 + 6 closest, 4 rayCast, 10 penetration, 4 impact.
    expect(FUNCTIONS.map(({ name }) => name).length).toBe(19 + 11 + 4 + 10 + 4);
  });

  it.each(FUNCTIONS)('$name', ({ name: called, value, parameters }) => {
    const call = value as unknown as (...args: unknown[]) => unknown;
    const good = parameters.map(({ kind }) => GOOD[kind]);
    expect(() => call(...good)).not.toThrow();
    for (const [i, { name, kind }] of parameters.entries())
      for (const [bad, part, named] of BAD[kind]) {
        const text = `${name} = ${show(bad)}`;
        let error: unknown = null;
        try {
          call(...good.map((x, k) => (k === i ? bad : x)));
        } catch (thrown) {
          error = thrown;
        }
        // It squares nothing, and lets large numbers pass where they are not in arrays.
        if (called === 'rayCastBox' && named === 1e71 && error === null) continue;
        expect(error instanceof TypeError || error instanceof RangeError, `${text}: ${error}`).toBe(true);
        const { message } = error as Error;
        expect(message.startsWith(`${name}${part} must `), `${text}: ${message}`).toBe(true);
        expect(message.endsWith(`, got ${show(named)}`), `${text}: ${message}`).toBe(true);
      }
  });
});

describe('three.js', () => {
  const ray = new Ray(new Vector3(-3, 0.5, 0.25), new Vector3(1, 0, 0));
  const box = new Box3(new Vector3(0, 0, 0), new Vector3(1, 2, 3));
  const sphere = new Sphere(new Vector3(0, 1, 0), 1.5);
  const point = new Vector3(4, 1, 1);

  it('Ray, Box3, Sphere and Vector3 fit', () => {
    expect((rayCastBox(ray, box) as Hit).t).toBe(3);
    expect((rayCastSphere(ray, sphere) as Hit).t).toBeCloseTo(3 - Math.sqrt(2.25 - 0.25 - 0.0625), 14);
    expect(primitives.intersectsSphereBox(sphere, box)).toBe(true);
    expect(primitives.closestPointBox(point, box)).toEqual(new primitives.Vec3(1, 1, 1));
    // Into a vector of theirs.
    const out = new Vector3();
    expect(primitives.closestPointBox(point, box, out as unknown as primitives.Vec3)).toBe(out);
    expect(out.toArray()).toEqual([1, 1, 1]);
    expect(
      primitives.rayCastObb(ray, { center: point, axes: [...new Array(3)].map((_, i) => axis(i)), half: point }),
    ).not.toBeNull();
  });

  it('Plane has the other sign, and is told so', () => {
    const plane = new Plane(new Vector3(0, 1, 0), -2) as unknown as primitives.PlaneValue;
    expect(() => primitives.intersectsPointPlane(point, plane)).toThrow(
      'plane must be { normal, offset } with normal·x = offset: a three.js Plane has offset = −constant, got a Plane',
    );
    expect(() => primitives.rayCastPlane(ray, plane)).toThrow(/offset = −constant/);
  });

  it('an empty Box3 is refused', () => {
    expect(() => rayCastBox(ray, new Box3())).toThrow('box.min.x must be finite, up to 1e+70, got Infinity');
    const swapped = new Box3(new Vector3(1, 0, 0), new Vector3(0, 1, 1));
    // Also where no ray could hit it.
    expect(() => rayCastBox(ray, swapped)).toThrow('box.min must not exceed max, got [1,0,0,0,1,1]');
  });
});

it('axes of float matrices are good enough, and become better', () => {
  const [c, s] = [Math.fround(Math.cos(1)), Math.fround(Math.sin(1))];
  const obb = {
    center: [0, 0, 0],
    axes: [
      [c, s, 0],
      [-s, c, 0],
      [0, 0, 1],
    ],
    half: [1, 2, 3],
  } as const;
  const hit = primitives.rayCastObb({ from: [5 * c, 5 * s, 0], direction: [-c, -s, 0] }, obb) as Hit;
  const { x, y, z } = hit.normal;
  expect(Math.abs(Math.sqrt(x * x + y * y + z * z) - 1)).toBeLessThan(4e-16);
  expect(hit.t).toBeCloseTo(4, 6);
});

function axis(i: number): Vector3 {
  return new Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
}
