// Time of a move on 100,352 triangles, with fifty boxes among them: a walk over hills by several shapes. Prints median, ninth decile and
// mean in µs, and how many moves ended on the ground.
import { Box, Capsule, Collider, Cylinder, Mesh, Scene } from '../packages/encounter/dist/index.js';
import { Mover } from '../packages/encounter/dist/mover/index.js';

const N = 224;
const WARM = 2000;
const MEASURED = 4000;

function hills(size) {
  const positions = [];
  const indices = [];
  for (let i = 0; i <= N; i++)
    for (let j = 0; j <= N; j++) {
      const x = (i / N - 0.5) * size;
      const z = (j / N - 0.5) * size;
      const height = 1.5 * Math.sin(0.3 * x) * Math.cos(0.27 * z) + 0.05 * Math.sin(5 * x) * Math.sin(4.3 * z);
      positions.push(x, height, z);
    }
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++) {
      const a = i * (N + 1) + j;
      indices.push(a, a + 1, a + N + 1, a + 1, a + N + 2, a + N + 1);
    }
  return new Mesh({ positions: new Float64Array(positions), indices });
}

for (const size of [60, 200]) {
  const mesh = hills(size);
  for (const shape of [new Capsule(0.4, 1), new Box([0.8, 1.8, 0.8]), new Cylinder(0.4, 1.8)]) {
    const scene = new Scene().add(new Collider(mesh));
    for (let i = 0; i < 50; i++)
      scene.add(new Collider(new Box([1, 4, 1]), { position: [20 * Math.sin(7 * i), 1, 20 * Math.cos(11 * i)] }));
    const mover = new Mover(shape, { position: [0, 4, 0], stepHeight: 0.3, snap: 0.3 });
    const times = [];
    let on = 0;
    for (let i = 0; i < WARM + MEASURED; i++) {
      const [x, , z] = mover.collider.getMatrix().slice(12, 15);
      if (Math.abs(x) > 25 || Math.abs(z) > 25) mover.collider.setPosition([0, 4, 0]);
      const wish = [0.08 * Math.cos(0.003 * i), -0.05, 0.08 * Math.sin(0.0039 * i)];
      const start = performance.now();
      const { ground } = mover.move(scene, wish);
      const time = 1000 * (performance.now() - start);
      if (i < WARM) continue;
      times.push(time);
      if (ground === 'on') on++;
    }
    times.sort((a, b) => a - b);
    const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
    const [median, decile] = [times[MEASURED / 2], times[0.9 * MEASURED]];
    console.log(
      `${String(size).padStart(3)} m ${String(shape).padEnd(26)} median ${median.toFixed(1)} decile ${decile.toFixed(1)} mean ${mean.toFixed(1)} on the ground ${on}`,
    );
  }
}
