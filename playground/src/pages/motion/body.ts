/** One of the two: the collider that is asked, and what is drawn of it: where it is now, where it starts and ends, and what is between. */
import {
  Collider,
  Cylinder,
  Halfspace,
  Mesh as MeshShape,
  type Motion,
  placeAlong,
  type Shape,
  sweptShape,
} from 'encounter';
import {
  type BufferGeometry,
  Color,
  DoubleSide,
  EdgesGeometry,
  FrontSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
} from 'three';
import { CATALOGUE } from '../../shapes/catalogue.ts';
import { shapeGeometry } from '../../shapes/geometry.ts';
import type { Grabbable } from '../../shell/grab.ts';
import type { Palette } from '../../shell/theme.ts';
import { orientation } from '../../shell/triple.ts';
import { type BodyState, endOf, motionOf, moves, type Side } from './state.ts';

/** How far around a thing it can be grabbed. */
const GRIP = 0.04;

/** A halfspace, which is everywhere, is grabbed around its position. */
const HALFSPACE_GRIP: Shape = new Cylinder(0.5, 0.1);

/** Placements between start and end. */
const TRAIL = 11;

/** Lines are drawn where faces meet at more degrees than this. */
const EDGE = 28;

/** The start or the end of a motion: drawn faintly, and what pointer and keys take hold of. */
export class Pose implements Grabbable {
  readonly side: Side;
  readonly end: boolean;
  readonly key: string;
  readonly name: string;
  readonly object = new Group();
  readonly #skin = new Mesh(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.2, depthWrite: false, side: FrontSide }),
  );
  readonly #edges = new LineSegments(undefined, new LineBasicMaterial({ transparent: true, opacity: 0.55 }));
  #collider = new Collider(HALFSPACE_GRIP);

  constructor(side: Side, end: boolean) {
    this.side = side;
    this.end = end;
    this.key = end ? { a: '1', b: '2' }[side] : side;
    this.name = `The ${end ? 'end' : 'start'} of ${side.toUpperCase()}'s motion`;
    this.object.add(this.#skin, this.#edges);
  }

  get collider(): Collider {
    return this.#collider;
  }

  use(shape: Shape, skin: BufferGeometry, edges: BufferGeometry): void {
    this.#collider = new Collider(shape instanceof Halfspace ? HALFSPACE_GRIP : shape, { margin: GRIP });
    this.#skin.geometry = skin;
    this.#edges.geometry = edges;
  }

  place(): void {
    this.#collider.setPosition(this.object.position).setOrientation(this.object.quaternion);
  }

  set visible(on: boolean) {
    this.#skin.visible = on;
    this.#edges.visible = on;
  }

  paint(colour: Color, active: boolean): void {
    this.#skin.material.color.copy(colour);
    this.#skin.material.opacity = active ? 0.32 : 0.2;
    this.#edges.material.color.copy(colour);
    this.#edges.material.opacity = active ? 0.9 : 0.5;
  }
}

