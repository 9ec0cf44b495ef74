import { describe, expect, test } from 'vitest';
import { Rng } from '../../encounter/test/support/rng.ts';
import { type Identified, partIds } from '../src/part-ids.ts';
import { box, drum, type Surface } from './support/solids.ts';

function part(path: string[], { positions, indices }: Surface, [x, y, z]: readonly number[] = [0, 0, 0]): Identified {
  return {
    path,
    transform: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1),
    triangles: { positions: new Float64Array(positions), indices: new Uint32Array(indices) },
    shape: null,
  };
}

const CUBE = box([0, 0, 0], [1, 1, 1]);

describe('partIds', () => {
  test('the path, with numbers where several have it', () => {
    const parts = [
      part(['a', 'b'], CUBE),
      part(['a'], CUBE, [5, 0, 0]),
      part(['a'], CUBE, [2, 0, 0]),
      part(['a'], drum(9)),
      part(['a/b'], box([0, 0, 0], [2, 2, 2])),
      part(['a#1'], CUBE),
    ];
    // `a#1` is taken by the one that is named so; more triangles come last.
    expect(partIds(parts)).toEqual(['a/b#1', 'a#3', 'a#2', 'a#4', 'a/b#2', 'a#1']);
  });

  test('are unique, and the same for a shuffled and moved model', () => {
    const rng = new Rng(1);
    for (let run = 0; run < 50; run++) {
      // A lattice: many parts agree in all but one coordinate.
      const places = Array.from({ length: 30 }, (_, i) =>
        [i % 3, Math.floor(i / 3) % 2, Math.floor(i / 6)].map((k) => k * 1.1),
      );
      const surfaces = places.map(() => rng.pick([CUBE, drum(5), box([0, 0, 0], [1, 1, 2])]));
      const paths = places.map(() => rng.pick([['bolt'], ['nut'], ['frame', 'bolt']]));
      const make = (offset: readonly number[]) =>
        places.map((place, i) =>
          part(
            paths[i],
            surfaces[i],
            place.map((value, k) => value + offset[k]),
          ),
        );
      const ids = partIds(make([0, 0, 0]));
      expect(new Set(ids).size).toBe(ids.length);

      const moved = make([rng.range(-1e6, 1e6), rng.range(-1e6, 1e6), rng.range(-1e6, 1e6)]);
      const order = moved.map((_, i) => i);
      for (let i = order.length - 1; i > 0; i--) {
        const j = rng.int(i + 1);
        [order[i], order[j]] = [order[j], order[i]];
      }
      const shuffled = partIds(order.map((i) => moved[i]));
      order.forEach((i, k) => {
        expect(shuffled[k], `run ${run}`).toBe(ids[i]);
      });
    }
  });

  test('parts that are one and the same go by their order', () => {
    expect(partIds([part(['a'], CUBE), part(['a'], CUBE)])).toEqual(['a#1', 'a#2']);
  });
});
