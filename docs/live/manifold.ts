/** The contact manifold of a crate on a table: its points, and the patch between them, while the crate is dragged and turned. */
import { Box, type Manifold, manifolds } from 'encounter';
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import { fixed } from '../../playground/src/shell/format.ts';
import { dragKeys, makeDraggable } from './dragging.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

const SIZE = 1.2;
const SINK = 0.02;
const MOST = 8;

export const HINT = 'Drag the crate, turn it and tilt it; drag beside it to turn the view.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'A crate on a table, with the points at which they touch.',
    keys: dragKeys(['crate']),
    eye: [2.4, 2.6, 4.4],
    target: [0, 0.1, 0],
    floor: -0.6,
  });
  const table = new Thing(new Box([3, 0.4, 2]), { position: [0, -0.2, 0] });
  const crate = new Thing(new Box([SIZE, SIZE, SIZE]), { position: [1, SIZE / 2 - SINK, 0.3] });
  const ink = new MeshBasicMaterial({ depthTest: false, transparent: true });
  const dots = Array.from({ length: MOST }, () => new Mesh(new SphereGeometry(0.045, 16, 10), ink));
  const patch = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.45, side: DoubleSide }),
  );
  for (const [i, mark] of [patch, ...dots].entries()) mark.renderOrder = 10 + i;
  stage.scene.add(table.mesh, crate.mesh, patch, ...dots);

  let turn = 25;
  let tilt = 0;
  const list: Manifold[] = [];

  function ask(): void {
    const [h, e] = [(turn * Math.PI) / 360, (tilt * Math.PI) / 360];
    // First the tilt about x, then the turn about y.
    const [sh, ch, se, ce] = [Math.sin(h), Math.cos(h), Math.sin(e), Math.cos(e)];
    crate.collider.setOrientation([ch * se, sh * ce, -sh * se, ch * ce]);
    crate.follow();
    manifolds(table.collider, crate.collider, list);
    const points = list[0]?.points ?? [];
    for (const [i, dot] of dots.entries()) {
      dot.visible = i < points.length;
      if (dot.visible) dot.position.copy(points[i].pointA);
    }
    const corners = points.map(({ pointA }) => pointA);
    patch.visible = corners.length > 2;
    const fan = corners.slice(2).flatMap((corner, i) => [corners[0], corners[i + 1], corner]);
    patch.geometry.setAttribute(
      'position',
      new Float32BufferAttribute(
        fan.flatMap(({ x, y, z }) => [x, y, z]),
        3,
      ),
    );
    const deepest = Math.min(...points.map(({ separation }) => separation));
    const count = `${points.length} ${points.length === 1 ? 'point' : 'points'}`;
    host.say(points.length === 0 ? 'apart' : `${count}, up to ${fixed(-deepest, 3)} deep`, points.length > 0);
    host.announce(points.length === 0 ? 'They are apart.' : `${count} of contact.`);
    host.expose({ points: points.length, deepest });
    stage.invalidate();
  }

  makeDraggable(host, stage, { crate }, (_, position) => {
    crate.collider.setPosition(position);
    ask();
  });
  host.slider({
    label: 'Turn, °',
    min: -90,
    max: 90,
    step: 1,
    value: turn,
    onInput: (degrees) => {
      turn = degrees;
      ask();
    },
  });
  host.slider({
    label: 'Tilt, °',
    min: 0,
    max: 30,
    step: 0.5,
    value: tilt,
    onInput: (degrees) => {
      tilt = degrees;
      ask();
    },
  });
  stage.follow((palette) => {
    table.paint(palette.b);
    crate.paint(palette.a, 0.75);
    patch.material.color.set(palette.hit);
    ink.color.set(palette.mark);
  });
  ask();
}
