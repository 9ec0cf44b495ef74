/**
 * A compound in one placement: its parts as bodies in the world, and a tree over their boxes along the world's axes, relative to the
 * compound's origin. The boxes change when the compound turns or a mesh in it deforms. When it only moves, just the bodies move.
 */

import { Affine } from '../math/affine.ts';
import { Vec3 } from '../math/vec3.ts';
import type { CompoundShape } from '../shapes/compound-shape.ts';
import type { Instance } from '../shapes/shape.ts';
import { type AabbTree, putBox } from '../tree/layout.ts';
import { fitBoxes } from '../tree/refit.ts';
import { BLUR } from './layout.ts';
import { offsetRounding, PlacedBody } from './placed-body.ts';

export class CompoundInstance implements Instance {
  readonly compound: CompoundShape;
  readonly #bodies: readonly PlacedBody[];
  readonly #tree: AabbTree;
  readonly #boxes: Float32Array;
  readonly #offsets: Float64Array;
  /** The placement without its translation for which the boxes were computed. */
  readonly #linear: Affine = new Affine();
  readonly #point: Vec3 = new Vec3();
  #placement: Affine | null = null;
  #margin = 0;
  #stale = true;
  #turned = true;
  #version = -1;

  /** `tree` is over the boxes of the parts in the compound's own frame. Its form serves every placement. */
  constructor(compound: CompoundShape, tree: AabbTree) {
    this.compound = compound;
    const { parts } = compound;
    this.#bodies = parts.map(({ shape }) => new PlacedBody(shape));
    this.#tree = tree.fork();
    this.#boxes = new Float32Array(6 * parts.length);
    this.#offsets = new Float64Array(3 * parts.length);
  }

  place(placement: Affine, margin: number): void {
    this.#placement = placement;
    if (margin !== this.#margin) this.#turned = true;
    this.#margin = margin;
    this.#stale = true;
  }

  /** The parts as they are placed now. */
  get bodies(): readonly PlacedBody[] {
    if (this.#stale || this.#version !== this.compound.version) this.#update();
    return this.#bodies;
  }

  /** The tree over the parts. Its items are the numbers of the parts. */
  get tree(): AabbTree {
    if (this.#stale || this.#version !== this.compound.version) this.#update();
    return this.#tree;
  }

  /** The number of the child that a part belongs to. */
  childOf(part: number): number {
    return this.compound.parts[part].child;
  }

  #update(): void {
    const placement = this.#placement as Affine;
    const version = this.compound.version;
    const { m } = placement;
    const linear = this.#linear;
    let turned = this.#turned || version !== this.#version;
    for (let i = 0; i < 9; i++) turned ||= linear.m[i] !== m[i];
    if (turned) this.#turn(placement);
    for (let i = 0; i < this.#bodies.length; i++) {
      const o = this.#offsets;
      this.#bodies[i].moveTo(this.#point.set(m[9] + o[3 * i], m[10] + o[3 * i + 1], m[11] + o[3 * i + 2]));
    }
    for (let i = 0; i < 3; i++) this.#tree.origin[i] = m[9 + i];
    this.#stale = false;
    this.#turned = false;
    this.#version = version;
  }

  /** Places the parts as if the compound were at the world's origin, and computes their boxes. */
  #turn(placement: Affine): void {
    const linear = this.#linear.copy(placement);
    linear.setOrigin(this.#point.set(0, 0, 0));
    const { parts } = this.compound;
    const { items } = this.#tree;
    for (let slot = 0; slot < items.length; slot++) {
      const part = items[slot];
      const body = this.#bodies[part];
      body.placement.compose(linear, parts[part].placement);
      body.placement.m[BLUR] = offsetRounding(parts[part].placement.m) * linear.factor;
      body.margin = this.#margin;
      for (let i = 0; i < 3; i++) this.#offsets[3 * part + i] = body.placement.m[9 + i];
      const { min, max } = body.bounds();
      putBox(this.#boxes, slot, min, max);
    }
    fitBoxes(this.#tree, this.#boxes);
  }
}
