/**
 * The first triangle that a ray meets: the answer of src/tree/ray.ts, bit for bit.
 *
 * Boxes and triangles are tested in floats, four at a time, and ruled out only if they are missed by more than the rounding of floats. A
 * triangle that is left is tested in doubles by the arithmetic of ray.ts. Of triangles that are hit at once the lowest number counts, so it
 * does not matter in which order they are met.
 *
 * **Rounding.** With o the start relative to the origin of the boxes, all coordinates are at most size = reach + |o|. That is enough digits:
 * `approach` of ray.ts moves a start that is far away up to the box. Let ε = 2^-24 and i = 1/direction. A side s of a box is met at the time
 * s·i − o·i. The products and their factors are off by 2ε·|s·i| + ε·|o·i|, as if s were off by 2ε·size, and `RAY_PARALLEL` takes ε·size more:
 * KERNEL_PAD is more than twice the sum. The difference is off by ε times itself, so two times are compared with 2ε times the time at which the
 * ray is in the box. That is at most size/|direction|, and KERNEL_TIME_SLACK is 16ε. Corners in the sheared coordinates are off by δ = 8ε·size,
 * a determinant by 4δm + 2δ² and the rounding of its products, where m is the largest coordinate. KERNEL_CORNER_SLACK is twice δ.
 */
import { KERNEL_CORNER_SLACK, KERNEL_PAD, KERNEL_TIME_SLACK, RAY_EDGE_ON, RAY_PARALLEL, RAY_SEAM } from '../src/tolerances';
import {
  BLOCK, BLOCKS, CHILDREN, CORNERS, FIRST_SLOT, LIMIT, LINKS, MORE, NODE_SHIFT, NODES, NUMBER, NUMBERS, ORIGIN, PRESENT, QUERY,
  READ_AHEAD, REACH, ROOT, STACK, TRIANGLE, toFront, VERTICES,
} from './layout';

/** Far below every product that counts, and above the least float. */
const TINY: f32 = 1e-37;

