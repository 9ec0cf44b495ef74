// The book's AABB tree test (§5.3.2, §5.3.3) on the library's own tree, with counters and with either test: leaves of one triangle, no boxes around triangles, the larger node first. The library's own walk (`intersects`) differs: it
// always takes fifteen axes, has up to four triangles in a leaf, and looks at their boxes before it looks at them.
import { core } from './tools.mjs';

const NODE = 8;
const FIRST = 6;
const COUNT = 7;

/** A tree of one triangle a leaf over a mesh. */
export function singles(mesh) {
  const { vertices } = mesh.triangles;
  const corners = mesh.triangles.corners;
  const count = corners.length / 3;
  const { origin } = mesh.triangles.tree;
  const boxes = new Float32Array(6 * count);
  const { putBox } = core;
  for (let t = 0; t < count; t++) {
    const min = { x: Infinity, y: Infinity, z: Infinity };
    const max = { x: -Infinity, y: -Infinity, z: -Infinity };
    for (let c = 3 * t; c < 3 * t + 3; c++)
      for (const [i, axis] of ['x', 'y', 'z'].entries()) {
        const x = vertices.array[vertices.offset + vertices.stride * corners[c] + i] - origin[i];
        min[axis] = Math.min(min[axis], x);
        max[axis] = Math.max(max[axis], x);
      }
    putBox(boxes, t, min, max);
  }
  const tree = core.buildTree(boxes, count, origin.slice(), 'midpoint', 1);
  const inSlots = new Int32Array(3 * count);
  for (let slot = 0; slot < count; slot++)
    for (let c = 0; c < 3; c++) inSlots[3 * slot + c] = corners[3 * tree.items[slot] + c];
  return new core.Triangles(vertices, inSlots, tree);
}

export class AabbWalk {
  boxTests = 0;
  triangleTests = 0;
  /** On which axis boxes were found apart, 1 to 15; at 0 those that were not. Counted when `counting`. */
  exits = new Int32Array(16);
  counting = false;
  /** Of two pairs of nodes, whether the one whose centers are nearer is visited first. RAPID takes them as they come. */
  nearestFirst = true;
  /** Pairs of triangles that were tested, eighteen numbers each, as many as fit. */
  record = null;
  recorded = 0;
  #frame = new core.RelativeFrame();
  #a = new core.Affine();
  #b = new core.Affine();
  #stack = new Int32Array(800);
  #p = new Float64Array(9);
  #q = new Float64Array(9);
  #tolerance = new Float64Array(1);
  #apart = new Float64Array(1);
  #larger = false;

