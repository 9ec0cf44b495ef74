/**
 * The triangle nearest to a point: the answer of src/tree/nearest-point.ts, bit for bit.
 *
 * Boxes and triangles are ruled out in floats, four at a time; the distance of a triangle that is left is computed in doubles by the
 * arithmetic of nearest-point.ts. Of all triangles the one with the least distance counts, and of several the one with the lowest number,
 * so it does not matter in which order they are met.
 *
 * **How far a triangle is at least.** With x the point, q some point and n = x − q, a triangle with corners v is at least
 * min (x − v)·n / |n| away, whatever q is. So q may be found in floats, even wrongly where a triangle has no area: only the bound counts, and its
 * rounding is below 2e-6 of the size of all coordinates. KERNEL_TRIANGLE_ROUNDING is twice that.
 */
import { KERNEL_PAD, KERNEL_PLANE_ROUNDING, KERNEL_TRIANGLE_ROUNDING, NEAREST_ROUNDING, TRIANGLE_SLANTED } from '../src/tolerances';
import {
  BLOCK, BLOCKS, CHILDREN, CORNERS, dot, FIRST_SLOT, LIMIT, LINKS, leastLane, MORE, NODE_SHIFT, NODES, NUMBERS, ORIGIN, PRESENT, QUERY,
  REACH, ROOT, STACK, toFront, VERTICES,
} from './layout';

/** More than the rounding of a float, relative to it. */
const UPWARD: f64 = 1.000001;

/**
 * Finds the triangle nearest to the point in memory, within the square root of the limit. Returns its slot or −1, and leaves the squared
 * distance and the nearest point at LIMIT.
 */
