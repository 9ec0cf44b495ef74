// The models of the book's experiments. The torus is the book's. The teapot is Newell's, from three.js: 3,552 triangles where the book's has 3,752. The Stanford
// Bunny is a file that is not here; a ball with bumps and dents of all sizes, with as many triangles, stands in for it.
import { TeapotGeometry } from 'three/examples/jsm/geometries/TeapotGeometry.js';

/** Around z, as in the book: major radius 10, minor radius 2. */
export function torus(around = 100, across = 25) {
  const positions = new Float32Array(3 * around * across);
  const indices = [];
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const u = (2 * Math.PI * i) / around;
      const v = (2 * Math.PI * j) / across;
      const r = 10 + 2 * Math.cos(v);
      positions.set([r * Math.cos(u), r * Math.sin(u), 2 * Math.sin(v)], 3 * (i * across + j));
      const [a, b] = [i * across + j, ((i + 1) % around) * across + j];
      const [c, d] = [((i + 1) % around) * across + ((j + 1) % across), i * across + ((j + 1) % across)];
      indices.push(a, b, c, a, c, d);
    }
  return { positions, indices };
}

export function teapot() {
  const { attributes, index } = new TeapotGeometry(10, 8, false);
  return { positions: new Float32Array(attributes.position.array), indices: [...index.array] };
}

/** A ball of radius 10, dented by waves of many lengths. */
export function ball(around = 187, down = 187) {
  const positions = [];
  const indices = [];
  const radius = (x, y, z) => {
    let r = 10;
    for (let k = 1; k < 7; k++)
      r += (2.4 / k) * Math.sin(1.7 ** k * (x + 0.3 * k)) * Math.sin(1.7 ** k * (y - 0.7 * k)) * Math.cos(1.7 ** k * z);
    return r;
  };
  for (let j = 0; j <= down; j++)
    for (let i = 0; i < around; i++) {
      const [u, v] = [(2 * Math.PI * i) / around, (Math.PI * j) / down];
      const d = [Math.sin(v) * Math.cos(u), Math.sin(v) * Math.sin(u), Math.cos(v)];
      positions.push(...d.map((x) => x * radius(...d)));
      if (j === down) continue;
      const [a, b] = [j * around + i, j * around + ((i + 1) % around)];
      if (j > 0) indices.push(a, a + around, b);
      if (j < down - 1) indices.push(b, a + around, b + around);
    }
  return { positions: new Float32Array(positions), indices };
}

export const MODELS = { Torus: torus, Teapot: teapot, Bunny: ball };
