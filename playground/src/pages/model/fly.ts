/** Moves the camera to something, smoothly unless the visitor prefers less motion. */
import { type Box3, Sphere, Vector3 } from 'three';
import { prefersReducedMotion } from '../../shell/loop.ts';
import type { Stage } from '../../shell/stage.ts';

/** Milliseconds. */
const FLIGHT = 420;

export class Flight {
  readonly #stage: Stage;
  readonly #onEnd: () => void;
  #frame = 0;

  constructor(stage: Stage, signal: AbortSignal, onEnd: () => void) {
    this.#stage = stage;
    this.#onEnd = onEnd;
    signal.addEventListener('abort', () => this.stop());
    // Whoever takes the camera has it.
    stage.canvas.addEventListener('pointerdown', () => this.stop(), { signal });
    stage.canvas.addEventListener('wheel', () => this.stop(), { signal, passive: true });
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** Looks at a box of the world from the direction in which the camera looks now. It fills `share` of the view; it is at least `least` large. */
  to(box: Box3, share: number, least: number): void {
    this.stop();
    const { camera, controls } = this.#stage;
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const half = (camera.fov * Math.PI) / 360;
    const narrow = Math.atan(Math.tan(half) * Math.min(1, camera.aspect));
    const distance = Math.max(radius, least) / (share * Math.sin(narrow));
    const sight = camera.position.clone().sub(controls.target).normalize();
    const eye = center.clone().addScaledVector(sight, distance);
    const [fromEye, fromTarget] = [camera.position.clone(), controls.target.clone()];
    const place = (t: number): void => {
      const eased = t * t * (3 - 2 * t);
      camera.position.lerpVectors(fromEye, eye, eased);
      controls.target.lerpVectors(fromTarget, center, eased);
      controls.update();
      this.#stage.invalidate();
    };
    if (prefersReducedMotion() || fromEye.distanceTo(eye) + new Vector3().copy(fromTarget).distanceTo(center) === 0) {
      place(1);
      this.#onEnd();
      return;
    }
    const started = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - started) / FLIGHT));
      place(t);
      if (t < 1) this.#frame = requestAnimationFrame(step);
      else this.#onEnd();
    };
    this.#frame = requestAnimationFrame(step);
  }
}
