/**
 * The patch of two faces: the part of the plane that both cover, as corners in order. Two polygons are clipped by Sutherland and
 * Hodgman's method; a disc is clipped as the points of its rim, and where it crosses a side the corner is on the circle itself.
 *
 * Every corner knows the features that made it: a corner of A inside B's face, a corner of B inside A's, or two sides that cross. What
 * touches counts: corners up to `slack` outside a side stay as they are.
 */
import { FlatHull } from '../math/flat-hull.ts';
import { CIRCLE, DISC_CORNERS } from '../shapes/face.ts';
import { PATCH_TOUCH } from '../tolerances.ts';
import type { FlatSide } from './flat-side.ts';
import { cornerOf, Loop, sideOf } from './loop.ts';

/** Where two rims or a rim and a side cross: entering and leaving the other face. */
const ENTERS = 1;
const LEAVES = 3;

export class Patch {
  /** The corners found, and the features of A and of B that made them. */
  loop: Loop = new Loop();
  #spare: Loop = new Loop();
  slack = 0;
  readonly #hull: FlatHull = new FlatHull();
  // What a call needs of a line: its point, direction and length.
  readonly #line: Float64Array = new Float64Array(4);

  /** Finds the patch of two faces. It has no corners if they do not overlap, or if both are rims or sides that only cross. */
  find(a: FlatSide, b: FlatSide): void {
    const small = Math.min(a.size > 0 ? a.size : Infinity, b.size > 0 ? b.size : Infinity);
    this.slack = small < Infinity ? PATCH_TOUCH * small : 0;
    this.loop.count = 0;
    if (a.round && b.round) {
      this.#rims(a, b);
      return;
    }
    if (a.round && b.count < 3) {
      this.#begin(b);
      this.#withinDisc(a, b);
      this.#swapFeatures();
      return;
    }
    if (b.round && a.count < 3) {
      this.#begin(a);
      this.#withinDisc(b, a);
      return;
    }
    // The other face clips: it must have sides, and a disc has none.
    const swapped = b.round || (!a.round && b.count < a.count && b.count < 3);
    const subject = swapped ? b : a;
    const clip = swapped ? a : b;
    this.#begin(subject);
    if (clip.count === 1) this.loop.count = 0;
    else if (clip.count === 2) this.#alongSegment(clip);
    else for (let i = 0; i < clip.count && this.loop.count > 0; i++) this.#clip(clip, i, subject);
    if (swapped) this.#swapFeatures();
    this.#nameCorners(a, b);
  }

