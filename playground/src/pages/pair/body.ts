/** One of the two: its state, the collider that is asked, and what is drawn. */
import { Collider, Compound, Mesh as EncounterMesh, Halfspace, type Shape } from 'encounter';
import {
  Box3,
  Box3Helper,
  Color,
  DoubleSide,
  FrontSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  type Quaternion,
} from 'three';
import { CATALOGUE } from '../../shapes/catalogue.ts';
import { shapeGeometry } from '../../shapes/geometry.ts';
import type { Grabbable } from '../../shell/grab.ts';
import type { Palette } from '../../shell/theme.ts';
import { orientation, rounded, type Triple, turnOf } from '../../shell/triple.ts';
import type { BodyState, Side } from './state.ts';

/** How far around a body it can be grabbed. */
const GRIP = 0.05;

export class Body implements Grabbable {
  readonly side: Side;
  readonly key: Side;
  readonly name: string;
  /** What is drawn of it. */
  readonly drawn = new Group();
  /** Is placed, turned and scaled as the body: handles act on it. */
  readonly object = new Object3D();
  readonly boxHelper: Box3Helper;
  #state: BodyState;
  #shape: Shape;
  #collider: Collider;
  #grip: Collider;
  readonly #skin = new Mesh(undefined, new MeshStandardMaterial({ roughness: 0.6, side: DoubleSide }));
  readonly #shell = new Mesh(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.18, depthWrite: false, side: FrontSide }),
  );
  readonly #box = new Box3();

  constructor(side: Side, state: BodyState) {
    this.side = side;
    this.key = side;
    this.name = `Shape ${side.toUpperCase()}`;
    this.#state = state;
    this.#shape = CATALOGUE[state.kind].make(state.values);
    this.#collider = new Collider(this.#shape);
    this.#grip = new Collider(this.#shape);
    this.boxHelper = new Box3Helper(this.#box);
    this.drawn.add(this.#skin, this.#shell);
    this.#place();
    this.#draw();
  }

  get state(): BodyState {
    return this.#state;
  }

  get shape(): Shape {
    return this.#shape;
  }

  get collider(): Collider {
    return this.#collider;
  }

  get orientation(): Quaternion {
    return this.object.quaternion;
  }

  get grip(): Collider {
    return this.#grip;
  }

  get unbounded(): boolean {
    return this.#shape instanceof Halfspace;
  }

  get convex(): boolean {
    return !(this.#shape instanceof EncounterMesh || this.#shape instanceof Compound);
  }

  /** Takes over a state and redraws what changed. */
  set(state: BodyState): void {
    const old = this.#state;
    this.#state = state;
    const reshaped = state.kind !== old.kind || state.values !== old.values;
    if (reshaped) {
      this.#shape = CATALOGUE[state.kind].make(state.values);
      this.#collider = new Collider(this.#shape);
      this.#grip = new Collider(this.#shape);
    }
    this.#place();
    if (reshaped || !same(state.scale, old.scale) || state.margin !== old.margin) this.#draw();
  }

  /** Where handles have brought it; they may pull it through zero, which is not a size. */
  handled(): Pick<BodyState, 'position' | 'turn' | 'scale'> {
    const { position, quaternion, scale } = this.object;
    const { x, y, z } = scale;
    return {
      position: rounded(position),
      turn: turnOf(quaternion),
      scale: rounded({ x: Math.max(0, x), y: Math.max(0, y), z: Math.max(0, z) }),
    };
  }

  paint(palette: Palette, hit: boolean, active: boolean): void {
    const own = new Color(palette[this.side]);
    const colour = hit ? own.clone().lerp(new Color(palette.hit), 0.45) : own;
    const skin = this.#skin.material;
    skin.color.copy(colour);
    skin.emissive.copy(colour);
    skin.emissiveIntensity = active ? 0.22 : 0;
    // Where they overlap one should see into them; what is not convex would show all its layers at once.
    const glassy = hit && this.convex;
    if (skin.transparent !== glassy) skin.needsUpdate = true;
    skin.transparent = glassy;
    skin.opacity = glassy ? 0.55 : 1;
    skin.depthWrite = !glassy;
    this.#shell.material.color.copy(colour);
    (this.boxHelper.material as MeshBasicMaterial).color.copy(own);
  }

  #place(): void {
    const { position, turn, scale, margin } = this.#state;
    this.object.position.set(...position);
    this.object.quaternion.copy(orientation(turn));
    this.object.scale.set(...scale);
    for (const collider of [this.#collider, this.#grip])
      collider.setPosition(position).setOrientation(this.orientation).setScale(scale);
    this.#collider.margin = margin;
    this.#grip.margin = margin + GRIP;
    this.drawn.position.copy(this.object.position);
    this.drawn.quaternion.copy(this.object.quaternion);
    const { min, max } = this.#collider.bounds();
    if (Number.isFinite(max.x)) this.#box.set(this.#box.min.copy(min), this.#box.max.copy(max));
    else this.#box.makeEmpty();
  }

  #draw(): void {
    const { scale, margin } = this.#state;
    const matrix = new Matrix4().makeScale(...scale);
    this.#skin.geometry.dispose();
    this.#skin.geometry = shapeGeometry(this.#shape, matrix);
    this.#shell.visible = margin > 0;
    if (margin === 0) return;
    this.#shell.geometry.dispose();
    this.#shell.geometry = shapeGeometry(this.#shape, matrix, margin);
  }
}

function same(a: Triple, b: Triple): boolean {
  return a.every((x, i) => x === b[i]);
}
