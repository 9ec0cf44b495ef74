/** Pairs worth a look, each for a reason that its title gives. */
import { type BodyState, bodyState } from './state.ts';

export interface Preset {
  readonly key: string;
  readonly label: string;
  readonly a: BodyState;
  readonly b: BodyState;
}

export const PRESETS: readonly Preset[] = [
  {
    key: 'apart',
    label: 'A box and a cone, apart',
    a: bodyState('box', { position: [-1.1, 0, 0], turn: [0, 25, 0] }),
    b: bodyState('cone', { position: [1.3, 0.3, 0], turn: [0, 0, 35] }),
  },
  {
    key: 'deep',
    label: 'A cylinder deep in a box',
    a: bodyState('box', { values: { w: 2.4, h: 1.4, d: 2 } }),
    b: bodyState('cylinder', { values: { radius: 0.5, height: 2 }, position: [0.7, 0.6, 0.1], turn: [20, 0, -35] }),
  },
  {
    key: 'coaxial',
    label: 'Coaxial: a whole circle of answers',
    a: bodyState('cone', { values: { radius: 1.2, height: 2 } }),
    b: bodyState('cylinder', { values: { radius: 0.6, height: 1.4 }, position: [0, 0.3, 0] }),
  },
  {
    key: 'scaled',
    label: 'Unevenly scaled capsules, with margins',
    a: bodyState('capsule', { position: [-1, 0, 0], turn: [0, 0, 20], scale: [1.8, 0.7, 0.8], margin: 0.1 }),
    b: bodyState('capsule', { position: [1.3, 0.5, 0], turn: [30, 0, -40], scale: [0.6, 1.2, 1.6], margin: 0.2 }),
  },
  {
    key: 'sum',
    label: 'A swept cone and a rounded box',
    a: bodyState('sum', { position: [-1.3, 0, 0], turn: [0, 20, 0] }),
    b: bodyState('inflated', { position: [1.5, 0.4, 0.2], turn: [30, 40, 0] }),
  },
  {
    key: 'rings',
    label: 'Two rings, linked and yet apart',
    a: bodyState('mesh', { values: { model: 'ring' }, position: [-0.5, 0, 0] }),
    b: bodyState('mesh', { values: { model: 'ring' }, position: [0.45, 0.05, 0], turn: [80, 15, 0] }),
  },
  {
    key: 'knots',
    label: 'Two torus knots, deep in each other',
    a: bodyState('mesh', { position: [-0.5, 0, 0] }),
    b: bodyState('mesh', { position: [1.15, 0.2, 0], turn: [90, 0, 30] }),
  },
  {
    key: 'hare',
    label: 'A hare on a wavy sheet',
    a: bodyState('mesh', { values: { model: 'sheet', as: 'soup' }, position: [0, -0.8, 0], scale: [1.4, 1, 1.4] }),
    b: bodyState('mesh', { values: { model: 'hare', as: 'solid' }, position: [0, 0.6, 0], turn: [0, 30, 0] }),
  },
  {
    key: 'hammer',
    label: 'A hammer over a table',
    a: bodyState('compound', { values: { kind: 'table' }, position: [0, -0.8, 0] }),
    b: bodyState('compound', { values: { kind: 'hammer' }, position: [0.2, 0.85, 0], turn: [0, 0, 100] }),
  },
  {
    key: 'floor',
    label: 'A rock in the floor',
    a: bodyState('halfspace', { position: [0, -0.6, 0], turn: [0, 0, 6] }),
    b: bodyState('polytope', { position: [0, 0, 0], turn: [20, 30, 0] }),
  },
  {
    key: 'thin',
    label: 'A segment through a triangle',
    a: bodyState('triangle', { turn: [-60, 0, 0] }),
    b: bodyState('segment', { position: [0.1, 0.2, 0], turn: [10, 0, 25] }),
  },
  {
    key: 'far',
    label: 'The first pair, a million away',
    a: bodyState('box', { position: [999998.9, 0, 0], turn: [0, 25, 0] }),
    b: bodyState('cone', { position: [1000001.3, 0.3, 0], turn: [0, 0, 35] }),
  },
];
