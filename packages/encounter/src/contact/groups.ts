/**
 * The regions of contact found so far. Candidates with one normal and one plane are one region: triangles of a floor, or the two
 * triangles at an edge that was met.
 */
import { Vec3 } from '../math/vec3.ts';
import { CONTACT_LEAN, FACE_TILT } from '../tolerances.ts';

/** A normal with the nearest or deepest points of a pair of pieces along it. */
export class Candidate {
  readonly normal: Vec3 = new Vec3();
  readonly pointA: Vec3 = new Vec3();
  readonly pointB: Vec3 = new Vec3();
  separation = 0;
  /** The error of the separation. */
  error = 0;
  /** The area of the triangle that the normal belongs to; 0 for other normals. */
  area = 0;
  /** The pair of pieces. */
  pair = 0;

  copy(other: Candidate): this {
    this.normal.copy(other.normal);
    this.pointA.copy(other.pointA);
    this.pointB.copy(other.pointB);
    this.separation = other.separation;
    this.error = other.error;
    this.area = other.area;
    this.pair = other.pair;
    return this;
  }

  /** Puts pointB where pointA, the normal and the separation say. These are fields, because V8 may allocate a number that is passed. */
  placeB(): void {
    const { normal: n, pointA: p, pointB: q, separation } = this;
    q.x = p.x + separation * n.x;
    q.y = p.y + separation * n.y;
    q.z = p.z + separation * n.z;
  }
}

export class ContactGroups {
  readonly list: Candidate[] = [];
  count = 0;
  /** How near planes and points must be to be the same. */
  readonly flush: Float64Array = new Float64Array(1);
  /** Whether the normal alone decides: one of the bodies is a halfspace. */
  byNormal = false;

  /** Joins a candidate to the group with its normal and plane, or makes a new one. Returns the number of the group. */
  join(found: Candidate): number {
    const { list } = this;
    for (let g = 0; g < this.count; g++)
      if (this.#isSame(found, list[g])) {
        merge(found, list[g]);
        return g;
      }
    const g = this.count++;
    if (g === list.length) list.push(new Candidate());
    list[g].copy(found);
    return g;
  }

  #isSame({ normal, pointA, pointB, area }: Candidate, group: Candidate): boolean {
    const lean = leanOf(normal, group.normal);
    if (lean > FACE_TILT) return false;
    const flush = this.flush[0];
    // The normal of a pair of curved pieces is less exact than that of a triangle.
    if (lean <= CONTACT_LEAN || area === 0 || group.area === 0) {
      const offA = Math.abs(heightOf(pointA, group.pointA, group.normal));
      const offB = Math.abs(heightOf(pointB, group.pointB, group.normal));
      if (this.byNormal || (offA <= flush && offB <= flush)) return true;
    }
    const x = Math.abs(pointA.x - group.pointA.x);
    const y = Math.abs(pointA.y - group.pointA.y);
    const z = Math.abs(pointA.z - group.pointA.z);
    return Math.max(x, y, z) <= flush;
  }
}

/** Takes of a candidate what is better than the group has. */
function merge(found: Candidate, group: Candidate): void {
  const { normal, area } = group;
  if (leanOf(found.normal, normal) > CONTACT_LEAN) {
    // Normal and points belong together. A face is better than a pair of edges, then the deeper one.
    const better = found.area > 0 === area > 0 ? found.separation < group.separation : found.area > 0;
    if (better) group.copy(found);
    return;
  }
  // The larger triangle has the better normal; the deeper pair has the points.
  const { x, y, z } = found.area > area ? found.normal : normal;
  if (found.separation < group.separation) group.copy(found);
  normal.set(x, y, z);
  group.area = Math.max(found.area, area);
}

/** The sine of the angle between two unit vectors that are nearly the same. */
function leanOf(a: Vec3, b: Vec3): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const z = a.z - b.z;
  return Math.sqrt(x * x + y * y + z * z);
}

/** How far p is above q along the normal. */
export function heightOf(p: Vec3, q: Vec3, normal: Vec3): number {
  return normal.x * (p.x - q.x) + normal.y * (p.y - q.y) + normal.z * (p.z - q.z);
}
