/** The time of impact: a bar that flies and spins towards a post. The slider is the time; the query says when they meet. */
import { Box, Collider, Cylinder, placeAlong, signedDistance, timeOfImpact } from 'encounter';
import { Vector3 } from 'three';
import { Marks } from '../../playground/src/shapes/marks.ts';
import { fixed } from '../../playground/src/shell/format.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

const START = { position: [-2.6, 0, 0.4] } as const;
const TRANSLATION = [4.6, 0, -0.6] as const;
/** Seconds from the beginning to the end. */
const DURATION = 4;
/** Ghosts of the bar along its way. */
const GHOSTS = [0, 0.15, 0.3];

export const HINT = 'Move the time, or change the spin; drag to turn the view.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'A bar spins towards a post.',
    eye: [0.2, 3.6, 4.8],
    target: [-0.3, -0.1, 0],
    floor: -1,
  });
  const shape = new Box([2, 0.25, 0.25]);
  const bar = new Thing(shape, START);
  const post = new Thing(new Cylinder(0.35, 2), { position: [1.2, 0, -0.3] });
  const marks = new Marks();
  const ghosts = GHOSTS.map((t) => {
    const ghost = new Thing(shape, START);
    return { t, ghost };
  });
  stage.scene.add(bar.mesh, post.mesh, marks.object, ...ghosts.map(({ ghost }) => ghost.mesh));

  let spin = 5;
  let time = 0;
  let impact = 1;

  /** Asks once for the whole motion. */
  function ask(): void {
    const start = new Collider(shape, START);
    const hit = timeOfImpact(start, motion(), post.collider, null);
    impact = hit?.t ?? Infinity;
    marks.object.visible = hit !== null;
    if (hit !== null)
      marks.show({
        points: [new Vector3().copy(hit.point)],
        normal: { at: new Vector3().copy(hit.point), direction: new Vector3().copy(hit.normal) },
      });
    for (const { t, ghost } of ghosts) {
      placeAlong(ghost.collider.setPosition(START.position).setOrientation([0, 0, 0, 1]), motion(), t);
      ghost.follow();
    }
    show();
  }
  function motion(): { translation: readonly [number, number, number]; rotation: readonly [number, number, number] } {
    return { translation: TRANSLATION, rotation: [0, spin, 0] };
  }
  function show(): void {
    bar.collider.setPosition(START.position).setOrientation([0, 0, 0, 1]);
    placeAlong(bar.collider, motion(), time);
    bar.follow();
    const { distance } = signedDistance(bar.collider, post.collider);
    const meets = impact === Infinity ? 'they do not meet' : `they meet at t = ${fixed(impact)}`;
    host.say(`t = ${fixed(time, 2)}, ${fixed(distance, 2)} ${distance < 0 ? 'deep' : 'apart'}; ${meets}`, distance < 0);
    host.expose({ t: time, impact, distance });
    paint();
  }
  function paint(): void {
    const { palette } = host.theme;
    bar.paint(time > impact ? palette.hit : palette.a);
    post.paint(palette.b);
    for (const { ghost } of ghosts) ghost.paint(palette.a, 0.18);
    marks.paint(palette);
    stage.invalidate();
  }

  const setTime = host.slider({
    label: 'Time t',
    min: 0,
    max: 1,
    step: 0.001,
    value: time,
    onInput: (t) => {
      time = t;
      show();
      host.announce(impact === Infinity ? 'They do not meet.' : `They meet at ${fixed(impact, 3)}.`);
    },
  });
  host.slider({
    label: 'Spin, radians',
    min: -9,
    max: 9,
    step: 0.1,
    value: spin,
    onInput: (radians) => {
      spin = radians;
      ask();
    },
  });
  host.playButton(stage);
  stage.onFrame((dt) => {
    if (dt > 0) {
      time = (time + dt / DURATION) % 1;
      setTime(time);
      show();
    }
    marks.fit(stage.camera, stage.canvas.clientHeight);
  });
  stage.follow(paint);
  ask();
}
