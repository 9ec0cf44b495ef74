/**
 * Surfaces that move by formula. A form is a list of triangles, and a function that writes where its vertices are at a time.
 * Plain JavaScript, as programs that are copied from the page contain it. All of them repeat after `PERIOD` seconds, so that a slider can run through all there is to see.
 */

/** Numbers from one vertex to the next: x, y, z and the normal, as a renderer has them. */
export const STRIDE = 6;

/** In seconds. */
export const PERIOD = 12;

const TURN = 2 * Math.PI;

/** By name: what it is called, and how it is made of about so many triangles. */
export const FORMS = {
  flag: { label: 'Waving flag (open)', make: makeFlag },
  blob: { label: 'Breathing blob (solid)', make: makeBlob },
  tower: { label: 'Twisting tower (solid)', make: makeTower },
};

const FLAG = { width: 3.2, height: 2 };

/** Held at its left edge. */
function makeFlag(triangles) {
  const rows = Math.max(2, Math.round(Math.sqrt((triangles * FLAG.height) / (2 * FLAG.width))));
  const columns = Math.max(2, Math.round(triangles / (2 * rows)));
  const indices = [];
  grid(columns, rows, 0, columns + 1, indices);
  return {
    indices: Uint32Array.from(indices),
    vertexCount: (columns + 1) * (rows + 1),
    solid: false,
    pose(time, out) {
      const phase = (TURN * time) / PERIOD;
      let k = 0;
      for (let j = 0; j <= rows; j++) {
        const v = j / rows;
        for (let i = 0; i <= columns; i++, k += STRIDE) {
          const u = i / columns;
          const swell = 0.42 * Math.sqrt(u) * Math.sin(6.2 * u + 1.1 * v - 9 * phase);
          const ripple = 0.07 * u * Math.sin(15 * u - 5 * v - 17 * phase);
          out[k] = FLAG.width * (u - 0.5) - 0.12 * u * (1 + Math.sin(6 * u - 9 * phase));
          out[k + 1] = FLAG.height * (v - 0.5) - 0.22 * u * u + 0.05 * u * Math.sin(5 * u - 9 * phase);
          out[k + 2] = swell + ripple;
        }
      }
    },
  };
}

/** Waves that run over the blob: direction, height and turns in a period. */
const WAVES = [
  { x: 2.1, y: 1.3, z: -0.6, height: 0.13, turns: 5 },
  { x: -1.7, y: 2.6, z: 1.4, height: 0.09, turns: -4 },
  { x: 3.4, y: -1.1, z: 3.1, height: 0.06, turns: 7 },
];

/** A cube blown up to a sphere, which has no poles where triangles crowd. */
function makeBlob(triangles) {
  const n = Math.max(2, Math.round(Math.sqrt(triangles / 12)));
  const { directions, indices } = cubeSphere(n);
  const vertexCount = directions.length / 3;
  return {
    indices,
    vertexCount,
    solid: true,
    pose(time, out) {
      const phase = (TURN * time) / PERIOD;
      const breath = 0.8 + 0.07 * Math.sin(4 * phase);
      for (let i = 0; i < vertexCount; i++) {
        const x = directions[3 * i];
        const y = directions[3 * i + 1];
        const z = directions[3 * i + 2];
        let radius = breath;
        for (const w of WAVES) radius += w.height * Math.sin(w.x * x + w.y * y + w.z * z - w.turns * phase);
        const k = STRIDE * i;
        out[k] = radius * x;
        out[k + 1] = radius * y;
        out[k + 2] = radius * z;
      }
    },
  };
}

const TOWER = { height: 2.8, radius: 0.5 };

/** A rounded square that is turned and bent more the higher it is, as a joint chain would do it. */
function makeTower(triangles) {
  const around = 4 * Math.max(2, Math.round(Math.sqrt(triangles / 40)));
  const levels = Math.max(2, Math.round(triangles / (2 * around) - 1));
  const indices = [];
  grid(around, levels, 0, around + 1, indices);
  // The lids have vertices of their own, so that their rims are sharp.
  const wall = (around + 1) * (levels + 1);
  const lid = around + 2;
  for (let i = 0; i < around; i++) {
    indices.push(wall, wall + 1 + i + 1, wall + 1 + i);
    indices.push(wall + lid, wall + lid + 1 + i, wall + lid + 1 + i + 1);
  }
  // The cross-section, once around.
  const section = new Float64Array(2 * (around + 1));
  for (let i = 0; i <= around; i++) {
    const angle = (-TURN * (i % around)) / around;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const radius = TOWER.radius / (c ** 6 + s ** 6) ** (1 / 6);
    section[2 * i] = radius * c;
    section[2 * i + 1] = radius * s;
  }
  return {
    indices: Uint32Array.from(indices),
    vertexCount: wall + 2 * lid,
    solid: true,
    pose(time, out) {
      const phase = (TURN * time) / PERIOD;
      const twist = 1.9 * Math.sin(2 * phase);
      // Radians that the top is bent over; never zero, as the radius of the bend is one over it.
      const bend = 0.9 * Math.sin(3 * phase + 0.6) || 1e-9;
      const curve = TOWER.height / bend;
      let k = 0;
      /** Writes the cross-section at a level from 0 to 1, scaled. */
      const ring = (level, scale, from) => {
        const c = scale * Math.cos(twist * level);
        const s = scale * Math.sin(twist * level);
        const leanCos = Math.cos(bend * level);
        const leanSin = Math.sin(bend * level);
        for (let i = from; i <= around; i++, k += STRIDE) {
          const x = section[2 * i];
          const z = section[2 * i + 1];
          const across = c * x + s * z;
          out[k] = curve * (1 - leanCos) + across * leanCos;
          out[k + 1] = curve * leanSin - across * leanSin - TOWER.height / 2;
          out[k + 2] = c * z - s * x;
        }
      };
      for (let j = 0; j <= levels; j++) ring(j / levels, 1, 0);
      for (const level of [0, 1]) {
        ring(level, 0, around); // the middle of a lid
        ring(level, 1, 0);
      }
    },
  };
}

/** Two triangles a cell, the vertices row by row from `first` on. */
function grid(columns, rows, first, perRow, indices) {
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = first + j * perRow + i;
      indices.push(a, a + 1, a + perRow + 1, a, a + perRow + 1, a + perRow);
    }
  }
}

/** Unit vectors to the lattice points on the surface of a cube of n × n × n cells, each once, and triangles between them. */
function cubeSphere(n) {
  const directions = [];
  const numbers = new Map();
  // The tangent spreads the cells evenly over the sphere.
  const spread = (i) => Math.tan((Math.PI / 4) * ((2 * i) / n - 1));
  const vertex = (x, y, z) => {
    const key = (x * (n + 1) + y) * (n + 1) + z;
    let number = numbers.get(key);
    if (number === undefined) {
      number = directions.length / 3;
      numbers.set(key, number);
      const [a, b, c] = [spread(x), spread(y), spread(z)];
      const length = Math.hypot(a, b, c);
      directions.push(a / length, b / length, c / length);
    }
    return number;
  };
  const indices = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (const far of [0, n]) {
        // The three pairs of opposite sides, by turning the axes.
        const sides = [(u, v) => vertex(far, u, v), (u, v) => vertex(v, far, u), (u, v) => vertex(u, v, far)];
        for (const at of sides) {
          const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          if (far === n) indices.push(a, b, c, a, c, d);
          else indices.push(a, c, b, a, d, c);
        }
      }
    }
  }
  return { directions: Float64Array.from(directions), indices: Uint32Array.from(indices) };
}
