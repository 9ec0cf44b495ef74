/** One of the two models where it is placed: the collider that is asked, and what is drawn. */
import { Collider } from 'encounter';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Euler,
  Group,
  MathUtils,
  Mesh,
  MeshStandardMaterial,
  type Quaternion,
} from 'three';
import { TriangleMarks } from '../../../shapes/triangle-marks.ts';
import { round } from '../../../shell/format.ts';
import type { Grabbable } from '../../../shell/grab.ts';
import { disposeTree } from '../../../shell/stage.ts';
import type { Palette } from '../../../shell/theme.ts';
import type { Model } from './model.ts';
import type { Placement, Side, Triple } from './state.ts';

export class Body implements Grabbable {
  readonly side: Side;
  readonly key: Side;
  readonly name: string;
  readonly object = new Group();
  #model: Model;
  #collider: Collider;
  #marks: TriangleMarks;
  readonly #skin = new MeshStandardMaterial({ roughness: 0.6, side: DoubleSide, flatShading: true });

  constructor(side: Side, model: Model) {
    this.side = side;
    this.key = side;
    this.name = `Model ${side.toUpperCase()}`;
    this.#model = model;
    this.#collider = new Collider(model.mesh);
    this.#marks = this.#draw();
  }

  get model(): Model {
    return this.#model;
  }

  get collider(): Collider {
    return this.#collider;
  }

  /** The triangles that meet the other. */
  get marks(): TriangleMarks {
    return this.#marks;
  }

  /** Whether one can see into it: where the other is inside. */
  set glassy(on: boolean) {
    if (this.#skin.transparent !== on) this.#skin.needsUpdate = true;
    this.#skin.transparent = on;
    this.#skin.opacity = on ? 0.45 : 1;
    this.#skin.depthWrite = !on;
  }

  use(model: Model): void {
    this.#model = model;
    this.#collider = new Collider(model.mesh);
    disposeTree(this.object);
    this.object.clear();
    this.#marks = this.#draw();
  }

  place({ position, turn, scale }: Placement): void {
    const [x, y, z] = turn.map(MathUtils.degToRad);
    this.object.position.set(...position);
    this.object.quaternion.setFromEuler(new Euler(x, y, z));
    this.object.scale.set(...scale);
    this.#collider.setPosition(position).setOrientation(this.object.quaternion).setScale(scale);
  }

  /** The placement that the object was brought to; rounded, as all that goes into the address. */
  get placed(): Placement {
    const { position, quaternion, scale } = this.object;
    return { position: short(position), turn: turnOf(quaternion), scale: short(scale) };
  }

  paint(palette: Palette, active: boolean): void {
    this.#skin.color.set(palette[this.side]);
    this.#skin.emissive.set(palette[this.side]);
    this.#skin.emissiveIntensity = active ? 0.2 : 0;
    this.#marks.paint(palette.hit);
  }

  #draw(): TriangleMarks {
    const { positions, indices } = this.#model.soup;
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(positions, 3))
      .setIndex(new BufferAttribute(indices, 1));
    const marks = new TriangleMarks(geometry, { flatShading: true });
    this.object.add(new Mesh(geometry, this.#skin), marks.object);
    return marks;
  }
}

/** Seven digits are all that a drag could mean. */
export function short({ x, y, z }: { x: number; y: number; z: number }): Triple {
  return [Number(x.toPrecision(7)), Number(y.toPrecision(7)), Number(z.toPrecision(7))];
}

export function turnOf(orientation: Quaternion): Triple {
  const { x, y, z } = new Euler().setFromQuaternion(orientation);
  return [degrees(x), degrees(y), degrees(z)];
}

function degrees(radians: number): number {
  return round(MathUtils.radToDeg(radians), 2);
}
