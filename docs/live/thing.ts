/** A collider and what is drawn of it. */
import { Collider, type Placement, type Shape } from 'encounter';
import { type BufferGeometry, Mesh, MeshStandardMaterial } from 'three';
import { shapeGeometry } from '../../playground/src/shapes/geometry.ts';

/** Things of one shape share what is drawn. */
const geometries = new WeakMap<Shape, BufferGeometry>();

export class Thing {
  readonly collider: Collider;
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;

  constructor(shape: Shape, placement: Placement = {}) {
    this.collider = new Collider(shape, placement);
    const geometry = geometries.get(shape) ?? shapeGeometry(shape);
    geometries.set(shape, geometry);
    this.mesh = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.6 }));
    this.mesh.matrixAutoUpdate = false;
    this.follow();
  }

  /** Draws it where the collider is. */
  follow(): void {
    const { mesh } = this;
    mesh.matrix.fromArray(this.collider.getMatrix());
    mesh.matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
    mesh.matrixWorldNeedsUpdate = true;
  }

  paint(colour: string, opacity = 1): void {
    const { material } = this.mesh;
    material.color.set(colour);
    material.opacity = opacity;
    material.depthWrite = opacity === 1;
    if (material.transparent !== opacity < 1) material.needsUpdate = true;
    material.transparent = opacity < 1;
  }
}
