import { Mesh } from 'encounter';
import { expect, test } from 'vitest';
import { type Model, ModelError, readModel } from '../../src/index.ts';
import { shortestDecimal } from '../../src/read/ifc/geometry.ts';
import { type HouseOptions, house } from '../support/ifc-writer.ts';
import { volume, worldBox } from '../support/measure.ts';

function read(options: HouseOptions = {}): Promise<Model> {
  return readModel(house(options).bytes(), 'house.ifc');
}

/** Of each part: the box in metres, and the volume in cubic metres. */
const HOUSE: readonly (readonly [name: string, box: readonly number[], volume: number])[] = [
  ['Wänd', [0, 0, 0, 4, 0.2, 3], 4 * 0.2 * 3 - 0.2 * 2.1],
  ['Door', [1, 0.05, 0, 2, 0.15, 2.1], 0.21],
  ['Slab', [0, 0, -0.3, 4, 5, 0], 6],
  ['Chair 1', [1, 1, 0, 1.5, 1.5, 0.9], 0.225],
  ['Chair 2', [2, 1, 0, 2.5, 1.5, 0.9], 0.225],
  ['Beam 1', [0, 0, 3, 4, 0.2, 3.3], 0.24],
  ['Beam 2', [0, 2, 3, 4, 2.2, 3.3], 0.24],
];

for (const schema of ['IFC4', 'IFC2X3'] as const)
  for (const unit of ['mm', 'm', 'ft'] as const)
    test(`a house in ${schema} and ${unit}: places and sizes in metres, z up, openings cut out`, async () => {
      const { parts, units, format, warnings } = await read({ schema, unit });
      expect([units, format, warnings]).toEqual(['m', 'ifc', []]);
      expect(parts.map((part) => part.name)).toEqual(HOUSE.map(([name]) => name));
      parts.forEach((part, k) => {
        const [name, box, cubicMetres] = HOUSE[k];
        worldBox(part).forEach((value, axis) => {
          // The foot is no short decimal of the metre, so single precision shows.
          expect(Math.abs(value - box[axis]), name).toBeLessThan(unit === 'ft' ? 1e-6 : 1e-12);
        });
        const scale = part.transform[0] ** 3;
        expect(volume(part) * scale, name).toBeCloseTo(cubicMetres, unit === 'ft' ? 5 : 10);
        const { positions, indices } = part.triangles;
        expect(() => new Mesh({ positions, indices, solid: true }), name).not.toThrow();
      });
    });

test('ids, classes, storeys, paths and materials', async () => {
  const { parts } = await read();
  expect(parts.map((part) => part.type)).toEqual([
    'IfcWall',
    'IfcDoor',
    'IfcSlab',
    'IfcFurnishingElement',
    'IfcFurnishingElement',
    'IfcBeam',
    'IfcBeam',
  ]);
  expect(parts.map((part) => part.layer)).toEqual(['Ground', 'Ground', 'Ground', 'Ground', 'Ground', 'Upper', 'Upper']);
  const inBuilding = 'House/Site/Building';
  expect(parts.map((part) => part.path.join('/'))).toEqual([
    `${inBuilding}/Ground/Wänd`,
    `${inBuilding}/Ground/Wänd/Door`,
    `${inBuilding}/Ground/Slab`,
    `${inBuilding}/Ground/Chair 1`,
    `${inBuilding}/Ground/Chair 2`,
    `${inBuilding}/Upper/Frame/Beam 1`,
    `${inBuilding}/Upper/Frame/Beam 2`,
  ]);
  expect(parts.map((part) => part.material)).toEqual(['Wall 200', '', 'Concrete', '', '', '', '']);
  for (const part of parts) expect(part.id).toMatch(/^\d{22}$/);
  expect(new Set(parts.map((part) => part.id)).size).toBe(7);
});

test('mapped geometry is one object', async () => {
  const { parts } = await read();
  expect(parts[3].triangles).toBe(parts[4].triangles);
  expect(new Set(parts.map((part) => part.triangles)).size).toBe(6);
});

