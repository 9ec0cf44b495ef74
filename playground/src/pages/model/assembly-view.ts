/**
 * The parts as they are drawn. All of them are one BatchedMesh, as thousands of meshes would be slow; those that are in focus are meshes of their own, and
 * then the rest is faint.
 */
import {
  BatchedMesh,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Points,
  PointsMaterial,
  type Raycaster,
  SRGBColorSpace,
  Vector4,
} from 'three';
import { disposeTree } from '../../shell/stage.ts';
import type { Looks } from './looks.ts';
import type { Assembly, DrawnPart } from './protocol.ts';

/** For parts without a colour. */
const TONES = ['#7d9cc0', '#c9a26d', '#85ac92', '#b58aa5', '#8f93bd', '#b3b07c', '#7fabb0', '#c08f80'];

/** Of what is not in focus. */
const FAINT = 0.1;

export class AssemblyView {
  readonly object = new Group();
  readonly #assembly: Assembly;
  readonly #geometries: (BufferGeometry | null)[] = [];
  /** Of parts with triangles: opaque ones, and ones to be seen through. */
  readonly #batches: BatchedMesh[] = [];
  /** For each part its batch and its number there; null without triangles. */
  readonly #places: ({ readonly batch: BatchedMesh; readonly instance: number } | null)[] = [];
  /** For each batch the part of each of its instances. */
  readonly #owners = new Map<Object3D, number[]>();
  /** Lines and points of parts, where there are any. */
  readonly #thin: { readonly part: number; readonly object: Object3D }[] = [];
  readonly #focus = new Group();
  readonly #hidden = new Set<number>();
  #focused: readonly number[] = [];
  #looks: Looks | null = null;

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
    for (const { positions, normals } of assembly.geometries) {
      this.#geometries.push(
        positions.length === 0
          ? null
          : new BufferGeometry()
              .setAttribute('position', new BufferAttribute(positions, 3))
              .setAttribute('normal', new BufferAttribute(normals, 3)),
      );
    }
    const isGlass = ({ color }: DrawnPart): boolean => color !== null && color[3] < 1;
    this.#places = assembly.parts.map(() => null);
    this.#addBatch((part) => !isGlass(part), false);
    this.#addBatch(isGlass, true);
    this.#addThin();
    this.object.add(this.#focus);
  }

  get assembly(): Assembly {
    return this.#assembly;
  }

  /** The models as their files have them, with textures: shown while nothing is in focus. */
  set looks(looks: Looks | null) {
    if (this.#looks !== null) {
      this.#looks.root.removeFromParent();
      disposeTree(this.#looks.root);
    }
    this.#looks = looks;
    if (looks !== null) this.object.add(looks.root);
    this.#update();
  }

  get hasLooks(): boolean {
    return this.#looks !== null;
  }

  isHidden(part: number): boolean {
    return this.#hidden.has(part);
  }

  get hiddenCount(): number {
    return this.#hidden.size;
  }

  setHidden(parts: Iterable<number>, hidden: boolean): void {
    for (const part of parts) {
      if (hidden) this.#hidden.add(part);
      else this.#hidden.delete(part);
      const place = this.#places[part];
      place?.batch.setVisibleAt(place.instance, !hidden);
      // Not `visible`, which would hide the parts below, too.
      for (const { layers } of this.#looks?.meshes?.[part] ?? []) {
        if (hidden) layers.disableAll();
        else layers.enable(0);
      }
    }
    for (const { part, object } of this.#thin) object.visible = !this.#hidden.has(part);
    this.#update();
  }

  /** Draws these parts in these colours, and the rest faintly; none of them: all as they are. */
  focus(parts: readonly { readonly part: number; readonly colour: string }[]): void {
    // The geometries are shared: only the materials are this group's.
    for (const { material } of this.#focus.children as Mesh[]) (material as MeshStandardMaterial).dispose();
    this.#focus.clear();
    this.#focused = parts.map(({ part }) => part);
    for (const { part, colour } of parts) {
      const { geometry, matrix } = this.#assembly.parts[part];
      const drawn = this.#geometries[geometry];
      if (drawn === null) continue;
      const material = new MeshStandardMaterial({ color: colour, roughness: 0.55, side: DoubleSide });
      // Two at one place would flicker; one through the other is what one wants to see.
      material.transparent = parts.length > 1;
      material.opacity = parts.length > 1 ? 0.72 : 1;
      const mesh = new Mesh(drawn, material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.fromArray(matrix);
      mesh.renderOrder = 2;
      this.#focus.add(mesh);
    }
    this.#update();
  }

  /** The part that a ray hits first, of those that are shown. */
  pick(caster: Raycaster): number | null {
    const focused = this.#focus.children.length > 0 ? caster.intersectObjects(this.#focus.children, false) : [];
    if (focused.length > 0) return this.#focused[this.#focus.children.indexOf(focused[0].object)] ?? null;
    const [hit] = caster.intersectObjects(this.#batches, false);
    const instance = hit?.batchId;
    return hit === undefined || instance === undefined ? null : (this.#owners.get(hit.object)?.[instance] ?? null);
  }

  /** Around these parts, in the coordinates of the object. */
  boxOf(parts: Iterable<number>): Box3 {
    const box = new Box3();
    for (const part of parts) {
      const [x0, y0, z0, x1, y1, z1] = this.#assembly.parts[part].box;
      if (x0 <= x1) box.union(new Box3().setFromArray([x0, y0, z0, x1, y1, z1]));
    }
    return box;
  }

  dispose(): void {
    this.looks = null;
    disposeTree(this.object);
    for (const geometry of this.#geometries) geometry?.dispose();
    this.object.removeFromParent();
  }

  #update(): void {
    const isFocused = this.#focused.length > 0;
    // Where it is not known which object is which part, hidden parts can only be left out of the batch.
    const showsLooks = this.#looks !== null && !isFocused && (this.#looks.meshes !== null || this.#hidden.size === 0);
    if (this.#looks !== null) this.#looks.root.visible = showsLooks;
    for (const batch of this.#batches) {
      batch.visible = !showsLooks;
      const material = batch.material as MeshStandardMaterial;
      const { glass } = batch.userData as { glass: boolean };
      material.opacity = isFocused ? FAINT : 1;
      material.depthWrite = !(isFocused || glass);
      if (material.transparent !== (isFocused || glass)) {
        material.transparent = isFocused || glass;
        material.needsUpdate = true;
      }
    }
    const inFocus = new Set(this.#focused);
    this.#places.forEach((place, part) => {
      place?.batch.setVisibleAt(place.instance, !this.#hidden.has(part) && !inFocus.has(part));
    });
  }

  #addBatch(belongs: (part: DrawnPart) => boolean, glass: boolean): void {
    const { parts } = this.#assembly;
    const members = parts.flatMap((part, i) => (belongs(part) && this.#geometries[part.geometry] !== null ? [i] : []));
    if (members.length === 0) return;
    const used = [...new Set(members.map((i) => parts[i].geometry))];
    const corners = used.reduce((sum, g) => sum + this.#geometries[g]!.getAttribute('position').count, 0);
    const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, side: DoubleSide });
    const batch = new BatchedMesh(members.length, corners, 0, material);
    batch.userData = { glass };
    batch.sortObjects = glass;
    const numbers = new Map(used.map((g) => [g, batch.addGeometry(this.#geometries[g]!)]));
    const owners: number[] = [];
    const matrix = new Matrix4();
    const color = new Color();
    for (const i of members) {
      const part = parts[i];
      const instance = batch.addInstance(numbers.get(part.geometry)!);
      batch.setMatrixAt(instance, matrix.fromArray(part.matrix));
      if (part.color === null) color.set(TONES[i % TONES.length]);
      else color.setRGB(part.color[0], part.color[1], part.color[2], SRGBColorSpace);
      // What is all but invisible in its file is still there.
      const opacity = part.color === null ? 1 : Math.max(0.2, part.color[3]);
      batch.setColorAt(instance, new Vector4(color.r, color.g, color.b, opacity));
      owners[instance] = i;
      this.#places[i] = { batch, instance };
    }
    this.#owners.set(batch, owners);
    this.#batches.push(batch);
    this.object.add(batch);
  }

  #addThin(): void {
    this.#assembly.parts.forEach(({ geometry, matrix, color }, part) => {
      const { lines, points } = this.#assembly.geometries[geometry];
      const colour = new Color(TONES[part % TONES.length]);
      if (color !== null) colour.setRGB(color[0], color[1], color[2], SRGBColorSpace);
      const add = (object: Object3D): void => {
        object.matrixAutoUpdate = false;
        object.matrix.fromArray(matrix);
        this.#thin.push({ part, object });
        this.object.add(object);
      };
      const of = (coordinates: Float32Array): BufferGeometry =>
        new BufferGeometry().setAttribute('position', new BufferAttribute(coordinates, 3));
      if (lines.length > 0) add(new LineSegments(of(lines), new LineBasicMaterial({ color: colour })));
      if (points.length > 0)
        add(new Points(of(points), new PointsMaterial({ color: colour, size: 3, sizeAttenuation: false })));
    });
  }
}
