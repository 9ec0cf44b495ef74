/** Things of a scene that pointer, finger and keys move. */
import type { Vector3 } from 'three';
import { Grab } from '../../playground/src/shell/grab.ts';
import type { Stage } from '../../playground/src/shell/stage.ts';
import type { LiveHost } from './host.ts';
import type { Thing } from './thing.ts';

const STEP = 0.1;

/** Says which keys there are, for the label of the stage. */
export function dragKeys(names: readonly string[]): string {
  const choose = names.map((name) => `${name[0].toUpperCase()} chooses ${name}`).join(', ');
  return `${choose}; then arrow keys and Page Up and Down move it. Otherwise arrow keys turn the camera.`;
}

/** Lets the things be dragged; their names begin with different letters, which are their keys. */
export function makeDraggable(
  host: LiveHost,
  stage: Stage,
  things: Readonly<Record<string, Thing>>,
  onMove: (thing: Thing, position: Vector3) => void,
): void {
  const items = Object.entries(things).map(([name, thing]) => ({
    key: name[0],
    name,
    collider: thing.collider,
    object: thing.mesh,
    thing,
  }));
  const grab = new Grab(host, stage, {
    items: () => items,
    onSelect: () => {},
    onMove: ({ thing }, position) => onMove(thing, position),
    onStep: ({ thing }, step) => onMove(thing, step.multiplyScalar(STEP).add(thing.mesh.position)),
  });
  // A finger scrolls the page, unless it has taken hold of something.
  stage.canvas.addEventListener(
    'touchstart',
    (event) => {
      if (grab.holding) event.preventDefault();
    },
    { passive: false, signal: host.signal },
  );
}