test('far from the origin nothing is lost', async () => {
  const near = await read();
  const site = [691234.5678, 5335123.25, 512.125] as const;
  const far = await read({ site });
  far.parts.forEach((part, k) => {
    expect(part.triangles.positions).toEqual(near.parts[k].triangles.positions);
    for (let axis = 0; axis < 3; axis++)
      expect(Math.abs(part.transform[12 + axis] - near.parts[k].transform[12 + axis] - site[axis])).toBeLessThan(2e-9);
  });
  // Also where the coordinates of the outline are far, and a placement brings them back.
  const outline = await read({ outlineAt: [691234.5, 5335123.25] });
  expect(worldBox(outline.parts[2])).toEqual(worldBox(near.parts[2]));
});

test('without a unit the file does not say what its lengths are', async () => {
  expect((await read({ unit: 'none' })).units).toBe('');
});

test('a single-precision number is read as the shortest decimal that it can be', () => {
  for (const value of [0.15, -0.1, 1.05, 457.5, 0.000123, 1234.567, 0, 3000, 1 / 3])
    expect(shortestDecimal(Math.fround(value))).toBeCloseTo(value, 7);
  expect([0.15, -0.1, 1.05, 0.000123, 1234.567].map((v) => shortestDecimal(Math.fround(v)))).toEqual([
    0.15, -0.1, 1.05, 0.000123, 1234.567,
  ]);
  for (let k = 1; k < 2000; k++) {
    const single = Math.fround(Math.sin(k) * 10 ** ((k % 13) - 6));
    expect(Math.fround(shortestDecimal(single))).toBe(single);
  }
});

test('what is cut off, broken or refers to itself is one sentence, and the next file is read as ever', async () => {
  const text = house().text();
  const files: [string, string, string | RegExp][] = [
    ['cut off', text.slice(0, 5000), /^house\.ifc: it ends .*\.$/],
    ['no header', 'no IFC at all', 'house.ifc: it does not begin with ISO-10303-21, so it is no IFC file.'],
    [
      'another schema',
      text.replace("'IFC4'", "'AP214'"),
      'house.ifc: its schema "AP214" is not read: IFC2X3, IFC4 and IFC4X3 are.',
    ],
    ['a cycle', text.replace(/(#\d+)=IFCLOCALPLACEMENT\(\$/, '$1=IFCLOCALPLACEMENT($1'), /refers to itself/],
    [
      'a reference to nothing',
      text.replace('IFCLOCALPLACEMENT($', 'IFCLOCALPLACEMENT(#99999'),
      /#99999 is referred to/,
    ],
    [
      'a relation without its attributes',
      text.replace(/IFCRELAGGREGATES\([^#]*/, 'IFCRELAGGREGATES('),
      /attributes\.$/,
    ],
    ['two of one number', text.replace('#2=', '#1='), /same number/],
    ['a number too large', text.replace('(0.,0.,1.)', '(0.,0.,1.E300)'), /too large/],
    ['a string without end', `${text.slice(0, 5000)}'`, /^house\.ifc: /],
  ];
  for (const [what, broken, sentence] of files) {
    const outcome = await readModel(new TextEncoder().encode(broken), 'house.ifc').catch((error: unknown) => error);
    expect(outcome, what).toBeInstanceOf(ModelError);
    expect((outcome as Error).message, what).toMatch(sentence);
  }
  expect((await read()).parts.length).toBe(7);
});

test('limits count for IFC, too', async () => {
  const bytes = house().bytes();
  await expect(readModel(bytes, 'house.ifc', { limits: { parts: 3 } })).rejects.toThrow(/limits\.parts/);
  await expect(readModel(bytes, 'house.ifc', { limits: { triangles: 30 } })).rejects.toThrow(/limits\.triangles/);
  await expect(readModel(bytes, 'house.ifc', { limits: { bytes: 1000 } })).rejects.toThrow(/limits\.bytes/);
  expect((await readModel(bytes, 'house.ifc')).parts.length).toBe(7);
});
