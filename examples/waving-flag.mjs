// A flag waves in the wind, its vertices written anew each frame. What does it touch, and how near is it to what it does not?
import {
  Collider,
  closestPoints,
  contacts,
  DistanceResult,
  intersects,
  Mesh,
  penetration,
  rayCast,
  Sphere,
  VertexArray,
} from 'encounter';

/** A cloth of n × m quads: the vertices as a renderer has them, with a normal after each position. */
function cloth(n, m) {
  const array = new Float32Array(6 * (n + 1) * (m + 1));
  const indices = [];
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      indices.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  const wave = (time, height) => {
    for (let j = 0; j <= m; j++) {
      for (let i = 0; i <= n; i++) {
        const x = i / n;
        // Held at x = 0, and free at the other end.
        array.set([3 * x, (2 * j) / m, height * x * Math.sin(5 * x - time)], 6 * (j * (n + 1) + i));
      }
    }
  };
  wave(0, 0);
  return { array, indices, wave };
}

/** A ring around y, of n × m quads, for the flag to slip through. */
function ring(n, m, radius, tube) {
  const positions = [];
  const indices = [];
  for (let i = 0; i < n; i++) {
    const u = (2 * Math.PI * i) / n;
    for (let j = 0; j < m; j++) {
      const v = (2 * Math.PI * j) / m;
      const r = radius + tube * Math.cos(v);
      positions.push(r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u));
      const next = (i + 1) % n;
      const [a, b, c, d] = [i * m + j, next * m + j, next * m + ((j + 1) % m), i * m + ((j + 1) % m)];
      indices.push(a, d, c, a, c, b);
    }
  }
  return new Mesh({ positions: new Float32Array(positions), indices, solid: true });
}

const { array, indices, wave } = cloth(48, 32);
const vertices = new VertexArray(array, { stride: 6 });
const mesh = new Mesh({ positions: vertices, indices });
const flag = new Collider(mesh);
const ball = new Collider(new Sphere(0.3), { position: [2.5, 1, 0.9] });
const hoop = new Collider(ring(32, 12, 0.5, 0.05), { position: [2, 2.2, 0] });

const distance = new DistanceResult();
const list = [];
const frames = 60;
let ballFrames = 0;
let deepest = 0;
let hoopFrames = 0;
let pairs = 0;
let nearest = Infinity;
for (let frame = 0; frame < frames; frame++) {
  wave((2 * Math.PI * frame) / frames, 0.8);
  mesh.refit();

  if (intersects(flag, ball)) {
    ballFrames++;
    deepest = Math.max(deepest, penetration(flag, ball).depth);
  } else nearest = Math.min(nearest, closestPoints(flag, ball, distance).distance);

  hoop.setPosition([2, 2.2 - frame / 100, 0]);
  if (intersects(flag, hoop)) hoopFrames++;
  pairs = Math.max(pairs, contacts(flag, hoop, list).length);
}
console.log(`${mesh.triangleCount} triangles, ${frames} frames, a refit in each`);
console.log(
  `ball: touched in ${ballFrames}, deepest ${deepest.toFixed(3)}, otherwise as near as ${nearest.toFixed(3)}`,
);
console.log(`hoop: touched in ${hoopFrames}, at most ${pairs} pairs of triangles at once`);

// Double buffering: the next state is written elsewhere, and one call takes it over for every mesh that uses the vertices.
const next = array.slice();
for (let k = 2; k < next.length; k += 6) next[k] = 0;
vertices.replace(next);
const hit = rayCast(flag, [1.5, 1, 5], [1.5, 1, -5]);
console.log(
  `hangs still: ray hits at z = ${hit.point.z.toFixed(3)}, ball is ${closestPoints(flag, ball).distance.toFixed(3)} away`,
);
