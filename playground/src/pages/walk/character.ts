/** A character in the level: what the visitor wishes, gravity and jumps make a velocity, and the mover does the rest. */
import { Box, Capsule, Cylinder, type Shape } from 'encounter';
import { clipVelocity, type MoveResult, Mover } from 'encounter/mover';
import { Vector3 } from 'three';
import { Level, PLACES } from './level.ts';
import type { ShapeName, WalkState } from './state.ts';

/** Seconds a step. */
export const STEP = 1 / 60;
/** From the ground to the middle of each of the shapes. */
export const HALF_HEIGHT = 0.85;
/** In units a second, and a second². A jump is 1.2 high. */
export const WALK = 4;
export const GRAVITY = 15;
export const JUMP = 6;
export const FASTEST_FALL = 20;
/** Who falls below this begins anew. */
const ABYSS = -8;

const MAKE: Readonly<Record<ShapeName, () => Shape>> = {
  capsule: () => new Capsule(0.35, 1),
  box: () => new Box([0.6, 1.7, 0.6]),
  cylinder: () => new Cylinder(0.35, 1.7),
};

/** What the visitor wants: to go along (x, z) in the world, at most 1 long, and to jump. */
export interface Wish {
  readonly x: number;
  readonly z: number;
  readonly jump: boolean;
}

export class Character {
  readonly level = new Level();
  mover!: Mover;
  result!: MoveResult;
  readonly position = new Vector3();
  /** Where it looks, horizontally. Unit. */
  readonly facing = new Vector3(0, 0, -1);
  readonly velocity = new Vector3();
  frame = 0;
  jumps = 0;
  falls = 0;
  /** The last move, to repeat it: from where, and by how much. */
  readonly from = new Vector3();
  readonly displacement = new Vector3();
  #place: keyof typeof PLACES = 'middle';

  constructor(state: WalkState) {
    this.#place = state.place;
    this.restart(state);
  }

  /** Time and place as at the beginning. */
  restart(state: WalkState): void {
    this.frame = 0;
    this.jumps = 0;
    this.falls = 0;
    this.level.moveTo(0);
    this.enter(state);
  }

  /** Puts it where `state.place` says, at rest. */
  enter(state: WalkState): void {
    this.#place = state.place;
    this.#toPlace(state.skin);
    this.velocity.set(0, 0, 0);
    this.facing.set(0, 0, -1);
    this.become(state);
  }

  /** Another shape, or other limits, at the place where it is: those of a mover do not change. */
  become(state: WalkState): void {
    this.mover = makeMover(state, this.position);
    this.#move(0, -STEP * STEP * GRAVITY, 0);
  }

  /** One step of the world. */
  step({ x, z, jump }: Wish): void {
    const { velocity } = this;
    this.frame++;
    this.level.moveTo(this.frame * STEP);
    velocity.x = WALK * x;
    velocity.z = WALK * z;
    if (jump && this.result.ground === 'on') {
      velocity.y = JUMP;
      this.jumps++;
    }
    velocity.y -= GRAVITY * STEP;
    if (x !== 0 || z !== 0) this.facing.set(x, 0, z).normalize();
    this.#move(STEP * velocity.x, STEP * velocity.y, STEP * velocity.z);
    velocity.y = verticalAfter(velocity.y, this.result);
    if (this.position.y > ABYSS) return;
    this.falls++;
    this.#toPlace(this.mover.skin);
    velocity.set(0, 0, 0);
    this.mover.collider.setPosition(this.position);
    this.#move(0, -STEP * STEP * GRAVITY, 0);
  }

  /** A hair above the ground, onto which its first move brings it. */
  #toPlace(skin: number): void {
    const { x, y = 0, z } = PLACES[this.#place];
    this.position.set(x, y + HALF_HEIGHT + skin + 0.001, z);
  }

  #move(x: number, y: number, z: number): void {
    this.from.copy(this.position);
    this.displacement.set(x, y, z);
    this.result = this.mover.move(this.level.scene, this.displacement);
    const m = this.mover.collider.getMatrix();
    this.position.set(m[12], m[13], m[14]);
  }
}

export function makeMover({ shape, step, slope, snap, skin }: WalkState, position: Vector3): Mover {
  const maxSlope = (slope * Math.PI) / 180;
  return new Mover(MAKE[shape](), { position, stepHeight: step, maxSlope, snap, skin });
}

/**
 * What is left of the vertical velocity. Ground ends a fall, ceilings end a jump. A slope too steep does neither: it leads a fall aside, which
 * is the mover's affair. Clipping the whole velocity would turn walking against such a slope into rising, and whoever jumps climbs it.
 */
function verticalAfter(speed: number, { ground, hits }: MoveResult): number {
  if (ground === 'on') return 0;
  if (speed <= 0) return Math.max(speed, -FASTEST_FALL);
  // Normals of hits point away from the mover, those of planes towards it.
  const planes = hits.map(({ normal: { x, y, z } }) => ({ normal: [-x, -y, -z] as const }));
  return clipVelocity([0, speed, 0], planes).y;
}
