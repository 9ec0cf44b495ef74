// A character walks up a flight of stairs, along a wall, over a ramp and onto a platform that takes it along.
import { Box, Capsule, Collider, Mesh, Scene } from 'encounter';
import { clipVelocity, Mover } from 'encounter/mover';

const scene = new Scene();
const box = (size, position, orientation = [0, 0, 0, 1]) => {
  const collider = new Collider(new Box(size), { position, orientation });
  scene.add(collider);
  return collider;
};

// The floor is a mesh, cut into triangles. The mover does not notice.
const positions = [];
const indices = [];
for (let i = 0; i <= 30; i++) for (let j = 0; j <= 10; j++) positions.push(i - 2, 0, j - 5);
for (let i = 0; i < 30; i++)
  for (let j = 0; j < 10; j++) {
    const a = i * 11 + j;
    indices.push(a, a + 1, a + 11, a + 1, a + 12, a + 11);
  }
scene.add(new Collider(new Mesh({ positions, indices })));

for (let i = 0; i < 4; i++) box([0.5, 0.25 * (i + 1), 4], [3.25 + 0.5 * i, 0.125 * (i + 1), 0]); // four stairs up,
box([3, 1, 4], [6.5, 0.5, 0]); // a landing,
const angle = -0.4; // a ramp down,
box([3.2, 0.4, 4], [9.31, 0.19, 0], [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
box([16, 3, 0.5], [5, 1.5, 2.25]); // and a wall beside them.
const platform = box([3, 0.2, 3], [14, 0.1, 0]);

const mover = new Mover(new Capsule(0.4, 1), { position: [0, 2, 0], stepHeight: 0.3, snap: 0.3 });
const velocity = { x: 0, y: 0, z: 0 };
const DT = 1 / 60;
const [WALK, GRAVITY] = [3, -10];

/** One frame: the player wants to go along (x, z). */
function frame(x, z) {
  velocity.x = WALK * x;
  velocity.z = WALK * z;
  velocity.y += GRAVITY * DT;
  const result = mover.move(scene, [velocity.x * DT, velocity.y * DT, velocity.z * DT]);
  // What was met takes its part of the fall; of the walk there is a new one in every step. Normals of hits point away from the mover, those of
  // planes towards it.
  const planes = result.hits.map(({ normal }) => ({ normal: [-normal.x, -normal.y, -normal.z] }));
  const clipped = clipVelocity([0, velocity.y, 0], planes);
  velocity.y = result.ground === 'on' ? 0 : clipped.y;
  return result;
}

const show = (name, { ground }) => {
  const p = mover.collider.getMatrix().slice(12, 15);
  console.log(name.padEnd(24), Array.from(p, (c) => (Math.round(c * 1000) / 1000 + 0).toFixed(3)).join(' '), ground);
};
const walk = (name, frames, x, z) => {
  let result;
  let inAir = 0;
  for (let i = 0; i < frames; i++) {
    result = frame(x, z);
    if (result.ground !== 'on') inAir++;
  }
  show(name, result);
  return inAir;
};

walk('falls onto the floor', 40, 0, 0);
console.log('  frames in the air:', walk('climbs the stairs', 130, 1, 0));
walk('slides along the wall', 40, 0.4, 1);
console.log('  frames in the air:', walk('walks down the ramp', 90, 1, -0.2));
walk('steps on the platform', 40, 0.9, -0.3);
for (let i = 1; i <= 60; i++) {
  platform.setPosition([14, 0.1 + 0.02 * i, 0]);
  const turn = (i * Math.PI) / 120;
  platform.setOrientation([0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]);
  frame(0, 0);
}
const ridden = frame(0, 0);
show('rides up and around', ridden);
console.log('it stands on', ridden.groundCollider === platform ? 'the platform' : 'something else');
