/** What is drawn of an answer: the witness points, the line between them, the normal, and a plane that separates. */
import type { DistanceResult } from 'encounter';
import {
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Palette } from '../../shell/theme.ts';
import type { ViewState } from './state.ts';

/** Sizes in pixels, so that marks can be seen at any zoom. */
const DOT = 6.5;
const LINE = 2.2;
const ARROW = 84;
const HEAD = 20;
/** In the world. */
const PLANE = 2.6;

const UP = new Vector3(0, 1, 0);
const FRONT = new Vector3(0, 0, 1);

export class Witness {
  readonly object = new Group();
  /** Seen through everything: a witness point of an overlap lies inside. */
  readonly #ink = new MeshBasicMaterial({ depthTest: false, transparent: true });
  readonly #dots = [new SphereGeometry(1, 20, 12), new SphereGeometry(1, 20, 12)].map((g) => new Mesh(g, this.#ink));
  readonly #line = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.#ink);
  readonly #shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.#ink);
  readonly #head = new Mesh(new ConeGeometry(1, 1, 20), this.#ink);
  readonly #plane = new Mesh(
    new PlaneGeometry(PLANE, PLANE),
    new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
  );
  readonly #rim = new LineSegments(new EdgesGeometry(this.#plane.geometry), new LineBasicMaterial());
  readonly #from = new Vector3();
  readonly #to = new Vector3();
  readonly #normal = new Vector3();
  readonly #pointA = new Vector3();
  readonly #pointB = new Vector3();

  constructor() {
    this.#plane.add(this.#rim);
    for (const mark of [...this.#dots, this.#line, this.#shaft, this.#head]) mark.renderOrder = 10;
    this.object.add(...this.#dots, this.#line, this.#shaft, this.#head, this.#plane);
  }

  paint(palette: Palette): void {
    this.#ink.color.set(palette.mark);
    this.#plane.material.color.set(palette.calm);
    this.#rim.material.color.set(palette.calm);
  }

  /** Takes over an answer; null hides everything. A plane separates only convex shapes for certain. */
  show(result: DistanceResult | null, view: ViewState, convex: boolean): void {
    this.object.visible = result !== null;
    if (result === null) return;
    this.#normal.copy(result.normal);
    this.#pointA.copy(result.pointA);
    this.#pointB.copy(result.pointB);
    for (const dot of this.#dots) dot.visible = view.witness;
    this.#line.visible = view.witness;
    this.#shaft.visible = view.normal;
    this.#head.visible = view.normal;
    this.#plane.visible = view.plane && convex && result.distance > 0;
    this.#plane.position.lerpVectors(this.#pointA, this.#pointB, 0.5);
    this.#plane.quaternion.setFromUnitVectors(FRONT, this.#normal);
  }

  /** Fits the marks to a view of this height in pixels; before each frame. */
  fit(camera: PerspectiveCamera, height: number): void {
    const far = this.#from.lerpVectors(this.#pointA, this.#pointB, 0.5).distanceTo(camera.position);
    const pixel = (2 * far * Math.tan((camera.fov * Math.PI) / 360)) / height;
    this.#dots[0].position.copy(this.#pointA);
    this.#dots[1].position.copy(this.#pointB);
    for (const dot of this.#dots) dot.scale.setScalar(DOT * pixel);
    stretch(this.#line, this.#pointA, this.#pointB, LINE * pixel);

    // The arrow goes on from the farther of the two points, so that it does not hide the line between them.
    const ahead = this.#to.subVectors(this.#pointB, this.#pointA).dot(this.#normal) > 0;
    const start = this.#from.copy(ahead ? this.#pointB : this.#pointA);
    const end = this.#to.copy(start).addScaledVector(this.#normal, ARROW * pixel);
    stretch(this.#shaft, start, end, 0.7 * LINE * pixel);
    this.#head.position.copy(end);
    this.#head.quaternion.setFromUnitVectors(UP, this.#normal);
    this.#head.scale.set(0.4 * HEAD * pixel, HEAD * pixel, 0.4 * HEAD * pixel);
  }
}

const along = new Vector3();

/** Puts a unit cylinder between two points. */
function stretch(cylinder: Mesh, from: Vector3, to: Vector3, radius: number): void {
  const length = along.subVectors(to, from).length();
  cylinder.position.lerpVectors(from, to, 0.5);
  cylinder.scale.set(radius, Math.max(length, 1e-9), radius);
  if (length > 0) cylinder.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
}
