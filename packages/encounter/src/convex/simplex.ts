/**
 * The simplex of GJK: up to four points of A − B, and the point of their hull nearest to the origin (§4.3.1–4.3.3).
 *
 *   y    points of A − B          a    the points of A they come from (y = a − b)
 *   v    nearest point            λ    its barycentric coordinates
 *
 * The subalgorithm. Johnson's recursion and Montanari's signed volumes were both considered; this is the geometric form
 * of the former (a search of Voronoi regions) with the newest point as pivot:
 * - For four points one determinant serves the three faces that contain the newest point (Theorem 4.7): it gives the
 *   barycentric coordinates of the origin, and each negative one names a face that the origin sees. The nearest point
 *   lies on a visible face, so only those are solved. The face opposite the newest point is among them: in exact
 *   arithmetic it is never visible, with rounding it can be, and leaving it out costs errors of the order of the size.
 * - For three points the coordinates come from the triangle's normal, n·(ab × ap). In a needle this loses a factor sin θ less
 *   than differences of products of dot products do. v itself is the projection on n: orthogonal to the triangle whatever the
 *   rounding in λ.
 */
import { Vec3 } from '../math/vec3.ts';
import { NEEDLE, REFINE, SLIVER, VOLUME } from '../tolerances.ts';

/** A fifth place, after the four points: the temporary of a swap. */
const SPARE = 4;

/** The coordinates of the points that a subproblem selects. A constant of the module, which the engine knows (see epa-polytope.ts). */
const found: Float64Array = new Float64Array(9);

export class Simplex {
  count = 0;
  readonly y: Float64Array = new Float64Array(3 * SPARE + 3);
  readonly a: Float64Array = new Float64Array(3 * SPARE + 3);
  readonly lambda: Float64Array = new Float64Array(4);
  /** The nearest point, and its squared length. */
  readonly v: Vec3 = new Vec3();
  vv = 0;
  /** Six times the volume of the tetrahedron, once it contains the origin. */
  volume = 0;

  /** What a subproblem selects: how many points, and which ones. */
  #kept = 0;
  #i0 = 0;
  #i1 = 0;
  #i2 = 0;

  /** Appends a point; there must be fewer than four. */
  add(y: Vec3, a: Vec3): void {
    const k = 3 * this.count++;
    this.y[k] = y.x;
    this.y[k + 1] = y.y;
    this.y[k + 2] = y.z;
    this.a[k] = a.x;
    this.a[k + 1] = a.y;
    this.a[k + 2] = a.z;
  }

  /** Whether the very same point is in the simplex already. */
  has(w: Vec3): boolean {
    const { y } = this;
    const end = 3 * this.count;
    for (let k = 0; k < end; k += 3) if (y[k] === w.x && y[k + 1] === w.y && y[k + 2] === w.z) return true;
    return false;
  }

