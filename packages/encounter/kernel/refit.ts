/**
 * The boxes of a tree from its triangles as they are now: those of src/tree/refit.ts, bit for bit. Two coordinates are computed at once, by the same
 * steps as there. Nodes are laid out as in src/tree/layout.ts.
 */
import { REFIT_ROUNDING } from '../src/tolerances';

/** What bounds are moved outward by before they are rounded to floats, as in src/tree/layout.ts. */
const OUTWARD: f64 = 1.1920928955078125e-7; // 2 ** -23
const OUTWARD_TINY: f64 = 1.401298464324817e-45; // 2 ** -149

const NODE_SHIFT: usize = 5;
const FIRST: usize = 24;
const COUNT: usize = 28;

/** Computes the boxes of all nodes. Corners are how many bytes into the vertices each of them is, three per slot. */
export function refit(nodes: usize, count: i32, corners: usize, vertices: usize, ox: f64, oy: f64, oz: f64): void {
  const oxy = f64x2.replace_lane(f64x2.splat(ox), 1, oy);
  const ozz = f64x2.splat(oz);
  for (let i = count - 1; i >= 0; i--) {
    const n = nodes + ((i as usize) << NODE_SHIFT);
    const first = load<i32>(n, FIRST) as usize;
    const slots = load<i32>(n, COUNT) as usize;
    if (slots === 0) {
      const p = nodes + (first << NODE_SHIFT);
      unite(n, p);
      uniteLast(n, p);
      continue;
    }
    let low = f64x2.splat(0);
    let high = low;
    let lowZ = low;
    let highZ = low;
    const start = corners + 12 * first;
    for (let k = start; k < start + 12 * slots; k += 12) {
      const a = vertices + (load<u32>(k) as usize);
      const b = vertices + (load<u32>(k, 4) as usize);
      const c = vertices + (load<u32>(k, 8) as usize);
      let u = f64x2.sub(v128.load(a), oxy);
      let v = f64x2.sub(v128.load(b), oxy);
      let w = f64x2.sub(v128.load(c), oxy);
      w = f64x2.add(w, w);
      const l = least(least(u, v), w);
      const h = most(most(u, v), w);
      u = f64x2.sub(v128.load64_zero(a, 16), ozz);
      v = f64x2.sub(v128.load64_zero(b, 16), ozz);
      w = f64x2.sub(v128.load64_zero(c, 16), ozz);
      w = f64x2.add(w, w);
      const lz = least(least(u, v), w);
      const hz = most(most(u, v), w);
      if (k === start) {
        low = l;
        high = h;
        lowZ = lz;
        highZ = hz;
        continue;
      }
      const half = f64x2.splat(0.5);
      low = f64x2.mul(half, least(low, l));
      high = f64x2.mul(half, most(high, h));
      lowZ = f64x2.mul(half, least(lowZ, lz));
      highZ = f64x2.mul(half, most(highZ, hz));
    }
    const quarter = f64x2.splat(0.25);
    low = f64x2.mul(quarter, low);
    high = f64x2.mul(quarter, high);
    let e = outward(low, high);
    v128.store64_lane(n, f32x4.demote_f64x2_zero(f64x2.sub(low, e)), 0);
    v128.store64_lane(n, f32x4.demote_f64x2_zero(f64x2.add(high, e)), 0, 12);
    low = f64x2.mul(quarter, lowZ);
    high = f64x2.mul(quarter, highZ);
    e = outward(low, high);
    v128.store32_lane(n, f32x4.demote_f64x2_zero(f64x2.sub(low, e)), 0, 8);
    v128.store32_lane(n, f32x4.demote_f64x2_zero(f64x2.add(high, e)), 0, 20);
  }
}

/** Twice the smaller of two numbers. */
// @ts-ignore
@inline
function least(a: v128, b: v128): v128 {
  return f64x2.sub(f64x2.add(a, b), f64x2.abs(f64x2.sub(a, b)));
}

/** Twice the larger of two numbers. */
// @ts-ignore
@inline
function most(a: v128, b: v128): v128 {
  return f64x2.add(f64x2.add(a, b), f64x2.abs(f64x2.sub(a, b)));
}

// @ts-ignore
@inline
function outward(low: v128, high: v128): v128 {
  return f64x2.add(f64x2.mul(f64x2.splat(OUTWARD), f64x2.add(f64x2.abs(low), f64x2.abs(high))), f64x2.splat(OUTWARD_TINY));
}

/** The x and y of the box at n, from those of its children at p and right after. */
// @ts-ignore
@inline
function unite(n: usize, p: usize): void {
  const a = f64x2.promote_low_f32x4(v128.load64_zero(p));
  const b = f64x2.promote_low_f32x4(v128.load64_zero(p, 32));
  const c = f64x2.promote_low_f32x4(v128.load64_zero(p, 12));
  const d = f64x2.promote_low_f32x4(v128.load64_zero(p, 44));
  const e = allowance(a, b, c, d);
  v128.store64_lane(n, f32x4.demote_f64x2_zero(f64x2.sub(f64x2.mul(f64x2.splat(0.5), least(a, b)), e)), 0);
  v128.store64_lane(n, f32x4.demote_f64x2_zero(f64x2.add(f64x2.mul(f64x2.splat(0.5), most(c, d)), e)), 0, 12);
}

/** The same for z. */
// @ts-ignore
@inline
function uniteLast(n: usize, p: usize): void {
  const a = f64x2.promote_low_f32x4(v128.load32_zero(p, 8));
  const b = f64x2.promote_low_f32x4(v128.load32_zero(p, 40));
  const c = f64x2.promote_low_f32x4(v128.load32_zero(p, 20));
  const d = f64x2.promote_low_f32x4(v128.load32_zero(p, 52));
  const e = allowance(a, b, c, d);
  v128.store32_lane(n, f32x4.demote_f64x2_zero(f64x2.sub(f64x2.mul(f64x2.splat(0.5), least(a, b)), e)), 0, 8);
  v128.store32_lane(n, f32x4.demote_f64x2_zero(f64x2.add(f64x2.mul(f64x2.splat(0.5), most(c, d)), e)), 0, 20);
}

// @ts-ignore
@inline
function allowance(a: v128, b: v128, c: v128, d: v128): v128 {
  const sum = f64x2.add(f64x2.add(f64x2.add(f64x2.abs(a), f64x2.abs(b)), f64x2.abs(c)), f64x2.abs(d));
  return f64x2.mul(f64x2.splat(REFIT_ROUNDING), sum);
}
