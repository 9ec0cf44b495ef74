// Overlap tests of bounding volumes in arithmetic that counts: one for each addition, multiplication, absolute value and comparison, as the book counts (§3, §5.3.1).

export class Counter {
  count = 0;
  add(a, b) {
    this.count++;
    return a + b;
  }
  sub(a, b) {
    this.count++;
    return a - b;
  }
  mul(a, b) {
    this.count++;
    return a * b;
  }
  abs(a) {
    this.count++;
    return Math.abs(a);
  }
  greater(a, b) {
    this.count++;
    return a > b;
  }
  dot(a, b) {
    return this.add(this.add(this.mul(a[0], b[0]), this.mul(a[1], b[1])), this.mul(a[2], b[2]));
  }
}

export function spheres(c, a, b) {
  const d = [0, 1, 2].map((k) => c.sub(a.center[k], b.center[k]));
  const r = c.add(a.radius, b.radius);
  return !c.greater(c.dot(d, d), c.mul(r, r));
}

/** Boxes and k-DOPs: lower and upper bounds along axes. */
export function slabs(c, a, b) {
  for (let k = 0; k < a.min.length; k++)
    if (c.greater(a.min[k], b.max[k]) || c.greater(b.min[k], a.max[k])) return false;
  return true;
}

/** Fifteen axes, or the first six, on center, axes and half sizes; the products of axes row by row. */
export function orientedBoxes(c, a, b, full = true) {
  const d = [0, 1, 2].map((k) => c.sub(b.center[k], a.center[k]));
  const t = [];
  const r = [];
  const s = [];
  for (let i = 0; i < 3; i++) {
    t[i] = c.dot(a.axes[i], d);
    r[i] = b.axes.map((axis) => c.dot(a.axes[i], axis));
    s[i] = r[i].map((x) => c.abs(x));
    if (c.greater(c.abs(t[i]), c.add(a.half[i], c.dot(s[i], b.half)))) return false;
  }
  for (let j = 0; j < 3; j++) {
    const across = [s[0][j], s[1][j], s[2][j]];
    if (c.greater(c.abs(c.dot(b.axes[j], d)), c.add(b.half[j], c.dot(across, a.half)))) return false;
  }
  if (!full) return true;
  for (let i = 0; i < 3; i++) {
    const [k, l] = [(i + 1) % 3, (i + 2) % 3];
    for (let j = 0; j < 3; j++) {
      const [m, n] = [(j + 1) % 3, (j + 2) % 3];
      const left = c.abs(c.sub(c.mul(t[k], r[l][j]), c.mul(t[l], r[k][j])));
      const one = c.add(c.mul(a.half[k], s[l][j]), c.mul(a.half[l], s[k][j]));
      const two = c.add(c.mul(b.half[m], s[i][n]), c.mul(b.half[n], s[i][m]));
      if (c.greater(left, c.add(one, two))) return false;
    }
  }
  return true;
}
