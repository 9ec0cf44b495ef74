/** What pointer and keys take hold of: a thing where it is, or the end of its motion. */
import { Collider, Polytope } from 'encounter';
import { Object3D } from 'three';
import type { Grabbable } from '../../shell/grab.ts';
import { orientation, type Triple } from '../../shell/triple.ts';
import { grip } from './figure.ts';
import type { Thing } from './kinds.ts';
import type { Side } from './state.ts';

export class Holder implements Grabbable {
  readonly key: string;
  readonly name: string;
  readonly side: Side;
  /** Whether it is the end of a motion. */
  readonly end: boolean;
  readonly object = new Object3D();
  #collider = new Collider(new Polytope([[0, 0, 0]]));

  constructor(side: Side, end: boolean) {
    this.side = side;
    this.end = end;
    this.key = end ? { a: '1', b: '2' }[side] : side;
    this.name = end ? `The end of ${side.toUpperCase()}'s way` : side.toUpperCase();
  }

  get collider(): Collider {
    return this.#collider;
  }

  place(thing: Thing, position: Triple, turn: Triple): void {
    this.object.position.set(...position);
    this.object.quaternion.copy(orientation(turn));
    const { points, margin } = grip(thing, position);
    this.#collider = new Collider(new Polytope(points), { margin });
  }
}