export class Body {
  readonly side: Side;
  readonly object = new Group();
  readonly start: Pose;
  readonly end: Pose;
  /** Drawn at the time that is shown. */
  readonly now: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #trail = new InstancedMesh(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.045, depthWrite: false, side: FrontSide }),
    TRAIL,
  );
  readonly #hull = new Mesh(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.12, depthWrite: false, side: DoubleSide }),
  );
  #state: BodyState;
  #shape!: Shape;
  #collider!: Collider;
  /** A copy that is moved along, so that the collider stays where it starts. */
  #moved!: Collider;
  #motion: Motion | null = null;

  constructor(side: Side, state: BodyState) {
    this.side = side;
    this.#state = state;
    this.start = new Pose(side, false);
    this.end = new Pose(side, true);
    this.now = new Mesh(undefined, new MeshStandardMaterial({ roughness: 0.6, side: DoubleSide }));
    this.now.matrixAutoUpdate = false;
    this.object.add(this.now, this.start.object, this.end.object, this.#trail, this.#hull);
    this.#build();
    this.#place();
  }

  get state(): BodyState {
    return this.#state;
  }

  get shape(): Shape {
    return this.#shape;
  }

  /** Where it starts: what the query gets. */
  get collider(): Collider {
    return this.#collider;
  }

  get motion(): Motion | null {
    return this.#motion;
  }

  get unbounded(): boolean {
    return this.#shape instanceof Halfspace;
  }

  /** Whether it is one convex shape, or a halfspace: not made of parts. */
  get simple(): boolean {
    return !(this.#shape instanceof MeshShape) && this.#state.shape.kind !== 'compound';
  }

  /** Takes over a state and redraws what changed. */
  set(state: BodyState): void {
    const reshaped = state.shape !== this.#state.shape;
    this.#state = state;
    if (reshaped) this.#build();
    this.#place();
  }

  /** The collider at time t; the next call moves it on. */
  at(t: number): Collider {
    const { position, turn } = this.#state;
    this.#moved.setPosition(position).setOrientation(orientation(turn));
    return placeAlong(this.#moved, this.#motion, t);
  }

  /** Draws it where it is at time t. */
  show(t: number): void {
    this.now.matrix.fromArray(this.at(t).getMatrix());
    this.now.matrixWorldNeedsUpdate = true;
  }

  /** Draws the placements in between, and the shape that contains them all, if it has one and `swept` asks for it. */
  showSweep(trail: boolean, swept: boolean): void {
    const moving = moves(this.#state);
    this.#trail.visible = trail && moving && !this.unbounded;
    if (this.#trail.visible) {
      const matrix = new Matrix4();
      for (let i = 0; i < TRAIL; i++)
        this.#trail.setMatrixAt(i, matrix.fromArray(this.at((i + 1) / (TRAIL + 1)).getMatrix()));
      this.#trail.instanceMatrix.needsUpdate = true;
      this.#trail.computeBoundingSphere();
    }
    this.#hull.visible = swept && moving && this.simple && !this.unbounded;
    if (!this.#hull.visible) return;
    this.#hull.geometry.dispose();
    this.#hull.geometry = shapeGeometry(sweptShape(this.#collider, this.#motion));
  }

  paint(palette: Palette, hit: boolean, active: Pose | null): void {
    const own = new Color(palette[this.side]);
    const colour = hit ? own.clone().lerp(new Color(palette.hit), 0.45) : own;
    const skin = this.now.material;
    skin.color.copy(colour);
    // Where they overlap one should see into them; what is not convex would show all its layers at once. A floor is large, and what
    // ends below it should be seen.
    const glassy = (hit && this.simple) || this.unbounded;
    if (skin.transparent !== glassy) skin.needsUpdate = true;
    skin.transparent = glassy;
    skin.opacity = this.unbounded ? 0.45 : glassy ? 0.6 : 1;
    skin.depthWrite = !this.unbounded;
    for (const pose of [this.start, this.end]) pose.paint(own, pose === active);
    this.#trail.material.color.copy(own);
    this.#hull.material.color.copy(own);
  }

  #build(): void {
    const { kind, values } = this.#state.shape;
    this.#shape = CATALOGUE[kind].make(values);
    this.#collider = new Collider(this.#shape);
    this.#moved = new Collider(this.#shape);
    const geometry = shapeGeometry(this.#shape);
    const edges = this.unbounded ? new EdgesGeometry(geometry, 1) : new EdgesGeometry(geometry, EDGE);
    this.now.geometry.dispose();
    this.now.geometry = geometry;
    this.#trail.geometry = geometry;
    this.start.use(this.#shape, geometry, edges);
    this.end.use(this.#shape, geometry, edges);
  }

  #place(): void {
    const { position, turn } = this.#state;
    const q = orientation(turn);
    this.#collider.setPosition(position).setOrientation(q);
    this.#motion = motionOf(this.#state);
    this.start.object.position.set(...position);
    this.start.object.quaternion.copy(q);
    const end = endOf(this.#state);
    this.end.object.position.copy(end.position);
    this.end.object.quaternion.copy(end.turn).multiply(q);
    this.start.place();
    this.end.place();
    const moving = moves(this.#state);
    this.start.visible = moving;
    this.end.visible = moving;
  }
}
