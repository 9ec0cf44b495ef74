/** The signed distance of two shapes to drag, with its error, its normal and the two points. */
import { Cone, DistanceResult, Ellipsoid, signedDistance } from 'encounter';
import { Vector3 } from 'three';
import { Marks } from '../../playground/src/shapes/marks.ts';
import { fixed, uncertainty } from '../../playground/src/shell/format.ts';
import { dragKeys, makeDraggable } from './dragging.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

export const HINT = 'Drag the cone and the egg; drag beside them to turn the view.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'A cone and an egg, and the shortest line between them.',
    keys: dragKeys(['cone', 'egg']),
    eye: [0.6, 1.5, 4.9],
    floor: -1.2,
  });
  const cone = new Thing(new Cone(0.9, 1.8), { position: [-1.1, 0, 0], orientation: [0, 0, -0.26, 0.966] });
  const egg = new Thing(new Ellipsoid([0.6, 0.9, 0.6]), { position: [1.1, 0.3, 0], orientation: [0, 0, 0.38, 0.925] });
  const marks = new Marks();
  stage.scene.add(cone.mesh, egg.mesh, marks.object);

  const found = new DistanceResult();
  function ask(): void {
    signedDistance(cone.collider, egg.collider, found);
    const { distance, error, normal, pointA, pointB } = found;
    const [a, b] = [new Vector3().copy(pointA), new Vector3().copy(pointB)];
    marks.show({ points: [a, b], normal: { at: distance < 0 ? a : b, direction: new Vector3().copy(normal) } });
    host.say(`signed distance ${fixed(distance)} ${uncertainty(error)}`, distance <= 0);
    host.announce(`The signed distance is ${fixed(distance, 2)}.`);
    host.expose({ distance, error });
    paint();
  }
  function paint(): void {
    const { palette } = host.theme;
    // Where they overlap one sees into them.
    const opacity = found.distance < 0 ? 0.55 : 1;
    cone.paint(palette.a, opacity);
    egg.paint(palette.b, opacity);
    marks.paint(palette);
    stage.invalidate();
  }

  makeDraggable(host, stage, { cone, egg }, (thing, position) => {
    thing.collider.setPosition(position);
    thing.follow();
    ask();
  });
  stage.onFrame(() => marks.fit(stage.camera, stage.canvas.clientHeight));
  stage.follow(paint);
  ask();
}
