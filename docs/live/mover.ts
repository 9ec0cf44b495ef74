/** A character that walks to where the goal is dragged: over stairs and a ramp, along walls, never into anything. */
import { Box, Capsule, Polytope, Scene, type Shape, Sphere } from 'encounter';
import { Mover } from 'encounter/mover';
import { Vector3 } from 'three';
import { fixed } from '../../playground/src/shell/format.ts';
import { dragKeys, makeDraggable } from './dragging.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

const STEP = 1 / 60;
const SPEED = 2.4;
const GRAVITY = 15;
/** From the ground to the middle of the character. */
const HALF_HEIGHT = 0.8;
/** Nearer than this to its goal it stands. */
const NEAR = 0.15;

type Triple = readonly [number, number, number];

/** Where the goal goes by itself until someone takes it. */
const ROUTE: readonly Triple[] = [
  [-1.2, 1.2, -0.8],
  [1.5, 1.2, -0.8],
  [3.2, 0.2, -0.8],
  [2.2, 0.2, 1.6],
  [-3.2, 0.2, 1.6],
  [-3.4, 0.2, -0.8],
];

export const HINT = 'Drag the red goal: the character follows. Drag beside it to turn the view.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'A character walks to the goal, over stairs and down a ramp.',
    keys: dragKeys(['goal']),
    eye: [1.4, 4.6, 7.2],
    target: [0, 0.5, 0.2],
    grid: 0,
  });
  const level = makeLevel();
  const scene = new Scene().add(...level.map(({ collider }) => collider));
  const body = new Thing(new Capsule(0.3, 2 * HALF_HEIGHT - 0.6), { position: [-3.4, HALF_HEIGHT + 0.011, -0.8] });
  const goal = new Thing(new Sphere(0.14), { position: ROUTE[0] });
  stage.scene.add(...level.map(({ mesh }) => mesh), body.mesh, goal.mesh);

  const mover = new Mover(body.collider.shape, {
    position: body.mesh.position,
    stepHeight: 0.3,
    snap: 0.3,
  });
  let next = 0;
  let taken = false;
  let falling = 0;
  let left = 0;

  function step(): void {
    const to = new Vector3().copy(goal.mesh.position).sub(body.mesh.position).setY(0);
    const distance = to.length();
    if (distance < NEAR && !taken) {
      next = (next + 1) % ROUTE.length;
      goal.collider.setPosition(ROUTE[next]);
      goal.follow();
    }
    to.multiplyScalar(distance < NEAR ? 0 : (SPEED * STEP) / distance);
    falling -= GRAVITY * STEP;
    const { ground } = mover.move(scene, [to.x, falling * STEP, to.z]);
    if (ground === 'on') falling = 0;
    body.collider.setMatrix(mover.collider.getMatrix());
    body.follow();
    const { x, y, z } = body.mesh.position;
    host.say(
      `${ground === 'on' ? 'on the ground' : ground === 'steep' ? 'on a slope' : 'in the air'}, ${fixed(y - HALF_HEIGHT, 2)} high`,
    );
    host.expose({ position: [x, y, z], ground, taken });
  }

  makeDraggable(host, stage, { goal }, (_, { x, y, z }) => {
    taken = true;
    goal.collider.setPosition([x, Math.max(0.2, y), z]);
    goal.follow();
    stage.loop.play();
  });
  host.playButton(stage);
  stage.onFrame((dt) => {
    for (left += dt; left >= STEP; left -= STEP) step();
  });
  stage.follow((palette) => {
    for (const [i, piece] of level.entries()) piece.paint(i === 0 ? palette.gridAxis : palette.b);
    body.paint(palette.a);
    goal.paint(palette.hit);
  });
  step();
}

/** A floor, a block with stairs on one side and a ramp on the other, and a wall with a corner. */
function makeLevel(): Thing[] {
  const at = (shape: Shape, position: Triple): Thing => new Thing(shape, { position });
  const stairs = [1, 2, 3].map((n) => at(new Box([0.5, 0.25 * n, 1.6]), [-2.75 + 0.5 * n, 0.125 * n, -0.8]));
  const ramp = new Polytope([
    [1, 0, -1.6],
    [1, 0, 0],
    [3, 0, -1.6],
    [3, 0, 0],
    [1, 1, -1.6],
    [1, 1, 0],
  ]);
  return [
    at(new Box([9, 0.2, 5]), [0, -0.1, 0]),
    ...stairs,
    at(new Box([2, 1, 1.6]), [0, 0.5, -0.8]),
    at(ramp, [0, 0, 0]),
    at(new Box([2.4, 1, 0.2]), [0.2, 0.5, 1.6]),
  ];
}
