import { distance, normalize, subtract, Vec3 } from '../math/vec3.ts';
import { PARALLEL } from '../tolerances.ts';
import { Axis, lineDeviation } from './axis.ts';
import { Inflated } from './inflated.ts';
import { requireConvex, Shape, ShapeKind } from './shape.ts';

/** The convex hull of several convex shapes. */
export class HullOf extends Shape {
  readonly polyhedral: boolean;
  readonly shapes: readonly Shape[];
  readonly #axis: Axis | null;
  readonly #candidate: Vec3 = new Vec3();

  /** Takes the shapes one by one, or as one list, which may be longer than a list of arguments can be. */
  constructor(...shapes: Shape[] | [readonly Shape[]]) {
    const list = (Array.isArray(shapes[0]) ? Array.from(shapes[0]) : shapes) as Shape[];
    if (list.length === 0) throw new RangeError('HullOf needs at least one shape, got none');
    let radius = Infinity;
    // The hull of sets that are all grown by a radius is the hull of the sets, grown by it. So the smallest radius is taken out of all.
    for (let i = 0; i < list.length; i++) radius = Math.min(radius, requireConvex(`shapes[${i}]`, list[i]).radius);
    const rest = (s: Shape): Shape => (s.radius > radius ? new Inflated(s.core, s.radius - radius) : s.core);
    super(ShapeKind.general, radius > 0 ? new HullOf(list.map(rest)) : undefined, radius);
    this.shapes = list;
    this.#axis = commonAxis(list);
    this.polyhedral = list.every((s) => s.polyhedral);
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    const { shapes } = this;
    const candidate = this.#candidate;
    shapes[0].support(dir, out);
    for (let i = 1; i < shapes.length; i++) {
      shapes[i].support(dir, candidate);
      const gain = dir.x * (candidate.x - out.x) + dir.y * (candidate.y - out.y) + dir.z * (candidate.z - out.z);
      if (gain > 0) out.copy(candidate);
    }
    return out;
  }

  override get axis(): Axis | null {
    return this.#axis;
  }

  override get inner(): number {
    let inner = -Infinity;
    for (const shape of this.shapes) inner = Math.max(inner, shape.inner);
    return inner;
  }

  override toString(): string {
    return `new HullOf(${this.shapes.join(', ')})`;
  }
}

/** The line about which all the shapes are solids of revolution, if there is one. */
function commonAxis(shapes: readonly Shape[]): Axis | null {
  let common: Axis | null = null;
  let off = 0;
  for (const { axis } of shapes) {
    if (axis === null) return null;
    off += axis.off;
    if (common === null) common = axis;
    else if (common.free && axis.free && distance(common.point, axis.point) > 0)
      // Two balls: the hull is a solid of revolution about the line through their centres.
      common = new Axis(common.point, normalize(subtract(axis.point, common.point, new Vec3()), new Vec3()));
    else {
      const apart = lineDeviation(common, axis);
      if (!(apart <= PARALLEL)) return null;
      // The tilt, and the distance, of points that are up to √3 sizes apart.
      off += 3 * apart;
      if (common.free) common = new Axis(common.point, axis.direction);
    }
  }
  return common === null ? null : new Axis(common.point, common.direction, off);
}
