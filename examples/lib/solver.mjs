// A small solver for rigid bodies on top of a scene: sequential impulses, accumulated, with warm starting and friction, in small steps.
// Copy it, and change it.
//
// A frame: the scene finds where bodies touch. Then, in each of some short steps, gravity changes velocities, impulses at the points
// change them until no point moves inward, and velocities change positions. The impulse that held a point in the last step is the best
// guess for the next one. The scene hands out the same point while the same features touch, so the guess is there from frame to frame,
// in point.impulse.
import { Collider, ResponseTable, response, Scene, Vec3 } from 'encounter';

const FRICTION = 0.6;
/** What overlaps is pushed apart by a spring so stiff that it would swing this often a second, if it were not damped this many times too much. */
const FREQUENCY = 30;
const DAMPING = 10;
/** Speeds and lengths follow the units of gravity: in millimetres all three are a thousand times those in metres. These are seconds, and seconds². */
const PUSH_PER_GRAVITY = 0.4;
const SEPARATION_PER_GRAVITY = 0.002;

const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a, b) => new Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
const subtract = (a, b) => new Vec3(a.x - b.x, a.y - b.y, a.z - b.z);
/** a += s·b */
const add = (a, s, b) => a.set(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);

/** A rigid body about its centre of mass. `inertia` is about its own three axes. Without a mass it never moves. */
export class Body {
  constructor(shape, { position = [0, 0, 0], orientation = [0, 0, 0, 1], mass = 0, inertia = [0, 0, 0] } = {}) {
    this.collider = new Collider(shape, { position, orientation, data: this });
    this.position = new Vec3(...position);
    this.orientation = [...orientation];
    this.velocity = new Vec3();
    this.spin = new Vec3();
    this.inverseMass = mass > 0 ? 1 / mass : 0;
    this.inverseInertia = inertia.map((i) => (i > 0 ? 1 / i : 0));
  }

  /** The change of spin by a turning impulse: R·I⁻¹·Rᵀ times it. */
  turnBy(impulse) {
    const [x, y, z, w] = this.orientation;
    const axes = [
      { x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y) },
      { x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x) },
      { x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y) },
    ];
    const change = new Vec3();
    for (let i = 0; i < 3; i++) add(change, this.inverseInertia[i] * dot(axes[i], impulse), axes[i]);
    return change;
  }

  /** Moves and turns for a time h. */
  move(h) {
    if (this.inverseMass === 0) return;
    add(this.position, h, this.velocity);
    const q = this.orientation;
    const [x, y, z, w] = q;
    const { x: a, y: b, z: c } = this.spin;
    q[0] += (h / 2) * (a * w + b * z - c * y);
    q[1] += (h / 2) * (b * w + c * x - a * z);
    q[2] += (h / 2) * (c * w + a * y - b * x);
    q[3] -= (h / 2) * (a * x + b * y + c * z);
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (let i = 0; i < 4; i++) q[i] /= length;
    this.collider.setPosition(this.position).setOrientation(q);
  }
}

/** One direction in which two bodies act on each other at a point. */
class Row {
  constructor(a, b, point, direction) {
    this.a = a;
    this.b = b;
    this.direction = direction;
    this.leverA = cross(subtract(point, a.position), direction);
    this.leverB = cross(subtract(point, b.position), direction);
    this.turnA = a.turnBy(this.leverA);
    this.turnB = b.turnBy(this.leverB);
    this.mass = 1 / (a.inverseMass + b.inverseMass + dot(this.leverA, this.turnA) + dot(this.leverB, this.turnB));
  }

  /** How fast B moves away from A in this direction. */
  speed() {
    const { a, b, direction, leverA, leverB } = this;
    return dot(direction, b.velocity) - dot(direction, a.velocity) + dot(leverB, b.spin) - dot(leverA, a.spin);
  }

  push(impulse) {
    const { a, b, direction, turnA, turnB } = this;
    add(a.velocity, -impulse * a.inverseMass, direction);
    add(a.spin, -impulse, turnA);
    add(b.velocity, impulse * b.inverseMass, direction);
    add(b.spin, impulse, turnB);
  }
}

/** A point where two bodies touch: a row along the normal, two across it, and the sum of the impulses along each. */
class Contact {
  constructor(a, b, normal, tangents, { pointA, pointB, separation, impulse }) {
    const at = new Vec3((pointA.x + pointB.x) / 2, (pointA.y + pointB.y) / 2, (pointA.z + pointB.z) / 2);
    this.normal = new Row(a, b, at, normal);
    this.tangents = tangents.map((tangent) => new Row(a, b, at, tangent));
    this.separation = separation;
    this.impulse = impulse;
  }

