/** The pane with A − B and the origin, and what the algorithm knows of them. */
import {
  BufferGeometry,
  Color,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Vector3,
} from 'three';
import { shapeGeometry } from '../../shapes/geometry.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Palette } from '../../shell/theme.ts';
import type { Mark } from './overlay.ts';
import type { Pair } from './pair.ts';
import { Pane } from './pane.ts';
import type { EpaFrame, Frame, GjkFrame, Named } from './story.ts';

const ORIGIN = new Vector3();
const FRONT = new Vector3(0, 0, 1);
const POINTER = 46;
/** Degrees between facets from which on there is an edge to draw; what is round has facets only in the drawing. */
const EDGE = 5;
const ROUND_EDGE = 45;

export class SpaceView {
  readonly pane: Pane;
  readonly #obstacle = new Group();
  /** A − B of the cores with its edges, and grown by the radii. */
  readonly #solid = new Mesh(
    undefined,
    new MeshStandardMaterial({ roughness: 0.8, transparent: true, opacity: 0.2, depthWrite: false, side: DoubleSide }),
  );
  readonly #edges = new LineSegments(undefined, new LineBasicMaterial({ transparent: true, opacity: 0.45 }));
  readonly #grown = new Mesh(
    undefined,
    new MeshStandardMaterial({ roughness: 0.8, transparent: true, opacity: 0.1, depthWrite: false }),
  );
  readonly #inner = new Mesh(undefined, sheet(0.26));
  readonly #innerEdges = new LineSegments(undefined, new LineBasicMaterial({ transparent: true, opacity: 0.7 }));
  /** The face that EPA has chosen. */
  readonly #face = new Mesh(undefined, sheet(0.5));
  readonly #plane = new Mesh(new PlaneGeometry(1, 1), sheet(0.13));
  readonly #rim = new LineSegments(
    new EdgesGeometry(this.#plane.geometry),
    new LineBasicMaterial({ transparent: true, opacity: 0.6 }),
  );
  readonly #origin = new Mesh(new BufferGeometry().setFromPoints([ORIGIN]), sheet(0));

  #key = '';

  constructor(host: PageHost, parent: HTMLElement) {
    const label = 'A minus B with the origin, and the simplex or polytope inside it.';
    this.pane = new Pane(host, parent, 'A − B', 'all differences a − b, and the origin O', label);
    this.#plane.add(this.#rim);
    this.#obstacle.add(this.#solid, this.#edges, this.#grown);
    this.pane.stage.scene.add(this.#obstacle, this.#inner, this.#innerEdges, this.#face, this.#plane);
    this.pane.stage.follow((palette) => this.#paint(palette));
  }

  /** Takes over a pair. To move B is to shift A − B; it is drawn anew only when it becomes another one. */
  set(pair: Pair): void {
    const { a, b, radius, state } = pair;
    this.#obstacle.position.set(...state.position).negate();
    const key = JSON.stringify([state.a, state.b, state.turn]);
    if (key === this.#key) return;
    this.#key = key;
    const { obstacle } = pair;
    replace(this.#solid, shapeGeometry(obstacle));
    const angle = a.polyhedral && b.polyhedral ? EDGE : ROUND_EDGE;
    replace(this.#edges, new EdgesGeometry(this.#solid.geometry, angle));
    this.#grown.visible = radius > 0;
    if (radius > 0) replace(this.#grown, shapeGeometry(obstacle, undefined, radius));
  }

  fit(sight?: Vector3): void {
    this.pane.fit([this.#obstacle, this.#origin], sight);
  }

  /** Draws a frame over the faint traces of those before it. */
  show(frames: readonly Frame[], index: number): void {
    const frame = frames[index];
    const marks = traces(frames, index);
    if (frame.phase === 'gjk') {
      const corners = frame.simplex.map(({ at }) => at);
      this.#showInner(corners.length === 4 ? faces(corners) : corners.length === 3 ? [corners] : [], -1);
      marks.push(...gjkMarks(frame));
    } else {
      this.#showInner(frame.faces, frame.nearest);
      marks.push(...epaMarks(frame));
    }
    marks.push({ kind: 'dot', at: ORIGIN, tone: 'origin', size: 5.5, label: 'O' });
    this.#showPlane(frame);
    this.pane.show(marks);
  }

  #showInner(triangles: readonly (readonly Point[])[], chosen: number): void {
    replace(this.#inner, triangleGeometry(triangles.filter((_, i) => i !== chosen)));
    replace(this.#face, triangleGeometry(chosen < 0 ? [] : [triangles[chosen]]));
    const edges = new EdgesGeometry(triangleGeometry(triangles), 1);
    replace(this.#innerEdges, edges);
  }

  /** The plane through w: none of A − B is beyond it. Large enough to reach from w to where it is nearest to the origin. */
  #showPlane({ w, direction }: Frame): void {
    this.#plane.visible = w !== null && direction !== null;
    if (w === null || direction === null) return;
    const foot = direction.clone().multiplyScalar(direction.dot(w.at));
    this.#plane.position.lerpVectors(w.at, foot, 0.5);
    this.#plane.quaternion.setFromUnitVectors(FRONT, direction);
    this.#plane.scale.setScalar(1.1 + 1.2 * w.at.distanceTo(foot));
  }

  #paint(palette: Palette): void {
    const style = getComputedStyle(this.pane.element);
    const inner = new Color(style.getPropertyValue('--algo-inner').trim());
    const outer = new Color(style.getPropertyValue('--algo-outer').trim());
    for (const { material } of [this.#solid, this.#edges, this.#grown]) material.color.set(palette.muted);
    for (const { material } of [this.#inner, this.#innerEdges]) material.color.copy(inner);
    this.#face.material.color.copy(inner);
    for (const { material } of [this.#plane, this.#rim]) material.color.copy(outer);
  }
}

type Point = { readonly x: number; readonly y: number; readonly z: number };

/** Where v and w have been. */
function traces(frames: readonly Frame[], index: number): Mark[] {
  const marks: Mark[] = [];
  let last: Vector3 | null = null;
  for (const frame of frames.slice(0, index)) {
    if (frame.w !== null) marks.push({ kind: 'dot', at: frame.w.at, tone: 'past', size: 2.5 });
    const v = frame.phase === 'gjk' ? frame.v : null;
    if (v === null || frames[index].phase === 'epa') continue;
    marks.push({ kind: 'dot', at: v, tone: 'past', size: 2.5, hollow: true });
    if (last !== null) marks.push({ kind: 'line', from: last, to: v, tone: 'past', width: 1 });
    last = v;
  }
  return marks;
}

function gjkMarks({ simplex, v, w, direction, kind }: GjkFrame): Mark[] {
  const marks: Mark[] = [];
  simplex.forEach((p, i) => {
    for (const q of simplex.slice(0, i)) marks.push({ kind: 'line', from: q.at, to: p.at, tone: 'inner', width: 2.5 });
    marks.push({ kind: 'dot', at: p.at, tone: 'inner', label: p.name });
  });
  const found = v !== null && v.length() > 1e-9;
  if (found) marks.push({ kind: 'line', from: ORIGIN, to: v, tone: 'mark', width: 1.5 });
  if (w !== null && direction !== null) {
    if (kind !== 'met') for (const { at } of simplex) marks.push(joining(at, w));
    marks.push(...supportMarks(w, direction, simplex.includes(w)));
    const bound = -direction.dot(w.at);
    // What of the way from the origin the plane has proven free.
    if (bound > 0) marks.push({ kind: 'line', from: ORIGIN, to: plumb(direction, w), tone: 'outer', width: 3.5 });
  }
  if (found) marks.push({ kind: 'dot', at: v, tone: 'mark', size: 5, label: 'v' });
  else if (direction !== null && kind === 'start') {
    const back = direction.clone().negate();
    marks.push({ kind: 'pointer', from: ORIGIN, along: back, length: POINTER, tone: 'mark', label: 'v' });
  }
  return marks;
}

function epaMarks({ w, direction, foot, faces, nearest, kind }: EpaFrame): Mark[] {
  const marks: Mark[] = [];
  const corners = faces[nearest].map((p) => new Vector3().copy(p));
  corners.forEach((from, i) => {
    marks.push({ kind: 'line', from, to: corners[(i + 1) % 3], tone: 'inner', width: 2.5 });
  });
  if (w !== null && direction !== null) {
    if (kind === 'grow') for (const at of corners) marks.push(joining(at, w));
    marks.push({ kind: 'line', from: foot, to: plumb(direction, w), tone: 'outer', width: 3.5 });
    marks.push(...supportMarks(w, direction, false));
  }
  marks.push({ kind: 'line', from: ORIGIN, to: foot, tone: 'inner', width: 3.5 });
  marks.push({ kind: 'dot', at: foot, tone: 'inner', size: 3.5 });
  return marks;
}

/** An edge that there will be once w has joined. */
function joining(from: Vector3, w: Named): Mark {
  return { kind: 'line', from, to: w.at, tone: 'inner', width: 1.25, dashed: true };
}

function supportMarks(w: Named, direction: Vector3, known: boolean): Mark[] {
  return [
    { kind: 'pointer', from: w.at, along: direction, length: POINTER, tone: 'outer' },
    { kind: 'dot', at: w.at, tone: 'outer', size: 5, label: known ? undefined : w.name },
  ];
}

/** Where the plane through w is nearest to the origin. */
function plumb(direction: Vector3, w: Named): Vector3 {
  return direction.clone().multiplyScalar(direction.dot(w.at));
}

function faces([p, q, r, s]: readonly Point[]): Point[][] {
  return [
    [p, q, r],
    [p, q, s],
    [p, r, s],
    [q, r, s],
  ];
}

function triangleGeometry(triangles: readonly (readonly Point[])[]): BufferGeometry {
  const positions = triangles.flatMap((corners) => corners.flatMap(({ x, y, z }) => [x, y, z]));
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
}

function sheet(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, side: DoubleSide, depthWrite: false });
}

function replace(object: { geometry: BufferGeometry }, geometry: BufferGeometry): void {
  object.geometry.dispose();
  object.geometry = geometry;
}
