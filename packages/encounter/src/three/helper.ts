/** Draws colliders, boxes, trees and contacts with three.js. */
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';
import { DebugLines, type HelperOptions, lineSettings } from '../adapters/debug-lines.ts';
import type { Collider } from '../bodies/collider.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Lines for the colliders of a scene, or for a list of colliders: their shapes, boxes and trees, and the contacts of a scene. They
 * are in world coordinates: add the helper to the top of your three.js scene, and call `update()` when things have moved. It is for
 * debugging, and not fast.
 *
 * @example
 * const helper = new EncounterHelper(world, { boxes: true });
 * stage.add(helper);
 * // Each frame:
 * helper.update();
 */
export class EncounterHelper<T = unknown> extends LineSegments<BufferGeometry, LineBasicMaterial> {
  shapes: boolean;
  boxes: boolean;
  contacts: boolean;
  treeLevel: number;
  normalLength: number;
  readonly #lines: DebugLines<T>;

  constructor(source: Scene<T> | Iterable<Collider<T>>, options: HelperOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
    const settings = lineSettings(options);
    this.shapes = settings.shapes;
    this.boxes = settings.boxes;
    this.contacts = settings.contacts;
    this.treeLevel = settings.treeLevel;
    this.normalLength = settings.normalLength;
    this.#lines = new DebugLines(source, options.colors, (color) => new Color(color));
    // Its lines may be anywhere, so it is never culled.
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.update();
  }

  /** Does nothing: the helper must not be picked. */
  override raycast(): void {}

  /** Draws everything as it is now. */
  update(): this {
    const { geometry } = this;
    this.#lines.draw(this);
    const { positions, tints, count } = this.#lines;
    const { position, color } = geometry.attributes;
    if (position?.array === positions) {
      position.needsUpdate = true;
      color.needsUpdate = true;
    } else {
      // Attributes cannot grow, so new ones are made, and three must free the buffers of the old ones.
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('color', new BufferAttribute(tints, 3));
    }
    geometry.setDrawRange(0, 2 * count);
    return this;
  }

  override dispose(): void {
    // Object3D has had `dispose` only since r186.
    super.dispose?.();
    this.geometry.dispose();
    this.material.dispose();
  }
}
