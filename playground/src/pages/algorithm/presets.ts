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
    label: 'Two boxes, apart',
    a: chooseShape('box', { w: 1.4, h: 1.4, d: 1.4 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [1.8, 0.9, 0.3],
    turn: [30, 40, 20],
    warm: false,
  },
  {
    key: 'overlap',
    label: 'Two boxes, overlapping',
    a: chooseShape('box', { w: 1.4, h: 1.4, d: 1.4 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [0.9, 0.5, 0.3],
    turn: [30, 40, 20],
    warm: false,
  },
  {
    key: 'touch',
    label: 'Two boxes, touching',
    a: chooseShape('box', { w: 1.5, h: 1.5, d: 1.5 }),
    b: chooseShape('box', { w: 1, h: 1, d: 1 }),
    position: [1.25, 0.25, 0.1],
    turn: [0, 0, 0],
    warm: false,
  },
  {
    key: 'round',
    label: 'Round, apart',
    a: chooseShape('cylinder', { radius: 0.7, height: 1.4 }),
    b: chooseShape('cone', { radius: 0.8, height: 1.4 }),
    position: [1.6, 0.55, 0.3],
    turn: [20, 0, 40],
    warm: false,
  },
  {
    key: 'round-overlap',
    label: 'Round, overlapping',
    a: chooseShape('cylinder', { radius: 0.7, height: 1.4 }),
    b: chooseShape('ellipsoid', { x: 0.5, y: 1, z: 0.8 }),
    position: [0.8, 0.25, 0.3],
    turn: [20, 0, 40],
    warm: false,
  },
  {
    key: 'spheres',
    label: 'Core and radius: spheres',
    a: chooseShape('sphere', { radius: 0.8 }),
    b: chooseShape('sphere', { radius: 0.6 }),
    position: [1.2, 0.35, 0.2],
    turn: [0, 0, 0],
    warm: false,
  },
  {
    key: 'capsules',
    label: 'Core and radius: capsules',
    a: chooseShape('capsule', { radius: 0.5, height: 1.4 }),
    b: chooseShape('capsule', { radius: 0.4, height: 1.2 }),
    position: [0.55, 0.25, 0.35],
    turn: [70, 0, 40],
    warm: false,
  },
  {
    key: 'cache',
    label: 'Cached start',
    a: chooseShape('cone', { radius: 0.9, height: 1.8 }),
    b: chooseShape('polytope', { points: 80, seed: 3 }),
    position: [2, 0.3, 0.3],
    turn: [25, -90, 25],
    warm: true,
  },
];
