/**
 * The flat part of a convex shape that is farthest along a direction: what the shape would stand on.
 *
 * Nothing in a computed pose is exactly level, so a face or an edge counts as level if it leans by no more than `Level` allows. It then
 * comes whole, with its corners as they are; how far each is from the plane across the direction is for the caller to see.
 *
 * The faces of Minkowski sums are sums of the faces of their terms, and those of hulls are hulls of faces (a disc in them stands as a
 * polygon of its rim points). Curved parts give the one point that is farthest.
 */
import { cross, dot, subtract, Vec3 } from '../math/vec3.ts';
import { CONTACT_LEAN, FACE_LEAN, FACE_SINK, FACE_TILT } from '../tolerances.ts';
import type { Box } from './box.ts';
import type { ConeShape } from './cone.ts';
import type { CylinderShape } from './cylinder.ts';
import { rim } from './cylinder.ts';
import { Face } from './face.ts';
import { hullFaces } from './hull-faces.ts';
import { HullOf } from './hull-of.ts';
import { MinkowskiSum } from './minkowski-sum.ts';
import type { Polygon } from './polygon.ts';
import type { Polytope } from './polytope.ts';
import { SegmentShape } from './segment.ts';
import { type Shape, ShapeKind } from './shape.ts';
import { Triangle } from './triangle.ts';

/** Finds supporting faces. Composites nest, so faces and vectors in use are kept in a stack. */
export class FaceFinder {
  /** Corners up to this far below the highest one belong to the face, however it leans up to FACE_LEAN. A height along `dir`. */
  gap = 0;
  /** The same for faces that lean up to FACE_SINK only: how deep the bodies are in each other, and what `gap` adds. */
  depth = 0;
  /** The sine of the angle by which a face may lean in any case. */
  tilt: number = FACE_TILT;
  readonly #faces: Face[] = [];
  readonly #vectors: Vec3[] = [];
  readonly #slope: Float64Array = new Float64Array(1);

  /** Writes the face of a shape along `dir`, which has any length but zero, in the shape's own frame. */
  find(shape: Shape, dir: Vec3, out: Face): void {
    const { placed } = shape;
    out.clear();
    if (placed !== null) {
      const inner = this.#vector();
      this.find(placed.shape, placed.placement.transposeVector(dir, inner), out);
      const p = inner;
      const corners = out.round ? 3 : out.count;
      for (let i = 0; i < corners; i++) {
        out.read(i, p);
        if (out.round && i > 0) placed.placement.transformVector(p, p);
        else placed.placement.transformPoint(p, p);
        out.points[3 * i] = p.x;
        out.points[3 * i + 1] = p.y;
        out.points[3 * i + 2] = p.z;
      }
      this.#vectors.push(inner);
    } else if (shape.core !== shape) {
      this.#findLevel(shape.core, dir, out);
      const across = this.#vector();
      const share = shape.radius / Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
      across.x = share * dir.x;
      across.y = share * dir.y;
      across.z = share * dir.z;
      shift(out, across);
      this.#vectors.push(across);
    } else this.#flat(shape, dir, out);
  }

