/** Draws the bodies, and where they touch: points that last, points that are new, and normals as long as what they carry. */
import {
  BoxGeometry,
  Color,
  EdgesGeometry,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { GrowingLines, GrowingPoints } from '../../shell/growing-lines.ts';
import { disposeTree } from '../../shell/stage.ts';
import type { Palette } from '../../shell/theme.ts';
import { PIT, type Stacking, type Thing } from './arrangements.ts';
import type { StackState } from './state.ts';

/** Room for so many bodies of each kind. */
const ROOM = 128;
/** The length of a normal without an impulse, and what an impulse of 1 in a step adds to it. */
const SHORT = 0.12;
const LENGTH = 14;
const LONGEST = 1.2;
/** How far points and normals are drawn in front of where they are. */
const NEARER = 0.08;

export class Drawing {
  readonly object = new Group();
  readonly #boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshLambertMaterial(), ROOM);
  readonly #balls = new InstancedMesh(new SphereGeometry(0.5, 32, 20), new MeshLambertMaterial(), ROOM);
  readonly #pit = new LineSegments(
    new EdgesGeometry(new BoxGeometry(2 * PIT.half, PIT.height, 2 * PIT.half).translate(0, PIT.height / 2, 0)),
    new LineBasicMaterial(),
  );
  readonly #lasting = new GrowingPoints();
  readonly #fresh = new GrowingPoints();
  readonly #normals = new GrowingLines();
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #turn = new Quaternion();
  readonly #scale = new Vector3();
  readonly #shades = [new Color(), new Color(), new Color()];

  constructor() {
    for (const mesh of [this.#boxes, this.#balls]) {
      mesh.frustumCulled = false;
      mesh.setColorAt(0, this.#shades[0]);
    }
    for (const { material } of [this.#lasting, this.#fresh]) material.depthTest = true;
    this.pointScale = 1;
    for (const { object } of [this.#normals, this.#lasting, this.#fresh]) object.renderOrder = 1;
    this.object.add(this.#boxes, this.#balls, this.#pit);
    this.object.add(this.#normals.object, this.#lasting.object, this.#fresh.object);
  }

  /** Points are smaller where the view is. */
  set pointScale(scale: number) {
    this.#lasting.material.size = 6 * scale;
    this.#fresh.material.size = 8 * scale;
  }

  paint(palette: Palette): void {
    const background = new Color(palette.background);
    const faded = (colour: string, by: number): Color => new Color(colour).lerp(background, by);
    this.#shades[0].copy(faded(palette.a, palette.dark ? 0.4 : 0.3));
    this.#shades[1].copy(faded(palette.muted, palette.dark ? 0.35 : 0.45));
    this.#shades[2].copy(faded(palette.b, palette.dark ? 0.2 : 0.1));
    this.#pit.material.color.set(palette.gridAxis);
    this.#lasting.material.color.set(palette.mark);
    this.#fresh.material.color.set(palette.hit);
    this.#normals.material.color.set(palette.mark);
  }

  /** Takes over where the bodies are and where they touch. Points that were found in frame `now` are new. */
  update(
    { what, things, world, thrown }: Stacking,
    { points, normals, glass }: StackState,
    now: number,
    eye: Vector3,
  ): void {
    this.#pit.visible = what === 'pit';
    this.#boxes.count = 0;
    this.#balls.count = 0;
    things.forEach((thing, i) => {
      this.#place(thing, i >= things.length - thrown ? 2 : i % 2);
    });
    for (const mesh of [this.#boxes, this.#balls]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
      const { material } = mesh;
      if (material.transparent !== glass) material.needsUpdate = true;
      material.transparent = glass;
      material.opacity = glass ? 0.35 : 1;
      material.depthWrite = !glass;
    }
    for (const { vertices } of [this.#lasting, this.#fresh, this.#normals]) vertices.clear();
    for (const { manifolds } of world.touches)
      for (const { normal: n, points: list } of manifolds)
        for (const { pointA, impulse, data } of list) {
          // A little nearer to the eye, so that the bodies that touch there do not hide it.
          const { x, y, z } = this.#scale.copy(eye).sub(pointA).setLength(NEARER).add(pointA);
          if (points) (data === now ? this.#fresh : this.#lasting).vertices.add(x, y, z);
          if (!normals) continue;
          const l = Math.min(LONGEST, SHORT + LENGTH * impulse.x);
          this.#normals.vertices.add(x, y, z);
          this.#normals.vertices.add(x + l * n.x, y + l * n.y, z + l * n.z);
        }
    for (const { vertices } of [this.#lasting, this.#fresh, this.#normals]) vertices.finish();
  }

  dispose(): void {
    this.object.removeFromParent();
    disposeTree(this.object);
    this.#boxes.dispose();
    this.#balls.dispose();
  }

  #place({ body, round, size }: Thing, shade: number): void {
    const mesh = round ? this.#balls : this.#boxes;
    const { position: p, orientation: q } = body;
    this.#position.set(p.x, p.y, p.z);
    this.#turn.set(q[0], q[1], q[2], q[3]);
    this.#matrix.compose(this.#position, this.#turn, this.#scale.set(size[0], size[1], size[2]));
    mesh.setMatrixAt(mesh.count, this.#matrix);
    mesh.setColorAt(mesh.count, this.#shades[shade]);
    mesh.count++;
  }
}
