/** The two colliders of a state, and what the recorder says of them. */
import { Collider, MinkowskiSum, PairCache, Placed, type Recording, recordQuery, type Shape, Vec3 } from 'encounter';
import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import { CATALOGUE } from '../../shapes/catalogue.ts';
import type { ShapeChoice } from '../../shapes/text.ts';
import type { Triple } from '../../shell/triple.ts';
import type { State } from './state.ts';

/** How B stood at the earlier query that a warm start builds on: so much further, and so much less turned. */
const EARLIER_SHIFT: Triple = [0.08, 0.08, -0.05];
const EARLIER_TURN: Triple = [0, -4, 5];

export class Pair {
  readonly state: State;
  readonly a: Collider;
  readonly b: Collider;
  readonly matrixB: Matrix4;
  /** B at the earlier query, or null if there was none. */
  readonly earlierB: Matrix4 | null;
  readonly recording: Recording;
  /** How many support points a start from nothing takes; that of `recording` unless the start is warm. */
  readonly coldIterations: number;
  /** Whether a query would use a closed form and have no steps at all. */
  readonly closedForm: boolean;

  constructor(state: State) {
    this.state = state;
    this.a = new Collider(makeShape('a', state.a));
    const shapeB = makeShape('b', state.b);
    this.matrixB = matrixOf(state.position, state.turn);
    this.b = new Collider(shapeB, { matrix: this.matrixB.elements });
    this.closedForm = recordQuery(this.a, this.b).steps.length === 0;
    const cold = recordQuery(this.a, this.b, { exact: false });
    this.coldIterations = cold.result.iterations;
    if (state.warm) {
      const cache = new PairCache();
      this.earlierB = matrixOf(sum(state.position, EARLIER_SHIFT), sum(state.turn, EARLIER_TURN));
      recordQuery(this.a, new Collider(shapeB, { matrix: this.earlierB.elements }), { cache, exact: false });
      this.recording = recordQuery(this.a, this.b, { cache, exact: false });
    } else {
      this.earlierB = null;
      this.recording = cold;
    }
  }

  /** The sum of the radii of the two: what GJK and EPA leave out until the end. */
  get radius(): number {
    return this.a.radius + this.b.radius;
  }

  /** A − B of the cores, which is A + (−B), as it would be with B at the origin: B's position merely shifts it the other way. */
  get obstacle(): MinkowskiSum {
    const still = this.b.frame.getMatrix();
    for (let i = 0; i < 3; i++) still[12 + i] -= this.state.position[i];
    const mirrored = still.map((x, i) => (i === 15 ? x : -x));
    return new MinkowskiSum(new Placed(this.a.core, this.a.frame.getMatrix()), new Placed(this.b.core, mirrored));
  }

  /** The farthest point of A's core along `direction` and of B's core against it, whose difference is `w` if one is given. */
  support(direction: Vector3, w?: Vector3): { a: Vector3; b: Vector3 } {
    const aim = direction.clone().normalize();
    let a = farthest(this.a, aim);
    let b = farthest(this.b, aim.clone().negate());
    if (w === undefined) return { a, b };
    // Where a whole edge or face is farthest, the recorded point may be another one of it: lean towards that.
    for (let i = 0; i < 3; i++) {
      const miss = w.clone().sub(a).add(b);
      if (miss.length() < 1e-9) break;
      aim.addScaledVector(miss, 1e-6);
      a = farthest(this.a, aim);
      b = farthest(this.b, aim.clone().negate());
    }
    return { a, b };
  }
}

const made = new Map<string, { choice: ShapeChoice; shape: Shape }>();

/** The shape made last for this side if the choice is the same: a hull takes longer to build than a query. */
function makeShape(side: string, choice: ShapeChoice): Shape {
  const known = made.get(side);
  if (known?.choice === choice) return known.shape;
  const shape = CATALOGUE[choice.kind].make(choice.values);
  made.set(side, { choice, shape });
  return shape;
}

/** The image of the farthest point along d is that of the farthest point along Lᵀd. */
function farthest({ core, frame }: Collider, d: Vector3): Vector3 {
  const placement = new Matrix4().fromArray(frame.getMatrix());
  const e = placement.elements;
  const local = new Vec3(
    e[0] * d.x + e[1] * d.y + e[2] * d.z,
    e[4] * d.x + e[5] * d.y + e[6] * d.z,
    e[8] * d.x + e[9] * d.y + e[10] * d.z,
  );
  return new Vector3().copy(core.support(local, new Vec3())).applyMatrix4(placement);
}

function matrixOf(position: Triple, turn: Triple): Matrix4 {
  const [x, y, z] = turn.map(MathUtils.degToRad);
  const orientation = new Quaternion().setFromEuler(new Euler(x, y, z));
  return new Matrix4().compose(new Vector3(...position), orientation, new Vector3(1, 1, 1));
}

function sum(p: Triple, q: Triple): Triple {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}