/** Finds the first hit of the ray in memory. Returns its slot or −1, and leaves its time as the limit. */
export function cast(mesh: usize, side: f64): i32 {
  const nodes = load<u32>(mesh, NODES) as usize;
  const blocks = load<u32>(mesh, BLOCKS) as usize;
  const vertices = load<u32>(mesh, VERTICES) as usize;
  const corners = load<u32>(mesh, CORNERS) as usize;
  const numbers = load<u32>(mesh, NUMBERS) as usize;
  const d0 = load<f64>(QUERY, 24);
  const d1 = load<f64>(QUERY, 32);
  const d2 = load<f64>(QUERY, 40);
  // As in ray.ts: the axes for shearing.
  const ax = abs(d0);
  const ay = abs(d1);
  const az = abs(d2);
  const c: usize = ax > ay && ax > az ? 0 : ay > az ? 1 : 2;
  const a: usize = c === 2 ? 0 : c + 1;
  const b: usize = 3 - c - a;
  const c8 = c << 3;
  const a8 = a << 3;
  const b8 = b << 3;
  const sz = 1 / load<f64>(QUERY + c8, 24);
  const sx = load<f64>(QUERY + a8, 24) * sz;
  const sy = load<f64>(QUERY + b8, 24) * sz;
  const sa = load<f64>(QUERY + a8);
  const sb = load<f64>(QUERY + b8);
  const sc = load<f64>(QUERY + c8);
  const facing = side * sz;
  let limit = load<f64>(QUERY, LIMIT);
  const o0 = load<f64>(QUERY) - load<f64>(mesh, ORIGIN);
  const o1 = load<f64>(QUERY, 8) - load<f64>(mesh, ORIGIN + 8);
  const o2 = load<f64>(QUERY, 16) - load<f64>(mesh, ORIGIN + 16);
  const size = load<f64>(mesh, REACH) + max(abs(o0), max(abs(o1), abs(o2)));
  const longest = max(ax, max(ay, az));
  const least = RAY_PARALLEL * longest;
  const i0 = 1 / (ax < least ? copysign(least, d0) : d0);
  const i1 = 1 / (ay < least ? copysign(least, d1) : d1);
  const i2 = 1 / (az < least ? copysign(least, d2) : d2);
  const slack = KERNEL_TIME_SLACK * (size * abs(sz));
  // A side of a box is met at the time side·i − o·i. The sides are moved outward by the padding, and the times of leaving by the slack.
  const pad = KERNEL_PAD * size;
  const p0 = pad * abs(i0);
  const p1 = pad * abs(i1);
  const p2 = pad * abs(i2);
  const ix = f32x4.splat(i0 as f32);
  const iy = f32x4.splat(i1 as f32);
  const iz = f32x4.splat(i2 as f32);
  const nearX = f32x4.splat((o0 * i0 + p0) as f32);
  const nearY = f32x4.splat((o1 * i1 + p1) as f32);
  const nearZ = f32x4.splat((o2 * i2 + p2) as f32);
  const farX = f32x4.splat((o0 * i0 - p0 - slack) as f32);
  const farY = f32x4.splat((o1 * i1 - p1 - slack) as f32);
  const farZ = f32x4.splat((o2 * i2 - p2 - slack) as f32);
  const nx: usize = i0 < 0 ? 48 : 0;
  const ny: usize = i1 < 0 ? 64 : 16;
  const nz: usize = i2 < 0 ? 80 : 32;
  const fx: usize = 48 - nx;
  const fy: usize = 80 - ny;
  const fz: usize = 112 - nz;
  let last = (limit + slack) as f32;
  let until = f32x4.splat(last);
  // The same for triangles.
  const oa = f32x4.splat((a === 0 ? o0 : a === 1 ? o1 : o2) as f32);
  const ob = f32x4.splat((b === 0 ? o0 : b === 1 ? o1 : o2) as f32);
  const oc = f32x4.splat((c === 0 ? o0 : c === 1 ? o1 : o2) as f32);
  const shearX = f32x4.splat(sx as f32);
  const shearY = f32x4.splat(sy as f32);
  const delta = f32x4.splat((KERNEL_CORNER_SLACK * size) as f32);
  const delta6 = f32x4.splat((6 * KERNEL_CORNER_SLACK * size) as f32);
  const c16 = c << 4;
  const a16 = a << 4;
  const b16 = b << 4;
  let slot: i32 = -1;
  let number: i32 = -1;
  let ahead: u32 = 0;
  let top: usize = STACK;
  let link = load<i32>(mesh, ROOT);
  for (;;) {
    if (link >= 0) {
      const n = nodes + ((link as usize) << NODE_SHIFT);
      let x = f32x4.sub(f32x4.mul(v128.load(n + nx), ix), nearX);
      let y = f32x4.sub(f32x4.mul(v128.load(n + ny), iy), nearY);
      let z = f32x4.sub(f32x4.mul(v128.load(n + nz), iz), nearZ);
      const enter = f32x4.pmax(f32x4.pmax(x, y), f32x4.pmax(z, f32x4.splat(0)));
      x = f32x4.sub(f32x4.mul(v128.load(n + fx), ix), farX);
      y = f32x4.sub(f32x4.mul(v128.load(n + fy), iy), farY);
      z = f32x4.sub(f32x4.mul(v128.load(n + fz), iz), farZ);
      const leave = f32x4.pmin(f32x4.pmin(x, y), f32x4.pmin(z, until));
      const missed = f32x4.gt(enter, leave);
      // Floats that are not negative have the order of their bits. The last two bits become the lane. Children that are missed come last.
      const keys = v128.or(v128.or(v128.and(enter, i32x4.splat(-4)), i32x4(0, 1, 2, 3)), missed);
      let first = i32x4.min_u(keys, v128.shuffle<i32>(keys, keys, 2, 3, 0, 1));
      first = i32x4.min_u(first, v128.shuffle<i32>(first, first, 1, 0, 3, 2));
      const key = i32x4.extract_lane(first, 0);
      if (key !== -1) {
        // To the nearest child. The others wait, in any order: sorting them costs more than it saves.
        const lane = key & 3;
        link = load<i32>(n + ((lane as usize) << 2), CHILDREN);
        const m = 15 ^ i32x4.bitmask(missed) ^ (1 << lane);
        v128.store(top, toFront(enter, m));
        v128.store(top, toFront(v128.load(n, CHILDREN), m), LINKS);
        top += (popcnt(m) as usize) << 2;
        continue;
      }
    } else {
      let k = blocks + (~link as usize) * BLOCK;
      for (;;) {
        // The corners and the vertices that a hit needs are rarely in the cache. Reading those of one triangle brings them there during the test,
        // and most of those of the others.
        const corner = corners + (load<i32>(k, FIRST_SLOT) as usize) * 12;
        ahead ^= load<u32>(vertices + (load<u32>(corner) as usize));
        ahead ^= load<u32>(vertices + (load<u32>(corner, 4) as usize));
        ahead ^= load<u32>(vertices + (load<u32>(corner, 8) as usize));
        const z0 = f32x4.sub(v128.load(k + c16), oc);
        const z1 = f32x4.sub(v128.load(k + c16, 48), oc);
        const z2 = f32x4.sub(v128.load(k + c16, 96), oc);
        const x0 = f32x4.sub(f32x4.sub(v128.load(k + a16), oa), f32x4.mul(shearX, z0));
        const x1 = f32x4.sub(f32x4.sub(v128.load(k + a16, 48), oa), f32x4.mul(shearX, z1));
        const x2 = f32x4.sub(f32x4.sub(v128.load(k + a16, 96), oa), f32x4.mul(shearX, z2));
        const y0 = f32x4.sub(f32x4.sub(v128.load(k + b16), ob), f32x4.mul(shearY, z0));
        const y1 = f32x4.sub(f32x4.sub(v128.load(k + b16, 48), ob), f32x4.mul(shearY, z1));
        const y2 = f32x4.sub(f32x4.sub(v128.load(k + b16, 96), ob), f32x4.mul(shearY, z2));
        const u = f32x4.sub(f32x4.mul(x2, y1), f32x4.mul(y2, x1));
        const v = f32x4.sub(f32x4.mul(x0, y2), f32x4.mul(y0, x2));
        const w = f32x4.sub(f32x4.mul(x1, y0), f32x4.mul(y1, x0));
        const mx = f32x4.pmax(f32x4.abs(x0), f32x4.pmax(f32x4.abs(x1), f32x4.abs(x2)));
        const my = f32x4.pmax(f32x4.abs(y0), f32x4.pmax(f32x4.abs(y1), f32x4.abs(y2)));
        const off = f32x4.add(f32x4.mul(delta6, f32x4.add(f32x4.pmax(mx, my), delta)), f32x4.splat(TINY));
        // Missed where the ray passes on both sides of the edges for sure. Comparisons with NaN are false, which rules nothing out.
        const below = f32x4.lt(f32x4.add(f32x4.pmin(u, f32x4.pmin(v, w)), off), f32x4.splat(0));
        const above = f32x4.gt(f32x4.sub(f32x4.pmax(u, f32x4.pmax(v, w)), off), f32x4.splat(0));
        let m = load<i32>(k, PRESENT) & ~i32x4.bitmask(v128.and(below, above));
        while (m !== 0) {
          const s = load<i32>(k, FIRST_SLOT) + ctz(m);
          m &= m - 1;
          const t = meet(vertices, corners + (s as usize) * 12, a8, b8, c8, sa, sb, sc, sx, sy, sz, facing);
          if (!(t >= 0 && t <= limit)) continue;
          if (t === limit && slot >= 0 && numberOf(numbers, s) > number) continue;
          limit = t;
          slot = s;
          number = numberOf(numbers, s);
          last = (limit + slack) as f32;
          until = f32x4.splat(last);
        }
        if (load<i32>(k, MORE) === 0) break;
        k += BLOCK;
      }
    }
    // Take the next waiting node that the ray enters before the best hit.
    do {
      if (top === STACK) {
        store<f64>(QUERY, limit, LIMIT);
        store<i32>(NUMBER, number);
        store<u32>(READ_AHEAD, ahead);
        return slot;
      }
      top -= 4;
    } while (load<f32>(top) > last);
    link = load<i32>(top, LINKS);
  }
  return -1;
}

