/**
 * Random levels for a mover: a closed room, so that whoever is outside of it has tunnelled, and in it stairs, slopes, corridors,
 * wedges, ceilings, triangles, soups, solids, hills and moving platforms.
 */
import type { Library } from './generators.ts';
import { about, type Body, type Piece, randomFrame, times, turned, UPRIGHT, World } from './mover-worlds.ts';
import type { Rng } from './rng.ts';
import { add, type Quat, type Vec } from './vectors.ts';

export interface Level {
  readonly name: string;
  readonly world: World;
  /** The room from the middle of its floor: half width, height, half depth. */
  readonly room: Vec;
  /** Whether an origin at this place of the level can be reached from where the mover started. */
  inside(local: Vec): boolean;
}

/** What the sizes of a level are made to fit. */
export interface Fit {
  readonly body: Body;
  readonly skin: number;
  readonly stepHeight: number;
}

type Theme = (world: World, rng: Rng, room: Vec, fit: Fit) => void;

/** The eight corners of a box as a mesh, facing out. */
function boxMesh(min: Vec, max: Vec, at = 0, flip = false): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]);
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const indices = quads.flatMap(([a, b, c, d]) => (flip ? [a, c, b, a, d, c] : [a, b, c, a, c, d]));
  return { positions, indices: indices.map((i) => i + at) };
}

const WALLS = ['halfspaces', 'boxes', 'thin boxes', 'soup', 'compound', 'solid mesh'] as const;

function walls(world: World, rng: Rng, [w, h, d]: Vec): string {
  const kind = rng.pick(WALLS);
  const t = kind === 'thin boxes' ? 1e-3 : rng.range(0.1, 1);
  const inner: [Vec, Vec] = [
    [-w, 0, -d],
    [w, h, d],
  ];
  const slabs: [Vec, Vec][] = [
    [
      [-w - t, -t, -d - t],
      [w + t, 0, d + t],
    ],
    [
      [-w - t, h, -d - t],
      [w + t, h + t, d + t],
    ],
    [
      [-w - t, 0, -d - t],
      [-w, h, d + t],
    ],
    [
      [w, 0, -d - t],
      [w + t, h, d + t],
    ],
    [
      [-w, 0, -d - t],
      [w, h, -d],
    ],
    [
      [-w, 0, d],
      [w, h, d + t],
    ],
  ];
  switch (kind) {
    case 'halfspaces':
      world.add({ kind: 'halfspace', normal: [0, 1, 0], offset: 0 });
      world.add({ kind: 'halfspace', normal: [0, -1, 0], offset: -h });
      world.add({ kind: 'halfspace', normal: [1, 0, 0], offset: -w });
      world.add({ kind: 'halfspace', normal: [-1, 0, 0], offset: -w });
      world.add({ kind: 'halfspace', normal: [0, 0, 1], offset: -d });
      world.add({ kind: 'halfspace', normal: [0, 0, -1], offset: -d });
      break;
    case 'boxes':
    case 'thin boxes':
      for (const [min, max] of slabs) world.box(min, max);
      break;
    case 'compound': {
      const boxes = slabs.map(([min, max]) => ({
        size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as Vec,
        position: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] as Vec,
        orientation: UPRIGHT,
      }));
      world.add({ kind: 'compound', boxes });
      break;
    }
    case 'soup':
      world.add({ kind: 'mesh', ...boxMesh(...inner, 0, true), solid: false });
      break;
    case 'solid mesh': {
      const outside = boxMesh([-w - t, -t, -d - t], [w + t, h + t, d + t]);
      const hollow = boxMesh(...inner, 8, true);
      world.add({
        kind: 'mesh',
        positions: [...outside.positions, ...hollow.positions],
        indices: [...outside.indices, ...hollow.indices],
        solid: true,
      });
    }
  }
  return kind;
}

const somewhere = (rng: Rng, [w, , d]: Vec): Vec => [rng.range(-0.7, 0.7) * w, 0, rng.range(-0.7, 0.7) * d];
const yaw = (rng: Rng): Quat =>
  about([0, 1, 0], rng.chance(0.5) ? (rng.int(4) * Math.PI) / 2 : rng.range(0, 2 * Math.PI));

