/** The 3D view: all parts faint, two of them in colour, and a camera that flies. Draws only when something has changed. */
import {
  AmbientLight,
  BatchedMesh,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import {
  type Box,
  boxView,
  clashView,
  FIELD_OF_VIEW,
  halfDiagonal,
  joined,
  middle,
  type Vec,
  type View,
} from '../report/camera.ts';
import type { Drawing, DrawnPart, PageData } from './unpack.ts';

const FLIGHT_SECONDS = 0.7;

const OTHERS_ALONE = 1;
const OTHERS_FAINT = 0.09;

/** Read from the style of the page, so that both themes are in one place. */
export interface StageColors {
  readonly background: string;
  readonly part: string;
  readonly a: string;
  readonly b: string;
  readonly mark: string;
}

export class Stage {
  readonly #data: PageData;
  readonly #parts: readonly DrawnPart[];
  readonly #byId = new Map<string, number>();
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000);
  readonly #controls: OrbitControls;
  readonly #geometries: BufferGeometry[];
  readonly #others: BatchedMesh | null;
  readonly #othersMaterial: MeshStandardMaterial;
  readonly #all: Box;
  readonly #canvas: HTMLCanvasElement;
  readonly #sun = new DirectionalLight(0xffffff, 2.2);
  #marks: (Mesh | LineSegments)[] = [];
  #hidden: number[] = [];
  #flight: { from: View; to: View; start: number; done: () => void } | null = null;
  #wanted = false;
  #colors: StageColors;
  /** How many pictures were drawn. */
  frames = 0;

  constructor(canvas: HTMLCanvasElement, data: PageData, drawing: Drawing, colors: StageColors) {
    this.#canvas = canvas;
    this.#data = data;
    this.#parts = drawing.parts;
    this.#colors = colors;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    if (data.up === 'z') this.#camera.up.set(0, 0, 1);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', () => this.redraw());
    this.#controls.addEventListener('start', () => this.#land());
    this.#geometries = drawing.geometries.map(({ positions, indices }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setIndex(new BufferAttribute(indices, 1));
      return geometry;
    });
    this.#othersMaterial = new MeshStandardMaterial({
      side: DoubleSide,
      flatShading: true,
      roughness: 0.9,
      metalness: 0,
    });
    drawing.parts.forEach((part, number) => {
      if (part.id !== null) this.#byId.set(part.id, number);
    });
    this.#others = this.#batch(drawing);
    if (this.#others !== null) this.#scene.add(this.#others);
    this.#all = drawing.parts
      .map(({ box }) => box)
      .reduce<Box | null>((a, b) => (a === null ? b : joined(a, b)), null) ?? {
      min: [-1, -1, -1],
      max: [1, 1, 1],
    };
    this.#scene.add(new AmbientLight(0xffffff, 1.4), this.#sun, this.#sun.target);
    this.setColors(colors);
    this.#set(boxView(this.#all, data.up));
  }

  /** All parts in one draw call; those of one geometry share it. */
  #batch({ parts, geometries }: Drawing): BatchedMesh | null {
    if (parts.length === 0) return null;
    const vertices = geometries.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const indices = geometries.reduce((sum, { indices }) => sum + indices.length, 0);
    const batch = new BatchedMesh(parts.length, vertices, indices, this.#othersMaterial);
    batch.sortObjects = false;
    const ids = this.#geometries.map((geometry) => batch.addGeometry(geometry));
    for (const part of parts) batch.setMatrixAt(batch.addInstance(ids[part.geometry]), matrixOf(part));
    return batch;
  }

  setColors(colors: StageColors): void {
    this.#colors = colors;
    this.#scene.background = new Color(colors.background);
    this.#othersMaterial.color.set(colors.part);
    this.redraw();
  }

  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / Math.max(1, height);
    this.#camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Flies to a clash, or back to all parts. Resolves when it is there. */
  show(number: number | null, fly: boolean): Promise<void> {
    for (const mark of this.#marks) {
      this.#scene.remove(mark);
      (mark.material as MeshBasicMaterial).dispose();
      if (!this.#geometries.includes(mark.geometry)) mark.geometry.dispose();
    }
    this.#marks = [];
    for (const part of this.#hidden) this.#others?.setVisibleAt(part, true);
    this.#hidden = [];
    const alone = number === null;
    this.#othersMaterial.opacity = alone ? OTHERS_ALONE : OTHERS_FAINT;
    this.#othersMaterial.transparent = !alone;
    this.#othersMaterial.depthWrite = alone;
    this.#othersMaterial.needsUpdate = true;
    const view = number === null ? boxView(this.#all, this.#data.up) : this.#mark(number);
    this.redraw();
    return this.#fly(view, fly);
  }

  /** Draws the two parts in colour, and where they meet. Returns from where to look. */
  #mark(number: number): View {
    const { origin, up, clashes } = this.#data;
    const clash = clashes[number];
    const local = (p: Vec): Vec => [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]];
    const here = {
      pointA: local(clash.pointA),
      pointB: local(clash.pointB),
      normal: clash.normal,
      region: { min: local(clash.region.min), max: local(clash.region.max) },
    };
    const [a, b] = [clash.a, clash.b].map((id) => this.#byId.get(id));
    if (a !== undefined) this.#paint(a, this.#colors.a);
    if (b !== undefined) this.#paint(b, this.#colors.b);
    const view = clashView(here, up, boxOf(this.#parts, a), boxOf(this.#parts, b));
    const size = Math.hypot(...view.eye.map((x, i) => x - view.target[i]));

    // Seen through everything: what is to be found is mostly hidden inside.
    const material = new MeshBasicMaterial({ color: this.#colors.mark, depthTest: false, transparent: true });
    for (const point of [here.pointA, here.pointB]) {
      const dot = new Mesh(new SphereGeometry(size / 110, 16, 12), material);
      dot.position.set(...point);
      this.#add(dot, 3);
    }
    const lines = new LineBasicMaterial({ color: this.#colors.mark, depthTest: false, transparent: true });
    const between = new BufferGeometry().setFromPoints([new Vector3(...here.pointA), new Vector3(...here.pointB)]);
    this.#add(new LineSegments(between, lines), 3);
    const { min, max } = here.region;
    const frame = new LineSegments(
      new EdgesGeometry(new BoxGeometry(max[0] - min[0], max[1] - min[1], max[2] - min[2])),
      lines,
    );
    frame.position.set(...middle(here.region));
    this.#add(frame, 3);
    return view;
  }

  #paint(number: number, color: string): void {
    const part = this.#parts[number];
    this.#others?.setVisibleAt(number, false);
    this.#hidden.push(number);
    // Half transparent, so that one sees one part inside of the other.
    const material = new MeshStandardMaterial({
      color,
      side: DoubleSide,
      flatShading: true,
      roughness: 0.8,
      transparent: true,
      opacity: 0.82,
      // Edges lie on the faces and must be seen.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    const geometry = this.#geometries[part.geometry];
    const mesh = new Mesh(geometry, material);
    mesh.applyMatrix4(matrixOf(part));
    this.#add(mesh, 1);
    const edges = new LineSegments(
      new EdgesGeometry(geometry, 25),
      new LineBasicMaterial({ color, transparent: true, opacity: 0.9 }),
    );
    edges.applyMatrix4(matrixOf(part));
    this.#add(edges, 2);
  }

  #add(object: Mesh | LineSegments, order: number): void {
    object.renderOrder = order;
    this.#marks.push(object);
    this.#scene.add(object);
  }

  /** Where the camera is, and what it looks at. */
  get view(): { eye: number[]; target: number[]; flying: boolean } {
    return {
      eye: this.#camera.position.toArray(),
      target: this.#controls.target.toArray(),
      flying: this.#flight !== null,
    };
  }

  #fly(to: View, fly: boolean): Promise<void> {
    this.#land();
    if (!fly) {
      this.#set(to);
      return Promise.resolve();
    }
    const from = {
      ...to,
      eye: this.#camera.position.toArray() as unknown as Vec,
      target: this.#controls.target.toArray() as unknown as Vec,
    };
    return new Promise((done) => {
      this.#flight = { from, to, start: performance.now(), done };
      this.redraw();
    });
  }

  /** Ends a flight where it is. */
  #land(): void {
    this.#flight?.done();
    this.#flight = null;
  }

  #set({ eye, target }: Pick<View, 'eye' | 'target'>): void {
    this.#controls.target.set(...target);
    this.#camera.position.set(...eye);
    this.#controls.update();
    this.redraw();
  }

  redraw(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame((now) => {
      this.#wanted = false;
      this.#step(now);
      this.#draw();
    });
  }

  #step(now: number): void {
    const flight = this.#flight;
    if (flight === null) return;
    const t = Math.min(1, Math.max(0, (now - flight.start) / 1000 / FLIGHT_SECONDS));
    const s = t * t * (3 - 2 * t);
    const mixed = (a: Vec, b: Vec): Vec => [
      a[0] + (b[0] - a[0]) * s,
      a[1] + (b[1] - a[1]) * s,
      a[2] + (b[2] - a[2]) * s,
    ];
    this.#set({ eye: mixed(flight.from.eye, flight.to.eye), target: mixed(flight.from.target, flight.to.target) });
    if (t === 1) this.#land();
    else this.redraw();
  }

  #draw(): void {
    // Near and far around what there is, as depth has few bits.
    const position = this.#camera.position;
    const center = middle(this.#all);
    const radius = Math.max(halfDiagonal(this.#all), 1e-9);
    const distance = Math.hypot(position.x - center[0], position.y - center[1], position.z - center[2]);
    const near = this.#controls.target.distanceTo(position) / 100;
    this.#camera.near = Math.max(near, distance - 1.2 * radius);
    this.#camera.far = Math.max(distance + 1.5 * radius, 20 * near);
    this.#camera.updateProjectionMatrix();
    this.#sun.position.copy(position);
    this.#sun.position.addScaledVector(this.#camera.up, distance * 0.6);
    this.#sun.target.position.copy(this.#controls.target);
    this.#renderer.render(this.#scene, this.#camera);
    this.frames++;
    this.#canvas.dataset['frames'] = String(this.frames);
  }

  /** By keys: turns about the upper axis and tilts, or comes nearer. */
  turn(right: number, up: number, nearer: number): void {
    this.#land();
    const target = this.#controls.target;
    const arm = this.#camera.position.clone().sub(target);
    const side = new Vector3().crossVectors(this.#camera.up, arm).normalize();
    arm.applyAxisAngle(this.#camera.up, right);
    const tilted = arm.clone().applyAxisAngle(side, -up);
    // Not over the pole.
    if (Math.abs(tilted.angleTo(this.#camera.up) - Math.PI / 2) < 1.5) arm.copy(tilted);
    arm.multiplyScalar(nearer);
    this.#set({ eye: arm.add(target).toArray() as unknown as Vec, target: target.toArray() as unknown as Vec });
  }
}

function boxOf(parts: readonly DrawnPart[], number: number | undefined): Box | null {
  return number === undefined ? null : parts[number].box;
}

function matrixOf({ matrix: m }: DrawnPart): Matrix4 {
  return new Matrix4().set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
}
