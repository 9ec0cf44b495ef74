/**
 * The triangles of elements, from what web-ifc computes: placed geometries, several of them where an element has several items.
 *
 * - web-ifc turns the axes of IFC, where z is up, so that y is up. Here they are turned back: the coordinates are those of the file, in metres.
 * - A geometry has single precision about its own middle, its placement double precision. So nothing is lost far from the origin.
 * - A single-precision coordinate is read as the shortest decimal fraction with that value: 0.15 in the file is 0.15 here, not 0.15000000596. Otherwise
 *   faces that the file makes flush would overlap by some nanometres.
 * - An element of several geometries is made one, in the coordinates of the first.
 */
import type { IfcAPI, PlacedGeometry } from 'web-ifc';
import type { Color, Triangles } from '../../model.ts';

type Matrix = readonly number[] | Float64Array;

export interface Placed {
  readonly triangles: Triangles;
  readonly transform: Float64Array;
  readonly color: Color | null;
}

/** How much two products of matrices may differ and still be one placement, relative to the largest number in them: some roundings. */
const SAME_PLACEMENT = 1e-12;

/** Digits that every single-precision number keeps. */
const SURE_DIGITS = 6;
/** Digits that tell every single-precision number from its neighbours. */
const MOST_DIGITS = 9;

interface Joined {
  readonly triangles: Triangles;
  /** From the coordinates of each geometry to those of the first. */
  readonly relative: readonly Float64Array[];
}

export class ElementGeometry {
  readonly #api: IfcAPI;
  readonly #model: number;
  readonly #accept: (triangles: Triangles) => Triangles;
  /** Null for one without triangles. */
  readonly #single = new Map<number, Triangles | null>();
  readonly #joined = new Map<string, Joined[]>();

  /** `accept` checks and counts each geometry once. */
  constructor(api: IfcAPI, model: number, accept: (triangles: Triangles) => Triangles) {
    this.#api = api;
    this.#model = model;
    this.#accept = accept;
  }

  /**
   * Null for an element without triangles. `isOwn` says that the geometries are those of this element alone: with openings cut out they have the numbers
   * of what they were cut from, which other elements may share.
   */
  place(geometries: readonly PlacedGeometry[], isOwn: boolean): Placed | null {
    if (isOwn) return new ElementGeometry(this.#api, this.#model, this.#accept).place(geometries, false);
    const filled = geometries.filter(({ geometryExpressID }) => this.#geometry(geometryExpressID) !== null);
    if (filled.length === 0) return null;
    const transforms = filled.map(({ flatTransformation }) => zUp(flatTransformation));
    const ids = filled.map(({ geometryExpressID }) => geometryExpressID);
    const color = this.#colorOf(filled);
    if (filled.length === 1) return { triangles: this.#geometry(ids[0]) as Triangles, transform: transforms[0], color };
    return { triangles: this.#join(ids, transforms), transform: transforms[0], color };
  }

  /** That of the geometry with the most triangles. web-ifc gives white to what has no style. */
  #colorOf(geometries: readonly PlacedGeometry[]): Color | null {
    const size = ({ geometryExpressID }: PlacedGeometry): number =>
      this.#geometry(geometryExpressID)?.indices.length ?? 0;
    const { x, y, z, w } = geometries.reduce((most, other) => (size(other) > size(most) ? other : most)).color;
    return x === 1 && y === 1 && z === 1 && w === 1 ? null : [x, y, z, w];
  }

  #geometry(id: number): Triangles | null {
    let made = this.#single.get(id);
    if (made === undefined) {
      made = this.#read(id);
      if (made !== null) made = this.#accept(made);
      this.#single.set(id, made);
    }
    return made;
  }

  #read(id: number): Triangles | null {
    const geometry = this.#api.GetGeometry(this.#model, id);
    try {
      const indexCount = geometry.GetIndexDataSize();
      if (indexCount === 0) return null;
      // Copies: the views are of memory that changes with the next call.
      const vertices = this.#api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()).slice();
      const corners = this.#api.GetIndexArray(geometry.GetIndexData(), indexCount).slice();
      return merged(vertices, corners);
    } finally {
      geometry.delete();
    }
  }

  /** One geometry of several, which elements that have the same ones in the same places relative to each other share. */
  #join(ids: readonly number[], transforms: readonly Float64Array[]): Triangles {
    const key = ids.join(' ');
    const known = this.#joined.get(key) ?? [];
    for (const { triangles, relative } of known)
      if (relative.every((m, k) => isSamePlacement(multiply(transforms[0], m), transforms[k]))) return triangles;
    const back = inverse(transforms[0]);
    const relative = transforms.map((m) => multiply(back, m));
    const pieces = ids.map((id) => this.#geometry(id) as Triangles);
    const positions = new Float64Array(pieces.reduce((sum, piece) => sum + piece.positions.length, 0));
    const indices = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.indices.length, 0));
    let vertexAt = 0;
    let cornerAt = 0;
    pieces.forEach((piece, k) => {
      const mirrored = determinant(relative[k]) < 0;
      for (let c = 0; c < piece.indices.length; c++) {
        // A mirror image would be inside out.
        const from = mirrored && c % 3 !== 0 ? (c % 3 === 1 ? c + 1 : c - 1) : c;
        indices[cornerAt + c] = piece.indices[from] + vertexAt / 3;
      }
      if (k === 0) positions.set(piece.positions, 0);
      else carry(piece.positions, relative[k], positions, vertexAt);
      vertexAt += piece.positions.length;
      cornerAt += piece.indices.length;
    });
    const triangles = this.#accept({ positions, indices });
    known.push({ triangles, relative });
    this.#joined.set(key, known);
    return triangles;
  }
}

