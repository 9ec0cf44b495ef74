/** The game: who is where, and what the rules do. All collisions are found by the scene; nothing is drawn here. */
import { Collider, type ResponseContact, Scene, type Shape } from 'encounter';
import type { Random } from '../../shell/random.ts';
import { type Deeds, type RuleName, Rules } from './rules.ts';
import { type Body, type ClassName, makeShapes, makeThing, SHIELD, type Shapes, type Thing, turnOf } from './things.ts';

export const STEP = 1 / 60;

/** What the player wants. */
export interface Wishes {
  readonly left: boolean;
  readonly right: boolean;
  readonly thrust: boolean;
  readonly fire: boolean;
}

/** What the page shows of the game as it happens. */
export interface GameEvents {
  onAdd(body: Body, shape: Shape): void;
  onRemove(body: Body): void;
  onFire(rule: RuleName, a: Body, b: Body): void;
  /** Something flew apart here, so large. */
  onBurst(x: number, y: number, size: number): void;
  onLifeLost(lives: number): void;
}

export const LIVES = 3;
const TURN = 3.6;
const THRUST = 13;
const DRAG = 0.7;
const SHOT_SPEED = 17;
const SHOT_LASTS = 0.85;
/** Seconds between shots, of safety after a loss, as a sweeper, and from one ring to the next. */
const RELOAD = 0.22;
const SAFE = 2;
const SWEEP = 9;
const RING_EVERY = 12;
/** Rocks of size 3, 2, 1 are so large. */
const ROCK_SCALE = [0, 0.95, 1.7, 2.8];
/** Nothing begins nearer to the ship than this. */
const BERTH = 4.5;

export class Game implements Deeds {
  readonly rules: Rules;
  readonly shapes: Shapes = makeShapes();
  readonly bodies = new Set<Body>();
  score = 0;
  lives = LIVES;
  level = 0;
  fired = 0;
  /** Seconds played. */
  time = 0;
  /** Half the width and height of the field; what leaves it on one side comes back on the other. */
  halfWidth = 12;
  halfHeight = 8;
  readonly #scene = new Scene<Thing>();
  readonly #events: GameEvents;
  readonly #random: Random;
  #ship!: Body;
  #reload = 0;
  #nextRing = 0;
  readonly #position = { x: 0, y: 0, z: 0 };
  readonly #turn = { x: 0, y: 0, z: 0, w: 1 };

  constructor(random: Random, events: GameEvents) {
    this.#random = random;
    this.#events = events;
    this.rules = new Rules(this, (rule, a, b) => {
      this.fired++;
      events.onFire(rule, a, b);
    });
  }

  get over(): boolean {
    return this.lives === 0;
  }

  get ship(): Body {
    return this.#ship;
  }

  /** Begins, or begins anew. */
  begin(): void {
    for (const body of this.bodies) this.#remove(body);
    this.score = 0;
    this.lives = LIVES;
    this.level = 0;
    this.fired = 0;
    this.time = 0;
    this.#ship = this.#launch();
    this.#nextLevel();
  }

