/**
 * A surface that moves. One array holds positions and normals; three.js draws from it, and Encounter's VertexArray reads the same
 * numbers. So a frame is: write, `mesh.refit()`, ask.
 */
import { Collider, Mesh as EncounterMesh, VertexArray } from 'encounter';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { Palette } from '../../shell/theme.ts';
import { FORMS, type Form, type FormName, STRIDE } from './forms.ts';
import { writeNormals } from './normals.ts';

export class Deforming {
  readonly object = new Group();
  readonly mesh: EncounterMesh;
  readonly collider: Collider;
  readonly #form: Form;
  readonly #array: Float32Array;
  readonly #buffer: InterleavedBuffer;
  /** Which triangles are to be marked, and those among them, as corners to draw. */
  readonly #isMarked: Uint8Array;
  readonly #marked: BufferAttribute;
  #markCount = 0;
  readonly #skin: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #marks: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #veil: Mesh<BufferGeometry, MeshStandardMaterial>;

  constructor(name: FormName, triangles: number, time: number) {
    this.#form = FORMS[name].make(triangles);
    const { indices, vertexCount, solid } = this.#form;
    this.#array = new Float32Array(STRIDE * vertexCount);
    this.#form.pose(time, this.#array);

    const vertices = new VertexArray(this.#array, { stride: STRIDE, count: vertexCount });
    this.mesh = new EncounterMesh({ positions: vertices, indices, solid });
    this.collider = new Collider(this.mesh);

    this.#buffer = new InterleavedBuffer(this.#array, STRIDE).setUsage(DynamicDrawUsage);
    this.#isMarked = new Uint8Array(this.mesh.triangleCount);
    this.#marked = new BufferAttribute(new Uint32Array(indices.length), 1).setUsage(DynamicDrawUsage);
    this.#skin = this.#surface(new BufferAttribute(indices, 1));
    this.#marks = this.#surface(this.#marked);
    this.#marks.material.polygonOffset = true;
    this.#marks.material.polygonOffsetFactor = -1;
    this.#marks.material.polygonOffsetUnits = -1;
    this.#marks.material.emissiveIntensity = 0.35;
    // Seen faintly through what hides them: that is where things meet.
    const veil = this.#marks.material.clone();
    veil.depthTest = false;
    veil.transparent = true;
    veil.opacity = 0.3;
    this.#veil = new Mesh(this.#marks.geometry, veil);
    this.#veil.frustumCulled = false;
    this.object.add(this.#skin, this.#marks, this.#veil);
  }

  /** Writes positions and normals for this time. */
  pose(time: number): void {
    this.#form.pose(time, this.#array);
    writeNormals(this.#array, this.#form.indices);
    this.#buffer.needsUpdate = true;
  }

  place(position: readonly [number, number, number]): void {
    this.object.position.set(...position);
    this.collider.setPosition(position);
  }

  clearMarks(): void {
    this.#isMarked.fill(0);
    this.#markCount = 0;
  }

  /** Marks a triangle, by the number that a contact gives it. */
  mark(triangle: number): void {
    if (this.#isMarked[triangle] === 1) return;
    this.#isMarked[triangle] = 1;
    const { indices } = this.#form;
    const { array } = this.#marked;
    for (let c = 0; c < 3; c++) array[3 * this.#markCount + c] = indices[3 * triangle + c];
    this.#markCount++;
  }

  /** Hands the marks to the renderer; returns how many triangles have one. */
  showMarks(): number {
    this.#marks.geometry.setDrawRange(0, 3 * this.#markCount);
    this.#marks.visible = this.#markCount > 0;
    this.#veil.visible = this.#markCount > 0;
    if (this.#markCount > 0) {
      this.#marked.clearUpdateRanges();
      this.#marked.addUpdateRange(0, 3 * this.#markCount);
      this.#marked.needsUpdate = true;
    }
    return this.#markCount;
  }

  paint(palette: Palette, colour: string, active: boolean, wireframe: boolean): void {
    const skin = this.#skin.material;
    skin.color.set(colour);
    skin.emissive.set(colour);
    skin.emissiveIntensity = active ? 0.22 : 0;
    skin.wireframe = wireframe;
    const hit = new Color(palette.hit);
    for (const { material } of [this.#marks, this.#veil]) {
      material.color.copy(hit);
      material.emissive.copy(hit);
    }
  }

  #surface(index: BufferAttribute): Mesh<BufferGeometry, MeshStandardMaterial> {
    const geometry = new BufferGeometry()
      .setAttribute('position', new InterleavedBufferAttribute(this.#buffer, 3, 0))
      .setAttribute('normal', new InterleavedBufferAttribute(this.#buffer, 3, 3))
      .setIndex(index);
    const surface = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.65, side: DoubleSide }));
    // Its bounding sphere would be that of the first frame.
    surface.frustumCulled = false;
    return surface;
  }
}
