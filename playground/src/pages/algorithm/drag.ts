/** Moving B by pointer or touch in the view of the two shapes. What is not on B is left to the camera. */
import { type Collider, rayCast } from 'encounter';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Pane } from './pane.ts';

const REACH = 1e3;

/** Calls `onMove` with where B should be. */
export function dragShape(pane: Pane, body: () => Collider, signal: AbortSignal, onMove: (to: Vector3) => void): void {
  const { stage, element } = pane;
  const caster = new Raycaster();
  let drag: { pointer: number; plane: Plane; offset: Vector3 } | null = null;

  const aim = (event: PointerEvent): void => {
    const box = stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    caster.setFromCamera(new Vector2(x, y), stage.camera);
  };

  const pick = (event: PointerEvent): Vector3 | null => {
    aim(event);
    const { origin, direction } = caster.ray;
    const hit = rayCast(body(), origin, origin.clone().addScaledVector(direction, REACH));
    return hit === null ? null : new Vector3().copy(hit.point);
  };

  // Caught on the way down, before the camera's controls see it on the canvas.
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target !== stage.canvas || event.button !== 0 || drag !== null) return;
      const point = pick(event);
      if (point === null) return;
      event.stopPropagation();
      stage.canvas.setPointerCapture(event.pointerId);
      const facing = stage.camera.getWorldDirection(new Vector3());
      const position = new Vector3().fromArray(body().getMatrix(), 12);
      drag = {
        pointer: event.pointerId,
        plane: new Plane().setFromNormalAndCoplanarPoint(facing, point),
        offset: position.sub(point),
      };
      stage.canvas.style.cursor = 'grabbing';
    },
    { capture: true, signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (drag === null) {
        if (event.buttons === 0) stage.canvas.style.cursor = pick(event) === null ? '' : 'grab';
        return;
      }
      if (event.pointerId !== drag.pointer) return;
      event.stopPropagation();
      aim(event);
      const at = caster.ray.intersectPlane(drag.plane, new Vector3());
      if (at !== null) onMove(at.add(drag.offset));
    },
    { capture: true, signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(
      type,
      (event) => {
        if (drag?.pointer !== event.pointerId) return;
        event.stopPropagation();
        drag = null;
        stage.canvas.style.cursor = '';
      },
      { capture: true, signal },
    );
}