  /**
   * Finds v after a point was added last, and drops the points that v does not need. Returns true, with all four points
   * and λ kept, when the origin is certainly inside the tetrahedron: v is then zero.
   */
  solve(): boolean {
    const { count } = this;
    if (count === 2) this.#segment(0, 1);
    else if (count === 3) this.#triangle(0, 1, 2);
    else if (count === 1) this.#keepVertex(0);
    else if (this.#tetrahedron()) return true;
    this.#compact();
    return false;
  }

  /** Σ λ·a: the witness point on A. */
  pointA(out: Vec3): Vec3 {
    return this.#combine(this.a, out);
  }

  /** Σ λ·y: the point of A − B that λ names. On a sliver v may be right where λ is not; then this is longer than v. */
  nearest(out: Vec3): Vec3 {
    return this.#combine(this.y, out);
  }

  /**
   * Makes the point nearest to the origin the newest. `solve` computes its volumes at the newest point. If three points are close
   * together and the newest is far away from them, those volumes are nothing but rounding.
   */
  pivot(): void {
    const { y } = this;
    const last = this.count - 1;
    let near = last;
    let least = Infinity;
    for (let i = 0; i <= last; i++) {
      const far = Math.abs(y[3 * i]) + Math.abs(y[3 * i + 1]) + Math.abs(y[3 * i + 2]);
      if (far < least) {
        least = far;
        near = i;
      }
    }
    this.#move(near, SPARE);
    this.#move(last, near);
    this.#move(SPARE, last);
  }

  #combine(points: Float64Array, out: Vec3): Vec3 {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0; i < this.count; i++) {
      const l = this.lambda[i];
      x += l * points[3 * i];
      y += l * points[3 * i + 1];
      z += l * points[3 * i + 2];
    }
    return out.set(x, y, z);
  }

  #keepVertex(i: number): void {
    const { y, v } = this;
    v.x = y[3 * i];
    v.y = y[3 * i + 1];
    v.z = y[3 * i + 2];
    this.vv = v.x * v.x + v.y * v.y + v.z * v.z;
    this.#kept = 1;
    this.#i0 = i;
    found[0] = 1;
  }

  /** The segment of points i < j. */
  #segment(i: number, j: number): void {
    const { y, v } = this;
    const x0 = y[3 * i];
    const y0 = y[3 * i + 1];
    const z0 = y[3 * i + 2];
    const x1 = y[3 * j];
    const y1 = y[3 * j + 1];
    const z1 = y[3 * j + 2];
    const dx = x0 - x1;
    const dy = y0 - y1;
    const dz = z0 - z1;
    const dd = dx * dx + dy * dy + dz * dz;
    const along = -(dx * x1 + dy * y1 + dz * z1);
    if (!(along > 0)) this.#keepVertex(j);
    // Not `along >= dd`: that is the same in exact arithmetic, but rounds relative to the far end j, which is too much where i is
    // nearly the answer.
    else if (!(dx * x0 + dy * y0 + dz * z0 > 0)) this.#keepVertex(i);
    else {
      const t = along / dd;
      v.x = x1 + t * dx;
      v.y = y1 + t * dy;
      v.z = z1 + t * dz;
      let vv = v.x * v.x + v.y * v.y + v.z * v.z;
      if (vv < REFINE * (x1 * x1 + y1 * y1 + z1 * z1)) {
        // Near the origin v is the small difference of large terms; projecting once more restores its direction.
        const s = (v.x * dx + v.y * dy + v.z * dz) / dd;
        v.x -= s * dx;
        v.y -= s * dy;
        v.z -= s * dz;
        vv = v.x * v.x + v.y * v.y + v.z * v.z;
      }
      this.vv = vv;
      this.#kept = 2;
      this.#i0 = i;
      this.#i1 = j;
      found[0] = t;
      found[1] = 1 - t;
    }
  }

  /** The triangle of points i < j < k; regions as in Ericson, Real-Time Collision Detection, §5.1.5. */
  #triangle(i: number, j: number, k: number): void {
    const { y, v } = this;
    const px = y[3 * k];
    const py = y[3 * k + 1];
    const pz = y[3 * k + 2];
    const bx = y[3 * i] - px;
    const by = y[3 * i + 1] - py;
    const bz = y[3 * i + 2] - pz;
    const cx = y[3 * j] - px;
    const cy = y[3 * j + 1] - py;
    const cz = y[3 * j + 2] - pz;
    const bp = -(bx * px + by * py + bz * pz);
    const cp = -(cx * px + cy * py + cz * pz);
    if (bp <= 0 && cp <= 0) {
      this.#keepVertex(k);
      return;
    }
    const bb = bx * bx + by * by + bz * bz;
    const cc = cx * cx + cy * cy + cz * cz;
    const bc = bx * cx + by * cy + bz * cz;
    let nx = by * cz - bz * cy;
    let ny = bz * cx - bx * cz;
    let nz = bx * cy - by * cx;
    let nn = nx * nx + ny * ny + nz * nz;
    if (!(nn > NEEDLE * bb * cc)) {
      if (!(nn > SLIVER * bb * cc)) {
        this.#sliver(i, j, k);
        return;
      }
      // k is the point of a needle. At the other end the edges are not nearly parallel, and their product has more digits.
      const ex = y[3 * j] - y[3 * i];
      const ey = y[3 * j + 1] - y[3 * i + 1];
      const ez = y[3 * j + 2] - y[3 * i + 2];
      if (ex * ex + ey * ey + ez * ez < cc) {
        nx = by * ez - bz * ey;
        ny = bz * ex - bx * ez;
        nz = bx * ey - by * ex;
        nn = nx * nx + ny * ny + nz * nz;
      }
    }
    // λ of j and of i, times nn: the origin against the edges ik and jk.
    const lj = nx * (bz * py - by * pz) + ny * (bx * pz - bz * px) + nz * (by * px - bx * py);
    const li = nx * (cy * pz - cz * py) + ny * (cz * px - cx * pz) + nz * (cx * py - cy * px);
    if (lj <= 0 && bp >= 0 && bp <= bb) {
      this.#segment(i, k);
      return;
    }
    if (li <= 0 && cp >= 0 && cp <= cc) {
      this.#segment(j, k);
      return;
    }
    const lk = nn - li - lj;
    // Beyond the edge ij, or beyond one of its ends.
    if (lk <= 0 || (bp >= bb && cp - bc <= bp - bb) || (cp >= cc && bp - bc <= cp - cc)) {
      this.#segment(i, j);
      return;
    }
    // In none of the regions of edges and corners, and not in front of the inside either: rounding does this in a needle.
    if (li < 0 || lj < 0) {
      this.#sliver(i, j, k);
      return;
    }
    const height = nx * px + ny * py + nz * pz;
    const s = height / nn;
    v.x = nx * s;
    v.y = ny * s;
    v.z = nz * s;
    this.vv = s * height;
    this.#kept = 3;
    this.#i0 = i;
    this.#i1 = j;
    this.#i2 = k;
    found[0] = li / nn;
    found[1] = lj / nn;
    found[2] = lk / nn;
  }

  /** A triangle whose normal is nothing but rounding: takes the best of its three edges. */
  #sliver(i: number, j: number, k: number): void {
    this.#segment(i, k);
    const ik = this.vv;
    this.#segment(j, k);
    const jk = this.vv;
    this.#segment(i, j);
    if (this.vv > ik || this.vv > jk) this.#segment(ik <= jk ? i : j, k);
  }

  #tetrahedron(): boolean {
    const { y } = this;
    const px = y[9];
    const py = y[10];
    const pz = y[11];
    const ax = y[0] - px;
    const ay = y[1] - py;
    const az = y[2] - pz;
    const bx = y[3] - px;
    const by = y[4] - py;
    const bz = y[5] - pz;
    const cx = y[6] - px;
    const cy = y[7] - py;
    const cz = y[8] - pz;
    // Normals of the three faces that contain the newest point p.
    const bcx = by * cz - bz * cy;
    const bcy = bz * cx - bx * cz;
    const bcz = bx * cy - by * cx;
    const cax = cy * az - cz * ay;
    const cay = cz * ax - cx * az;
    const caz = cx * ay - cy * ax;
    const abx = ay * bz - az * by;
    const aby = az * bx - ax * bz;
    const abz = ax * by - ay * bx;
    const det = ax * bcx + ay * bcy + az * bcz;
    const sign = det < 0 ? -1 : 1;
    const volume = Math.abs(det);
    const la = -sign * (px * bcx + py * bcy + pz * bcz);
    const lb = -sign * (px * cax + py * cay + pz * caz);
    const lc = -sign * (px * abx + py * aby + pz * abz);
    const lp = volume - la - lb - lc;
    // Rounding in these volumes: below `noise` a coordinate may be of either sign and its face counts as visible.
    const reach = Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz);
    const noise = VOLUME * reach * (Math.abs(px) + Math.abs(py) + Math.abs(pz));
    const seen = (la <= noise ? 1 : 0) | (lb <= noise ? 2 : 0) | (lc <= noise ? 4 : 0) | (lp <= noise ? 8 : 0);
    if (seen === 0) {
      const l = this.lambda;
      l[0] = la / volume;
      l[1] = lb / volume;
      l[2] = lc / volume;
      l[3] = lp / volume;
      this.v.set(0, 0, 0);
      this.vv = 0;
      this.volume = volume;
      return true;
    }
    // The v of a face is that of the whole tetrahedron when the remaining point lies beyond the plane through v (Theorem 4.1).
    // This mostly holds for the first face tried, the one with the most negative coordinate.
    let first = 0;
    let least = la;
    if (lb < least) {
      first = 1;
      least = lb;
    }
    if (lc < least) {
      first = 2;
      least = lc;
    }
    if (lp < least) first = 3;
    this.#face(first);
    if (seen === 1 << first || this.#optimal(first)) return false;
    let best = first;
    let current = first;
    least = this.vv;
    for (let f = 0; f < 4; f++) {
      if (f === first || (seen & (1 << f)) === 0) continue;
      this.#face(f);
      current = f;
      if (this.#optimal(f)) return false;
      if (this.vv < least) {
        least = this.vv;
        best = f;
      }
    }
    if (current !== best) this.#face(best);
    return false;
  }

  /** Whether point f lies no nearer to the origin along v than v itself. */
  #optimal(f: number): boolean {
    const { y, v } = this;
    const k = 3 * f;
    return v.x * y[k] + v.y * y[k + 1] + v.z * y[k + 2] >= this.vv;
  }

  /** The face opposite point f. */
  #face(f: number): void {
    if (f === 0) this.#triangle(1, 2, 3);
    else if (f === 1) this.#triangle(0, 2, 3);
    else if (f === 2) this.#triangle(0, 1, 3);
    else this.#triangle(0, 1, 2);
  }

  /** Moves the kept points, i0 < i1 < i2, into the first places. */
  #compact(): void {
    this.#keep(0, this.#i0);
    if (this.#kept > 1) this.#keep(1, this.#i1);
    if (this.#kept > 2) this.#keep(2, this.#i2);
    this.count = this.#kept;
  }

  #keep(k: number, i: number): void {
    this.lambda[k] = found[k];
    if (i > k) this.#move(i, k);
  }

  #move(from: number, to: number): void {
    const { y, a } = this;
    const p = 3 * from;
    const q = 3 * to;
    y[q] = y[p];
    y[q + 1] = y[p + 1];
    y[q + 2] = y[p + 2];
    a[q] = a[p];
    a[q + 1] = a[p + 1];
    a[q + 2] = a[p + 2];
  }
}
