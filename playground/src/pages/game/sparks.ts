/** Sparks that fly from where something broke. They are only to be looked at: nothing collides with them. */
import { DynamicDrawUsage, Float32BufferAttribute, BufferGeometry as Geometry, Points, PointsMaterial } from 'three';
import { Random } from '../../shell/random.ts';

const MOST = 240;
const LASTS = 0.7;

export class Sparks {
  readonly object: Points<Geometry, PointsMaterial>;
  readonly #places = new Float32BufferAttribute(3 * MOST, 3).setUsage(DynamicDrawUsage);
  readonly #speeds = new Float32Array(2 * MOST);
  readonly #left = new Float32Array(MOST);
  readonly #random = new Random(3);
  #next = 0;

  constructor() {
    const geometry = new Geometry().setAttribute('position', this.#places);
    this.object = new Points(geometry, new PointsMaterial({ size: 4, sizeAttenuation: false }));
    this.object.frustumCulled = false;
    this.#hideSpent();
  }

  paint(colour: string): void {
    this.object.material.color.set(colour);
  }

  burst(x: number, y: number, size: number): void {
    const many = Math.round(10 + 8 * size);
    for (let n = 0; n < many; n++) {
      const way = this.#random.between(0, 2 * Math.PI);
      const speed = this.#random.between(1, 3 + 2 * size);
      this.emit(x, y, speed * Math.cos(way), speed * Math.sin(way), LASTS * this.#random.between(0.5, 1));
    }
  }

  /** One spark, from here, this fast, for so many seconds. */
  emit(x: number, y: number, vx: number, vy: number, lasts: number): void {
    // The oldest makes room.
    const i = this.#next++ % MOST;
    this.#places.setXYZ(i, x, y, 0.6);
    this.#speeds[2 * i] = vx;
    this.#speeds[2 * i + 1] = vy;
    this.#left[i] = lasts;
  }

  update(dt: number): void {
    for (let i = 0; i < MOST; i++) {
      if (this.#left[i] <= 0) continue;
      this.#left[i] -= dt;
      this.#places.setX(i, this.#places.getX(i) + dt * this.#speeds[2 * i]);
      this.#places.setY(i, this.#places.getY(i) + dt * this.#speeds[2 * i + 1]);
    }
    this.#hideSpent();
  }

  /** Behind the camera, where nobody looks. */
  #hideSpent(): void {
    for (let i = 0; i < MOST; i++) if (this.#left[i] <= 0) this.#places.setZ(i, 1e4);
    this.#places.needsUpdate = true;
  }
}