// @ts-ignore
@inline
function numberOf(numbers: usize, slot: i32): i32 {
  return load<i32>(numbers + ((slot as usize) << 2));
}

/** When the ray meets a triangle, in doubles: the arithmetic of ray.ts. NaN if it does not. */
// @ts-ignore
@inline
function meet(
  vertices: usize, corner: usize, a8: usize, b8: usize, c8: usize,
  sa: f64, sb: f64, sc: f64, sx: f64, sy: f64, sz: f64, facing: f64,
): f64 {
  let k = vertices + (load<u32>(corner) as usize);
  const z0 = load<f64>(k + c8) - sc;
  const x0 = load<f64>(k + a8) - sa - sx * z0;
  const y0 = load<f64>(k + b8) - sb - sy * z0;
  k = vertices + (load<u32>(corner, 4) as usize);
  const z1 = load<f64>(k + c8) - sc;
  const x1 = load<f64>(k + a8) - sa - sx * z1;
  const y1 = load<f64>(k + b8) - sb - sy * z1;
  k = vertices + (load<u32>(corner, 8) as usize);
  const z2 = load<f64>(k + c8) - sc;
  const x2 = load<f64>(k + a8) - sa - sx * z2;
  const y2 = load<f64>(k + b8) - sb - sy * z2;
  const u = x2 * y1 - y2 * x1;
  const v = x0 * y2 - y0 * x2;
  const w = x1 * y0 - y1 * x0;
  const near = RAY_SEAM * (abs(u) + abs(v) + abs(w));
  const below = i32(u < -near) | i32(v < -near) | i32(w < -near);
  const above = i32(u > near) | i32(v > near) | i32(w > near);
  if ((below & above) !== 0) return NaN;
  const det = u + v + w;
  if (facing !== 0 && !(det * facing > 0)) return NaN;
  const products = abs(x2 * y1) + abs(y2 * x1) + abs(x0 * y2) + abs(y0 * x2) + abs(x1 * y0) + abs(y1 * x0);
  if (abs(det) > RAY_EDGE_ON * products) return ((u * z0 + v * z1 + w * z2) * sz) / det;
  if (facing !== 0) return NaN;
  store<f64>(TRIANGLE, x0);
  store<f64>(TRIANGLE, y0, 8);
  store<f64>(TRIANGLE, z0 * sz, 16);
  store<f64>(TRIANGLE, x1, 24);
  store<f64>(TRIANGLE, y1, 32);
  store<f64>(TRIANGLE, z1 * sz, 40);
  store<f64>(TRIANGLE, x2, 48);
  store<f64>(TRIANGLE, y2, 56);
  store<f64>(TRIANGLE, z2 * sz, 64);
  return edgeOn();
}

/** `edgeOn` of ray.ts. */
function edgeOn(): f64 {
  let first: f64 = Infinity;
  let last: f64 = -Infinity;
  for (let i: usize = 0; i < 72; i += 24) {
    const p = TRIANGLE + i;
    const q: usize = i === 48 ? TRIANGLE : p + 24;
    const x = load<f64>(p);
    const y = load<f64>(p, 8);
    const dx = load<f64>(q) - x;
    const dy = load<f64>(q, 8) - y;
    const dd = dx * dx + dy * dy;
    const pz = load<f64>(p, 16);
    const qz = load<f64>(q, 16);
    if (dd === 0) {
      if (x !== 0 || y !== 0) continue;
      first = min(first, min(pz, qz));
      last = max(last, max(pz, qz));
      continue;
    }
    const s = -(x * dx + y * dy) / dd;
    if (!(s >= 0 && s <= 1)) continue;
    const z = pz + s * (qz - pz);
    first = min(first, z);
    last = max(last, z);
  }
  if (!(first <= last)) return NaN;
  return first >= 0 ? first : last >= 0 ? 0 : NaN;
}
