import { type PerspectiveCamera, Spherical, Vector3 } from 'three';

const TURN = Math.PI / 36;
const SHIFT = 0.05;
const ZOOM = 1.1;
/** Short of the poles, where the direction of up would be lost. */
const POLE = 0.05;

/** Turns, shifts or zooms the camera around its target; whether the key was one of those that do. */
export function moveCameraByKey(event: KeyboardEvent, camera: PerspectiveCamera, target: Vector3): boolean {
  const offset = camera.position.clone().sub(target);
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (arrow !== undefined && event.shiftKey) {
    const length = SHIFT * offset.length();
    const right = new Vector3().setFromMatrixColumn(camera.matrix, 0).multiplyScalar(arrow[0] * length);
    const up = new Vector3().setFromMatrixColumn(camera.matrix, 1).multiplyScalar(arrow[1] * length);
    target.add(right).add(up);
  } else if (arrow !== undefined) {
    const angles = new Spherical().setFromVector3(offset);
    angles.theta += arrow[0] * TURN;
    angles.phi = Math.min(Math.PI - POLE, Math.max(POLE, angles.phi - arrow[1] * TURN));
    offset.setFromSpherical(angles);
  } else if (event.key === '+' || event.key === '=') offset.divideScalar(ZOOM);
  else if (event.key === '-' || event.key === '_') offset.multiplyScalar(ZOOM);
  else return false;
  camera.position.copy(target).add(offset);
  return true;
}