/** web-ifc repeats a vertex for each normal. Here vertices at one place are one, and triangles that thereby lose a corner are dropped. */
function merged(vertices: Float32Array, corners: Uint32Array): Triangles | null {
  const count = Math.floor(vertices.length / 6);
  const place = new Uint32Array(count);
  const found = new Map<string, number>();
  const coordinates: number[] = [];
  for (let k = 0; k < count; k++) {
    // + 0 makes −0 and 0 one.
    const [x, y, z] = [vertices[6 * k] + 0, vertices[6 * k + 1] + 0, vertices[6 * k + 2] + 0];
    const key = `${x} ${y} ${z}`;
    let at = found.get(key);
    if (at === undefined) {
      at = found.size;
      found.set(key, at);
      coordinates.push(x, y, z);
    }
    place[k] = at;
  }
  const indices: number[] = [];
  for (let c = 0; c + 2 < corners.length; c += 3) {
    if (corners[c] >= count || corners[c + 1] >= count || corners[c + 2] >= count) continue;
    const [i, j, k] = [place[corners[c]], place[corners[c + 1]], place[corners[c + 2]]];
    if (i !== j && j !== k && k !== i) indices.push(i, j, k);
  }
  if (indices.length === 0) return null;
  const exact = coordinates.map(shortestDecimal);
  const isSingle = exact.every((value, k) => value === coordinates[k]);
  return {
    positions: isSingle ? Float32Array.from(coordinates) : Float64Array.from(exact),
    indices: Uint32Array.from(indices),
  };
}

/** The decimal fraction with the fewest digits that has this single-precision value. */
export function shortestDecimal(single: number): number {
  if (Number.isInteger(single) || !Number.isFinite(single)) return single;
  // Digits before the point, where 0.05 has −1.
  const before = Math.floor(Math.log10(Math.abs(single))) + 1;
  for (let digits = SURE_DIGITS; digits <= MOST_DIGITS; digits++) {
    const after = digits - before;
    // Powers of ten are doubles up to 10²².
    if (after < 0 || after > 22) return single;
    const power = 10 ** after;
    const decimal = Math.round(single * power) / power;
    if (Math.fround(decimal) === single) return decimal;
  }
  return single;
}

/** From coordinates with y up to those with z up, applied after a placement. */
function zUp(m: readonly number[]): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 16; column += 4) {
    out[column] = m[column];
    // 0 − z, so that there is no −0.
    out[column + 1] = 0 - m[column + 2];
    out[column + 2] = m[column + 1];
    out[column + 3] = m[column + 3];
  }
  return out;
}

function carry(from: ArrayLike<number>, m: Matrix, to: Float64Array, at: number): void {
  for (let k = 0; k < from.length; k += 3)
    for (let axis = 0; axis < 3; axis++)
      to[at + k + axis] = m[axis] * from[k] + m[axis + 4] * from[k + 1] + m[axis + 8] * from[k + 2] + m[axis + 12];
}

function multiply(a: Matrix, b: Matrix): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 16; column += 4)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[row + 4 * k] * b[column + k];
      out[column + row] = sum;
    }
  return out;
}

function determinant(m: Matrix): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}

/** Of an affine matrix; not finite if it has none. */
function inverse(m: Matrix): Float64Array {
  const out = new Float64Array(16);
  const d = determinant(m);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      const [r1, r2] = [(column + 1) % 3, (column + 2) % 3];
      const [c1, c2] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
      out[row + 4 * column] = (m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1]) / d;
    }
  for (let row = 0; row < 3; row++) out[12 + row] = -(out[row] * m[12] + out[row + 4] * m[13] + out[row + 8] * m[14]);
  out[15] = 1;
  return out;
}

function isSamePlacement(a: Matrix, b: Matrix): boolean {
  let difference = 0;
  let largest = 0;
  for (let k = 0; k < 16; k++) {
    difference = Math.max(difference, Math.abs(a[k] - b[k]));
    largest = Math.max(largest, Math.abs(a[k]), Math.abs(b[k]));
  }
  return difference <= SAME_PLACEMENT * largest;
}
