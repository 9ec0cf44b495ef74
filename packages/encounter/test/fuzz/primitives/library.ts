/** The same things as colliders, for the general pair queries. */
import { cross, dot, scaled, type Vec } from '../../support/vectors.ts';
import type { Api } from './court.ts';
import type { Thing } from './things.ts';

type Constructor = new (...args: unknown[]) => object;

/** A plane has two: it is where both halfspaces are. */
export function colliderOf(lib: Api, t: Thing): object {
  const make = (name: string, ...args: unknown[]): object => new (lib[name] as Constructor)(...args);
  const collider = (shape: object, placement?: object): object => make('Collider', shape, placement ?? {});
  switch (t.kind) {
    case 'point':
      return collider(make('Point', t.p));
    case 'segment':
      return collider(make('Segment', t.from, t.to));
    case 'plane':
      return collider(make('Halfspace', t.normal, t.offset));
    case 'sphere':
      return collider(make('Sphere', t.radius), { position: t.center });
    case 'box': {
      const size = t.max.map((x, k) => x - t.min[k]);
      return collider(make('Box', size), { position: t.max.map((x, k) => (x + t.min[k]) / 2) });
    }
    case 'obb': {
      const [u, v] = t.axes;
      const w = dot(cross(u, v), t.axes[2]) < 0 ? scaled(t.axes[2], -1) : t.axes[2];
      const matrix = [...u, 0, ...v, 0, ...w, 0, ...t.center, 1];
      return collider(make('Box', scaled(t.half, 2)), { matrix });
    }
    case 'triangle':
      return collider(make('Triangle', t.a, t.b, t.c));
    case 'polygon':
      if (t.convex) return collider(make('Polygon', t.points));
      return collider(make('Mesh', { positions: t.points.flat(), faces: [t.points.map((_, i) => i)] }));
    default:
      throw new Error(`no collider for a ${t.kind}`);
  }
}

/** The halfspace on the other side of a plane. */
export function flipped(t: Thing): Thing {
  return t.kind === 'plane' ? { ...t, normal: scaled(t.normal, -1) as Vec, offset: -t.offset } : t;
}