  /** Begins with what was right in the last step. */
  warmStart() {
    this.normal.push(this.impulse.x);
    this.tangents[0].push(this.impulse.y);
    this.tangents[1].push(this.impulse.z);
  }

  /** Brings the velocities at this point closer to what they should be. Without a spring, overlap is left as it is. */
  solve(h, spring) {
    const { normal, impulse, separation } = this;
    const [first, second] = this.tangents;
    let { x, y, z } = impulse;
    if (separation > 0) {
      // Apart: they may come closer by that much in this step.
      x += normal.mass * (-separation / h - normal.speed());
    } else if (spring === null) x -= normal.mass * normal.speed();
    else {
      const target = Math.min(spring.fastest, -spring.rate * separation);
      x = spring.share * (x + normal.mass * (target - normal.speed()));
    }
    // Bodies push and never pull: the sum of all impulses must not be negative, though one of them may be.
    x = Math.max(0, x);
    normal.push(x - impulse.x);
    // Friction stops sliding, up to a share of the normal impulse.
    y -= first.mass * first.speed();
    z -= second.mass * second.speed();
    const size = Math.sqrt(y * y + z * z);
    const part = size > FRICTION * x ? (FRICTION * x) / size : 1;
    first.push(part * y - impulse.y);
    second.push(part * z - impulse.z);
    impulse.set(x, part * y, part * z);
  }
}

/**
 * A damped spring in steps of h, solved implicitly: the speed it asks for per depth, the share of the impulse for it that it gives, and the fastest
 * speed that it asks for.
 */
function springOf(h, fastest) {
  const omega = 2 * Math.PI * Math.min(FREQUENCY, 0.25 / h);
  const damping = 2 * DAMPING + h * omega;
  const stiffness = h * omega * damping;
  return { rate: omega / damping, share: stiffness / (1 + stiffness), fastest };
}

/** Two directions across a normal. */
function across(n) {
  const first = cross(n, Math.abs(n.x) < 0.6 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 });
  const length = Math.sqrt(dot(first, first));
  first.set(first.x / length, first.y / length, first.z / length);
  return [first, cross(n, first)];
}

export class World {
  /**
   * `maxPush`: the fastest that what overlaps is pushed apart. `maxSeparation`: how far apart points are seen. By default 4 m/s and 2 cm on earth,
   * in the units of `gravity`.
   */
  constructor({ gravity = [0, -10, 0], maxPush, maxSeparation, substeps = 8 } = {}) {
    this.gravity = new Vec3(...gravity);
    const strength = Math.sqrt(dot(this.gravity, this.gravity)) || 10;
    this.maxPush = maxPush ?? PUSH_PER_GRAVITY * strength;
    this.substeps = substeps;
    this.bodies = [];
    /** What touched at the last step: pairs with their manifolds. */
    this.touches = [];
    this.scene = new Scene();
    this.table = new ResponseTable();
    this.moving = this.table.createClass('moving');
    this.fixed = this.table.createClass('fixed');
    const touch = (a, b, { manifolds }) => void this.touches.push({ a: a.data, b: b.data, manifolds });
    const note = response('manifold', touch, { maxSeparation: maxSeparation ?? SEPARATION_PER_GRAVITY * strength });
    this.table.addDefault(note);
    this.table.removePair(this.fixed, this.fixed, note);
  }

  add(...bodies) {
    for (const body of bodies) {
      this.bodies.push(body);
      this.scene.add(body.collider);
      this.table.assign(body.collider, body.inverseMass > 0 ? this.moving : this.fixed);
    }
    return this;
  }

  remove(body) {
    this.bodies.splice(this.bodies.indexOf(body), 1);
    this.scene.remove(body.collider);
    return this;
  }

  step(dt = 1 / 60) {
    this.solve(this.findContacts(), dt);
  }

  findContacts() {
    this.touches.length = 0;
    this.scene.test(this.table);
    const contacts = [];
    for (const { a, b, manifolds } of this.touches)
      for (const { normal, points } of manifolds) {
        const tangents = across(normal);
        for (const point of points) contacts.push(new Contact(a, b, normal, tangents, point));
      }
    return contacts;
  }

  solve(contacts, dt) {
    const h = dt / this.substeps;
    const spring = springOf(h, this.maxPush);
    for (let k = 0; k < this.substeps; k++) {
      for (const body of this.bodies) if (body.inverseMass > 0) add(body.velocity, h, this.gravity);
      for (const contact of contacts) contact.warmStart();
      for (const contact of contacts) contact.solve(h, spring);
      for (const body of this.bodies) body.move(h);
      for (const contact of contacts) contact.separation += h * contact.normal.speed();
      // Once more without the springs: the speed that pushed bodies apart must not stay with them.
      for (const contact of contacts) contact.solve(h, null);
    }
  }
}
