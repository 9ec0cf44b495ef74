/** Draws colliders, boxes, trees and contacts with Babylon.js. */
import { LinesMesh } from '@babylonjs/core/Meshes/linesMesh.js';
import type { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import { DebugLines, type HelperOptions, lineSettings, type Tint } from '../adapters/debug-lines.ts';
import type { Collider } from '../bodies/collider.ts';
import { show } from '../check.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Lines for the colliders of a scene, or for a list of colliders: their shapes, boxes and trees, and the contacts of a scene. They
 * are in world coordinates; call `update()` when things have moved. It is for debugging, and not fast.
 *
 * @example
 * const helper = new EncounterHelper(world, scene, { boxes: true });
 * // Each frame:
 * helper.update();
 */
export class EncounterHelper<T = unknown> extends LinesMesh {
  shapes: boolean;
  boxes: boolean;
  contacts: boolean;
  treeLevel: number;
  normalLength: number;
  readonly #lines: DebugLines<T>;
  #drawn: Float32Array | null = null;

  constructor(source: Scene<T> | Iterable<Collider<T>>, scene: BabylonScene, options: HelperOptions = {}) {
    const settings = lineSettings(options);
    const lines = new DebugLines(source, options.colors, tintOf);
    super('encounter', scene, null, null, undefined, true, false);
    this.shapes = settings.shapes;
    this.boxes = settings.boxes;
    this.contacts = settings.contacts;
    this.treeLevel = settings.treeLevel;
    this.normalLength = settings.normalLength;
    this.#lines = lines;
    // Its lines may be anywhere, so it is never culled, and it must not be picked.
    this.alwaysSelectAsActiveMesh = true;
    this.doNotSyncBoundingInfo = true;
    this.isPickable = false;
    this.update();
  }

  /** Draws everything as it is now. */
  update(): this {
    this.#lines.draw(this);
    const { positions, tints, count } = this.#lines;
    if (this.#drawn === positions) {
      this.updateVerticesData('position', positions);
      this.updateVerticesData('color', tints);
    } else if (positions.length > 0) {
      this.#drawn = positions;
      this.setVerticesData('position', positions, true);
      this.setVerticesData('color', tints, true, 3);
      this.setIndices(Uint32Array.from({ length: positions.length / 3 }, (_, i) => i));
    }
    const part = this.subMeshes?.[0];
    if (part !== undefined) part.indexCount = 2 * count;
    return this;
  }
}

/** A color as a number, 0xrrggbb, or as a text, '#rrggbb'. */
function tintOf(color: number | string): Tint {
  const number =
    typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : color;
  if (typeof number !== 'number' || !(number >= 0 && number <= 0xffffff))
    throw new TypeError(`a color must be '#rrggbb' or 0xrrggbb, got ${show(color)}`);
  return { r: (number >> 16) / 255, g: ((number >> 8) & 255) / 255, b: (number & 255) / 255 };
}
