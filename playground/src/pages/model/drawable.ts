/** From models to what is drawn: corners with normals, near the origin. Runs in the worker, so that the page stays smooth. */
import type { Model, Part, Triangles } from 'encounter-models';
import type { Assembly, DrawnGeometry, DrawnPart } from './protocol.ts';

/** Triangles that meet at a sharper angle than this, in degrees, have an edge between them. */
const CREASE = 32;

export function assemble(models: readonly Model[]): Assembly {
  const boxes = models.map((model) => model.parts.map(worldBox));
  const whole = emptyBox();
  for (const box of boxes.flat()) extend(whole, box);
  const isEmpty = !(whole[0] <= whole[3]);
  const origin = [0, 1, 2].map((k) => (isEmpty ? 0 : whole[k] / 2 + whole[k + 3] / 2)) as unknown as Assembly['origin'];

  const geometries: DrawnGeometry[] = [];
  const numbers = new Map<Triangles, { middle: number[]; number: [straight: number, mirrored: number] }>();
  const parts: DrawnPart[] = [];
  models.forEach((model, m) => {
    model.parts.forEach((part, p) => {
      let known = numbers.get(part.triangles);
      if (known === undefined) {
        known = { middle: middleOf(part.triangles), number: [-1, -1] };
        numbers.set(part.triangles, known);
      }
      const mirrored = determinant(part.transform) < 0 ? 1 : 0;
      if (known.number[mirrored] < 0) {
        known.number[mirrored] = geometries.length;
        geometries.push(drawnGeometry(part.triangles, known.middle, mirrored === 1));
      }
      parts.push({
        id: part.id,
        model: m,
        name: part.name,
        path: part.path,
        about: [part.type, part.layer, part.material].filter(Boolean).join(' · '),
        triangles: part.triangles.indices.length / 3,
        geometry: known.number[mirrored],
        matrix: moved(part.transform, known.middle, origin),
        box: boxes[m][p].map((x, k) => x - origin[k % 3]),
        color: part.color,
      });
    });
  });
  return {
    models: models.map(({ name, format, units, parts: own, warnings }) => ({
      name,
      format,
      units,
      parts: own.length,
      triangles: own.reduce((sum, part) => sum + part.triangles.indices.length / 3, 0),
      warnings,
    })),
    units: models.find(({ units }) => units !== '')?.units ?? '',
    origin,
    box: isEmpty ? new Float64Array(6) : whole.map((x, k) => x - origin[k % 3]),
    geometries,
    parts,
  };
}

/** All memory of an assembly, to be handed over instead of copied. */
export function buffersOf({ geometries }: Assembly): ArrayBuffer[] {
  return geometries.flatMap(({ positions, normals, lines, points }) =>
    [positions, normals, lines, points].map(({ buffer }) => buffer as ArrayBuffer),
  );
}

function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

function extend(box: Float64Array, other: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], other[k]);
    box[k + 3] = Math.max(box[k + 3], other[k + 3]);
  }
}

/** Around the vertices that something uses. */
function worldBox({ triangles, transform: m }: Part): Float64Array {
  const { positions, indices, segments, points } = triangles;
  const box = emptyBox();
  for (const list of [indices, segments, points]) {
    if (list === undefined) continue;
    for (let i = 0; i < list.length; i++) {
      const v = 3 * list[i];
      const [x, y, z] = [positions[v], positions[v + 1], positions[v + 2]];
      for (let k = 0; k < 3; k++) {
        const at = m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12];
        if (at < box[k]) box[k] = at;
        if (at > box[k + 3]) box[k + 3] = at;
      }
    }
  }
  return box;
}

/** Of the box around all vertices: files with coordinates far from their origin lose nothing when those become singles. */
function middleOf({ positions }: Triangles): number[] {
  const box = emptyBox();
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    if (positions[i] < box[k]) box[k] = positions[i];
    if (positions[i] > box[k + 3]) box[k + 3] = positions[i];
  }
  return [0, 1, 2].map((k) => (box[k] <= box[k + 3] ? box[k] / 2 + box[k + 3] / 2 : 0));
}

