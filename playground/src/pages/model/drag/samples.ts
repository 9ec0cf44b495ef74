/** Models to try before one has a file: one that is closed and one that is not. */
import { type BufferGeometry, CylinderGeometry, ExtrudeGeometry, LatheGeometry, Path, Shape, Vector2 } from 'three';
import { type Soup, soupOf } from './soup.ts';

const TEETH = 18;

/** So far apart two gears mesh, if one is turned by half a tooth; degrees. */
export const GEAR_DISTANCE = 1.87;
export const GEAR_TURN = 180 / TEETH;

export const SAMPLES: Readonly<Record<string, { name: string; make(): Soup }>> = {
  gear: { name: 'Gear (closed)', make: () => surface(gear()) },
  goblet: { name: 'Goblet (open)', make: () => surface(goblet()) },
  axle: { name: 'Axle (closed, convex)', make: () => surface(new CylinderGeometry(0.2, 0.2, 2, 48)) },
};

function gear(): ExtrudeGeometry {
  const outline = new Shape();
  const pitch = (2 * Math.PI) / TEETH;
  // Half a tooth, from the root over the flank to the tip, as radius and part of the pitch; its mirror image follows.
  const flank = [
    [0.83, 0.29],
    [0.88, 0.255],
    [0.94, 0.205],
    [0.99, 0.14],
    [1.01, 0.09],
  ] as const;
  const points: Vector2[] = [];
  for (let tooth = 0; tooth < TEETH; tooth++) {
    const at = (radius: number, turn: number): void => {
      const angle = (tooth + turn) * pitch;
      points.push(new Vector2(radius * Math.cos(angle), radius * Math.sin(angle)));
    };
    for (const [radius, turn] of flank) at(radius, -turn);
    for (const [radius, turn] of [...flank].reverse()) at(radius, turn);
    at(0.825, 0.5);
  }
  outline.setFromPoints(points);
  outline.holes.push(circle(0, 0, 0.22));
  for (let hole = 0; hole < 6; hole++) {
    const angle = (hole * Math.PI) / 3;
    outline.holes.push(circle(0.52 * Math.cos(angle), 0.52 * Math.sin(angle), 0.155));
  }
  return new ExtrudeGeometry(outline, {
    depth: 0.24,
    steps: 6,
    curveSegments: 24,
    bevelEnabled: true,
    bevelSize: 0.012,
    bevelOffset: -0.012,
    bevelThickness: 0.012,
    bevelSegments: 2,
  });
}

function circle(x: number, y: number, radius: number): Path {
  return new Path().absarc(x, y, radius, 0, 2 * Math.PI, true);
}

/** Half of its outline, from the middle of the foot to the rim; a single wall, which is not closed. */
function goblet(): LatheGeometry {
  const outline: Vector2[] = [];
  const steps = 60;
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const foot = 0.52 * Math.exp(-((t / 0.09) ** 2));
    const bowl = t < 0.42 ? 0 : 0.68 * Math.sin((Math.PI * Math.min(1, (t - 0.42) / 0.44)) / 2) ** 0.8;
    outline.push(new Vector2(0.075 + foot + bowl - 0.1 * Math.max(0, t - 0.86), 1.9 * t));
  }
  return new LatheGeometry(outline, 72);
}

function surface(geometry: BufferGeometry): Soup {
  const positions = Float32Array.from(geometry.getAttribute('position').array);
  const index = geometry.getIndex();
  const indices = Uint32Array.from(index?.array ?? positions.slice(0, positions.length / 3).map((_, i) => i));
  const transform = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  return soupOf([{ triangles: { positions, indices }, transform }])!;
}
