/** Line segments, or points, whose number changes from frame to frame: the buffer grows and is used again. */
import {
  BufferGeometry,
  DynamicDrawUsage,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';

class Growing {
  readonly geometry = new BufferGeometry();
  #attribute = new Float32BufferAttribute(3 * 1024, 3);
  #count = 0;

  constructor() {
    this.#install();
  }

  clear(): void {
    this.#count = 0;
  }

  add(x: number, y: number, z: number): void {
    if (this.#count === this.#attribute.count) this.#grow();
    const { array } = this.#attribute;
    const k = 3 * this.#count++;
    array[k] = x;
    array[k + 1] = y;
    array[k + 2] = z;
  }

  finish(): void {
    this.#attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, this.#count);
  }

  #grow(): void {
    const { array } = this.#attribute;
    this.#attribute = new Float32BufferAttribute(2 * array.length, 3);
    this.#attribute.array.set(array);
    // What is on the graphics card for the smaller buffer goes; the next frame makes anew.
    this.geometry.dispose();
    this.#install();
  }

  #install(): void {
    this.#attribute.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', this.#attribute);
  }
}

export class GrowingLines {
  readonly vertices = new Growing();
  readonly material = new LineBasicMaterial({ transparent: true });
  readonly object = new LineSegments(this.vertices.geometry, this.material);

  constructor() {
    this.object.frustumCulled = false;
  }
}

/** Of a size in pixels. */
export class GrowingPoints {
  readonly vertices = new Growing();
  readonly material = new PointsMaterial({ size: 5, sizeAttenuation: false, transparent: true, depthTest: false });
  readonly object = new Points(this.vertices.geometry, this.material);

  constructor() {
    this.object.frustumCulled = false;
  }
}
