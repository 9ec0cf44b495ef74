/**
 * A surface that moves. One array holds positions and normals; three.js draws from it, and Encounter's VertexArray reads the same
 * numbers. So a frame is: write, `mesh.refit()`, ask.
 */
import { Collider, Mesh as EncounterMesh, VertexArray } from 'encounter';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import { TriangleMarks } from '../../shapes/triangle-marks.ts';
import type { Palette } from '../../shell/theme.ts';
import { FORMS, type Form, type FormName, STRIDE } from './forms.mjs';
import { writeNormals } from './normals.ts';

export class Deforming {
  readonly object = new Group();
  readonly mesh: EncounterMesh;
  readonly collider: Collider;
  /** The triangles that meet something. */
  readonly marks: TriangleMarks;
  readonly #form: Form;
  readonly #array: Float32Array;
  readonly #buffer: InterleavedBuffer;
  readonly #skin: Mesh<BufferGeometry, MeshStandardMaterial>;

  constructor(name: FormName, triangles: number, time: number) {
    this.#form = FORMS[name].make(triangles);
    const { indices, vertexCount, solid } = this.#form;
    this.#array = new Float32Array(STRIDE * vertexCount);
    this.#form.pose(time, this.#array);

    const vertices = new VertexArray(this.#array, { stride: STRIDE, count: vertexCount });
    this.mesh = new EncounterMesh({ positions: vertices, indices, solid });
    this.collider = new Collider(this.mesh);

    this.#buffer = new InterleavedBuffer(this.#array, STRIDE).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry()
      .setAttribute('position', new InterleavedBufferAttribute(this.#buffer, 3, 0))
      .setAttribute('normal', new InterleavedBufferAttribute(this.#buffer, 3, 3))
      .setIndex(new BufferAttribute(indices, 1));
    this.#skin = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.65, side: DoubleSide }));
    // Its bounding sphere would be that of the first frame.
    this.#skin.frustumCulled = false;
    this.marks = new TriangleMarks(geometry);
    this.object.add(this.#skin, this.marks.object);
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

  paint(palette: Palette, colour: string, active: boolean, wireframe: boolean): void {
    const skin = this.#skin.material;
    skin.color.set(colour);
    skin.emissive.set(colour);
    skin.emissiveIntensity = active ? 0.22 : 0;
    skin.wireframe = wireframe;
    this.marks.paint(palette.hit);
  }
}