/** A ramp that rises towards +x: a solid prism. */
function ramp(length: number, height: number, width: number, solid: boolean): Piece {
  const z = width / 2;
  const positions = [0, 0, -z, length, 0, -z, length, height, -z, 0, 0, z, length, 0, z, length, height, z];
  const indices = [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 0, 3, 5, 0, 5, 2];
  return { kind: 'mesh', positions, indices, solid };
}

function hill(rng: Rng, [w, h, d]: Vec): Piece {
  const n = rng.integer(4, 14);
  const high = rng.log(0.05, 0.4) * h;
  const positions: number[] = [];
  const indices: number[] = [];
  const [a, b] = [rng.range(0.5, 3), rng.range(0.5, 3)];
  const rough = rng.chance(0.5) ? 0 : rng.range(0, 0.3);
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      const [x, z] = [(2 * i) / n - 1, (2 * j) / n - 1];
      const y = 0.5 + 0.5 * Math.sin(a * Math.PI * x) * Math.cos(b * Math.PI * z) + rng.range(-rough, rough);
      positions.push(1.2 * w * x, high * y, 1.2 * d * z);
      if (i === n || j === n) continue;
      const k = i * (n + 1) + j;
      const [p, q, r, s] = [k, k + 1, k + n + 2, k + n + 1];
      indices.push(...(rng.chance(0.5) ? [p, q, r, p, r, s] : [p, q, s, q, r, s]));
    }
  return { kind: 'mesh', positions, indices, solid: false };
}

/** A tetrahedron, a box or an octahedron as a closed mesh. */
function solid(rng: Rng): Piece {
  const s = rng.range(0.3, 1.2);
  const kind = rng.int(3);
  if (kind === 0) return { kind: 'mesh', ...boxMesh([-s, -s, -s], [s, s, s]), solid: true };
  if (kind === 1) {
    const positions = [s, s, s, s, -s, -s, -s, s, -s, -s, -s, s];
    return { kind: 'mesh', positions, indices: [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2], solid: true };
  }
  const positions = [s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s];
  const indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  return { kind: 'mesh', positions, indices, solid: true };
}

