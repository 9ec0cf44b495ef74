/** A mesh that a moved body has a copy of: the same triangles in a frame of its own. */
import type { OrientedBoxes } from '../bounds/oriented-boxes.ts';
import { Affine } from '../math/affine.ts';
import type { MeshShape } from '../shapes/mesh-shape.ts';
import type { Triangles } from '../tree/triangles.ts';

/** The part of a MeshInstance that pair functions read. */
export interface PlacedTriangles {
  readonly mesh: MeshShape;
  readonly source: Triangles;
  readonly triangles: Triangles;
  readonly oriented: OrientedBoxes | null;
  readonly margin: number;
  readonly frame: Affine;
  /** A copy for a moved body, made of the one it had before, if it had one. */
  moved(old?: MovedMesh): MovedMesh;
}

export class MovedMesh implements PlacedTriangles {
  mesh: MeshShape = undefined as unknown as MeshShape;
  source: Triangles = undefined as unknown as Triangles;
  triangles: Triangles = undefined as unknown as Triangles;
  oriented: OrientedBoxes | null = null;
  margin = 0;
  readonly frame: Affine = new Affine();

  of(source: PlacedTriangles): this {
    this.mesh = source.mesh;
    this.source = source.source;
    this.triangles = source.triangles;
    this.oriented = source.oriented;
    this.margin = source.margin;
    this.frame.copy(source.frame);
    return this;
  }

  moved(old?: MovedMesh): MovedMesh {
    return (old ?? new MovedMesh()).of(this);
  }

  place(): void {
    throw new Error('a moved mesh follows its source and is not placed by itself');
  }
}
