/** The two points that a distance or depth is between, the line between them, and the normal. */
import type { Vec3 } from 'encounter';
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
import type { Palette } from '../../shell/theme.ts';

/** Sizes in pixels, so that marks can be seen at any zoom and with models of any size. */
const DOT = 6;
const LINE = 2;
const ARROW = 70;
const HEAD = 16;

const UP = new Vector3(0, 1, 0);

export interface WitnessPoints {
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly normal: Vec3;
}

export class Witness {
  readonly object = new Group();
  /** Seen through everything: the points of an overlap lie inside. */
  readonly #ink = new MeshBasicMaterial({ depthTest: false, transparent: true });
  readonly #dotA = new Mesh(new SphereGeometry(1, 20, 12), this.#ink);
  readonly #dotB = new Mesh(this.#dotA.geometry, this.#ink);
  readonly #line = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.#ink);
  readonly #shaft = new Mesh(this.#line.geometry, this.#ink);
  readonly #head = new Mesh(new ConeGeometry(0.4, 1, 20), this.#ink);
  readonly #a = new Vector3();
  readonly #b = new Vector3();
  readonly #normal = new Vector3();

  constructor() {
    this.object.add(this.#dotA, this.#dotB, this.#line, this.#shaft, this.#head);
    for (const mark of this.object.children) mark.renderOrder = 10;
    this.object.visible = false;
  }

  paint(palette: Palette): void {
    this.#ink.color.set(palette.mark);
  }

  /** Takes over an answer; null hides everything. */
  show(answer: WitnessPoints | null): void {
    this.object.visible = answer !== null;
    if (answer === null) return;
    this.#a.copy(answer.pointA);
    this.#b.copy(answer.pointB);
    this.#normal.copy(answer.normal);
  }

  /** Fits the marks to a view of this height in pixels; before each frame. */
  fit(camera: PerspectiveCamera, height: number): void {
    const middle = new Vector3().lerpVectors(this.#a, this.#b, 0.5);
    const pixel = (2 * middle.distanceTo(camera.position) * Math.tan((camera.fov * Math.PI) / 360)) / height;
    this.#dotA.position.copy(this.#a);
    this.#dotB.position.copy(this.#b);
    for (const dot of [this.#dotA, this.#dotB]) dot.scale.setScalar(DOT * pixel);
    stretch(this.#line, this.#a, this.#b, LINE * pixel);

    // The arrow goes on from the farther of the two points, so that it does not hide the line between them.
    const ahead = this.#b.clone().sub(this.#a).dot(this.#normal) > 0;
    const start = ahead ? this.#b : this.#a;
    const end = start.clone().addScaledVector(this.#normal, ARROW * pixel);
    stretch(this.#shaft, start, end, 0.7 * LINE * pixel);
    this.#head.position.copy(end);
    this.#head.quaternion.setFromUnitVectors(UP, this.#normal);
    this.#head.scale.setScalar(HEAD * pixel);
  }
}

/** Puts a unit cylinder between two points. */
function stretch(cylinder: Mesh, from: Vector3, to: Vector3, radius: number): void {
  const along = new Vector3().subVectors(to, from);
  const length = along.length();
  cylinder.position.lerpVectors(from, to, 0.5);
  cylinder.scale.set(radius, Math.max(length, 1e-12), radius);
  if (length > 0) cylinder.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
}
