/** Triangles of a drawn mesh that are to stand out. They share its vertices, so that they follow when it moves or deforms. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';

export class TriangleMarks {
  readonly object = new Group();
  readonly #corners: ArrayLike<number>;
  readonly #isMarked: Uint8Array;
  /** The corners of the marked ones: what is drawn. */
  readonly #marked: BufferAttribute;
  readonly #geometry = new BufferGeometry();
  readonly #materials: readonly MeshStandardMaterial[];
  #count = 0;

  /** `source` is indexed. */
  constructor(source: BufferGeometry, look: MeshStandardMaterialParameters = {}) {
    this.#corners = source.getIndex()!.array;
    this.#isMarked = new Uint8Array(this.#corners.length / 3);
    this.#marked = new BufferAttribute(new Uint32Array(this.#corners.length), 1).setUsage(DynamicDrawUsage);
    for (const [name, attribute] of Object.entries(source.attributes)) this.#geometry.setAttribute(name, attribute);
    this.#geometry.setIndex(this.#marked);

    const plain = new MeshStandardMaterial({
      roughness: 0.65,
      side: DoubleSide,
      emissiveIntensity: 0.35,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -1,
      ...look,
    });
    // Once more, faintly, through whatever hides them: things meet inside each other.
    const veil = plain.clone();
    veil.depthTest = false;
    veil.transparent = true;
    veil.opacity = 0.3;
    this.#materials = [plain, veil];
    for (const material of this.#materials) {
      const mesh = new Mesh(this.#geometry, material);
      // The bounding sphere would be that of the first frame.
      mesh.frustumCulled = false;
      this.object.add(mesh);
    }
  }

  paint(colour: string): void {
    for (const material of this.#materials) {
      material.color.set(colour);
      material.emissive.set(colour);
    }
  }

  clear(): void {
    this.#isMarked.fill(0);
    this.#count = 0;
  }

  /** Marks a triangle, by the number that a contact gives it. */
  mark(triangle: number): void {
    if (this.#isMarked[triangle] === 1) return;
    this.#isMarked[triangle] = 1;
    const { array } = this.#marked;
    for (let c = 0; c < 3; c++) array[3 * this.#count + c] = this.#corners[3 * triangle + c];
    this.#count++;
  }

  /** Hands the marks to the renderer; returns how many triangles have one. */
  show(): number {
    this.#geometry.setDrawRange(0, 3 * this.#count);
    this.object.visible = this.#count > 0;
    if (this.#count > 0) {
      this.#marked.clearUpdateRanges();
      this.#marked.addUpdateRange(0, 3 * this.#count);
      this.#marked.needsUpdate = true;
    }
    return this.#count;
  }
}
