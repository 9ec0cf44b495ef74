/**
 * The objects and the collision loop: what a program that uses the library would do each frame, and nothing else. Its state is in
 * flat arrays and in vectors that are used again, so that a frame adds no garbage.
 */
import { Collider, type Response, type ResponseContact, ResponseTable, response, Scene } from 'encounter';
import { Random } from '../../shell/random.ts';
import type { CostLog } from './cost-log.ts';
import type { Kind } from './kinds.ts';
import { type Asked, BROAD_PHASES, type BroadName, type SceneState } from './state.ts';
import { Touches } from './touches.ts';

/** Every step is as long, whatever the screen does: the same seed gives the same frames everywhere. */
export const STEP = 1 / 60;

/** So much room an object has: about one in four touches another at any time. */
export const ROOM = 24;
export const SLOWEST = 0.6;
export const FASTEST = 2.4;
/** Radians a second. */
export const SPIN = 2;
/** As deep as this, an object is as hot as it gets. */
const HOT = 0.35;

export class World {
  readonly kinds: readonly Kind[];
  /** Half the side of the cube that they fly in. */
  readonly half: number;
  /** `data` is the number of the object. */
  readonly colliders: Collider<number>[] = [];
  /** By object: the number of its kind. */
  readonly kindOf: Uint8Array;
  readonly touches: Touches;
  /** Steps so far. */
  frame = 0;
  spin: boolean;
  bounce: boolean;
  #scene: Scene<number>;
  readonly #table: ResponseTable<number> = new ResponseTable<number>();
  readonly #responses: Readonly<Record<Asked, Response<number>>>;
  #response: Asked;
  readonly #positions: Float64Array;
  readonly #velocities: Float64Array;
  /** Quaternions: how each is turned, and by how much it turns in a step. */
  readonly #turns: Float64Array;
  readonly #spins: Float64Array;
  readonly #position = { x: 0, y: 0, z: 0 };
  readonly #turn = { x: 0, y: 0, z: 0, w: 1 };

