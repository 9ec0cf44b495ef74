/** What is drawn of an marked: points, the line between them and a normal, large enough to be seen at any zoom. */
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Palette } from '../shell/theme.ts';

export interface Marked {
  /** Points that stand out, and a line through two of them. */
  readonly points: readonly Vector3[];
  readonly normal: { readonly at: Vector3; readonly direction: Vector3 } | null;
}

/** Sizes in pixels. */
const DOT = 6.5;
const LINE = 2.2;
const ARROW = 84;
const HEAD = 20;

const UP = new Vector3(0, 1, 0);

export class Marks {
  readonly object = new Group();
  /** Seen through everything: a point of an overlap lies inside. */
  readonly #ink = new MeshBasicMaterial({ depthTest: false, transparent: true });
  readonly #dots = [0, 1].map(() => new Mesh(new SphereGeometry(1, 20, 12), this.#ink));
  readonly #line = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.#ink);
  readonly #shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.#ink);
  readonly #head = new Mesh(new ConeGeometry(1, 1, 20), this.#ink);
  #marked: Marked | null = null;

  constructor() {
    for (const mark of [...this.#dots, this.#line, this.#shaft, this.#head]) {
      mark.renderOrder = 10;
      this.object.add(mark);
    }
  }

  paint(palette: Palette): void {
    this.#ink.color.set(palette.mark);
  }

  show(marked: Marked): void {
    this.#marked = marked;
    for (const [i, dot] of this.#dots.entries()) dot.visible = i < marked.points.length;
    this.#line.visible = marked.points.length === 2;
    this.#shaft.visible = marked.normal !== null;
    this.#head.visible = marked.normal !== null;
  }

  /** Fits the marks to a view of this height in pixels; before each frame. */
  fit(camera: PerspectiveCamera, height: number): void {
    if (this.#marked === null) return;
    const { points, normal } = this.#marked;
    const pixelAt = (at: Vector3): number =>
      (2 * at.distanceTo(camera.position) * Math.tan((camera.fov * Math.PI) / 360)) / height;
    for (const [i, point] of points.entries()) {
      this.#dots[i].position.copy(point);
      this.#dots[i].scale.setScalar(DOT * pixelAt(point));
    }
    if (points.length === 2) stretch(this.#line, points[0], points[1], LINE * pixelAt(points[0]));
    if (normal === null) return;
    const pixel = pixelAt(normal.at);
    const end = normal.at.clone().addScaledVector(normal.direction, ARROW * pixel);
    stretch(this.#shaft, normal.at, end, 0.7 * LINE * pixel);
    this.#head.position.copy(end);
    this.#head.quaternion.setFromUnitVectors(UP, normal.direction);
    this.#head.scale.set(0.4 * HEAD * pixel, HEAD * pixel, 0.4 * HEAD * pixel);
  }
}

/** Puts a unit cylinder between two points. */
function stretch(cylinder: Mesh, from: Vector3, to: Vector3, radius: number): void {
  const way = to.clone().sub(from);
  const length = way.length();
  cylinder.position.lerpVectors(from, to, 0.5);
  cylinder.scale.set(radius, Math.max(length, 1e-9), radius);
  if (length > 0) cylinder.quaternion.setFromUnitVectors(UP, way.divideScalar(length));
}
