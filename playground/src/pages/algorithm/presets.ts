/** Pairs that each show one thing. */
import { chooseShape } from '../../shapes/text.ts';
import type { State } from './state.ts';

export interface Preset extends State {
  readonly key: string;
  readonly label: string;
}

export const PRESETS: readonly Preset[] = [
  {
    key: 'apart',
    label: 'Apart: two boxes',
    a: chooseShape('box', { w: 1.4, h: 1.4, d: 1.4 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [1.8, 0.9, 0.3],
    turn: [30, 40, 20],
    warm: false,
  },
  {
    key: 'overlap',
    label: 'Overlapping: two boxes',
    a: chooseShape('box', { w: 1.4, h: 1.4, d: 1.4 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [0.9, 0.5, 0.3],
    turn: [30, 40, 20],
    warm: false,
  },
  {
    key: 'touch',
    label: 'Touching: face on face',
    a: chooseShape('box', { w: 1.5, h: 1.5, d: 1.5 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [1.25, 0.25, 0.1],
    turn: [0, 0, 0],
    warm: false,
  },
  {
    key: 'round',
    label: 'Round, apart: cylinder and cone',
    a: chooseShape('cylinder', { radius: 0.7, height: 1.4 }),
    b: chooseShape('cone', { radius: 0.8, height: 1.4 }),
    position: [1.6, 0.55, 0.3],
    turn: [20, 0, 40],
    warm: false,
  },
  {
    key: 'round-overlap',
    label: 'Round, overlapping: cylinder and ellipsoid',
    a: chooseShape('cylinder', { radius: 0.7, height: 1.4 }),
    b: chooseShape('ellipsoid', { x: 0.5, y: 1, z: 0.8 }),
    position: [0.8, 0.25, 0.3],
    turn: [20, 0, 40],
    warm: false,
  },
  {
    key: 'spheres',
    label: 'Core and radius: two spheres',
    a: chooseShape('sphere', { radius: 0.8 }),
    b: chooseShape('sphere', { radius: 0.6 }),
    position: [1.2, 0.35, 0.2],
    turn: [0, 0, 0],
    warm: false,
  },
  {
    key: 'capsules',
    label: 'Core and radius: capsules overlap, segments do not',
    a: chooseShape('capsule', { radius: 0.5, height: 1.4 }),
    b: chooseShape('capsule', { radius: 0.4, height: 1.2 }),
    position: [0.55, 0.25, 0.35],
    turn: [70, 0, 40],
    warm: false,
  },
  {
    key: 'cache',
    label: 'Cached start: B has moved a little',
    a: chooseShape('polytope', { points: 60, seed: 5 }),
    b: chooseShape('polytope', { points: 40, seed: 3 }),
    position: [2.2, 0.7, 0.3],
    turn: [20, 0, 40],
    warm: true,
  },
];
