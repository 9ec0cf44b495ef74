/**
 * Something to draw on: renderer, camera, lights and grid, which follow the theme and the size of the view, and a camera that
 * pointer, touch and keyboard move. Frames are drawn on request (`invalidate`) or continuously (`loop.play()`).
 */
import {
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  type Material,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { moveCameraByKey } from './camera-keys.ts';
import { Loop, prefersReducedMotion } from './loop.ts';
import { NoWebGLError } from './no-webgl.ts';
import type { StageHost } from './page.ts';
import type { Palette } from './theme.ts';

export interface StageOptions {
  /** Says what is to be seen, to those who do not see it. */
  label: string;
  /** Says which keys move the camera, where a page has taken some of them for itself. */
  keys?: string;
  /** Where the camera is at first, and what it looks at. */
  eye?: readonly [number, number, number];
  target?: readonly [number, number, number];
  /** The floor grid: its size in cells of 1, or 0 for none. Default 20. */
  grid?: number;
  /** How high the grid is. Default 0. */
  floor?: number;
}

const KEYS = 'Arrow keys turn the camera, with Shift they shift it; plus and minus zoom, Home resets.';

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.05, 500);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly loop: Loop;
  readonly #host: StageHost;
  readonly #gridSize: number;
  readonly #floor: number;
  readonly #frames: ((dt: number) => void)[] = [];
  readonly #endings: (() => void)[] = [];
  readonly #eye = new Vector3();
  readonly #target = new Vector3();
  #grid: GridHelper | null = null;

  constructor(
    host: StageHost,
    { label, keys = KEYS, eye = [4, 3, 6], target = [0, 0, 0], grid = 20, floor = 0 }: StageOptions,
  ) {
    this.#host = host;
    this.#gridSize = grid;
    this.#floor = floor;
    this.renderer = makeRenderer();
    this.loop = new Loop((dt) => this.#draw(dt));
    const canvas = this.canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `${label} ${keys}`);
    host.view.prepend(canvas);

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !prefersReducedMotion();
    this.controls.addEventListener('change', () => this.invalidate());
    this.setView(eye, target);

    const sun = new DirectionalLight(0xffffff, 1.5);
    sun.position.set(3, 6, 4);
    const fill = new HemisphereLight(0xffffff, 0x9a9fac, 1.3);
    // Comes from the viewer, so that no side is ever black.
    const lamp = new DirectionalLight(0xffffff, 0.5);
    this.camera.add(lamp, lamp.target);
    lamp.target.position.set(0, 0, -1);
    this.scene.add(sun, fill, this.camera);

    this.follow((palette) => this.#paint(palette));
    canvas.addEventListener('keydown', (event) => this.#onKey(event), { signal: host.signal });
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(host.view);
    this.#endings.push(() => observer.disconnect());
    this.#resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Asks for a frame: call it after any change to what is drawn. */
  invalidate(): void {
    this.loop.request();
  }

  /** Calls back before each frame is drawn, with the seconds that passed: 0 unless the loop plays. */
  onFrame(frame: (dt: number) => void): void {
    this.#frames.push(frame);
  }

  /** Calls back with the palette now and at each change, until the stage is disposed of. */
  follow(use: (palette: Palette) => void): void {
    this.#endings.push(
      this.#host.theme.follow((palette) => {
        use(palette);
        this.invalidate();
      }),
    );
  }

  /** Places the camera; Home comes back to here. */
  setView(eye: readonly [number, number, number], target: readonly [number, number, number]): void {
    this.#eye.set(...eye);
    this.#target.set(...target);
    this.resetView();
  }

  resetView(): void {
    this.camera.position.copy(this.#eye);
    this.controls.target.copy(this.#target);
    this.controls.update();
    this.invalidate();
  }

  /** Moves the camera along its line of sight until the objects fill the view. */
  frame(...objects: Object3D[]): void {
    const box = new Box3();
    for (const object of objects) box.expandByObject(object);
    if (box.isEmpty()) return;
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect));
    const sight = this.camera.position.clone().sub(this.controls.target).normalize();
    const eye = sight.multiplyScalar((1.05 * Math.max(radius, 1e-3)) / Math.sin(narrow)).add(center);
    this.setView([eye.x, eye.y, eye.z], [center.x, center.y, center.z]);
  }

  /** Releases everything, what the page added to the scene included. */
  dispose(): void {
    this.loop.dispose();
    for (const end of this.#endings) end();
    this.controls.dispose();
    disposeTree(this.scene);
    this.renderer.dispose();
    // Browsers keep only a few contexts alive; one that is not lost counts until it is collected.
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  #draw(dt: number): void {
    this.controls.update();
    // Pages may project onto the screen before the frame is drawn.
    this.camera.updateMatrixWorld();
    for (const frame of this.#frames) frame(dt);
    this.renderer.render(this.scene, this.camera);
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host.view;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    // On a tall view the width decides: the field of view is that of a square of this width.
    this.camera.fov = width < height ? (360 / Math.PI) * Math.atan((Math.tan(Math.PI / 9) * height) / width) : 40;
    this.camera.updateProjectionMatrix();
    // Setting the size clears the canvas; drawing now, not in the next frame, avoids a flash.
    this.#draw(0);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Home') this.resetView();
    else if (!moveCameraByKey(event, this.camera, this.controls.target)) return;
    event.preventDefault();
    this.controls.update();
    this.invalidate();
  }

  #paint(palette: Palette): void {
    this.scene.background = new Color(palette.background);
    if (this.#gridSize === 0) return;
    if (this.#grid !== null) {
      this.#grid.dispose();
      this.scene.remove(this.#grid);
    }
    this.#grid = new GridHelper(this.#gridSize, this.#gridSize, palette.gridAxis, palette.grid);
    this.#grid.position.y = this.#floor;
    this.scene.add(this.#grid);
  }
}

function makeRenderer(): WebGLRenderer {
  const canvas = document.createElement('canvas');
  // Asked for here, and not left to three.js, so that its absence is told from a fault and nothing is logged.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, powerPreference: 'high-performance' });
  if (context === null) throw new NoWebGLError('WebGL 2 is not available');
  return new WebGLRenderer({ canvas, context, antialias: true });
}

/** Disposes of the geometries, materials and textures of an object and all that is below it. */
export function disposeTree(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material } = object as Object3D & {
      geometry?: { dispose(): void };
      material?: Material | Material[];
    };
    geometry?.dispose();
    for (const m of material === undefined ? [] : Array.isArray(material) ? material : [material]) {
      for (const value of Object.values(m)) if (value?.isTexture) value.dispose();
      m.dispose();
    }
  });
}
