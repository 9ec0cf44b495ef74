/** Where models go: at first, and by keys. */
import { MathUtils, Quaternion, type Vector3 } from 'three';
import type { Mode } from '../../../shell/gizmo.ts';
import { type Body, turnOf } from './body.ts';
import type { Model } from './model.ts';
import { HERE, type Placement, type Side, type Triple } from './state.ts';

/** The space between two models, and a step, as parts of their extent. */
const GAP = 0.1;
const MOVE = 0.01;
const TURN = MathUtils.degToRad(2);
const SCALE = 0.02;

/** B beside A, with a little space between their boxes. */
export function besides(a: Model, b: Model): Record<Side, Placement> {
  const apart = a.soup.size[0] / 2 + b.soup.size[0] / 2 + GAP * Math.max(a.extent, b.extent);
  const at = (x: number): Placement => ({ ...HERE, position: [Number(x.toPrecision(7)), 0, 0] });
  return { a: at(-apart / 2), b: at(apart / 2) };
}

/** Both where their files have them: parts of one assembly fit together. */
export function inTheirFiles(a: Model, b: Model): Record<Side, Placement> {
  return { a: { ...HERE, position: a.soup.centre }, b: { ...HERE, position: b.soup.centre } };
}

/** One press of a key along an axis of the world, or for scaling of the model. */
export function step({ placed, model, object }: Body, mode: Mode, axis: Vector3, times: number): Placement {
  const along = axis.toArray();
  switch (mode) {
    case 'move':
      return { ...placed, position: shift(placed.position, along, times * MOVE * model.extent) };
    case 'turn': {
      // Arrows turn what they push: right and left around y, up and down around x.
      const [x, y, z] = along;
      const turn = new Quaternion().setFromAxisAngle(axis.clone().set(-y, x, z), times * TURN);
      return { ...placed, turn: turnOf(turn.multiply(object.quaternion)) };
    }
    case 'scale':
      return { ...placed, scale: shift(placed.scale, along, times * SCALE) };
  }
}

function shift(from: Triple, along: readonly number[], length: number): Triple {
  return from.map((x, i) => Number((x + along[i] * length).toPrecision(7))) as unknown as Triple;
}
