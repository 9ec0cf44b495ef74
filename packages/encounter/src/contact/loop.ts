/** The corners of a patch, in order around it, over arrays that grow. */

/** The feature of a corner. 0 stands for the inside of a face. */
export function cornerOf(id: number): number {
  return 4 * id + 4;
}

/** The feature of the side that begins at a corner. */
export function sideOf(id: number): number {
  return 4 * id + 6;
}

/** Corners with the two features each comes from, and the place on the rim if it is on one. */
export class Loop {
  count = 0;
  x: Float64Array = new Float64Array(128);
  y: Float64Array = new Float64Array(128);
  /** Features of A and B. */
  a: Int32Array = new Int32Array(128);
  b: Int32Array = new Int32Array(128);
  /** The feature of the side that begins here: of A if positive, minus that of B, or 0 for an arc of a rim. */
  side: Int32Array = new Int32Array(128);
  /** Cosine and sine of the place on the rim. */
  cos: Float64Array = new Float64Array(128);
  sin: Float64Array = new Float64Array(128);

  /** Makes room for one more corner and counts it. */
  grow(): number {
    const i = this.count++;
    if (i === this.x.length) {
      this.x = copyOf(this.x, new Float64Array(2 * i));
      this.y = copyOf(this.y, new Float64Array(2 * i));
      this.cos = copyOf(this.cos, new Float64Array(2 * i));
      this.sin = copyOf(this.sin, new Float64Array(2 * i));
      this.a = copyOf(this.a, new Int32Array(2 * i));
      this.b = copyOf(this.b, new Int32Array(2 * i));
      this.side = copyOf(this.side, new Int32Array(2 * i));
    }
    return i;
  }

  /** Takes a corner over from another loop. */
  take(other: Loop, k: number): void {
    const i = this.grow();
    this.x[i] = other.x[k];
    this.y[i] = other.y[k];
    this.a[i] = other.a[k];
    this.b[i] = other.b[k];
    this.side[i] = other.side[k];
    this.cos[i] = other.cos[k];
    this.sin[i] = other.sin[k];
  }
}

function copyOf<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