  /** Names what is at a corner of a face after that corner, however it was found: so the name does not change with rounding. */
  #nameCorners(a: FlatSide, b: FlatSide): void {
    const { loop } = this;
    const slack = this.slack;
    for (let k = 0; k < loop.count; k++) {
      for (let i = 0; i < a.count; i++)
        if (Math.abs(a.x[i] - loop.x[k]) <= slack && Math.abs(a.y[i] - loop.y[k]) <= slack) {
          loop.a[k] = cornerOf(a.ids[i]);
          loop.b[k] = 0;
        }
      for (let i = 0; i < b.count; i++)
        if (Math.abs(b.x[i] - loop.x[k]) <= slack && Math.abs(b.y[i] - loop.y[k]) <= slack) {
          loop.a[k] = 0;
          loop.b[k] = cornerOf(b.ids[i]);
        }
    }
  }

  /** Takes a face whole: the other body is a halfspace. With `swapped` the face is that of B. */
  whole(face: FlatSide, swapped: boolean): void {
    this.loop.count = 0;
    this.#begin(face);
    if (swapped) this.#swapFeatures();
  }

  #swapFeatures(): void {
    const { loop } = this;
    const { a } = loop;
    loop.a = loop.b;
    loop.b = a;
  }

  /** Fills the loop with the corners of a face. */
  #begin(face: FlatSide): void {
    const { loop } = this;
    const count = face.round ? DISC_CORNERS : face.count;
    for (let i = 0; i < count; i++) {
      const k = loop.grow();
      if (face.round) {
        const c = CIRCLE[2 * i];
        const s = CIRCLE[2 * i + 1];
        loop.x[k] = face.x[0] + c * face.x[1] + s * face.x[2];
        loop.y[k] = face.y[0] + c * face.y[1] + s * face.y[2];
        loop.cos[k] = c;
        loop.sin[k] = s;
        loop.a[k] = cornerOf(i);
        loop.side[k] = 0;
      } else {
        loop.x[k] = face.x[i];
        loop.y[k] = face.y[i];
        loop.a[k] = cornerOf(face.ids[i]);
        loop.side[k] = sideOf(face.ids[i]);
      }
      loop.b[k] = 0;
    }
  }

  /** Leaves the part of the loop that is left of side `i` of the clipping face. */
  #clip(clip: FlatSide, i: number, subject: FlatSide): void {
    const { loop } = this;
    const next = this.#spare;
    const slack = this.slack;
    const line = this.#line;
    const j = i + 1 < clip.count ? i + 1 : 0;
    const dx = clip.x[j] - clip.x[i];
    const dy = clip.y[j] - clip.y[i];
    const l = Math.sqrt(dx * dx + dy * dy);
    if (!(l > 0)) return;
    line[0] = clip.x[i];
    line[1] = clip.y[i];
    line[2] = dx / l;
    line[3] = dy / l;
    next.count = 0;
    const count = loop.count;
    for (let k = 0; k < count; k++) {
      const m = k + 1 < count ? k + 1 : 0;
      const here = line[2] * (loop.y[k] - line[1]) - line[3] * (loop.x[k] - line[0]);
      const there = line[2] * (loop.y[m] - line[1]) - line[3] * (loop.x[m] - line[0]);
      if (here >= -slack) {
        next.take(loop, k);
        // From a corner on the line outward: the loop goes on along the clipping side.
        if (here <= slack && there < -slack) next.side[next.count - 1] = -sideOf(clip.ids[i]);
      }
      const leaves = here > slack && there < -slack;
      if (!leaves && !(here < -slack && there > slack)) continue;
      const n = next.grow();
      const t = here / (here - there);
      next.x[n] = loop.x[k] + t * (loop.x[m] - loop.x[k]);
      next.y[n] = loop.y[k] + t * (loop.y[m] - loop.y[k]);
      next.cos[n] = 0;
      next.sin[n] = 0;
      const side = loop.side[k];
      if (side === 0) this.#ontoRim(next, n, loop, k, m, subject);
      if (side < 0) this.#atCorner(next, n, clip, i, -side);
      else {
        next.a[n] = side > 0 ? side : leaves ? LEAVES : ENTERS;
        next.b[n] = sideOf(clip.ids[i]);
      }
      // Where the loop leaves, it goes on along the clipping side; where it comes back, along its own.
      next.side[n] = leaves ? -sideOf(clip.ids[i]) : side;
    }
    this.loop = next;
    this.#spare = loop;
  }

  /** Names the corner where two sides of the clipping face meet, and puts it there exactly. */
  #atCorner(next: Loop, n: number, clip: FlatSide, i: number, side: number): void {
    const { count, ids } = clip;
    const before = i > 0 ? i - 1 : count - 1;
    const after = i + 1 < count ? i + 1 : 0;
    let corner = -1;
    if (sideOf(ids[before]) === side) corner = i;
    else if (sideOf(ids[after]) === side) corner = after;
    next.a[n] = 0;
    if (corner >= 0) {
      next.x[n] = clip.x[corner];
      next.y[n] = clip.y[corner];
      next.b[n] = cornerOf(ids[corner]);
    } else next.b[n] = sideOf(ids[i]) + 1;
  }

  /** Moves a crossing from the chord between two rim points onto the rim. */
  #ontoRim(next: Loop, n: number, loop: Loop, k: number, m: number, { x, y }: FlatSide): void {
    const line = this.#line;
    // The distance from the line is base + p·cos + q·sin.
    const base = line[2] * (y[0] - line[1]) - line[3] * (x[0] - line[0]);
    const p = line[2] * y[1] - line[3] * x[1];
    const q = line[2] * y[2] - line[3] * x[2];
    const l = Math.sqrt(p * p + q * q);
    if (!(l > 0) || Math.abs(base) > l) return;
    const near = -base / l;
    const across = Math.sqrt(Math.max(0, 1 - near * near));
    for (let sign = -1; sign <= 1; sign += 2) {
      const c = (near * p - sign * across * q) / l;
      const s = (near * q + sign * across * p) / l;
      const fromK = loop.cos[k] * s - loop.sin[k] * c;
      const toM = c * loop.sin[m] - s * loop.cos[m];
      if (fromK < 0 || toM < 0) continue;
      next.x[n] = x[0] + c * x[1] + s * x[2];
      next.y[n] = y[0] + c * y[1] + s * y[2];
      next.cos[n] = c;
      next.sin[n] = s;
      return;
    }
  }

  /** Leaves the part of a point or segment that a disc covers. */
  #withinDisc(disc: FlatSide, { count }: FlatSide): void {
    const { loop } = this;
    // In coordinates in which the disc is the unit circle.
    const area = disc.x[1] * disc.y[2] - disc.y[1] * disc.x[2];
    const px = (loop.x[0] - disc.x[0]) / area;
    const py = (loop.y[0] - disc.y[0]) / area;
    const p = px * disc.y[2] - py * disc.x[2];
    const q = py * disc.x[1] - px * disc.y[1];
    if (count === 1) {
      if (!(p * p + q * q <= 1 + PATCH_TOUCH)) loop.count = 0;
      return;
    }
    const dx = loop.x[1] - loop.x[0];
    const dy = loop.y[1] - loop.y[0];
    const u = (dx * disc.y[2] - dy * disc.x[2]) / area;
    const v = (dy * disc.x[1] - dx * disc.y[1]) / area;
    const uu = u * u + v * v;
    const near = -(p * u + q * v) / uu;
    const rest = (1 - (p + near * u) * (p + near * u) - (q + near * v) * (q + near * v)) / uu;
    const half = Math.sqrt(Math.max(0, rest));
    const low = Math.max(0, near - half);
    const high = Math.min(1, near + half);
    if (rest * uu < -PATCH_TOUCH || low > 1 || high < 0) {
      loop.count = 0;
      return;
    }
    const x = loop.x[0];
    const y = loop.y[0];
    if (low > 0) {
      loop.x[0] = x + low * dx;
      loop.y[0] = y + low * dy;
      loop.a[0] = loop.side[0];
      loop.b[0] = ENTERS;
    }
    if (high < 1) {
      loop.x[1] = x + high * dx;
      loop.y[1] = y + high * dy;
      loop.a[1] = loop.side[0];
      loop.b[1] = LEAVES;
    }
  }

  /** The clipping face is a segment, and so is the subject, or it is a point. */
  #alongSegment(clip: FlatSide): void {
    const { loop } = this;
    const slack = this.slack;
    const dx = clip.x[1] - clip.x[0];
    const dy = clip.y[1] - clip.y[0];
    const l = Math.sqrt(dx * dx + dy * dy);
    if (!(l > slack)) {
      loop.count = 0;
      return;
    }
    const ux = dx / l;
    const uy = dy / l;
    const last = loop.count - 1;
    const x0 = loop.x[0] - clip.x[0];
    const y0 = loop.y[0] - clip.y[0];
    const x1 = loop.x[last] - clip.x[0];
    const y1 = loop.y[last] - clip.y[0];
    const from = ux * x0 + uy * y0;
    const to = ux * x1 + uy * y1;
    const off0 = ux * y0 - uy * x0;
    const off1 = ux * y1 - uy * x1;
    if (Math.abs(off0) > slack || Math.abs(off1) > slack) {
      // The point where the loop, a segment, crosses the clipping segment, if it does.
      const touches = off0 * off1 < 0 || Math.abs(off0) <= slack || Math.abs(off1) <= slack;
      const t = Math.max(0, Math.min(1, off0 / (off0 - off1)));
      const along = from + t * (to - from);
      if (!(touches && along >= -slack && along <= l + slack)) {
        loop.count = 0;
        return;
      }
      loop.x[0] += t * (loop.x[1] - loop.x[0]);
      loop.y[0] += t * (loop.y[1] - loop.y[0]);
      loop.a[0] = loop.side[0];
      loop.b[0] = sideOf(clip.ids[0]);
      loop.count = 1;
      return;
    }
    const low = Math.max(0, Math.min(from, to));
    const high = Math.min(l, Math.max(from, to));
    if (high < low - slack) {
      loop.count = 0;
      return;
    }
    if (last === 0) return;
    const first = from <= to ? 0 : 1;
    const a0 = loop.a[first];
    const a1 = loop.a[1 - first];
    const lowIsA = Math.min(from, to) >= 0;
    const highIsA = Math.max(from, to) <= l;
    loop.x[0] = clip.x[0] + low * ux;
    loop.y[0] = clip.y[0] + low * uy;
    loop.a[0] = lowIsA ? a0 : 0;
    loop.b[0] = lowIsA ? 0 : cornerOf(clip.ids[0]);
    loop.x[1] = clip.x[0] + high * ux;
    loop.y[1] = clip.y[0] + high * uy;
    loop.a[1] = highIsA ? a1 : 0;
    loop.b[1] = highIsA ? 0 : cornerOf(clip.ids[1]);
    if (high - low <= slack) loop.count = 1;
  }

  /** Two discs: rim points of each that the other covers, and where the rims cross. */
  #rims(a: FlatSide, b: FlatSide): void {
    const hull = this.#hull;
    const given = this.#spare;
    given.count = 0;
    this.#rim(a, b, given, true);
    this.#rim(b, a, given, false);
    hull.count = 0;
    hull.slack = 0;
    for (let i = 0; i < given.count; i++) {
      hull.grow();
      hull.x[i] = given.x[i];
      hull.y[i] = given.y[i];
    }
    const corners = hull.run();
    for (let i = 0; i < corners; i++) this.loop.take(given, hull.loop[i]);
  }

  /** Adds the rim points of `own` that `other` covers; with `crossings` also where the rims cross. */
  #rim(own: FlatSide, other: FlatSide, out: Loop, crossings: boolean): void {
    for (let i = 0; i < DISC_CORNERS; i++) {
      const j = i + 1 < DISC_CORNERS ? i + 1 : 0;
      const here = inside(own, other, CIRCLE[2 * i], CIRCLE[2 * i + 1]);
      const there = inside(own, other, CIRCLE[2 * j], CIRCLE[2 * j + 1]);
      if (here >= -PATCH_TOUCH) {
        const k = out.grow();
        out.x[k] = own.x[0] + CIRCLE[2 * i] * own.x[1] + CIRCLE[2 * i + 1] * own.x[2];
        out.y[k] = own.y[0] + CIRCLE[2 * i] * own.y[1] + CIRCLE[2 * i + 1] * own.y[2];
        out.a[k] = crossings ? cornerOf(i) : 0;
        out.b[k] = crossings ? 0 : cornerOf(i);
      }
      if (!crossings || here >= -PATCH_TOUCH === there >= -PATCH_TOUCH) continue;
      // Halving the angle between a point inside and one outside: the same steps in every engine.
      let c0 = CIRCLE[2 * i];
      let s0 = CIRCLE[2 * i + 1];
      let c1 = CIRCLE[2 * j];
      let s1 = CIRCLE[2 * j + 1];
      for (let step = 0; step < HALVINGS; step++) {
        const l = Math.sqrt((c0 + c1) * (c0 + c1) + (s0 + s1) * (s0 + s1));
        const c = (c0 + c1) / l;
        const s = (s0 + s1) / l;
        if (inside(own, other, c, s) >= -PATCH_TOUCH === here >= -PATCH_TOUCH) {
          c0 = c;
          s0 = s;
        } else {
          c1 = c;
          s1 = s;
        }
      }
      const k = out.grow();
      const c = here >= -PATCH_TOUCH ? c0 : c1;
      const s = here >= -PATCH_TOUCH ? s0 : s1;
      out.x[k] = own.x[0] + c * own.x[1] + s * own.x[2];
      out.y[k] = own.y[0] + c * own.y[1] + s * own.y[2];
      out.a[k] = here >= -PATCH_TOUCH ? LEAVES : ENTERS;
      out.b[k] = here >= -PATCH_TOUCH ? LEAVES : ENTERS;
    }
  }
}

/** Halvings of the angle between two rim points until it is rounding. */
const HALVINGS = 50;

/** 1 at the centre of the other disc, 0 on its rim, below 0 outside, for a point on the rim of `own`. */
function inside(own: FlatSide, other: FlatSide, c: number, s: number): number {
  const x = own.x[0] + c * own.x[1] + s * own.x[2] - other.x[0];
  const y = own.y[0] + c * own.y[1] + s * own.y[2] - other.y[0];
  const area = other.x[1] * other.y[2] - other.y[1] * other.x[2];
  const p = (x * other.y[2] - y * other.x[2]) / area;
  const q = (y * other.x[1] - x * other.y[1]) / area;
  return 1 - p * p - q * q;
}
