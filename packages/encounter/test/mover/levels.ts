/** Random levels for movers: floors of triangles, stairs, slopes, wedges, single triangles, round things and platforms, in a closed room. */
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  Mesh,
  Polytope,
  Scene,
  type Shape,
  Sphere,
  signedDistance,
} from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

/** The room reaches from −ROOM to ROOM along x and z, and up to HEIGHT. */
export const ROOM = 12;
export const HEIGHT = 40;

export const MOVERS: readonly Shape[] = [
  new Capsule(0.4, 1),
  new Box([0.7, 1.7, 0.7]),
  new Cylinder(0.4, 1.7),
  new Cone(0.5, 1.6),
  new Sphere(0.5),
  new Polytope([
    [0.4, 0, 0],
    [-0.4, 0, 0],
    [0, 0, 0.4],
    [0, 0, -0.4],
    [0, 0.9, 0],
    [0, -0.9, 0],
    [0.3, 0.5, 0.3],
    [-0.3, -0.5, 0.3],
  ]),
];

interface Platform {
  readonly collider: Collider;
  readonly at: Vec;
  readonly swing: Vec;
  readonly turn: number;
}

export interface Level {
  readonly scene: Scene;
  readonly platforms: readonly Platform[];
}

const aboutY = (angle: number): [number, number, number, number] => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];

export function makeLevel(rng: Rng, things: number): Level {
  const scene = new Scene();
  const platforms: Platform[] = [];
  scene.add(new Collider(floorMesh(rng, rng.chance(0.4) ? 0.8 : 0)));
  for (const [x, z, w, d] of [
    [-ROOM, 0, 1, 2 * ROOM + 2],
    [ROOM, 0, 1, 2 * ROOM + 2],
    [0, -ROOM, 2 * ROOM + 2, 1],
    [0, ROOM, 2 * ROOM + 2, 1],
  ])
    scene.add(new Collider(new Box([w, HEIGHT + 10, d]), { position: [x, HEIGHT / 2, z] }));
  scene.add(new Collider(new Box([50, 1, 50]), { position: [0, HEIGHT + 0.5, 0] }));
  scene.add(new Collider(new Box([50, 1, 50]), { position: [0, -1.5, 0] }));
  for (let i = 0; i < things; i++) addThing(rng, scene, platforms);
  return { scene, platforms };
}

function floorMesh(rng: Rng, bumps: number): Mesh {
  const n = 14;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(2 * i - n, rng.range(0, bumps), 2 * j - n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const c = a + n + 1;
      if (rng.chance(0.5)) indices.push(a, a + 1, c, a + 1, c + 1, c);
      else indices.push(a, a + 1, c + 1, a, c + 1, c);
    }
  return new Mesh({ positions: new Float64Array(positions), indices });
}

function addThing(rng: Rng, scene: Scene, platforms: Platform[]): void {
  const position: Vec = [rng.range(1 - ROOM, ROOM - 1), rng.range(0, 4), rng.range(1 - ROOM, ROOM - 1)];
  const placed = rng.chance(0.5) ? { position, orientation: rng.quaternion() } : { position };
  const kind = rng.int(8);
  if (kind === 0) scene.add(new Collider(new Box([rng.range(0.2, 4), rng.range(0.1, 3), rng.range(0.2, 4)]), placed));
  else if (kind === 1) scene.add(new Collider(new Cylinder(rng.range(0.2, 2), rng.range(0.1, 3)), placed));
  else if (kind === 2) scene.add(new Collider(new Sphere(rng.range(0.2, 2)), placed));
  else if (kind === 3)
    scene.add(
      new Collider(
        new Mesh({ positions: [...rng.inBox(3), ...rng.inBox(3), ...rng.inBox(3)], indices: [0, 1, 2] }),
        placed,
      ),
    );
  else if (kind === 4) scene.add(new Collider(new Polytope(Array.from({ length: 8 }, () => rng.inBox(1.5))), placed));
  else if (kind === 5) {
    const height = rng.range(0.1, 0.5);
    const steps = [1, 2, 3, 4, 5].map((i) => ({
      shape: new Box([4, height * i, 2]),
      position: [0.5 * i + 1.5, (height * i) / 2, 0] as const,
    }));
    const orientation = aboutY(rng.range(0, 6.3));
    scene.add(new Collider(new Compound(steps), { position: [position[0], 0, position[2]], orientation }));
  } else if (kind === 6) {
    const half = rng.range(0.02, 0.6);
    const turn = rng.range(0, 6.3);
    for (const angle of [turn - half, turn + half])
      scene.add(
        new Collider(new Box([0.2, 4, 5]), { position: [position[0], 2, position[2]], orientation: aboutY(angle) }),
      );
  } else {
    const collider = new Collider(new Box([3, 0.3, 3]), { position });
    scene.add(collider);
    platforms.push({ collider, at: position, swing: rng.inBox(1.5), turn: rng.range(-1, 1) });
  }
}

/** Places the platforms where they are at a time. */
export function movePlatforms(platforms: readonly Platform[], time: number): void {
  for (const { collider, at, swing, turn } of platforms) {
    const s = Math.sin(time);
    collider.setPosition([at[0] + swing[0] * s, at[1] + 0.3 * swing[1] * s, at[2] + swing[2] * s]);
    collider.setOrientation(aboutY(turn * Math.sin(0.4 * time)));
  }
}

/** The distance of a collider to everything in a scene. */
export function clearance(collider: Collider, scene: Scene): number {
  let least = Infinity;
  for (const other of scene.colliders())
    least = Math.min(least, signedDistance(collider, other, null, { accuracy: 1e-12 }).distance);
  return least;
}
