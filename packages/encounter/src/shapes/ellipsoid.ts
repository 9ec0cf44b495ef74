import { readSizes } from '../math/read.ts';
import { formatVec3, Vec3, type Vec3Input } from '../math/vec3.ts';
import { PARALLEL } from '../tolerances.ts';
import { Axis } from './axis.ts';
import { Point } from './point.ts';
import { addRadial } from './radial.ts';
import { Shape, ShapeKind } from './shape.ts';

/** An ellipsoid around the origin with semi-axes [rx, ry, rz] along x, y, z. */
export class Ellipsoid extends Shape {
  readonly polyhedral = false;
  readonly radii: Vec3;

  constructor(radii: Vec3Input) {
    const r = readSizes('radii', radii);
    const least = Math.min(r.x, r.y, r.z);
    const most = Math.max(r.x, r.y, r.z);
    // With three equal semi-axes it is a ball: a point with a radius.
    const rolling = least === most ? least : least * (least / most);
    super(ShapeKind.general, least === most ? new Point([0, 0, 0]) : new EllipsoidCore(r, rolling), rolling);
    this.radii = r;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    return addRadial(dir, this, this.core.support(dir, out));
  }

  override get axis(): Axis | null {
    return this.core.axis;
  }

  override stretched(x: number, y: number, z: number): Shape {
    const r = this.radii;
    return new Ellipsoid([r.x * x, r.y * y, r.z * z]);
  }

  override toString(): string {
    return `new Ellipsoid(${formatVec3(this.radii)})`;
  }
}

/**
 * The core of an ellipsoid: ellipsoid = core ⊕ the largest ball that rolls inside it. An ellipsoid bends most sharply at the ends of its
 * longest axis, with the radius ρ = a²/c (a and c are the least and the largest semi-axis). So h(n) − ρ|n| is still convex, and is
 * the support function of a core. The rounder the ellipsoid, the smaller its core. This matters because in a nearly round shape
 * nearly all depths are equal, and EPA would need thousands of faces to find the least.
 */
class EllipsoidCore extends Shape {
  readonly polyhedral = false;
  readonly #radii: Vec3;
  /** The radius that the ellipsoid is grown by to get the core: negative. */
  readonly #inward: { readonly radius: number };
  readonly #axis: Axis | null;

  constructor(radii: Vec3, rolling: number) {
    super();
    this.#radii = radii;
    this.#inward = { radius: -rolling };
    const { x, y, z } = radii;
    // Up to rounding, because the semi-axes of a scaled ball are computed from its matrix.
    const off = (a: number, b: number): number => (a === b ? 0 : Math.abs(a - b) / Math.max(a, b));
    const least = Math.min(off(x, z), off(x, y), off(y, z));
    const direction = off(x, z) === least ? [0, 1, 0] : off(x, y) === least ? [0, 0, 1] : [1, 0, 0];
    this.#axis = least <= PARALLEL ? new Axis(new Vec3(), new Vec3(...direction), least) : null;
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const r = this.#radii;
    // The image of a unit ball under the scale S: S·(S·dir / |S·dir|), Theorem 4.6. Scaled by the largest component
    // so that squaring neither overflows nor underflows.
    let x = r.x * dir.x;
    let y = r.y * dir.y;
    let z = r.z * dir.z;
    const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    // A zero direction, or a flat ellipsoid along its missing axis: any point of the boundary will do.
    if (m === 0) return out.set(r.x + this.#inward.radius, 0, 0);
    x /= m;
    y /= m;
    z /= m;
    const s = 1 / Math.sqrt(x * x + y * y + z * z);
    out.x = r.x * x * s;
    out.y = r.y * y * s;
    out.z = r.z * z * s;
    return addRadial(dir, this.#inward, out);
  }

  override get inner(): number {
    return Math.min(this.#radii.x, this.#radii.y, this.#radii.z) + this.#inward.radius;
  }

  override get axis(): Axis | null {
    return this.#axis;
  }

  override toString(): string {
    return `new Ellipsoid(${formatVec3(this.#radii)}).core`;
  }
}
