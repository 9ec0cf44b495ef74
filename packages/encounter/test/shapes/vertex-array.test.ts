import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { Vec3 } from '../../src/math/vec3.ts';
import { VertexArray, type VertexData } from '../../src/shapes/vertex-array.ts';

/** Stands for a value of any type where the types would not let it pass. */
// biome-ignore lint/suspicious/noExplicitAny: tests hand over what the types forbid.
type Anything = any;

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const read = (v: VertexArray): number[][] => numbers(v.count).map((i) => v.read(i, new Vec3()).toArray());

describe('VertexArray', () => {
  test('reads arrays of any kind where they are', () => {
    for (const array of [numbers(12), Float32Array.from(numbers(12)), Float64Array.from(numbers(12))]) {
      const before = [...array];
      const v = new VertexArray(array);
      expect([v.offset, v.stride, v.count, v.version]).toEqual([0, 3, 4, 0]);
      expect(v.array).toBe(array);
      expect(read(v)).toEqual([
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10, 11],
      ]);
      expect([...array]).toEqual(before);
      array[4] = -1;
      expect(v.read(1, new Vec3()).toArray()).toEqual([3, -1, 5]);
    }
    const out = new Vec3();
    expect(new VertexArray([1, 2, 3]).read(0, out)).toBe(out);
  });

  test('offset, stride and count', () => {
    // Position, normal, texture: eight numbers a vertex.
    expect(read(new VertexArray(numbers(24), { stride: 8 }))).toEqual([
      [0, 1, 2],
      [8, 9, 10],
      [16, 17, 18],
    ]);
    // The last vertex has nothing after its z, or some of it, since the position comes later in the interleaved numbers.
    for (const offset of [2, 5])
      expect(read(new VertexArray(numbers(24), { offset, stride: 8 })).map((p) => p[0])).toEqual([
        offset,
        offset + 8,
        offset + 16,
      ]);
    expect(new VertexArray(numbers(19), { stride: 8 }).count).toBe(3);
    expect(new VertexArray(numbers(24), { offset: 21 }).count).toBe(1);
    // With a count the rest of the array is no concern, whatever it holds.
    expect(read(new VertexArray([9, 0, 1, 2, 9, 3, 4, 5, Number.NaN], { offset: 1, stride: 4, count: 2 }))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    // Numbers between the vertices are no coordinates.
    expect(new VertexArray([0, 1, 2, Number.NaN, 3, 4, 5], { stride: 4 }).count).toBe(2);
  });

  test('how many vertices fit is what counting them one by one gives', () => {
    for (let length = 0; length < 30; length++) {
      for (let offset = 0; offset < 6; offset++) {
        for (let stride = 3; stride < 9; stride++) {
          let count = 0;
          let end = offset;
          for (let k = offset; k + 3 <= length; k += stride) {
            count++;
            end = k + stride;
          }
          const make = (): VertexArray => new VertexArray(numbers(length), { offset, stride });
          // What is left over begins another vertex that is not there.
          if (count === 0 || end < length) expect(make, `${length} ${offset} ${stride}`).toThrow(RangeError);
          else expect(make().count).toBe(count);
        }
      }
    }
  });

  test('replacing the array refits the users', () => {
    const v = new VertexArray(Float32Array.from(numbers(9)), { offset: 1, stride: 4, count: 2 });
    const seen: string[] = [];
    const users = ['a', 'b'].map((name) => ({ refit: () => seen.push(`${name} ${v.version} ${read(v)}`) }));
    for (const user of users) v.addUser(user);
    const next = Float64Array.from(numbers(20), (x) => -x);
    expect(v.replace(next)).toBe(v);
    expect(v.array).toBe(next);
    expect(seen).toEqual(['a 1 -1,-2,-3,-5,-6,-7', 'b 1 -1,-2,-3,-5,-6,-7']);
    v.replace(numbers(8));
    expect(v.version).toBe(2);
    expect(seen.length).toBe(4);
  });

  test('a replacement that does not fit changes nothing', () => {
    const first = numbers(9);
    const v = new VertexArray(first);
    let told = 0;
    const user = { refit: () => told++ };
    v.addUser(user);
    expect(() => v.replace(numbers(8))).toThrow(
      'array must hold at least 9 numbers (offset 0, stride 3, count 3), got 8',
    );
    expect(() => v.replace([0, 0, 0, 0, 0, Infinity, 0, 0, 0])).toThrow(
      'array[5] (z of vertex 1) must be finite, got Infinity',
    );
    expect(() => v.replace(new Int32Array(9) as Anything)).toThrow(TypeError);
    expect(() => v.replace(undefined as Anything)).toThrow(TypeError);
    expect(v.array).toBe(first);
    expect([v.version, told]).toEqual([0, 0]);
  });

  test('does not keep its users alive', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const v = new VertexArray(numbers(3));
    let told = 0;
    const kept = { refit: () => told++ };
    v.addUser(kept);
    const lost = (() => {
      const user = { refit: () => (told += 100) };
      v.addUser(user);
      return new WeakRef(user);
    })();
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(lost.deref()).toBeUndefined();
    v.replace(numbers(3));
    v.replace(numbers(3));
    expect(told).toBe(2);
    kept.refit();
  });

  test('says what is wrong', () => {
    const cases: [VertexData, Anything, typeof TypeError | typeof RangeError, string][] = [
      [undefined as Anything, {}, TypeError, 'array must be a Float32Array, a Float64Array or an array of numbers'],
      ['012' as Anything, {}, TypeError, 'got "012"'],
      [new Uint16Array(3) as Anything, {}, TypeError, 'got Uint16Array'],
      [numbers(3), null, TypeError, 'options must be an object, got null'],
      [numbers(3), { offset: -1 }, RangeError, 'offset must be an integer of at least 0, got -1'],
      [numbers(3), { offset: 0.5 }, RangeError, 'offset must be an integer of at least 0, got 0.5'],
      [numbers(3), { offset: Number.NaN }, RangeError, 'offset must be an integer of at least 0, got NaN'],
      [numbers(3), { offset: '0' }, TypeError, 'offset must be a number, got "0"'],
      [numbers(3), { stride: 2 }, RangeError, 'stride must be an integer of at least 3, got 2'],
      [numbers(3), { stride: Infinity }, RangeError, 'stride must be an integer of at least 3, got Infinity'],
      [numbers(3), { count: 0 }, RangeError, 'count must be an integer of at least 1, got 0'],
      [numbers(3), { count: 1.5 }, RangeError, 'count must be an integer of at least 1, got 1.5'],
      [numbers(3), { count: 2 }, RangeError, 'array must hold at least 6 numbers (offset 0, stride 3, count 2), got 3'],
      [[], {}, RangeError, 'array must hold a vertex at offset 0, got 0 numbers'],
      [numbers(6), { offset: 4 }, RangeError, 'array must hold a vertex at offset 4, got 6 numbers'],
      [numbers(11), {}, RangeError, 'the 11 numbers from offset 0 are not a multiple of the stride 3'],
      [numbers(10), {}, RangeError, 'the 10 numbers from offset 0 are not a multiple of the stride 3'],
      [[0, 1, 2, 3, Number.NaN, 5], {}, RangeError, 'array[4] (y of vertex 1) must be finite, got NaN'],
      [Float32Array.of(0, 0, -Infinity), {}, RangeError, 'array[2] (z of vertex 0) must be finite, got -Infinity'],
      [[0, 1, '2'] as Anything, {}, TypeError, 'array[2] (z of vertex 0) must be a number, got "2"'],
      [[0, 1, undefined] as Anything, {}, TypeError, 'array[2] (z of vertex 0) must be a number, got undefined'],
    ];
    for (const [array, options, kind, message] of cases) {
      expect(() => new VertexArray(array, options), message).toThrow(kind);
      expect(() => new VertexArray(array, options)).toThrow(message);
    }
    expect(() => new VertexArray([1, 2], {}, 'positions')).toThrow('positions must hold a vertex');
  });
});
