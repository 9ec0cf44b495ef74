/**
 * A triangle whose corners move on straight lines, as a convex body at one time after the other; one object serves one triangle after the
 * other. As in TriangleBody, the origin of its frame is the first corner.
 */
import { type Affine, LinearKind } from '../math/affine.ts';
import { type Shape, ShapeKind } from '../shapes/shape.ts';
import { Triangle } from '../shapes/triangle.ts';
import { MOVING_BOX } from '../tree/moving-boxes.ts';
import { type Body, fillLayout } from './body.ts';
import { bodyFrame, EXTENT, ORIGIN } from './layout.ts';

export class MovingTriangle implements Body {
  readonly #triangle: Triangle = new Triangle([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  readonly shape: Shape = this.#triangle;
  readonly core: Shape = this.#triangle;
  readonly kind: ShapeKind = ShapeKind.general;
  readonly polyhedral = true;
  readonly frame: Affine = bodyFrame();
  readonly m: number[] = this.frame.m;
  readonly linear: LinearKind = LinearKind.identity;
  readonly instance = null;
  radius = 0;
  extent = 0;
  /** The corners at t = 0, nine coordinates, then at t = 1. */
  readonly corners: Float64Array = new Float64Array(18);
  /** The box around them: see MovingBoxes. */
  readonly box: Float64Array = new Float64Array(MOVING_BOX);
  /** The largest speed of a corner. */
  speed = 0;

  constructor() {
    this.frame.kind = LinearKind.identity;
    for (let i = 0; i < 9; i++) this.m[i] = i % 4 === 0 ? 1 : 0;
  }

  /** Sets the margin of the triangles to come. */
  of(radius: number): void {
    this.radius = radius;
    fillLayout(this, null);
  }

  /** Computes box and speed after `corners` were written. */
  measure(): void {
    const { corners: p, box } = this;
    for (let t = 0; t < 2; t++)
      for (let i = 0; i < 3; i++) {
        const k = 9 * t + i;
        box[6 * t + i] = Math.min(p[k], p[k + 3], p[k + 6]);
        box[6 * t + 3 + i] = Math.max(p[k], p[k + 3], p[k + 6]);
      }
    let most = 0;
    for (let k = 0; k < 9; k += 3) {
      const x = p[k + 9] - p[k];
      const y = p[k + 10] - p[k + 1];
      const z = p[k + 11] - p[k + 2];
      most = Math.max(most, x * x + y * y + z * z);
    }
    this.speed = Math.sqrt(most);
  }

  /** Moves it to where it is at the time time[0]. */
  place(time: Float64Array): void {
    const t = time[0];
    const s = 1 - t;
    const { corners: p, m } = this;
    const { b, c } = this.#triangle;
    const x = s * p[0] + t * p[9];
    const y = s * p[1] + t * p[10];
    const z = s * p[2] + t * p[11];
    m[ORIGIN] = x;
    m[ORIGIN + 1] = y;
    m[ORIGIN + 2] = z;
    // The difference of the ends of an edge before that of times: it keeps the digits of a small triangle that is far away.
    b.x = s * (p[3] - p[0]) + t * (p[12] - p[9]);
    b.y = s * (p[4] - p[1]) + t * (p[13] - p[10]);
    b.z = s * (p[5] - p[2]) + t * (p[14] - p[11]);
    c.x = s * (p[6] - p[0]) + t * (p[15] - p[9]);
    c.y = s * (p[7] - p[1]) + t * (p[16] - p[10]);
    c.z = s * (p[8] - p[2]) + t * (p[17] - p[11]);
    this.extent = Math.max(
      Math.abs(b.x),
      Math.abs(b.y),
      Math.abs(b.z),
      Math.abs(c.x),
      Math.abs(c.y),
      Math.abs(c.z),
      Math.abs(b.x - c.x),
      Math.abs(b.y - c.y),
      Math.abs(b.z - c.z),
    );
    m[EXTENT] = this.extent;
  }
}
