/** What a function returned, in words, numbers and places to mark. */
import { type Closest, type Hit, type Penetration, Penetration2 } from 'encounter/primitives';
import { Vector3 } from 'three';
import { fixed, vector } from '../../shell/format.ts';
import { ask } from './call.ts';
import type { Query } from './functions.ts';
import type { PageState } from './state.ts';

export interface Answer {
  /** As the function returned it, in plain objects. */
  readonly raw: unknown;
  /** Whether the two meet where they are: then they are drawn so. */
  readonly meets: boolean;
  readonly verdict: string;
  /** The one number that matters, or nothing. */
  readonly number: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
  /** Points that stand out, and a line through them. */
  readonly points: readonly Vector3[];
  readonly normal: { readonly at: Vector3; readonly direction: Vector3 } | null;
  /** By how much the second is moved until it touches. */
  readonly push: Vector3 | null;
  /** When they meet. */
  readonly t: number | null;
}

type Told = Omit<Answer, 'raw'>;

const NOTHING = { meets: false, number: '', rows: [], points: [], normal: null, push: null, t: null };

export function answer(state: PageState): Answer {
  const raw = ask(state);
  return { ...READERS[state.query](raw, state), raw: plain(raw) };
}

const READERS: Readonly<Record<Query, (raw: unknown, state: PageState) => Told>> = {
  intersects: (raw) => ({
    ...NOTHING,
    meets: raw === true,
    verdict: 'intersect?',
    number: raw === true ? 'yes' : 'no',
    rows: [['Intersects', String(raw)]],
  }),

  closestPoint: (raw, { a }) => {
    const nearest = inSpace(raw);
    const from = new Vector3(...a.position);
    const distance = from.distanceTo(nearest);
    return {
      ...NOTHING,
      meets: distance === 0,
      verdict: distance === 0 ? 'inside or on it' : 'nearest point, at distance',
      number: fixed(distance),
      rows: [
        ['Nearest point', Array.isArray(raw) ? raw.map((x) => fixed(x)).join('  ') : vector(nearest, 4)],
        ['Distance', fixed(distance, 9)],
      ],
      points: distance === 0 ? [nearest] : [from, nearest],
    };
  },

  closest: (raw) => {
    const { distance, pointA, pointB } = raw as Closest;
    return {
      ...NOTHING,
      meets: distance === 0,
      verdict: distance === 0 ? 'they meet' : 'apart, distance',
      number: fixed(distance),
      rows: [
        ['Distance', fixed(distance, 9)],
        ['Point on A', vector(pointA, 4)],
        ['Point on B', vector(pointB, 4)],
      ],
      points: [inSpace(pointA), inSpace(pointB)],
    };
  },

  rayCast: (raw) => {
    if (raw === null) return { ...NOTHING, verdict: 'hit?', number: 'none', rows: [['Hit', 'null: the ray misses']] };
    const { t, point, normal } = raw as Hit;
    const at = inSpace(point);
    const direction = inSpace(normal);
    return {
      ...NOTHING,
      verdict: t === 0 ? 'starts inside, t' : 'hit at t',
      number: fixed(t),
      rows: [
        ['t', fixed(t, 9)],
        ['Point', vector(point, 4)],
        ['Normal', vector(normal, 4)],
      ],
      points: [at],
      normal: direction.lengthSq() > 0 ? { at, direction } : null,
    };
  },

  penetration: (raw, { b }) => {
    if (raw === null)
      return { ...NOTHING, verdict: 'overlap?', number: 'none', rows: [['Depth', 'null: they are apart']] };
    const { depth } = raw as Penetration | Penetration2;
    const normal = inSpace((raw as Penetration | Penetration2).normal);
    const push = normal.clone().multiplyScalar(depth);
    const told = { ...NOTHING, meets: true, verdict: 'overlapping, depth', number: fixed(depth), push };
    const deep = ['Depth', fixed(depth, 9)] as const;
    // The flat one has no points: the arrow starts where B is.
    if (raw instanceof Penetration2) {
      const text = raw.normal.map((x) => fixed(x)).join('  ');
      return { ...told, rows: [deep, ['Normal', text]], normal: { at: new Vector3(...b.position), direction: normal } };
    }
    const { pointA, pointB } = raw as Penetration;
    const at = inSpace(pointA);
    return {
      ...told,
      rows: [deep, ['Normal', vector(normal, 4)], ['Point on A', vector(pointA, 4)], ['Point on B', vector(pointB, 4)]],
      points: [at, inSpace(pointB)],
      normal: { at, direction: normal },
    };
  },

  impact: (raw) => {
    if (raw === null)
      return { ...NOTHING, verdict: 'do they meet?', number: 'never', rows: [['t', 'null: no impact']] };
    const t = raw as number;
    return {
      ...NOTHING,
      verdict: 'they meet at t',
      number: fixed(t),
      rows: [['t', fixed(t, 9)]],
      t,
    };
  },
};

/** A vector of the library, of space or of the plane, as one of three.js. */
function inSpace(v: unknown): Vector3 {
  if (Array.isArray(v)) return new Vector3(v[0], v[1], v[2] ?? 0);
  const { x, y, z } = v as { x: number; y: number; z: number };
  return new Vector3(x, y, z);
}

function plain(raw: unknown): unknown {
  return JSON.parse(JSON.stringify(raw));
}