const THEMES: Record<string, Theme> = {
  stairs(world, rng, room, { body, stepHeight }) {
    const s = stepHeight > 0 ? stepHeight : 0.3;
    const rise = rng.pick([s, s * rng.range(0.2, 0.95), s * rng.range(1.01, 1.5)]);
    const tread = rng.range(0.2, 1) + body.across;
    const count = Math.min(rng.integer(1, 5), Math.floor((0.7 * room[1]) / rise));
    const [x, , z] = somewhere(rng, room);
    const width = rng.range(1, 4);
    const boxes = Array.from({ length: count }, (_, k) => {
      const size: Vec = [(count - k) * tread, rise, width];
      return { size, position: [k * tread + size[0] / 2, (k + 0.5) * rise, 0] as Vec, orientation: UPRIGHT };
    });
    const turn = yaw(rng);
    if (rng.chance(0.5)) world.add({ kind: 'compound', boxes }, [x, 0, z], turn);
    else {
      const flat = rng.chance(0.5);
      for (const { size, position } of boxes) {
        const at = add([x, 0, z], turned(turn, position));
        if (flat) {
          const half: Vec = [size[0] / 2, size[1] / 2, size[2] / 2];
          const mesh = boxMesh([-half[0], -half[1], -half[2]], half);
          world.add({ kind: 'mesh', ...mesh, solid: false }, at, turn);
        } else world.add({ kind: 'box', size }, at, turn);
      }
    }
  },
  slopes(world, rng, room) {
    for (let i = rng.integer(1, 3); i > 0; i--) {
      const angle = rng.range(0.1, 1.4);
      const height = rng.range(0.5, 0.8 * room[1]);
      const piece = ramp(height / Math.tan(angle), height, rng.range(1, 5), rng.chance(0.5));
      world.add(piece, somewhere(rng, room), yaw(rng));
    }
  },
  corridor(world, rng, room, { body, skin }) {
    const gap = 2 * (body.across + skin) + rng.log(1e-4, 0.5);
    const lean = rng.chance(0.5) ? 0 : rng.range(-0.1, 0.1);
    const [x, , z] = somewhere(rng, room);
    const turn = yaw(rng);
    for (const side of [-1, 1]) {
      const at = turned(turn, [0, 0, (side * (gap + 0.2)) / 2]);
      const orientation = times(turn, about([0, 1, 0], side * lean));
      world.add({ kind: 'box', size: [rng.range(2, 6), room[1], 0.2] }, add([x, room[1] / 2, z], at), orientation);
    }
  },
  wedge(world, rng, room) {
    const half = rng.log(0.02, 0.6) / 2;
    const [x, , z] = somewhere(rng, room);
    const turn = yaw(rng);
    const lean = rng.chance(0.5) ? UPRIGHT : about(rng.direction(), rng.range(0, 0.7));
    const length = rng.range(2, 6);
    const thin = rng.chance(0.5);
    const y = room[1] / 2;
    for (const side of [-1, 1]) {
      const orientation = times(turn, times(lean, about([0, 1, 0], side * half)));
      if (thin) {
        const points: Vec[] = [
          [0, -y, 0],
          [length, -y, 0],
          [length, y, 0],
          [0, y, 0],
        ];
        const mesh = { positions: points.flat(), indices: [0, 1, 2, 0, 2, 3] };
        world.add({ kind: 'mesh', ...mesh, solid: false }, [x, y, z], orientation);
      } else world.add({ kind: 'box', size: [2 * length, 2 * y, 0.02] }, [x, y, z], orientation);
    }
  },
  ceiling(world, rng, room, { body, skin }) {
    const free = body.below * 2 + 2 * skin + rng.pick([-0.1, 1e-4, 0.01, 0.2]);
    const [x, , z] = somewhere(rng, room);
    const tilt = rng.chance(0.5) ? UPRIGHT : about(rng.direction(), rng.range(0, 0.4));
    world.add({ kind: 'box', size: [rng.range(1, 5), 0.1, rng.range(1, 5)] }, [x, free + 0.05, z], tilt);
  },
  triangles(world, rng, room) {
    for (let i = rng.integer(1, 4); i > 0; i--) {
      const size = rng.range(0.5, 3);
      const points: [Vec, Vec, Vec] = [rng.inBall(size), rng.inBall(size), rng.inBall(size)];
      const at = somewhere(rng, room);
      world.add({ kind: 'triangle', points }, [at[0], rng.range(0, room[1]), at[2]]);
    }
  },
  soup(world, rng, room) {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = rng.integer(5, 40); i > 0; i--) {
      const middle: Vec = [rng.range(-room[0], room[0]), rng.range(0, room[1]), rng.range(-room[2], room[2])];
      for (let k = 0; k < 3; k++) {
        indices.push(indices.length);
        positions.push(...add(middle, rng.inBall(1)));
      }
    }
    world.add({ kind: 'mesh', positions, indices, solid: false });
  },
  solids(world, rng, room) {
    for (let i = rng.integer(1, 4); i > 0; i--) {
      const at = somewhere(rng, room);
      const orientation = rng.chance(0.5) ? UPRIGHT : rng.quaternion();
      world.add(solid(rng), [at[0], rng.range(0, 0.5 * room[1]), at[2]], orientation);
    }
  },
  crates(world, rng, room) {
    const crate = () => ({
      size: [rng.range(0.2, 2), rng.range(0.2, 2), rng.range(0.2, 2)] as Vec,
      position: add(somewhere(rng, room), [0, rng.range(0, 0.5 * room[1]), 0]),
      orientation: rng.chance(0.5) ? UPRIGHT : rng.quaternion(),
    });
    const boxes = Array.from({ length: rng.integer(2, 6) }, crate);
    if (rng.chance(0.5)) world.add({ kind: 'compound', boxes });
    else for (const { size, position, orientation } of boxes) world.add({ kind: 'box', size }, position, orientation);
  },
  hill(world, rng, room) {
    world.add(hill(rng, room));
  },
  platforms(world, rng, room, { body }) {
    // Between a platform and a wall a mover must find room.
    const free = 2 * body.across + 0.5;
    for (let i = rng.integer(1, 3); i > 0; i--) {
      const size: Vec = [rng.range(1, 3), rng.range(0.1, 0.6), rng.range(1, 3)];
      const reach = Math.hypot(...size) / 2 + free;
      const far = (x: number) => rng.range(-1, 1) * Math.max(0, x - reach);
      const middle: Vec = [far(room[0]) / 2, rng.range(0.3, 0.4) * room[1], far(room[2]) / 2];
      const swing: Vec = [far(room[0]) / 2, rng.chance(0.5) ? rng.range(-0.2, 0.2) * room[1] : 0, far(room[2]) / 2];
      const pace = 2 / (1 + Math.hypot(...swing));
      const spin = rng.chance(0.5) ? 0 : rng.range(-1, 1);
      const roll = rng.chance(0.7) ? 0 : rng.range(-0.3, 0.3);
      world.platform({ kind: 'box', size }, (time) => {
        const s = Math.sin(pace * time);
        return {
          position: [middle[0] + swing[0] * s, middle[1] + swing[1] * s, middle[2] + swing[2] * s],
          orientation: times(about([0, 1, 0], spin * time), about([0, 0, 1], roll * s)),
        };
      });
    }
  },
};