  step(wishes: Wishes): void {
    this.time += STEP;
    if (this.#count('rock') === 0) this.#nextLevel();
    this.#steer(wishes);
    for (const body of this.bodies) this.#move(body);
    this.#scene.test(this.rules.table);
    for (const body of this.bodies) if (body.data.gone) this.#remove(body);
  }

  // What the rules call for. Colliders that move or go here do so after the test: the remaining pairs are reported as they were.

  damage(a: Body, b: Body, contact: ResponseContact): void {
    this.#bounce(a.data, b.data, contact);
    this.#hurt(a);
    this.#hurt(b);
  }

  explode(mine: Body, other: Body): void {
    this.#destroy(mine);
    if (this.rules.classOf(other) === 'shot') this.score += 15;
    if (this.rules.classOf(other) === 'rock') this.#breakUp(other);
    else this.#hurt(other);
  }

  sweep(sweeper: Body, mine: Body): void {
    this.#destroy(mine);
    if (sweeper === this.#ship) this.score += 30;
  }

  split(shot: Body, rock: Body, { point }: ResponseContact): void {
    this.#events.onBurst(point.x, point.y, 0.5);
    shot.data.gone = true;
    this.score += 10 * (4 - rock.data.size);
    this.#breakUp(rock);
  }

  collect(ship: Body, ring: Body): void {
    ring.data.gone = true;
    if (ship === this.#ship) this.score += 50;
    ship.data.sweeping = SWEEP;
    ship.margin = SHIELD;
    this.rules.assign(ship, 'sweeper');
  }

  /** Pushes two apart and lets them exchange their speed along the normal. Everything stays in the plane, the normal need not. */
  #bounce(a: Thing, b: Thing, { normal, depth }: ResponseContact): void {
    let { x, y } = normal;
    if (Math.hypot(x, y) < 0.3) {
      x = b.x - a.x;
      y = b.y - a.y;
    }
    const length = Math.hypot(x, y) || 1;
    x /= length;
    y /= length;
    const push = Math.min(depth, 0.3) / 2;
    a.x -= push * x;
    a.y -= push * y;
    b.x += push * x;
    b.y += push * y;
    const closing = (a.vx - b.vx) * x + (a.vy - b.vy) * y;
    if (closing <= 0) return;
    // The larger one gives way less.
    const share = b.size / (a.size + b.size);
    a.vx -= 2 * share * closing * x;
    a.vy -= 2 * share * closing * y;
    b.vx += 2 * (1 - share) * closing * x;
    b.vy += 2 * (1 - share) * closing * y;
  }

  #hurt(body: Body): void {
    const { data } = body;
    if (data.look === 'rock' || data.safe > 0) return;
    data.strength--;
    data.safe = data.look === 'raider' ? 0.4 : 0;
    if (body !== this.#ship) {
      if (data.strength > 0) return;
      if (data.look === 'raider') this.score += 60;
      this.#destroy(body);
      return;
    }
    data.safe = SAFE;
    this.lives--;
    this.#events.onBurst(data.x, data.y, 1.4);
    this.#events.onLifeLost(this.lives);
    if (this.over) this.#destroy(body);
  }

  #destroy({ data }: Body): void {
    data.gone = true;
    if (data.look !== 'shot') this.#events.onBurst(data.x, data.y, data.look === 'rock' ? data.size : 1);
  }

