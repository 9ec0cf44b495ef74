import type { Collider, ContactManifold, Scene, Shape, Vec3 } from 'encounter';

export interface BodyOptions {
  position?: readonly number[];
  orientation?: readonly number[];
  mass?: number;
  inertia?: readonly number[];
}

export class Body {
  constructor(shape: Shape, options?: BodyOptions);
  readonly collider: Collider<Body>;
  readonly position: Vec3;
  readonly orientation: [number, number, number, number];
  readonly velocity: Vec3;
  readonly spin: Vec3;
  readonly inverseMass: number;
}

/** A point that is being solved. */
export interface Contact {
  readonly separation: number;
}

export class World {
  constructor(options?: {
    gravity?: readonly [number, number, number];
    maxPush?: number;
    maxSeparation?: number;
    substeps?: number;
  });
  readonly maxPush: number;
  readonly bodies: readonly Body[];
  readonly touches: readonly { readonly a: Body; readonly b: Body; readonly manifolds: readonly ContactManifold[] }[];
  readonly scene: Scene<Body>;
  add(...bodies: Body[]): this;
  remove(body: Body): this;
  step(dt?: number): void;
  findContacts(): Contact[];
  solve(contacts: readonly Contact[], dt: number): void;
}
