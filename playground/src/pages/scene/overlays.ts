/** What is drawn on top of the objects: the cube they fly in, world boxes, pairs, and where they touch. */
import { Group } from 'three';
import { GrowingLines, GrowingPoints } from '../../shell/growing-lines.ts';
import { disposeTree } from '../../shell/stage.ts';
import type { Palette } from '../../shell/theme.ts';
import { BoxLines } from './box-lines.ts';
import type { SceneState } from './state.ts';
import type { World } from './world.ts';

/** How long a normal is drawn. */
const NORMAL = 0.7;

export class Overlays {
  readonly object = new Group();
  readonly #world: World;
  readonly #boxes: BoxLines;
  readonly #cube = new GrowingLines();
  readonly #encounters = new GrowingLines();
  readonly #touching = new GrowingLines();
  readonly #points = new GrowingPoints();
  readonly #normals = new GrowingLines();

  constructor(world: World) {
    this.#world = world;
    this.#boxes = new BoxLines(world.colliders.length);
    this.#drawCube(world.half);
    // What is inside an object must be seen as well.
    for (const lines of [this.#touching, this.#normals]) lines.material.depthTest = false;
    for (const { object } of [this.#touching, this.#normals, this.#points]) object.renderOrder = 1;
    const drawn = [this.#cube, this.#boxes, this.#encounters, this.#touching, this.#normals, this.#points];
    this.object.add(...drawn.map(({ object }) => object));
  }

  paint(palette: Palette): void {
    this.#boxes.paint(palette.ink, palette.dark ? 0.32 : 0.26);
    this.#cube.material.color.set(palette.gridAxis);
    this.#encounters.material.color.set(palette.ink);
    this.#encounters.material.opacity = 0.7;
    this.#touching.material.color.set(palette.hit);
    this.#points.material.color.set(palette.mark);
    this.#normals.material.color.set(palette.mark);
  }

  update({ boxes, pairs, marks, response }: SceneState): void {
    this.#boxes.object.visible = boxes;
    this.#encounters.object.visible = pairs;
    this.#touching.object.visible = pairs;
    this.#points.object.visible = marks && response !== 'simple';
    this.#normals.object.visible = marks && response === 'depth';
    if (boxes) this.#boxes.update(this.#world.colliders);
    if (pairs) this.#drawPairs();
    if (this.#points.object.visible) this.#drawPoints();
    if (this.#normals.object.visible) this.#drawNormals();
  }

  dispose(): void {
    this.object.removeFromParent();
    disposeTree(this.object);
  }

  #drawPairs(): void {
    const { scene, touches } = this.#world;
    this.#encounters.vertices.clear();
    for (const [a, b] of scene.encounters()) {
      this.#addOrigin(this.#encounters, a.data);
      this.#addOrigin(this.#encounters, b.data);
    }
    this.#encounters.vertices.finish();
    this.#touching.vertices.clear();
    for (let k = 0; k < 2 * touches.count; k++) this.#addOrigin(this.#touching, touches.pairs[k]);
    this.#touching.vertices.finish();
  }

  #addOrigin({ vertices }: GrowingLines, i: number): void {
    const { x, y, z } = this.#world.positionOf(i);
    vertices.add(x, y, z);
  }

  #drawPoints(): void {
    const { count, points } = this.#world.touches;
    const { vertices } = this.#points;
    vertices.clear();
    for (let k = 0; k < 3 * count; k += 3) vertices.add(points[k], points[k + 1], points[k + 2]);
    vertices.finish();
  }

  #drawNormals(): void {
    const { count, points, normals } = this.#world.touches;
    const { vertices } = this.#normals;
    vertices.clear();
    for (let k = 0; k < 3 * count; k += 3) {
      vertices.add(points[k], points[k + 1], points[k + 2]);
      vertices.add(
        points[k] + NORMAL * normals[k],
        points[k + 1] + NORMAL * normals[k + 1],
        points[k + 2] + NORMAL * normals[k + 2],
      );
    }
    vertices.finish();
  }

  #drawCube(half: number): void {
    const { vertices } = this.#cube;
    for (const p of [-half, half])
      for (const q of [-half, half]) {
        vertices.add(-half, p, q);
        vertices.add(half, p, q);
        vertices.add(p, -half, q);
        vertices.add(p, half, q);
        vertices.add(p, q, -half);
        vertices.add(p, q, half);
      }
    vertices.finish();
  }
}
