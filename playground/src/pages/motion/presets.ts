/** Motions worth a look, each for a reason that its note gives. */
import { chooseShape } from '../../shapes/text.ts';
import type { Triple } from '../../shell/triple.ts';
import { type BodyState, bodyState } from './state.ts';

export interface Preset {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly a: BodyState;
  readonly b: BodyState;
  /** The direction to look from, if another than usual shows more. */
  readonly eye?: Triple;
}

/** Half the opening angle of the cone that rolls: 3, 4 and 5 are its radius, height and side. */
const CONE_ANGLE = (Math.atan(3 / 4) * 180) / Math.PI;

export const PRESETS: readonly Preset[] = [
  {
    key: 'rod',
    label: 'A rod swings at a post',
    note: 'The rod turns about its left end. Its tip is fast and the pivot stands still, and somewhere in between it meets the post.',
    a: bodyState(chooseShape('box', { w: 2.6, h: 0.2, d: 0.2 }), {
      position: [0.1, -0.9, 0],
      spin: [0, 0, 130],
      pivot: [-1.3, 0, 0],
    }),
    b: bodyState(chooseShape('cylinder', { radius: 0.35, height: 1.6 }), {
      position: [0.2, 0.75, 0],
      turn: [90, 0, 0],
    }),
  },
  {
    key: 'door',
    eye: [-2.5, 5, 5],
    label: 'A revolving door',
    note: 'Somebody walks into a door that turns, and the wing behind catches up. Both move.',
    a: bodyState(chooseShape('compound', { kind: 'door' }), { turn: [0, 20, 0], spin: [0, -150, 0] }),
    b: bodyState(chooseShape('capsule', { radius: 0.28, height: 1 }), {
      position: [-0.9, -0.3, 2.2],
      move: [0.5, 0, -2.2],
    }),
  },
  {
    key: 'box',
    label: 'A spinning box falls',
    note: 'It comes down on a corner, edge or face: which one depends on how it is turned when it arrives.',
    a: bodyState(chooseShape('halfspace'), { position: [0, -1.2, 0] }),
    b: bodyState(chooseShape('box', { w: 1.6, h: 1, d: 1 }), {
      position: [-1.4, 1.6, 0],
      turn: [0, 25, 15],
      move: [2.4, -3.2, 0],
      spin: [60, 0, -250],
    }),
  },
  {
    key: 'fan',
    eye: [5, 2.2, 4.2],
    label: 'A bullet hits a fan',
    note: 'The fan turns more than once while the bullet flies: one frame would show the bullet before it, the next one behind it.',
    a: bodyState(chooseShape('compound', { kind: 'fan' }), { spin: [0, 0, 500] }),
    b: bodyState(chooseShape('capsule', { radius: 0.06, height: 0.2 }), {
      position: [0.8, 0.35, 2.8],
      turn: [90, 0, 0],
      move: [0, 0, -5],
    }),
  },
  {
    key: 'between',
    eye: [5, 2.2, 4.2],
    label: 'A bullet passes the blades',
    note: 'The same bullet, a little later: null is a proof that it passes.',
    a: bodyState(chooseShape('compound', { kind: 'fan' }), { spin: [0, 0, 500] }),
    b: bodyState(chooseShape('capsule', { radius: 0.06, height: 0.2 }), {
      position: [0.8, 0.35, 3.3],
      turn: [90, 0, 0],
      move: [0, 0, -5],
    }),
  },
  {
    key: 'cone',
    label: 'A cone rolls on the floor',
    note: 'It touches the floor along a line, at all times. Touching is no impact by itself, so the answer is null.',
    a: bodyState(chooseShape('halfspace'), { position: [0, -1.2, 0] }),
    b: bodyState(chooseShape('cone', { radius: 0.9, height: 1.2 }), {
      // Tipped until its side lies on the floor: its centre is 0.6 · 0.6 above that.
      position: [-1.2, -0.84, 0],
      turn: [90 + CONE_ANGLE, 0, 0],
      move: [2.4, 0, 0],
      // About its own axis.
      spin: [0, 162, -216],
    }),
  },
  {
    key: 'tori',
    eye: [5, 2.6, 4],
    label: 'Two rings of triangles',
    note: 'Two meshes of 1,536 triangles, walked once, the earliest first. A hull of either would be hit far too early.',
    a: bodyState(chooseShape('mesh', { model: 'ring' }), { turn: [0, 35, 0] }),
    b: bodyState(chooseShape('mesh', { model: 'ring' }), {
      position: [-0.15, 0.4, 2.6],
      turn: [80, 0, 0],
      move: [0.35, 0.6, -4.4],
      spin: [-140, 60, 0],
    }),
  },
  {
    key: 'hammer',
    label: 'A hammer and a table',
    note: 'An arm that turns about its end: the other end is fast, and the pivot stands still.',
    a: bodyState(chooseShape('compound', { kind: 'table' }), { position: [0.6, -1, 0] }),
    b: bodyState(chooseShape('compound', { kind: 'hammer' }), {
      position: [-1.2, 0.9, 0],
      spin: [0, 0, -120],
      pivot: [0, -1, 0],
    }),
  },
];