/** The placement of vertices that are counted from `middle` on, in a world that is counted from `origin` on. */
function moved(m: Float64Array, middle: readonly number[], origin: readonly number[]): Float64Array {
  const out = Float64Array.from(m);
  for (let k = 0; k < 3; k++)
    out[12 + k] = m[k] * middle[0] + m[k + 4] * middle[1] + m[k + 8] * middle[2] + m[12 + k] - origin[k];
  return out;
}

function drawnGeometry(triangles: Triangles, middle: readonly number[], mirrored: boolean): DrawnGeometry {
  const { positions, indices, segments, points } = triangles;
  const near = Float32Array.from(positions, (x, i) => x - middle[i % 3]);
  const normals = cornerNormals(near, indices);
  // A mirror image turns triangles around: corners in the other order stay as seen from outside.
  const order = mirrored ? [0, 2, 1] : [0, 1, 2];
  const drawn = gather(near, indices, order);
  if (mirrored) swapCorners(normals);
  return {
    positions: drawn,
    normals,
    lines: gather(near, segments ?? NONE),
    points: gather(near, points ?? NONE),
  };
}

const NONE = new Uint32Array(0);

function gather(from: Float32Array, list: Uint32Array, order: readonly number[] = [0]): Float32Array {
  const out = new Float32Array(3 * list.length);
  const period = order.length;
  for (let c = 0; c < list.length; c++) {
    const v = 3 * list[c - (c % period) + order[c % period]];
    for (let k = 0; k < 3; k++) out[3 * c + k] = from[v + k];
  }
  return out;
}

function swapCorners(values: Float32Array): void {
  for (let t = 0; t < values.length; t += 9)
    for (let k = 3; k < 6; k++) [values[t + k], values[t + k + 3]] = [values[t + k + 3], values[t + k]];
}

/** For each corner the mean normal, weighted by area, of the triangles around its vertex that are not beyond a crease. */
export function cornerNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const least = Math.cos((CREASE * Math.PI) / 180);
  const faces = faceNormals(positions, indices);
  // The triangles around each vertex, one list after the other.
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (let c = 0; c < indices.length; c++) starts[indices[c] + 1]++;
  for (let v = 1; v < starts.length; v++) starts[v] += starts[v - 1];
  const fill = starts.slice();
  const around = new Uint32Array(indices.length);
  for (let c = 0; c < indices.length; c++) around[fill[indices[c]]++] = Math.floor(c / 3);

  const out = new Float32Array(3 * indices.length);
  for (let c = 0; c < indices.length; c++) {
    const own = 4 * Math.floor(c / 3);
    let [x, y, z] = [0, 0, 0];
    for (let i = starts[indices[c]]; i < starts[indices[c] + 1]; i++) {
      const f = 4 * around[i];
      const cosine = faces[f] * faces[own] + faces[f + 1] * faces[own + 1] + faces[f + 2] * faces[own + 2];
      if (cosine < least) continue;
      x += faces[f] * faces[f + 3];
      y += faces[f + 1] * faces[f + 3];
      z += faces[f + 2] * faces[f + 3];
    }
    const length = Math.hypot(x, y, z);
    out[3 * c] = length > 0 ? x / length : 0;
    out[3 * c + 1] = length > 0 ? y / length : 1;
    out[3 * c + 2] = length > 0 ? z / length : 0;
  }
  return out;
}

/** Unit normals, each with twice the area of its triangle as fourth number. */
function faceNormals(p: Float32Array, indices: Uint32Array): Float32Array {
  const out = new Float32Array((4 * indices.length) / 3);
  for (let t = 0; t < indices.length / 3; t++) {
    const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(x, y, z);
    if (length === 0) continue;
    out.set([x / length, y / length, z / length, length], 4 * t);
  }
  return out;
}

function determinant(m: Float64Array): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}