  #breakUp(rock: Body): void {
    const { x, y, vx, vy, size } = rock.data;
    this.#destroy(rock);
    if (size === 1) return;
    const side = this.#random.between(0, 2 * Math.PI);
    for (const way of [side, side + Math.PI]) {
      const speed = this.#random.between(1, 2.2);
      const [cos, sin] = [Math.cos(way), Math.sin(way)];
      const off = 0.32 * ROCK_SCALE[size];
      this.#addRock(size - 1, x + off * cos, y + off * sin, vx + speed * cos, vy + speed * sin);
    }
  }

  #nextLevel(): void {
    this.level++;
    for (let i = 0; i < 2 + this.level; i++) {
      const [x, y] = this.#berth();
      const way = this.#random.between(0, 2 * Math.PI);
      const speed = this.#random.between(0.8, 1.4 + 0.2 * this.level);
      this.#addRock(3, x, y, speed * Math.cos(way), speed * Math.sin(way));
    }
    for (let i = this.#count('mine'); i < 2 + this.level; i++) {
      const [x, y] = this.#berth();
      this.#add('mine', this.shapes.mine, makeThing('mine', { x, y, spin: 0.5 }));
    }
    if (this.#count('raider') === 0) {
      const [x, y] = this.#berth();
      this.#add('ship', this.shapes.raider, makeThing('raider', { x, y, strength: 2, vx: 1 }));
    }
  }

  #launch(): Body {
    this.#nextRing = RING_EVERY / 3;
    return this.#add('ship', this.shapes.yours, makeThing('yours', { safe: SAFE, strength: Infinity }));
  }

  #addRock(size: number, x: number, y: number, vx: number, vy: number): void {
    const { rocks } = this.shapes;
    const shape = rocks[Math.floor(this.#random.next() * rocks.length)];
    const angle = this.#random.between(0, 2 * Math.PI);
    const spin = this.#random.between(-1.2, 1.2);
    this.#add('rock', shape, makeThing('rock', { x, y, vx, vy, angle, spin, size }), ROCK_SCALE[size]);
  }

  #add(name: ClassName, shape: Shape, data: Thing, scale = 1): Body {
    const body: Body = new Collider<Thing>(shape, {
      position: [data.x, data.y, 0],
      orientation: [0, 0, Math.sin(data.angle / 2), Math.cos(data.angle / 2)],
      scale,
      data,
    });
    this.rules.assign(body, name);
    this.#scene.add(body);
    this.bodies.add(body);
    this.#events.onAdd(body, shape);
    return body;
  }

  #remove(body: Body): void {
    this.#scene.remove(body);
    this.bodies.delete(body);
    this.#events.onRemove(body);
  }

  #count(look: Thing['look']): number {
    let n = 0;
    for (const { data } of this.bodies) if (data.look === look) n++;
    return n;
  }

  /** Somewhere to begin, away from the ship and with nothing in the way. */
  #berth(): [number, number] {
    for (let attempt = 0; ; attempt++) {
      const x = this.#random.between(-this.halfWidth, this.halfWidth);
      const y = this.#random.between(-this.halfHeight, this.halfHeight);
      const { data } = this.#ship;
      const room = { min: { x: x - 1.2, y: y - 1.2, z: -1 }, max: { x: x + 1.2, y: y + 1.2, z: 1 } };
      const clear = Math.hypot(x - data.x, y - data.y) > BERTH && this.#scene.overlapping(room).length === 0;
      // A crowded field: then anywhere.
      if (clear || attempt > 60) return [x, y];
    }
  }

  #steer({ left, right, thrust, fire }: Wishes): void {
    this.#nextRing -= STEP;
    if (this.#nextRing <= 0 && this.#count('ring') === 0) {
      const [x, y] = this.#berth();
      this.#add('ring', this.shapes.ring, makeThing('ring', { x, y, spin: 1.5 }));
      this.#nextRing = RING_EVERY;
    }
    this.#reload = Math.max(0, this.#reload - STEP);
    const ship = this.#ship.data;
    if (ship.gone) return;
    ship.spin = TURN * (Number(left) - Number(right));
    const ahead = [-Math.sin(ship.angle), Math.cos(ship.angle)];
    if (thrust) {
      ship.vx += THRUST * STEP * ahead[0];
      ship.vy += THRUST * STEP * ahead[1];
    }
    ship.vx -= DRAG * STEP * ship.vx;
    ship.vy -= DRAG * STEP * ship.vy;
    if (!fire || this.#reload > 0) return;
    this.#reload = RELOAD;
    const shot = makeThing('shot', {
      x: ship.x + 1.35 * ahead[0],
      y: ship.y + 1.35 * ahead[1],
      vx: ship.vx + SHOT_SPEED * ahead[0],
      vy: ship.vy + SHOT_SPEED * ahead[1],
      angle: ship.angle,
      lasts: SHOT_LASTS,
    });
    this.#add('shot', this.shapes.shot, shot);
  }

  #move(body: Body): void {
    const { data } = body;
    if (data.look === 'raider') this.#chase(data);
    data.x += data.vx * STEP;
    data.y += data.vy * STEP;
    // Shots do not come round: they would hit who fired them.
    if (data.look === 'shot') data.gone ||= Math.abs(data.x) > this.halfWidth || Math.abs(data.y) > this.halfHeight;
    data.x = wrap(data.x, this.halfWidth + 0.6);
    data.y = wrap(data.y, this.halfHeight + 0.6);
    data.angle += data.spin * STEP;
    data.safe = Math.max(0, data.safe - STEP);
    data.lasts -= STEP;
    if (data.lasts <= 0) data.gone = true;
    if (data.sweeping > 0) {
      data.sweeping -= STEP;
      if (data.sweeping <= 0) this.#endSweep(body);
    }
    this.#position.x = data.x;
    this.#position.y = data.y;
    body.setOrientation(turnOf(data.angle, this.#turn)).setPosition(this.#position);
  }

  #endSweep(body: Body): void {
    body.data.sweeping = 0;
    body.margin = 0;
    this.rules.assign(body, 'ship');
  }

  /** Raiders fly after the ship, none too fast. */
  #chase(raider: Thing): void {
    const { x, y, gone } = this.#ship.data;
    const [dx, dy] = gone ? [raider.vx, raider.vy] : [x - raider.x, y - raider.y];
    const length = Math.hypot(dx, dy) || 1;
    const speed = 1.5 + 0.15 * this.level;
    raider.vx += ((speed * dx) / length - raider.vx) * 0.8 * STEP;
    raider.vy += ((speed * dy) / length - raider.vy) * 0.8 * STEP;
    raider.angle = Math.atan2(-raider.vx, raider.vy);
  }
}

/** Into −half … half, coming back on the other side. */
function wrap(x: number, half: number): number {
  if (x > half) return -half;
  if (x < -half) return half;
  return x;
}
