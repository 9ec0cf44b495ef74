/** The objects, as one InstancedMesh for each kind. */
import { Color, Group, InstancedMesh, MeshLambertMaterial } from 'three';
import { disposeTree } from '../../shell/stage.ts';
import type { Palette } from '../../shell/theme.ts';
import type { World } from './world.ts';

export class Instances {
  readonly object = new Group();
  readonly #world: World;
  readonly #meshes: InstancedMesh[];
  /** By object: its place in the mesh of its kind, and its colour when it touches nothing, as red, green and blue. */
  readonly #slots: Int32Array;
  readonly #quiet: Float32Array;
  readonly #matrix = new Float64Array(16);
  readonly #hit = new Color();
  readonly #warm = new Color();
  readonly #mark = new Color();
  readonly #pointed = new Color();
  readonly #mixed = new Color();

  constructor(world: World) {
    this.#world = world;
    const { kinds, kindOf, colliders } = world;
    this.#slots = new Int32Array(colliders.length);
    this.#quiet = new Float32Array(3 * colliders.length);
    const counts = kinds.map(() => 0);
    for (let i = 0; i < colliders.length; i++) this.#slots[i] = counts[kindOf[i]]++;
    this.#meshes = kinds.map((kind, k) => {
      const material = new MeshLambertMaterial();
      const mesh = new InstancedMesh(kind.geometry(), material, counts[k]);
      // Their bounding sphere would be out of date in the next frame.
      mesh.frustumCulled = false;
      mesh.setColorAt(0, this.#mixed);
      return mesh;
    });
    this.object.add(...this.#meshes.filter((mesh) => mesh.count > 0));
  }

  paint(palette: Palette): void {
    this.#hit.set(palette.hit);
    this.#warm.set(palette.b);
    this.#mark.set(palette.mark);
    this.#pointed.set(palette.calm);
    const low = new Color(palette.a).lerp(new Color(palette.background), palette.dark ? 0.45 : 0.35);
    const high = new Color(palette.muted).lerp(new Color(palette.background), palette.dark ? 0.35 : 0.45);
    for (let i = 0; i < this.#slots.length; i++) {
      // Shades that are spread evenly over any run of objects: steps of the golden section.
      this.#mixed.lerpColors(low, high, (i * 0.618034) % 1).toArray(this.#quiet, 3 * i);
    }
  }

  /** Takes over where the objects are and what they touch; and which object is chosen, and which the ray meets, or −1. */
  update(chosen: number, pointed: number): void {
    const { colliders, kindOf, touches } = this.#world;
    for (let i = 0; i < colliders.length; i++) {
      const mesh = this.#meshes[kindOf[i]];
      const slot = this.#slots[i];
      mesh.instanceMatrix.array.set(colliders[i].getMatrix(this.#matrix), 16 * slot);
      const heat = touches.heat[i];
      const colours = mesh.instanceColor!.array;
      if (i === chosen) this.#mark.toArray(colours, 3 * slot);
      else if (i === pointed) this.#pointed.toArray(colours, 3 * slot);
      else if (heat > 0) this.#mixed.lerpColors(this.#warm, this.#hit, heat).toArray(colours, 3 * slot);
      else for (let k = 0; k < 3; k++) colours[3 * slot + k] = this.#quiet[3 * i + k];
    }
    for (const mesh of this.#meshes) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  dispose(): void {
    this.object.removeFromParent();
    disposeTree(this.object);
    for (const mesh of this.#meshes) mesh.dispose();
  }
}