export function nearest(mesh: usize): i32 {
  const nodes = load<u32>(mesh, NODES) as usize;
  const blocks = load<u32>(mesh, BLOCKS) as usize;
  const numbers = load<u32>(mesh, NUMBERS) as usize;
  const reach = load<f64>(mesh, REACH);
  const x = load<f64>(QUERY);
  const y = load<f64>(QUERY, 8);
  const z = load<f64>(QUERY, 16);
  const gx = load<f64>(mesh, ORIGIN);
  const gy = load<f64>(mesh, ORIGIN + 8);
  const gz = load<f64>(mesh, ORIGIN + 16);
  const ox = x - gx;
  const oy = y - gy;
  const oz = z - gz;
  const size = reach + max(abs(ox), max(abs(oy), abs(oz)));
  // How far a computed distance may be off, in doubles: see nearest-point.ts.
  const off = NEAREST_ROUNDING * (abs(x) + abs(y) + abs(z) + abs(gx) + abs(gy) + abs(gz) + 6 * reach);
  const pad = KERNEL_PAD * size;
  const lowX = f32x4.splat((ox + pad) as f32);
  const lowY = f32x4.splat((oy + pad) as f32);
  const lowZ = f32x4.splat((oz + pad) as f32);
  const highX = f32x4.splat((ox - pad) as f32);
  const highY = f32x4.splat((oy - pad) as f32);
  const highZ = f32x4.splat((oz - pad) as f32);
  const pointX = f32x4.splat(ox as f32);
  const pointY = f32x4.splat(oy as f32);
  const pointZ = f32x4.splat(oz as f32);
  const rounding = f32x4.splat((KERNEL_TRIANGLE_ROUNDING * size) as f32);
  const zero = f32x4.splat(0);
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1);
  let best = load<f64>(QUERY, LIMIT);
  let slot: i32 = -1;
  // Of the best triangle: from its nearest point to x, and where the plane through that point is.
  let bestX = zero;
  let bestY = zero;
  let bestZ = zero;
  let plane = f32x4.splat(-1);
  let root = sqrt(best) + off;
  let limit = (UPWARD * (root * root)) as f32;
  let limitV = f32x4.splat(limit);
  let rootV = f32x4.splat((UPWARD * root) as f32);
  let top: usize = STACK;
  let link = load<i32>(mesh, ROOT);
  for (;;) {
    if (link >= 0) {
      const n = nodes + ((link as usize) << NODE_SHIFT);
      const dx = f32x4.pmax(f32x4.pmax(f32x4.sub(v128.load(n), lowX), f32x4.sub(highX, v128.load(n, 48))), zero);
      const dy = f32x4.pmax(f32x4.pmax(f32x4.sub(v128.load(n, 16), lowY), f32x4.sub(highY, v128.load(n, 64))), zero);
      const dz = f32x4.pmax(f32x4.pmax(f32x4.sub(v128.load(n, 32), lowZ), f32x4.sub(highZ, v128.load(n, 80))), zero);
      const bound = dot(dx, dy, dz, dx, dy, dz);
      let m = i32x4.bitmask(f32x4.le(bound, limitV));
      if (m !== 0) {
        const lane = leastLane(bound, m);
        link = load<i32>(n + ((lane as usize) << 2), CHILDREN);
        m ^= 1 << lane;
        v128.store(top, toFront(bound, m));
        v128.store(top, toFront(v128.load(n, CHILDREN), m), LINKS);
        top += (popcnt(m) as usize) << 2;
        continue;
      }
    } else {
      let k = blocks + (~link as usize) * BLOCK;
      for (;;) {
        const ax = v128.load(k);
        const ay = v128.load(k, 16);
        const az = v128.load(k, 32);
        const bx = v128.load(k, 48);
        const by = v128.load(k, 64);
        const bz = v128.load(k, 80);
        const cx = v128.load(k, 96);
        const cy = v128.load(k, 112);
        const cz = v128.load(k, 128);
        // Triangles behind the plane through the nearest point so far are not nearer.
        const farthest = f32x4.pmax(
          dot(ax, ay, az, bestX, bestY, bestZ),
          f32x4.pmax(dot(bx, by, bz, bestX, bestY, bestZ), dot(cx, cy, cz, bestX, bestY, bestZ)),
        );
        let m = load<i32>(k, PRESENT) & ~i32x4.bitmask(f32x4.lt(farthest, plane));
        if (m !== 0) {
          const ex = f32x4.sub(bx, ax);
          const ey = f32x4.sub(by, ay);
          const ez = f32x4.sub(bz, az);
          const fx = f32x4.sub(cx, ax);
          const fy = f32x4.sub(cy, ay);
          const fz = f32x4.sub(cz, az);
          const px = f32x4.sub(pointX, ax);
          const py = f32x4.sub(pointY, ay);
          const pz = f32x4.sub(pointZ, az);
          const ee = dot(ex, ey, ez, ex, ey, ez);
          const ef = dot(ex, ey, ez, fx, fy, fz);
          const ff = dot(fx, fy, fz, fx, fy, fz);
          const pe = dot(px, py, pz, ex, ey, ez);
          const pf = dot(px, py, pz, fx, fy, fz);
          // A point of the triangle is a + v·e + w·f. The nearest ones of the sides e, f and from e to f, and half their squared distances
          // from the point less |p|²/2.
          const onE = clamp(f32x4.div(pe, ee));
          const onF = clamp(f32x4.div(pf, ff));
          const grow = f32x4.sub(ee, ef);
          const onG = clamp(f32x4.div(f32x4.add(f32x4.sub(pf, pe), grow), f32x4.sub(f32x4.add(grow, ff), ef)));
          const rest = f32x4.sub(one, onG);
          const squareE = f32x4.mul(onE, f32x4.sub(f32x4.mul(half, f32x4.mul(onE, ee)), pe));
          const squareF = f32x4.mul(onF, f32x4.sub(f32x4.mul(half, f32x4.mul(onF, ff)), pf));
          const squareG = f32x4.add(
            f32x4.add(
              f32x4.mul(rest, f32x4.sub(f32x4.mul(half, f32x4.mul(rest, ee)), pe)),
              f32x4.mul(onG, f32x4.sub(f32x4.mul(half, f32x4.mul(onG, ff)), pf)),
            ),
            f32x4.mul(f32x4.mul(rest, onG), ef),
          );
          let less = f32x4.lt(squareF, squareE);
          let v = v128.andnot(onE, less);
          let w = v128.and(onF, less);
          less = f32x4.lt(squareG, f32x4.pmin(squareE, squareF));
          v = v128.bitselect(rest, v, less);
          w = v128.bitselect(onG, w, less);
          // Or the foot of the point on the plane, if that is inside.
          const det = f32x4.sub(f32x4.mul(ee, ff), f32x4.mul(ef, ef));
          const footV = f32x4.sub(f32x4.mul(ff, pe), f32x4.mul(ef, pf));
          const footW = f32x4.sub(f32x4.mul(ee, pf), f32x4.mul(ef, pe));
          const inside = v128.and(f32x4.gt(f32x4.pmin(footV, footW), zero), f32x4.lt(f32x4.add(footV, footW), det));
          const inverse = f32x4.div(one, det);
          v = v128.bitselect(f32x4.mul(footV, inverse), v, inside);
          w = v128.bitselect(f32x4.mul(footW, inverse), w, inside);
          const nx = f32x4.sub(f32x4.sub(px, f32x4.mul(v, ex)), f32x4.mul(w, fx));
          const ny = f32x4.sub(f32x4.sub(py, f32x4.mul(v, ey)), f32x4.mul(w, fy));
          const nz = f32x4.sub(f32x4.sub(pz, f32x4.mul(v, ez)), f32x4.mul(w, fz));
          const nn = dot(nx, ny, nz, nx, ny, nz);
          const beyond = f32x4.pmax(zero, f32x4.pmax(dot(ex, ey, ez, nx, ny, nz), dot(fx, fy, fz, nx, ny, nz)));
          const along = f32x4.sub(dot(px, py, pz, nx, ny, nz), beyond);
          const least = f32x4.sub(f32x4.div(along, f32x4.sqrt(nn)), rounding);
          // Comparisons with NaN are false, which rules nothing out.
          m &= ~i32x4.bitmask(f32x4.gt(least, rootV));
          while (m !== 0) {
            const lane = leastLane(nn, m);
            const s = load<i32>(k, FIRST_SLOT) + lane;
            m ^= 1 << lane;
            const square = measure(mesh, s, x, y, z);
            if (!(square <= best)) continue;
            if (square === best && slot >= 0 && numberOf(numbers, s) > numberOf(numbers, slot)) continue;
            best = square;
            slot = s;
            keep();
            root = sqrt(best) + off;
            limit = (UPWARD * (root * root)) as f32;
            limitV = f32x4.splat(limit);
            rootV = f32x4.splat((UPWARD * root) as f32);
            const ux = x - load<f64>(QUERY, LIMIT + 8);
            const uy = y - load<f64>(QUERY, LIMIT + 16);
            const uz = z - load<f64>(QUERY, LIMIT + 24);
            bestX = f32x4.splat(ux as f32);
            bestY = f32x4.splat(uy as f32);
            bestZ = f32x4.splat(uz as f32);
            plane = f32x4.splat((ux * ox + uy * oy + uz * oz - root * root - KERNEL_PLANE_ROUNDING * size * root) as f32);
            m &= ~i32x4.bitmask(f32x4.gt(least, rootV));
          }
        }
        if (load<i32>(k, MORE) === 0) break;
        k += BLOCK;
      }
    }
    // Take the next waiting node that may be nearer.
    do {
      if (top === STACK) return slot;
      top -= 4;
    } while (load<f32>(top) > limit);
    link = load<i32>(top, LINKS);
  }
  return -1;
}

