/** Objects of three.js for the tests. */
import {
  Bone,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import type { Rng } from '../support/rng.ts';

/** A tall cylinder on three bones, each of which bends what is above it. */
export function worm(): { figure: Group; mesh: SkinnedMesh; bones: Bone[] } {
  const geometry = new CylinderGeometry(0.5, 0.5, 4, 12, 12);
  const { position } = geometry.attributes;
  const skinIndex: number[] = [];
  const skinWeight: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const along = Math.min(1.999, (position.getY(i) + 2) / 2);
    const bone = Math.floor(along);
    skinIndex.push(bone, bone + 1, 0, 0);
    skinWeight.push(1 - (along - bone), along - bone, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(skinIndex, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(skinWeight, 4));
  const bones = [new Bone(), new Bone(), new Bone()];
  bones[0].position.y = -2;
  bones[1].position.y = 2;
  bones[2].position.y = 2;
  bones[0].add(bones[1]);
  bones[1].add(bones[2]);
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial({ side: 2 }));
  const figure = new Group();
  figure.add(mesh);
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  return { figure, mesh, bones };
}

/** Puts an object somewhere, turned, and with a scale of its own along each axis. */
export function disturb(object: Group['children'][number], rng: Rng, stretch = 1): void {
  object.position.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
  object.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
  const scale = (): number => rng.range(1 / (1 + stretch), 1 + stretch);
  object.scale.set(scale(), scale(), scale());
}
