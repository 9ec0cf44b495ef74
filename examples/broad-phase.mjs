// A broad phase on its own: boxes in, events and queries out. Nothing else of the library is used.
import { SweepAndPrune } from 'encounter';

const cube = (x, y, z, half) => [
  { x: x - half, y: y - half, z: z - half },
  { x: x + half, y: y + half, z: z + half },
];

const phase = new SweepAndPrune();
phase.onBegin = (a, b) => console.log(`  ${a} meets ${b}`);
phase.onEnd = (a, b) => console.log(`  ${a} leaves ${b}`);

// The ground has no end: infinite bounds are welcome.
phase.add({ x: -Infinity, y: -Infinity, z: -Infinity }, { x: Infinity, y: 0, z: Infinity }, 'ground');
phase.add(...cube(4, 1, 0, 1), 'crate');
const ball = phase.add(...cube(0, 3, 0, 0.5), 'ball');

// Touching counts: the crate stands on the ground.
console.log('start');
phase.update();

// The ball falls, rolls through the crate's box, and goes on.
for (const [x, y] of [
  [1, 1.5],
  [2, 0.5],
  [3, 0.5],
  [6, 0.5],
]) {
  console.log(`ball at (${x}, ${y})`);
  phase.move(ball, ...cube(x, y, 0, 0.5));
  phase.update();
}

const near = [];
phase.query(...cube(5, 1, 0, 1), (name) => {
  near.push(name);
});
console.log(`around (5, 1, 0): ${near.sort().join(', ')}`);

// A visit says how much of the segment is still of interest: 0 ends it at the first box.
phase.rayCast({ x: 10, y: 0.5, z: 0 }, { x: 0, y: 0.5, z: 0 }, (name) => {
  console.log(`seen from the right: ${name}`);
  return 0;
});

console.log('ball removed');
phase.remove(ball);
phase.update();