// @ts-ignore
@inline
function clamp(t: v128): v128 {
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), t));
}

// @ts-ignore
@inline
function numberOf(numbers: usize, slot: i32): i32 {
  return load<i32>(numbers + ((slot as usize) << 2));
}

/** Where `measure` leaves the squared distance and the nearest point. */
const TRIAL: usize = 192;

/** Makes the triangle that was measured last the answer. */
// @ts-ignore
@inline
function keep(): void {
  v128.store(QUERY, v128.load(QUERY, TRIAL), LIMIT);
  v128.store(QUERY, v128.load(QUERY, TRIAL + 16), LIMIT + 16);
}

/** The squared distance of a triangle from the point, in doubles: `nearestOnTriangle` of nearest-point.ts. */
function measure(mesh: usize, slot: i32, x: f64, y: f64, z: f64): f64 {
  const vertices = load<u32>(mesh, VERTICES) as usize;
  const corner = (load<u32>(mesh, CORNERS) as usize) + (slot as usize) * 12;
  const i = vertices + (load<u32>(corner) as usize);
  const j = vertices + (load<u32>(corner, 4) as usize);
  const k = vertices + (load<u32>(corner, 8) as usize);
  let ox = load<f64>(i);
  let oy = load<f64>(i, 8);
  let oz = load<f64>(i, 16);
  const bx = load<f64>(j);
  const by = load<f64>(j, 8);
  const bz = load<f64>(j, 16);
  const cx = load<f64>(k);
  const cy = load<f64>(k, 8);
  const cz = load<f64>(k, 16);
  let ex = bx - ox;
  let ey = by - oy;
  let ez = bz - oz;
  let fx = cx - ox;
  let fy = cy - oy;
  let fz = cz - oz;
  const gx = cx - bx;
  const gy = cy - by;
  const gz = cz - bz;
  let ee = ex * ex + ey * ey + ez * ez;
  let ff = fx * fx + fy * fy + fz * fz;
  const gg = gx * gx + gy * gy + gz * gz;
  if (gg > ee && gg > ff) {
    ox = bx;
    oy = by;
    oz = bz;
    fx = -ex;
    fy = -ey;
    fz = -ez;
    ff = ee;
    ex = gx;
    ey = gy;
    ez = gz;
    ee = gg;
  } else if (ff > ee) {
    const lx = ex;
    const ly = ey;
    const lz = ez;
    const ll = ee;
    ex = fx;
    ey = fy;
    ez = fz;
    ee = ff;
    fx = lx;
    fy = ly;
    fz = lz;
    ff = ll;
  }
  const rx = x - ox;
  const ry = y - oy;
  const rz = z - oz;
  const h = ee > 0 ? (ex * fx + ey * fy + ez * fz) / ee : 0;
  let wx = fx - h * ex;
  let wy = fy - h * ey;
  let wz = fz - h * ez;
  let ww = wx * wx + wy * wy + wz * wz;
  if (ww < TRIANGLE_SLANTED * ff) {
    const rest = (ex * wx + ey * wy + ez * wz) / ee;
    wx -= rest * ex;
    wy -= rest * ey;
    wz -= rest * ez;
    ww = wx * wx + wy * wy + wz * wz;
  }
  const re = rx * ex + ry * ey + rz * ez;
  const rw = rx * wx + ry * wy + rz * wz;
  let s = re / ee;
  let t = rw / ww;
  const isLeft = s < h * t;
  const isRight = 1 - s < (1 - h) * t;
  if (!(t > 0)) {
    s = s > 0 ? (s < 1 ? s : 1) : 0;
    t = 0;
  } else if (isLeft || isRight) {
    t = isLeft ? (h * re + rw) / ff : 1;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    s = t * h;
    if (isRight && t === 1) {
      const g = h - 1;
      t = (g * (re - ee) + rw) / (g * g * ee + ww);
      t = t > 0 ? (t < 1 ? t : 1) : 0;
      s = 1 + t * g;
    }
  }
  const dx = rx - s * ex - t * wx;
  const dy = ry - s * ey - t * wy;
  const dz = rz - s * ez - t * wz;
  const square = dx * dx + dy * dy + dz * dz;
  store<f64>(QUERY, square, TRIAL);
  store<f64>(QUERY, ox + s * ex + t * wx, TRIAL + 8);
  store<f64>(QUERY, oy + s * ey + t * wy, TRIAL + 16);
  store<f64>(QUERY, oz + s * ez + t * wz, TRIAL + 24);
  return square;
}