  constructor(kinds: readonly Kind[], { count, seed, broad, response: type, spin, bounce }: SceneState) {
    this.kinds = kinds;
    this.half = Math.cbrt(count * ROOM) / 2;
    this.spin = spin;
    this.bounce = bounce;
    this.kindOf = new Uint8Array(count);
    this.touches = new Touches(count);
    this.#positions = new Float64Array(3 * count);
    this.#velocities = new Float64Array(3 * count);
    this.#turns = new Float64Array(4 * count);
    this.#spins = new Float64Array(4 * count);
    this.#responses = {
      simple: response<number>('simple', (a, b) => this.#touch(a, b, null, 1)),
      witnessed: response<number>('witnessed', (a, b, contact) => this.#touch(a, b, contact, 1)),
      depth: response<number>('depth', (a, b, contact) => {
        this.#touch(a, b, contact, 0.2 + Math.min(0.8, contact!.depth / HOT));
        if (this.bounce) this.#bounceOff(a.data, b.data, contact!);
      }),
    };
    this.#response = type;
    this.#table.addDefault(this.#responses[type]);
    this.#populate(count, new Random(seed));
    this.#scene = new Scene<number>({ broadPhase: BROAD_PHASES[broad].make() }).add(...this.colliders);
  }

  get scene(): Scene<number> {
    return this.#scene;
  }

  /** Goes on with another broad phase: the objects stay where they are. */
  useBroadPhase(name: BroadName): void {
    this.#scene.remove(...this.colliders);
    this.#scene = new Scene<number>({ broadPhase: BROAD_PHASES[name].make() }).add(...this.colliders);
  }

  useResponse(type: Asked): void {
    this.#table.removeDefault(this.#responses[this.#response]);
    this.#table.addDefault(this.#responses[type]);
    this.#response = type;
  }

  /** One frame: moves everything and finds who touches whom. */
  step(costs: CostLog): void {
    this.frame++;
    const start = performance.now();
    this.#move();
    const moved = performance.now();
    // `test` would do this by itself: asking for the encounters brings the broad phase up to date, so that it can be timed.
    this.#scene.encounters();
    const updated = performance.now();
    this.detect();
    costs.add('move', moved - start);
    costs.add('broad', updated - moved);
    costs.add('narrow', performance.now() - updated);
  }

  /** Finds who touches whom, where they are. */
  detect(): void {
    this.touches.clear();
    this.#scene.test(this.#table);
  }

  /** Keeps an object at a place, until it is let go. */
  hold(i: number, { x, y, z }: { x: number; y: number; z: number }): void {
    this.#positions.set([x, y, z], 3 * i);
    this.#velocities.fill(0, 3 * i, 3 * i + 3);
    this.colliders[i].setPosition(this.#read(i));
    this.detect();
  }

  letGo(i: number, { x, y, z }: { x: number; y: number; z: number }): void {
    this.#velocities.set([x, y, z], 3 * i);
  }

  /** Units a second. */
  speedOf(i: number): number {
    const v = this.#velocities;
    return Math.hypot(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
  }

  /** Where an object is; the vector is used again. */
  positionOf(i: number): { x: number; y: number; z: number } {
    return this.#read(i);
  }

  #populate(count: number, random: Random): void {
    const cls = this.#table.createClass('things');
    const { kinds, half } = this;
    for (let i = 0; i < count; i++) {
      const kind = pick(kinds, random.next());
      const turn = turnBy(random.direction(), random.between(0, 2 * Math.PI));
      const [x, y, z] = random.direction();
      const speed = random.between(SLOWEST, FASTEST);
      this.kindOf[i] = kind;
      for (let k = 0; k < 3; k++) this.#positions[3 * i + k] = random.between(-half, half);
      this.#velocities.set([speed * x, speed * y, speed * z], 3 * i);
      this.#turns.set(turn, 4 * i);
      this.#spins.set(turnBy(random.direction(), random.between(-SPIN, SPIN) * STEP), 4 * i);
      const collider = new Collider<number>(kinds[kind].shape, {
        position: this.#read(i),
        orientation: turn,
        scale: kinds[kind].scale * random.between(0.7, 1.3),
        data: i,
      });
      this.#table.assign(collider, cls);
      this.colliders.push(collider);
    }
  }

  #move(): void {
    const { colliders, half, spin } = this;
    const positions = this.#positions;
    const velocities = this.#velocities;
    for (let k = 0; k < positions.length; k++) {
      const x = positions[k] + velocities[k] * STEP;
      // At a wall it turns back.
      if (Math.abs(x) > half && x * velocities[k] > 0) velocities[k] = -velocities[k];
      positions[k] = x;
    }
    for (let i = 0; i < colliders.length; i++) {
      if (spin) colliders[i].setOrientation(this.#turned(i));
      colliders[i].setPosition(this.#read(i));
    }
  }

  #read(i: number): { x: number; y: number; z: number } {
    const p = this.#position;
    p.x = this.#positions[3 * i];
    p.y = this.#positions[3 * i + 1];
    p.z = this.#positions[3 * i + 2];
    return p;
  }

  /** Turns object i by the spin of one step: the product of two quaternions. */
  #turned(i: number): { x: number; y: number; z: number; w: number } {
    const q = this.#turns;
    const s = this.#spins;
    const k = 4 * i;
    const out = this.#turn;
    out.x = s[k + 3] * q[k] + s[k] * q[k + 3] + s[k + 1] * q[k + 2] - s[k + 2] * q[k + 1];
    out.y = s[k + 3] * q[k + 1] + s[k + 1] * q[k + 3] + s[k + 2] * q[k] - s[k] * q[k + 2];
    out.z = s[k + 3] * q[k + 2] + s[k + 2] * q[k + 3] + s[k] * q[k + 1] - s[k + 1] * q[k];
    out.w = s[k + 3] * q[k + 3] - s[k] * q[k] - s[k + 1] * q[k + 1] - s[k + 2] * q[k + 2];
    q[k] = out.x;
    q[k + 1] = out.y;
    q[k + 2] = out.z;
    q[k + 3] = out.w;
    return out;
  }

  #touch(a: Collider<number>, b: Collider<number>, contact: ResponseContact | null, heat: number): void {
    this.touches.add(a.data, b.data, contact, heat);
  }

  /** Equal masses that approach along the normal exchange their speeds along it. */
  #bounceOff(a: number, b: number, { normal: { x, y, z } }: ResponseContact): void {
    const v = this.#velocities;
    const closing = (v[3 * a] - v[3 * b]) * x + (v[3 * a + 1] - v[3 * b + 1]) * y + (v[3 * a + 2] - v[3 * b + 2]) * z;
    if (closing <= 0) return;
    v[3 * a] -= closing * x;
    v[3 * a + 1] -= closing * y;
    v[3 * a + 2] -= closing * z;
    v[3 * b] += closing * x;
    v[3 * b + 1] += closing * y;
    v[3 * b + 2] += closing * z;
  }
}

/** The number of the kind whose share of 0 … 1 the value falls into. */
function pick(kinds: readonly Kind[], value: number): number {
  let sum = 0;
  for (let i = 0; i < kinds.length; i++) {
    sum += kinds[i].share;
    if (value < sum) return i;
  }
  return kinds.length - 1;
}

/** A turn around a unit axis as a quaternion. */
function turnBy([x, y, z]: readonly [number, number, number], angle: number): [number, number, number, number] {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
}
