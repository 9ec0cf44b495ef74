// A hundred tori of 576 triangles each tumble through each other in a box. Which of them touch?
import { Collider, Mesh, ResponseTable, response, Scene } from 'encounter';

/** A torus around y, of n × m quads. */
function torus(n, m, radius, tube) {
  const positions = new Float32Array(3 * n * m);
  const indices = [];
  for (let i = 0; i < n; i++) {
    const u = (2 * Math.PI * i) / n;
    for (let j = 0; j < m; j++) {
      const v = (2 * Math.PI * j) / m;
      const r = radius + tube * Math.cos(v);
      positions.set([r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u)], 3 * (i * m + j));
      const next = (i + 1) % n;
      const [a, b, c, d] = [i * m + j, next * m + j, next * m + ((j + 1) % m), i * m + ((j + 1) % m)];
      indices.push(a, d, c, a, c, b);
    }
  }
  return new Mesh({ positions, indices });
}

/** A small generator of numbers in −1 … 1, so that every run is the same. */
let state = 12345;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return state / 2 ** 31;
};

const shape = torus(24, 12, 1, 0.35);
const half = 8;
const tori = Array.from({ length: 100 }, () => {
  const data = {
    position: [half * random(), half * random(), half * random()],
    velocity: [random() / 8, random() / 8, random() / 8],
    orientation: [random(), random(), random(), random()],
    spin: [random() / 20, random() / 20, random() / 20],
  };
  return new Collider(shape, { data });
});

function tumble(torus) {
  const { position: p, velocity: v, orientation: q, spin: s } = torus.data;
  for (let i = 0; i < 3; i++) {
    if (Math.abs(p[i] + v[i]) > half) v[i] = -v[i];
    p[i] += v[i];
  }
  // q ← q + s q: a small turn. The collider normalises it.
  const [x, y, z, w] = q;
  q[0] += s[0] * w + s[1] * z - s[2] * y;
  q[1] += s[1] * w + s[2] * x - s[0] * z;
  q[2] += s[2] * w + s[0] * y - s[1] * x;
  q[3] -= s[0] * x + s[1] * y + s[2] * z;
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let i = 0; i < 4; i++) q[i] /= length;
  torus.setPosition(p).setOrientation(q);
}

const scene = new Scene();
for (const one of tori) tumble(one);
scene.add(...tori);

const table = new ResponseTable();
const rings = table.createClass('rings');
for (const one of tori) table.assign(one, rings);
let touched = 0;
table.addDefault(
  response('simple', () => {
    touched++;
  }),
);

const frames = 120;
let encounters = 0;
let most = 0;
for (let frame = 1; frame <= frames; frame++) {
  for (const one of tori) tumble(one);
  const pairs = scene.test(table);
  let near = 0;
  for (const _pair of scene.encounters()) near++;
  encounters += near;
  most = Math.max(most, pairs);
  if (frame % 30 === 0) console.log(`frame ${frame}: ${near} encounters, ${pairs} pairs of tori touch`);
}
console.log(
  `${tori.length} tori of ${shape.triangleCount} triangles, ${frames} frames: ${(encounters / frames).toFixed(1)} encounters a frame,`,
  `${touched} contacts, at most ${most} at once`,
);