export const THEME_NAMES = Object.keys(THEMES);

/** A maze of sheets or thin boxes on a grid; cells that no door leads to must stay empty. Returns what can be reached from cell 0. */
function maze(world: World, rng: Rng, [w, h, d]: Vec, fit: Fit): (local: Vec) => boolean {
  const cell = 2 * (fit.body.across + fit.skin) + 0.6;
  const nx = Math.max(1, Math.floor((2 * w) / cell));
  const nz = Math.max(1, Math.floor((2 * d) / cell));
  const [sx, sz] = [(2 * w) / nx, (2 * d) / nz];
  const thick = rng.chance(0.5) ? 0 : rng.log(1e-3, 0.1);
  const closed = new Set<string>();
  const wall = (x0: number, z0: number, x1: number, z1: number) => {
    if (thick > 0) {
      const [x, z] = [Math.abs(x1 - x0) + thick, Math.abs(z1 - z0) + thick];
      world.add({ kind: 'box', size: [x, h + 0.02, z] }, [(x0 + x1) / 2, h / 2, (z0 + z1) / 2]);
      return;
    }
    const positions = [x0, 0, z0, x1, 0, z1, x1, h, z1, x0, h, z0];
    world.add({ kind: 'mesh', positions, indices: [0, 1, 2, 0, 2, 3], solid: false });
  };
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < nz; j++) {
      const [x, z] = [-w + i * sx, -d + j * sz];
      if (i > 0 && rng.chance(0.6)) {
        closed.add(`${i - 1},${j}|${i},${j}`);
        wall(x, z, x, z + sz);
      }
      if (j > 0 && rng.chance(0.6)) {
        closed.add(`${i},${j - 1}|${i},${j}`);
        wall(x, z, x + sx, z);
      }
    }
  const group = new Map<string, number>();
  const open = (a: string, b: string) => !closed.has(`${a}|${b}`) && !closed.has(`${b}|${a}`);
  let groups = 0;
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < nz; j++) {
      if (group.has(`${i},${j}`)) continue;
      const next = [[i, j]];
      group.set(`${i},${j}`, groups);
      for (let at = next.pop(); at !== undefined; at = next.pop())
        for (const [u, v] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ]) {
          const [p, q] = [at[0] + u, at[1] + v];
          if (p < 0 || q < 0 || p >= nx || q >= nz || group.has(`${p},${q}`)) continue;
          if (!open(`${at[0]},${at[1]}`, `${p},${q}`)) continue;
          group.set(`${p},${q}`, groups);
          next.push([p, q]);
        }
      groups++;
    }
  let home = -1;
  return ([x, , z]) => {
    const at = group.get(`${Math.floor((x + w) / sx)},${Math.floor((z + d) / sz)}`) ?? -2;
    if (home === -1) home = at;
    return at === home;
  };
}

/** The first place that `inside` is asked about is where the mover starts. */
export function randomLevel(lib: Library, rng: Rng, fit: Fit): Level {
  const world = new World(lib, randomFrame(rng));
  const room: Vec = [rng.range(2, 8), rng.range(3, 6), rng.range(2, 8)];
  const kind = walls(world, rng, room);
  let reached: (local: Vec) => boolean = () => true;
  const names: string[] = [];
  if (rng.chance(0.15)) {
    reached = maze(world, rng, room, fit);
    names.push('maze');
  } else
    for (let i = rng.integer(1, 3); i > 0; i--) {
      const name = rng.pick(THEME_NAMES);
      THEMES[name](world, rng, room, fit);
      names.push(name);
    }
  const [w, h, d] = room;
  const within = ([x, y, z]: Vec) => Math.abs(x) < w && y > 0 && y < h && Math.abs(z) < d;
  return {
    name: `room of ${kind} with ${names.join(', ')}`,
    world,
    room,
    inside: (local) => within(local) && reached(local),
  };
}
