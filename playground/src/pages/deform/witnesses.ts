/** The contacts as points and normals. */
import type { Contact } from 'encounter';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';
import type { Palette } from '../../shell/theme.ts';

/** More than this many would hide what they belong to. */
const MOST = 3000;
const NORMAL = 0.18;
const PIXELS = 3.5;

export class Witnesses {
  readonly object = new Group();
  readonly #points = new BufferAttribute(new Float32Array(3 * MOST), 3).setUsage(DynamicDrawUsage);
  readonly #lines = new BufferAttribute(new Float32Array(6 * MOST), 3).setUsage(DynamicDrawUsage);
  readonly #dots = new Points(
    new BufferGeometry().setAttribute('position', this.#points),
    new PointsMaterial({ size: PIXELS, sizeAttenuation: false, depthTest: false, transparent: true }),
  );
  readonly #normals = new LineSegments(
    new BufferGeometry().setAttribute('position', this.#lines),
    new LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.5 }),
  );
  #count = 0;

  constructor() {
    for (const marks of [this.#dots, this.#normals]) {
      marks.frustumCulled = false;
      marks.renderOrder = 10;
    }
    this.object.add(this.#normals, this.#dots);
  }

  paint(palette: Palette): void {
    this.#dots.material.color.set(palette.mark);
    this.#normals.material.color.set(palette.mark);
  }

  clear(): void {
    this.#count = 0;
  }

  /** Takes contacts that were asked for with `witness`. */
  add(list: readonly Contact[]): void {
    for (const { point, normal } of list) {
      if (this.#count === MOST || point === undefined || normal === undefined) return;
      const i = this.#count++;
      this.#points.setXYZ(i, point.x, point.y, point.z);
      this.#lines.setXYZ(2 * i, point.x, point.y, point.z);
      this.#lines.setXYZ(
        2 * i + 1,
        point.x + NORMAL * normal.x,
        point.y + NORMAL * normal.y,
        point.z + NORMAL * normal.z,
      );
    }
  }

  show(): void {
    this.object.visible = this.#count > 0;
    this.#dots.geometry.setDrawRange(0, this.#count);
    this.#normals.geometry.setDrawRange(0, 2 * this.#count);
    this.#points.needsUpdate = true;
    this.#lines.needsUpdate = true;
  }
}