  /**
   * The face of a part that another part is added to. It must be level: faces that lean in different ways have no common plane, and
   * their sum would lie inside the surface.
   */
  #findLevel(shape: Shape, dir: Vec3, out: Face): void {
    const { gap, depth, tilt } = this;
    this.#beStrict();
    this.find(shape, dir, out);
    this.gap = gap;
    this.depth = depth;
    this.tilt = tilt;
  }

  #flat(shape: Shape, dir: Vec3, out: Face): void {
    if (shape.kind === ShapeKind.box) this.#box(shape as Box, dir, out);
    else if (shape.kind === ShapeKind.cylinder) this.#cylinder(shape as CylinderShape, dir, out);
    else if (shape.kind === ShapeKind.cone) this.#cone(shape as ConeShape, dir, out);
    else if (shape.kind === ShapeKind.polytope) this.#polytope(shape as Polytope, dir, out);
    else if (shape.kind === ShapeKind.polygon) this.#polygon((shape as Polygon).vertices, dir, out);
    else if (shape instanceof Triangle) this.#triangle(shape, dir, out);
    else if (shape instanceof SegmentShape) this.#segment(shape.p, shape.q, 0, 1, dir, out);
    else if (shape instanceof MinkowskiSum) this.#sum(shape, dir, out);
    else if (shape instanceof HullOf) this.#hullOf(shape, dir, out);
    else {
      const p = this.#vector();
      out.add(shape.support(dir, p), 0);
      this.#vectors.push(p);
    }
  }

  /** Whether a line of this length that drops by this much along a direction of that length counts as level. */
  #isLevel(drop: number, line: number, dir: number): boolean {
    const way = line * dir;
    if (drop <= this.tilt * way) return true;
    return (drop <= this.gap && drop <= FACE_LEAN * way) || (drop <= this.depth && drop <= FACE_SINK * way);
  }

  /** The same for the line from the top to p. */
  #isBeside(dir: Vec3, top: Vec3, p: Vec3): boolean {
    const x = top.x - p.x;
    const y = top.y - p.y;
    const z = top.z - p.z;
    const line = Math.sqrt(x * x + y * y + z * z);
    const way = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
    return this.#isLevel(dir.x * x + dir.y * y + dir.z * z, line, way);
  }

  /** The same for a face, by the sine of its lean. */
  #isFlat(lean: number, drop: number): boolean {
    if (lean <= this.tilt) return true;
    return (drop <= this.gap && lean <= FACE_LEAN) || (drop <= this.depth && lean <= FACE_SINK);
  }

  #box({ half }: Box, dir: Vec3, out: Face): void {
    // Here and below, lengths are written out: a number returned by `length` is garbage where that is not inlined.
    const l = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
    const levelX = half.x > 0 && this.#isLevel(2 * half.x * Math.abs(dir.x), 2 * half.x, l);
    const levelY = half.y > 0 && this.#isLevel(2 * half.y * Math.abs(dir.y), 2 * half.y, l);
    const levelZ = half.z > 0 && this.#isLevel(2 * half.z * Math.abs(dir.z), 2 * half.z, l);
    // At most two of the three, because the direction leans to one axis by 0.57 at least.
    const p = this.#vector();
    const sx = dir.x < 0 ? -half.x : half.x;
    const sy = dir.y < 0 ? -half.y : half.y;
    const sz = dir.z < 0 ? -half.z : half.z;
    // Corners have three bits, one for each side that is positive. A loop changes one bit after the other.
    const u = levelX ? 1 : levelY ? 2 : levelZ ? 4 : 0;
    const v = levelX ? (levelY ? 2 : levelZ ? 4 : 0) : levelY && levelZ ? 4 : 0;
    const corners = u === 0 ? 1 : v === 0 ? 2 : 4;
    for (let i = 0; i < corners; i++) {
      const flip = (i === 1 || i === 2 ? u : 0) | (i >= 2 ? v : 0);
      p.x = (flip & 1) === 0 ? sx : -sx;
      p.y = (flip & 2) === 0 ? sy : -sy;
      p.z = (flip & 4) === 0 ? sz : -sz;
      out.add(p, (p.x > 0 ? 1 : 0) | (p.y > 0 ? 2 : 0) | (p.z > 0 ? 4 : 0));
    }
    this.#vectors.push(p);
  }

  #cylinder(shape: CylinderShape, dir: Vec3, out: Face): void {
    const { baseRadius: r, halfHeight: h } = shape;
    const across = Math.sqrt(dir.x * dir.x + dir.z * dir.z);
    const l = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
    const p = this.#vector();
    const q = this.#vector();
    p.set(0, dir.y < 0 ? -h : h, 0);
    if (r > 0 && this.#isLevel(2 * r * across, 2 * r, l)) this.#disc(p, r, out);
    else {
      rim(dir, shape, p);
      q.set(p.x, -p.y, p.z);
      if (dir.y < 0) this.#segment(p, q, 0, 1, dir, out);
      else this.#segment(q, p, 0, 1, dir, out);
    }
    this.#vectors.push(p, q);
  }

  #cone(shape: ConeShape, dir: Vec3, out: Face): void {
    const { baseRadius: r, halfHeight: h } = shape;
    const across = Math.sqrt(dir.x * dir.x + dir.z * dir.z);
    const l = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
    const p = this.#vector();
    const q = this.#vector();
    if (r > 0 && dir.y < 0 && this.#isLevel(2 * r * across, 2 * r, l)) this.#disc(p.set(0, -h, 0), r, out);
    else {
      rim(dir, shape, p);
      p.y = -h;
      this.#segment(p, q.set(0, h, 0), 0, 1, dir, out);
    }
    this.#vectors.push(p, q);
  }

  #disc(center: Vec3, radius: number, out: Face): void {
    const u = this.#vector();
    const v = this.#vector();
    out.setDisc(center, u.set(radius, 0, 0), v.set(0, 0, radius));
    this.#vectors.push(u, v);
  }

  /** The segment if it is level, else its higher end. */
  #segment(p: Vec3, q: Vec3, idP: number, idQ: number, dir: Vec3, out: Face): void {
    const along = this.#vector();
    const { x, y, z } = subtract(q, p, along);
    const rise = dir.x * x + dir.y * y + dir.z * z;
    const line = Math.sqrt(x * x + y * y + z * z);
    const way = Math.sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
    const level = this.#isLevel(Math.abs(rise), line, way);
    if (level || rise <= 0) out.add(p, idP);
    if ((level && line > 0) || rise > 0) out.add(q, idQ);
    this.#vectors.push(along);
  }

  #triangle({ a, b, c }: Triangle, dir: Vec3, out: Face): void {
    out.add(a, 0);
    out.add(b, 1);
    out.add(c, 2);
    this.#lowerSides(dir, out);
  }

  #polygon(vertices: Float64Array, dir: Vec3, out: Face): void {
    const p = this.#vector();
    for (let i = 0; i < vertices.length; i += 3) out.add(p.set(vertices[i], vertices[i + 1], vertices[i + 2]), i / 3);
    this.#vectors.push(p);
    this.#lowerSides(dir, out);
  }

  /** Reduces a whole polygon to what is level of it: all of it, a side or a corner. */
  #lowerSides(dir: Vec3, out: Face): void {
    const { count } = out;
    if (count === 1) return;
    const p = this.#vector();
    const q = this.#vector();
    const across = this.#vector().set(0, 0, 0);
    const from = out.read(0, this.#vector());
    // The sum of the triangles around the first corner: twice the area, along the normal (Newell).
    for (let i = 1; i + 1 < count; i++) {
      cross(subtract(out.read(i, p), from, p), subtract(out.read(i + 1, q), from, q), p);
      across.set(across.x + p.x, across.y + p.y, across.z + p.z);
    }
    let level = false;
    const area = across.x * across.x + across.y * across.y + across.z * across.z;
    if (area > 0) {
      // The sine of the lean, and how far the lowest corner is below the highest.
      cross(across, dir, p);
      const dd = dir.x * dir.x + dir.y * dir.y + dir.z * dir.z;
      const lean = Math.sqrt((p.x * p.x + p.y * p.y + p.z * p.z) / area / dd);
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < count; i++) {
        const height = dot(dir, subtract(out.read(i, p), from, p));
        low = Math.min(low, height);
        high = Math.max(high, height);
      }
      level = this.#isFlat(lean, high - low);
    }
    if (!level) {
      // The highest corner, and the higher of its neighbours if the side to it is level.
      let top = 0;
      for (let i = 1; i < count; i++) {
        out.read(i, p);
        if (dot(dir, subtract(p, out.read(top, q), p)) > 0) top = i;
      }
      const before = (top + count - 1) % count;
      const after = (top + 1) % count;
      out.read(top, from);
      this.#findSlope(dir, from, out.read(before, p));
      const dropBefore = this.#slope[0];
      this.#findSlope(dir, from, out.read(after, q));
      const dropAfter = this.#slope[0];
      const other = dropAfter <= dropBefore ? after : before;
      const idTop = out.ids[top];
      const idOther = out.ids[other];
      if (other === before) q.copy(p);
      out.clear();
      this.#segment(from, q, idTop, idOther, dir, out);
    }
    this.#vectors.push(p, q, across, from);
  }

  /** Sets #slope: how far p is below the top, for its distance. In an array, because a number that is returned may be allocated on the heap. */
  #findSlope(dir: Vec3, top: Vec3, p: Vec3): void {
    const x = top.x - p.x;
    const y = top.y - p.y;
    const z = top.z - p.z;
    const l = Math.sqrt(x * x + y * y + z * z);
    this.#slope[0] = Infinity;
    if (l > 0) this.#slope[0] = (dir.x * x + dir.y * y + dir.z * z) / l;
  }

  #polytope(polytope: Polytope, dir: Vec3, out: Face): void {
    const { vertices, dimension } = polytope;
    const p = this.#vector();
    const q = this.#vector();
    // The vertex on top.
    let top = polytope.supportVertex(dir);
    if (dimension === 0) out.add(readVertex(vertices, top, p), top);
    else if (dimension === 1) this.#segment(readVertex(vertices, 0, p), readVertex(vertices, 1, q), 0, 1, dir, out);
    else {
      const { normals, starts, loops, first, at } = hullFaces(polytope);
      let best = -1;
      let cosine = -Infinity;
      for (let k = first[top]; k < first[top + 1]; k++) {
        const n = 3 * at[k];
        const c = normals[n] * dir.x + normals[n + 1] * dir.y + normals[n + 2] * dir.z;
        if (c > cosine) {
          cosine = c;
          best = at[k];
        }
      }
      readVertex(normals, best, p);
      cross(p, dir, p);
      const lean = Math.sqrt((p.x * p.x + p.y * p.y + p.z * p.z) / (dir.x * dir.x + dir.y * dir.y + dir.z * dir.z));
      readVertex(vertices, top, q);
      let drop = 0;
      for (let k = starts[best]; k < starts[best + 1]; k++)
        drop = Math.max(drop, dot(dir, subtract(q, readVertex(vertices, loops[k], p), p)));
      if (cosine > 0 && this.#isFlat(lean, drop))
        for (let k = starts[best]; k < starts[best + 1]; k++) out.add(readVertex(vertices, loops[k], p), loops[k]);
      else {
        const { offsets, neighbours } = polytope;
        let other = top;
        let least = Infinity;
        for (let k = offsets[top]; k < offsets[top + 1]; k++) {
          this.#findSlope(dir, q, readVertex(vertices, neighbours[k], p));
          if (this.#slope[0] < least) {
            least = this.#slope[0];
            other = neighbours[k];
          }
        }
        // The lower number first, so that the edge does not depend on which end is on top.
        if (other < top) {
          const swap = top;
          top = other;
          other = swap;
        }
        this.#segment(readVertex(vertices, top, p), readVertex(vertices, other, q), top, other, dir, out);
      }
    }
    this.#vectors.push(p, q);
  }

  #sum({ a, b }: MinkowskiSum, dir: Vec3, out: Face): void {
    const first = this.#face();
    const second = this.#face();
    const p = this.#vector();
    const q = this.#vector();
    this.#findLevel(a, dir, first);
    this.#findLevel(b, dir, second);
    if (first.round && second.count === 1) shift(out.copy(first), second.read(0, p));
    else if (second.round && first.count === 1) shift(out.copy(second), first.read(0, p));
    else {
      first.sample();
      second.sample();
      for (let i = 0; i < first.count; i++)
        for (let j = 0; j < second.count; j++) {
          first.read(i, p);
          second.read(j, q);
          q.set(p.x + q.x, p.y + q.y, p.z + q.z);
          out.add(q, pairOf(first.ids[i], second.ids[j]));
        }
      out.keepHull(dir);
    }
    this.#faces.push(first, second);
    this.#vectors.push(p, q);
  }

  #hullOf(shape: HullOf, dir: Vec3, out: Face): void {
    const { gap, depth, tilt } = this;
    this.#beStrict();
    this.#hull(shape, dir, out);
    this.gap = gap;
    this.depth = depth;
    this.tilt = tilt;
  }

  #beStrict(): void {
    this.gap = 0;
    this.depth = 0;
    this.tilt = Math.min(this.tilt, CONTACT_LEAN);
  }

  #hull({ shapes }: HullOf, dir: Vec3, out: Face): void {
    const part = this.#face();
    const p = this.#vector();
    const top = this.#vector();
    let best = 0;
    let high = -Infinity;
    for (let i = 0; i < shapes.length; i++) {
      const height = dot(dir, shapes[i].support(dir, p));
      if (height > high) {
        high = height;
        best = i;
      }
    }
    shapes[best].support(dir, top);
    let only = true;
    for (let i = 0; i < shapes.length && only; i++) {
      if (i === best) continue;
      shapes[i].support(dir, p);
      only = !this.#isBeside(dir, top, p);
    }
    if (only) this.find(shapes[best], dir, out);
    else {
      for (let i = 0; i < shapes.length; i++) {
        this.find(shapes[i], dir, part);
        part.sample();
        for (let k = 0; k < part.count; k++) {
          part.read(k, p);
          if (this.#isBeside(dir, top, p)) out.add(p, pairOf(i, part.ids[k]));
        }
      }
      out.keepHull(dir);
    }
    this.#faces.push(part);
    this.#vectors.push(p, top);
  }

  #vector(): Vec3 {
    return this.#vectors.pop() ?? new Vec3();
  }

  #face(): Face {
    return this.#faces.pop() ?? new Face();
  }
}

function readVertex(vertices: Float64Array, i: number, out: Vec3): Vec3 {
  out.x = vertices[3 * i];
  out.y = vertices[3 * i + 1];
  out.z = vertices[3 * i + 2];
  return out;
}

/** Moves a face. */
function shift(face: Face, by: Vec3): void {
  const { points, round, count } = face;
  const end = 3 * (round ? 1 : count);
  for (let i = 0; i < end; i += 3) {
    points[i] += by.x;
    points[i + 1] += by.y;
    points[i + 2] += by.z;
  }
}

/** One number for two, different for different pairs of numbers up to some thousand. */
function pairOf(i: number, j: number): number {
  const sum = i + j;
  return (sum * (sum + 1)) / 2 + j;
}
