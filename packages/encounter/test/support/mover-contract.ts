/** The contract of movers, as far as it is judged, and what judges of one run share. */
import type * as Encounter from '../../src/index.ts';
import type { Findings, Subject } from './findings.ts';
import type { Collider, Shape } from './generators.ts';
import type { Tally } from './motion-checks.ts';
import type { Piece } from './mover-worlds.ts';
import type { Quat, Vec } from './vectors.ts';

export interface MoverOptions {
  position?: Vec;
  orientation?: Quat;
  up?: Vec;
  skin?: number;
  maxSlope?: number;
  stepHeight?: number;
  snap?: number;
}

export interface MoveOptions {
  ignore?: Collider;
  filter?: (collider: Collider) => boolean;
  onHit?: (...told: unknown[]) => unknown;
}

type Xyz = { readonly x: number; readonly y: number; readonly z: number };

export interface Move {
  readonly moved: Xyz;
  readonly ground: 'on' | 'steep' | 'air';
  readonly groundNormal: Xyz;
  readonly groundCollider: Collider | null;
  readonly hits: unknown;
}

/** The contract, as far as it is judged. */
export interface MoverLike {
  readonly collider: Collider;
  move(scene: Encounter.Scene<Piece>, displacement: Vec, options?: MoveOptions): Move;
}

export type MoverClass = new (shape: Shape, options?: MoverOptions) => MoverLike;

/** What all judges of one run share. */
export interface Bench {
  readonly findings: Findings<Subject>;
  readonly tally: Tally;
  readonly Mover: MoverClass;
  /** How far below the skin a distance may be: 1e-9 by contract, more for engines that compute in single precision. */
  readonly tolerance: number;
}
