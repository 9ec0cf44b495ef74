// Things that stand, fall and rest, by the solver in lib/solver.mjs: ten boxes on each other, a pyramid of 55, a row of dominoes, and a
// pit full of balls. `node examples/stack.mjs 20` watches the boxes for 20 s; without an argument it is 2 s.
import { Box, Halfspace, Sphere } from 'encounter';
import { Body, World } from './lib/solver.mjs';

const SECONDS = Number(process.argv[2] ?? 2);

/** A box of density 1. */
function box([w, h, d], position, orientation) {
  const mass = w * h * d;
  const inertia = [h * h + d * d, w * w + d * d, w * w + h * h].map((x) => (mass * x) / 12);
  return new Body(new Box([w, h, d]), { position, orientation, mass, inertia });
}

function ball(radius, position) {
  const mass = (4 / 3) * Math.PI * radius ** 3;
  const inertia = new Array(3).fill(0.4 * mass * radius * radius);
  return new Body(new Sphere(radius), { position, mass, inertia });
}

const floor = () => new Body(new Halfspace([0, 1, 0], 0));

/** The angle between a body's own y axis and up, in degrees. */
function tilt({ orientation: [x, , z] }) {
  return (Math.asin(Math.min(1, 2 * Math.sqrt((x * x + z * z) * (1 - x * x - z * z)))) * 180) / Math.PI;
}

/** Lets boxes stand for some seconds. Prints how far any of them has ever tilted, and moved to the side. */
function stand(name, boxes, maxSeparation) {
  const world = new World({ maxSeparation }).add(floor(), ...boxes);
  const starts = boxes.map(({ position }) => position.clone());
  let tilted = 0;
  let drifted = 0;
  for (let frame = 0; frame < 60 * SECONDS; frame++) {
    world.step();
    for (const [i, body] of boxes.entries()) {
      const { x, z } = starts[i];
      tilted = Math.max(tilted, tilt(body));
      drifted = Math.max(drifted, Math.sqrt((body.position.x - x) ** 2 + (body.position.z - z) ** 2));
    }
  }
  const how = maxSeparation > 0 ? `maxSeparation ${maxSeparation}` : 'touching points only';
  console.log(`${name}, ${how}: tilt ${tilted.toFixed(2)}°, drift ${(100 * drifted).toFixed(1)} % of a box`);
}

const tower = () => Array.from({ length: 10 }, (_, i) => box([1, 1, 1], [0, i + 0.5, 0]));
const pyramid = () =>
  Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 - row }, (_, i) => box([1, 1, 1], [1.1 * (i - (9 - row) / 2), row + 0.5, 0])),
  ).flat();
for (const maxSeparation of [0.02, 0]) {
  stand('Ten boxes', tower(), maxSeparation);
  stand('A pyramid of 55', pyramid(), maxSeparation);
}

// Dominoes half a height apart. A ball rolls into the first.
const dominoes = Array.from({ length: 20 }, (_, i) => box([0.2, 1, 0.5], [0.5 * i, 0.5, 0]));
const bowl = ball(0.3, [-0.8, 0.7, 0]);
bowl.velocity.set(3, 0, 0);
const row = new World({ maxSeparation: 0.02 }).add(floor(), ...dominoes, bowl);
let frames = 0;
while (frames < 600 && tilt(dominoes[19]) < 45) {
  row.step();
  frames++;
}
const fallen = dominoes.filter((domino) => tilt(domino) > 45).length;
console.log(`Dominoes: ${fallen} of 20 have fallen after ${(frames / 60).toFixed(1)} s`);

// Balls fall between four walls.
const walls = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
].map((normal) => new Body(new Halfspace(normal, -1.5)));
const balls = Array.from({ length: 80 }, (_, i) => {
  const [x, y, z] = [i % 4, Math.floor(i / 16), Math.floor(i / 4) % 4];
  return ball(0.3, [0.7 * (x - 1.5) + 0.03 * y, 0.5 + 0.8 * y, 0.7 * (z - 1.5) - 0.02 * y]);
});
const pit = new World({ maxSeparation: 0.02 }).add(floor(), ...walls, ...balls);
for (let frame = 0; frame < 240; frame++) pit.step();
let deepest = 0;
for (const { manifolds } of pit.touches)
  for (const { points } of manifolds) for (const { separation } of points) deepest = Math.max(deepest, -separation);
const within = balls.filter(({ position: { x, y, z } }) => Math.max(Math.abs(x), Math.abs(z)) < 1.5 && y > 0).length;
const height = balls.reduce((sum, { position }) => sum + position.y, 0) / balls.length;
console.log(
  `A ball pit: ${within} of 80 within, at ${height.toFixed(2)} on average, ${pit.touches.length} contacts, the deepest ${(1000 * deepest).toFixed(0)} mm`,
);
