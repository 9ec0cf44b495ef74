/** What is drawn at a clash: the two points, the normal, and the box around the region where the parts meet. */
import {
  Box3,
  BoxGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type PerspectiveCamera,
  Vector3,
} from 'three';
import type { Palette } from '../../shell/theme.ts';
import type { Assembly, PartClash } from './protocol.ts';
import { Witness } from './witness.ts';

export class ClashMarks {
  /** Goes into the scene: its marks have sizes in pixels. */
  readonly witness = new Witness();
  /** Goes where the parts are. */
  readonly region = new Group();
  readonly #ink = new LineBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false });

  constructor() {
    const edges = new LineSegments(new EdgesGeometry(new BoxGeometry()), this.#ink);
    edges.renderOrder = 9;
    this.region.add(edges);
    this.region.visible = false;
  }

  paint(palette: Palette): void {
    this.witness.paint(palette);
    this.#ink.color.set(palette.hit);
  }

  /** Null hides everything. */
  show(clash: PartClash | null, { origin }: Pick<Assembly, 'origin'>): void {
    this.region.visible = clash !== null;
    if (clash === null) {
      this.witness.show(null);
      return;
    }
    const box = regionOf(clash, { origin });
    box.getCenter(this.region.position);
    // A region may be flat.
    box.getSize(this.region.scale).clampScalar(1e-9, Infinity);
    const from = new Vector3(...origin);
    const world = (p: readonly [number, number, number]): Vector3 =>
      this.#toWorld(new Vector3(...p).sub(from)) as Vector3;
    const normal = new Vector3(...clash.normal).transformDirection(this.region.parent!.matrixWorld);
    this.witness.show({ pointA: world(clash.pointA), pointB: world(clash.pointB), normal });
  }

  fit(camera: PerspectiveCamera, height: number): void {
    if (this.witness.object.visible) this.witness.fit(camera, height);
  }

  #toWorld(p: Vector3): Vector3 {
    return this.region.parent!.localToWorld(p);
  }
}

/** Around where the two meet or are nearest, from the origin of the assembly on. */
export function regionOf({ region }: PartClash, { origin }: Pick<Assembly, 'origin'>): Box3 {
  const from = new Vector3(...origin);
  return new Box3(new Vector3(...region.min).sub(from), new Vector3(...region.max).sub(from));
}