  intersects(a, b, matrixA, matrixB, full) {
    const frame = this.#frame;
    frame.set(this.#a.setMatrix(matrixA), this.#b.setMatrix(matrixB)).seenFrom(a.tree.origin, b.tree.origin);
    const { t } = frame;
    this.#tolerance[0] = 5e-16 * (a.tree.reach + b.tree.reach + Math.abs(t[0]) + Math.abs(t[1]) + Math.abs(t[2]));
    const stack = this.#stack;
    const linksA = a.tree.links;
    const linksB = b.tree.links;
    this.boxTests = 1;
    this.triangleTests = 0;
    let top = 0;
    if (this.#overlap(a.tree.boxes, 0, b.tree.boxes, 0, full)) {
      stack[0] = 0;
      stack[1] = 0;
      stack[2] = this.#larger ? 1 : 0;
      top = 3;
    }
    while (top > 0) {
      top -= 3;
      const i = stack[top];
      const j = stack[top + 1];
      const leafA = linksA[i + COUNT] > 0;
      const leafB = linksB[j + COUNT] > 0;
      if (leafA && leafB) {
        if (this.#meet(a, linksA[i + FIRST], b, linksB[j + FIRST])) return true;
        continue;
      }
      const splitA = !leafA && (leafB || stack[top + 2] === 1);
      this.boxTests += 2;
      const from = top;
      let nearer = Infinity;
      for (let k = 0; k < 2; k++) {
        const x = splitA ? NODE * (linksA[i + FIRST] + k) : i;
        const y = splitA ? j : NODE * (linksB[j + FIRST] + k);
        if (!this.#overlap(a.tree.boxes, x, b.tree.boxes, y, full)) continue;
        let at = top;
        top += 3;
        if (this.nearestFirst && this.#apart[0] > nearer) {
          for (let w = 0; w < 3; w++) stack[at + w] = stack[from + w];
          at = from;
        }
        nearer = this.#apart[0];
        stack[at] = x;
        stack[at + 1] = y;
        stack[at + 2] = this.#larger ? 1 : 0;
      }
    }
    return false;
  }

  #meet(a, slotA, b, slotB) {
    const p = this.#p;
    const q = this.#q;
    a.load(slotA, p);
    b.load(slotB, q);
    const { m, t } = this.#frame;
    for (let k = 0; k < 9; k += 3) {
      const x = q[k];
      const y = q[k + 1];
      const z = q[k + 2];
      q[k] = m[0] * x + m[3] * y + m[6] * z + t[0];
      q[k + 1] = m[1] * x + m[4] * y + m[7] * z + t[1];
      q[k + 2] = m[2] * x + m[5] * y + m[8] * z + t[2];
    }
    this.triangleTests++;
    if (this.record !== null && 18 * (this.recorded + 1) <= this.record.length) {
      this.record.set(p, 18 * this.recorded);
      this.record.set(q, 18 * this.recorded + 9);
      this.recorded++;
    }
    return core.touchesTriangleTriangle(p, q, this.#tolerance);
  }

  #overlap(boxesA, i, boxesB, j, full) {
    const axis = this.#axis(boxesA, i, boxesB, j, full);
    if (this.counting) this.exits[axis]++;
    return axis === 0;
  }

  /** The first axis that separates two nodes, from 1; 0 for none. */
  #axis(boxesA, i, boxesB, j, full) {
    const { m, abs, shift } = this.#frame;
    const hx = boxesB[j + 3] - boxesB[j];
    const hy = boxesB[j + 4] - boxesB[j + 1];
    const hz = boxesB[j + 5] - boxesB[j + 2];
    const x = boxesB[j + 3] + boxesB[j];
    const y = boxesB[j + 4] + boxesB[j + 1];
    const z = boxesB[j + 5] + boxesB[j + 2];
    const gx = boxesA[i + 3] - boxesA[i];
    const dx = m[0] * x + m[3] * y + m[6] * z + 2 * shift[0] - (boxesA[i + 3] + boxesA[i]);
    if (Math.abs(dx) > gx + abs[0] * hx + abs[3] * hy + abs[6] * hz) return 1;
    const gy = boxesA[i + 4] - boxesA[i + 1];
    const dy = m[1] * x + m[4] * y + m[7] * z + 2 * shift[1] - (boxesA[i + 4] + boxesA[i + 1]);
    if (Math.abs(dy) > gy + abs[1] * hx + abs[4] * hy + abs[7] * hz) return 2;
    const gz = boxesA[i + 5] - boxesA[i + 2];
    const dz = m[2] * x + m[5] * y + m[8] * z + 2 * shift[2] - (boxesA[i + 5] + boxesA[i + 2]);
    if (Math.abs(dz) > gz + abs[2] * hx + abs[5] * hy + abs[8] * hz) return 3;
    if (Math.abs(m[0] * dx + m[1] * dy + m[2] * dz) > hx + abs[0] * gx + abs[1] * gy + abs[2] * gz) return 4;
    if (Math.abs(m[3] * dx + m[4] * dy + m[5] * dz) > hy + abs[3] * gx + abs[4] * gy + abs[5] * gz) return 5;
    if (Math.abs(m[6] * dx + m[7] * dy + m[8] * dz) > hz + abs[6] * gx + abs[7] * gy + abs[8] * gz) return 6;
    if (full) {
      if (Math.abs(dz * m[1] - dy * m[2]) > gy * abs[2] + gz * abs[1] + hy * abs[6] + hz * abs[3]) return 7;
      if (Math.abs(dz * m[4] - dy * m[5]) > gy * abs[5] + gz * abs[4] + hz * abs[0] + hx * abs[6]) return 8;
      if (Math.abs(dz * m[7] - dy * m[8]) > gy * abs[8] + gz * abs[7] + hx * abs[3] + hy * abs[0]) return 9;
      if (Math.abs(dx * m[2] - dz * m[0]) > gz * abs[0] + gx * abs[2] + hy * abs[7] + hz * abs[4]) return 10;
      if (Math.abs(dx * m[5] - dz * m[3]) > gz * abs[3] + gx * abs[5] + hz * abs[1] + hx * abs[7]) return 11;
      if (Math.abs(dx * m[8] - dz * m[6]) > gz * abs[6] + gx * abs[8] + hx * abs[4] + hy * abs[1]) return 12;
      if (Math.abs(dy * m[0] - dx * m[1]) > gx * abs[1] + gy * abs[0] + hy * abs[8] + hz * abs[5]) return 13;
      if (Math.abs(dy * m[3] - dx * m[4]) > gx * abs[4] + gy * abs[3] + hz * abs[2] + hx * abs[8]) return 14;
      if (Math.abs(dy * m[6] - dx * m[7]) > gx * abs[7] + gy * abs[6] + hx * abs[5] + hy * abs[2]) return 15;
    }
    this.#larger = gx + gy + gz >= hx + hy + hz;
    this.#apart[0] = dx * dx + dy * dy + dz * dz;
    return 0;
  }
}
