/** The pane with the two shapes: where the support points are taken, and the witness points at the end. */
import { Collider, type DistanceResult } from 'encounter';
import { type BufferGeometry, DoubleSide, Group, Matrix4, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { shapeGeometry } from '../../shapes/geometry.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Mark } from './overlay.ts';
import type { Pair } from './pair.ts';
import { Pane } from './pane.ts';
import type { Frame, Named } from './story.ts';

const POINTER = 46;

/** A shape as drawn: its core, and around it, if it has a radius, the whole of it. */
class Drawn {
  readonly object = new Group();
  readonly #core = new Mesh(undefined, new MeshStandardMaterial({ roughness: 0.6, side: DoubleSide }));
  readonly #whole = new Mesh(undefined, glass(0.26));
  #key = '';

  constructor() {
    this.object.matrixAutoUpdate = false;
    this.object.add(this.#core, this.#whole);
  }

  /** A shape is drawn anew only if it is another one. */
  draw({ shape }: Collider, key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    const { core, frame, radius } = new Collider(shape);
    const placement = new Matrix4().fromArray(frame.getMatrix());
    replace(this.#core, shapeGeometry(core, placement));
    this.#whole.visible = radius > 0;
    if (radius > 0) replace(this.#whole, shapeGeometry(core, placement, radius));
  }

  paint(colour: string, opacity: number): void {
    this.#core.material.color.set(colour);
    this.#whole.material.color.set(colour);
    this.#core.material.transparent = true;
    this.#core.material.opacity = opacity;
    this.#core.material.depthWrite = opacity > 0.9;
  }
}

export class WorldView {
  readonly pane: Pane;
  readonly #a = new Drawn();
  readonly #b = new Drawn();
  /** B as the cache knew it. */
  readonly #earlier = new Drawn();

  constructor(host: PageHost, parent: HTMLElement) {
    const label = 'The two shapes A and B. Drag B to move it.';
    this.pane = new Pane(host, parent, 'A and B', 'as they are', label);
    this.pane.stage.scene.add(this.#a.object, this.#b.object, this.#earlier.object);
    this.pane.stage.follow((palette) => {
      this.#a.paint(palette.a, 0.62);
      this.#b.paint(palette.b, 0.62);
      this.#earlier.paint(palette.b, 0.14);
    });
  }

  fit(sight?: Vector3): void {
    this.pane.fit([this.#a.object, this.#b.object], sight);
  }

  /** Takes over a pair. */
  set(pair: Pair): void {
    const { a, b } = pair.state;
    this.#a.draw(pair.a, JSON.stringify(a));
    this.#b.draw(pair.b, JSON.stringify(b));
    this.#earlier.draw(pair.b, JSON.stringify(b));
    place(this.#b.object, pair.matrixB);
    this.#earlier.object.visible = pair.earlierB !== null;
    if (pair.earlierB !== null) place(this.#earlier.object, pair.earlierB);
  }

  show(pair: Pair, frame: Frame, result: DistanceResult | null): void {
    const marks: Mark[] = [
      { kind: 'dot', at: new Vector3(), tone: 'a', size: 0, label: 'A' },
      { kind: 'dot', at: new Vector3().setFromMatrixPosition(pair.matrixB), tone: 'b', size: 0, label: 'B' },
    ];
    if (result !== null) marks.push(...answer(result));
    else if (frame.w !== null && frame.direction !== null) marks.push(...support(pair, frame.w, frame.direction));
    this.pane.show(marks);
  }
}

/** The points of A and of B that w is the difference of, and the directions they are farthest in. */
function support(pair: Pair, w: Named, direction: Vector3): Mark[] {
  const { a, b } = pair.support(direction, w.at);
  // Of several points equally far, not those that the library took: better none than the wrong ones.
  if (a.clone().sub(b).distanceTo(w.at) > 1e-6) return [];
  const index = w.name.slice(1);
  return [
    { kind: 'arrow', from: b, to: a, tone: 'outer', width: 1.5, label: w.name },
    { kind: 'pointer', from: a, along: direction, length: POINTER, tone: 'a' },
    { kind: 'pointer', from: b, along: direction.clone().negate(), length: POINTER, tone: 'b' },
    { kind: 'dot', at: a, tone: 'a', label: `a${index}` },
    { kind: 'dot', at: b, tone: 'b', label: `b${index}` },
  ];
}

function answer(result: DistanceResult): Mark[] {
  const a = new Vector3().copy(result.pointA);
  const b = new Vector3().copy(result.pointB);
  const inside = result.distance <= 0;
  const end = inside ? a : b;
  const normal = new Vector3().copy(result.normal);
  return [
    { kind: 'line', from: a, to: b, tone: inside ? 'hit' : 'mark', width: 3 },
    { kind: 'pointer', from: end, along: normal, length: POINTER, tone: 'mark', label: 'normal' },
    { kind: 'dot', at: a, tone: 'a', label: 'pointA' },
    { kind: 'dot', at: b, tone: 'b', label: 'pointB' },
  ];
}

function glass(opacity: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.6, transparent: true, opacity, depthWrite: false });
}

function replace(mesh: Mesh, geometry: BufferGeometry): void {
  mesh.geometry.dispose();
  mesh.geometry = geometry;
}

function place(object: Group, matrix: Matrix4): void {
  object.matrix.copy(matrix);
  object.matrixWorldNeedsUpdate = true;
}
