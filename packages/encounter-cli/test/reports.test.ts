/** The reports: what is in them, that they are valid, and that equal input gives equal bytes. */
import { type ClashReport, clash, type Model, readModel } from 'encounter-models';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { house } from '../../encounter-models/test/support/ifc-writer.ts';
import { bcfReport } from '../src/report/bcf.ts';
import { boxView, clashView } from '../src/report/camera.ts';
import { csvReport } from '../src/report/csv.ts';
import { packGeometry } from '../src/report/geometry.ts';
import { guidOf } from '../src/report/guid.ts';
import { joinParts, upAxis } from '../src/report/joined-parts.ts';
import { jsonReport } from '../src/report/json.ts';
import { inUnits } from '../src/report/report-units.ts';
import { summary } from '../src/report/summary.ts';
import { schemaProblems } from './support/bcf-schema.ts';
import { box, glb, obj, PIPES, WALLS } from './support/fixtures.ts';
import { parseXml, type XmlNode } from './support/xml-tree.ts';

let models: Model[];
let report: ClashReport;

beforeAll(async () => {
  models = [await readModel(glb(WALLS), 'walls.glb'), await readModel(glb(PIPES), 'pipes.glb')];
  report = clash(models, undefined, { clearance: 0.05 });
});

function files(zip: Uint8Array): Map<string, XmlNode> {
  return new Map(
    Object.entries(unzipSync(zip))
      .filter(([name]) => !/\.(png|xsd)$/.test(name))
      .map(([name, bytes]) => [name, parseXml(strFromU8(bytes))]),
  );
}

function at(node: XmlNode, ...path: string[]): XmlNode {
  return path.reduce((parent, name) => parent.children.find((child) => child.name === name)!, node);
}

test('the fixture has clashes of all kinds but duplicates', () => {
  expect([...new Set(report.clashes.map((one) => one.kind))].sort()).toEqual([
    'clearance',
    'contained',
    'hard',
    'touch',
  ]);
});

describe('JSON', () => {
  test('is the report, with a line for each part and clash', () => {
    const text = jsonReport(report);
    expect(JSON.parse(text)).toEqual(report);
    expect(text.split('\n').filter((line) => line.startsWith('{"id"'))).toHaveLength(
      report.parts.length + report.clashes.length,
    );
  });

  test('of nothing', () => {
    expect(JSON.parse(jsonReport({ version: 1, units: '', parts: [], clashes: [] }))).toEqual({
      version: 1,
      units: '',
      parts: [],
      clashes: [],
    });
  });
});

describe('CSV', () => {
  test('has a line for each clash, and as many cells in each', () => {
    const lines = csvReport(report).split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(1 + report.clashes.length);
    for (const line of lines) expect(cells(line)).toHaveLength(cells(lines[0]).length);
    expect(lines.some((line) => line.includes('"Wall <b>&""east"""'))).toBe(true);
  });

  test('a name is no formula', () => {
    const [part, other] = report.parts;
    const evil = {
      ...report,
      parts: [{ ...part, name: '=cmd|calc' }, other],
      clashes: [{ ...report.clashes[0], a: part.id, b: other.id }],
    };
    expect(csvReport(evil)).toContain(",'=cmd|calc,");
  });
});

/** Splits one line of RFC 4180. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^",]*)/g)].map(([, cell]) => cell);
}

describe.each(['2.1', '3.0'] as const)('BCF %s', (version) => {
  test('is valid', () => {
    const all = files(
      bcfReport(report, models, { version, snapshots: new Map([[report.clashes[0].id, new Uint8Array(8)]]) }),
    );
    expect(all.size).toBe(report.clashes.length * 2 + (version === '3.0' ? 3 : 2));
    for (const [name, root] of all) expect(schemaProblems(root, version), name).toEqual([]);
  });

  test('topics lie in folders of their GUIDs, with the files they name', () => {
    const zip = bcfReport(report, models, { version, snapshots: new Map([[report.clashes[0].id, new Uint8Array(8)]]) });
    const names = Object.keys(unzipSync(zip));
    let pictures = 0;
    for (const [name, root] of files(zip)) {
      if (!name.endsWith('/markup.bcf')) continue;
      const folder = name.split('/')[0];
      const topic = at(root, 'Topic');
      expect(topic.attributes['Guid']).toBe(folder);
      const viewpoint = version === '2.1' ? at(root, 'Viewpoints') : at(topic, 'Viewpoints', 'ViewPoint');
      for (const child of viewpoint.children.filter((one) => one.name !== 'Index')) {
        expect(names).toContain(`${folder}/${child.text}`);
        if (child.name === 'Snapshot') pictures++;
      }
      const info = files(zip).get(`${folder}/viewpoint.bcfv`)!;
      expect(info.attributes['Guid']).toBe(viewpoint.attributes['Guid']);
    }
    expect(pictures).toBe(1);
  });

  test('equal input gives equal bytes', () => {
    expect(bcfReport(report, models, { version })).toEqual(bcfReport(report, models, { version }));
  });

  test('elements of IFC go by their GlobalIds, and the camera is in metres with z upwards', async () => {
    const model = await readModel(house({ unit: 'mm' }).bytes(), 'house.ifc');
    const found = clash(model);
    expect(found.clashes.length).toBeGreaterThan(0);
    const ids = new Set(model.parts.map((part) => part.id));
    const all = files(bcfReport(found, [model], { version }));
    let seen = 0;
    for (const [name, root] of all) {
      expect(schemaProblems(root, version), name).toEqual([]);
      if (!name.endsWith('.bcfv')) continue;
      for (const component of at(root, 'Components', 'Selection').children) {
        expect(ids).toContain(component.attributes['IfcGuid']);
        seen++;
      }
      const eye = at(root, 'PerspectiveCamera', 'CameraViewPoint').children.map((child) => Number(child.text));
      // The house is some ten metres across, ten thousand in units of the file.
      expect(Math.hypot(...eye)).toBeLessThan(100);
      const up = at(root, 'PerspectiveCamera', 'CameraUpVector').children.map((child) => Number(child.text));
      expect(up[2]).toBeGreaterThan(0.5);
    }
    expect(seen).toBe(2 * found.clashes.length);
  });
});

test('what no schema allows is found', () => {
  const markup = [...files(bcfReport(report, models))].find(([name]) => name.endsWith('markup.bcf'))![1];
  const topic = at(markup, 'Topic');
  const wrong = {
    ...markup,
    children: markup.children.map((one) => (one === topic ? { ...topic, children: topic.children.toReversed() } : one)),
  };
  expect(schemaProblems(markup, '2.1')).toEqual([]);
  expect(schemaProblems(wrong, '2.1').length).toBeGreaterThan(0);
  expect(schemaProblems(markup, '3.0').length).toBeGreaterThan(0);
  expect(() => parseXml('<a><b></a></b>')).toThrow();
});

test('GUIDs depend on the text alone', () => {
  expect(guidOf('topic', 'x')).toBe(guidOf('topic', 'x'));
  expect(new Set([guidOf('topic', 'x'), guidOf('viewpoint', 'x'), guidOf('topic', 'y')]).size).toBe(3);
  expect(guidOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe('cameras', () => {
  test('look at the clash from outside, upright, never along its normal', () => {
    for (const one of report.clashes)
      for (const up of ['y', 'z'] as const) {
        const view = clashView(one, up, null, null);
        const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
        expect(Math.hypot(...view.direction)).toBeCloseTo(1, 12);
        expect(Math.hypot(...view.up)).toBeCloseTo(1, 12);
        expect(dot(view.direction, view.up)).toBeCloseTo(0, 12);
        expect(view.up[up === 'y' ? 1 : 2]).toBeGreaterThan(0);
        expect(Math.abs(dot(view.direction, one.normal))).toBeLessThan(0.76);
        const toward = view.target.map((x, i) => x - view.eye[i]);
        const far = Math.hypot(...toward);
        expect(dot(toward, view.direction)).toBeCloseTo(far, 9);
      }
  });

  test('of a point are finite', () => {
    const point = { min: [1, 2, 3], max: [1, 2, 3] } as const;
    expect(boxView(point, 'z').eye.every(Number.isFinite)).toBe(true);
  });
});

describe('geometry for the page', () => {
  test('leaves out parts beyond the limit, those that clash last', () => {
    const joined = joinParts(report, models);
    const clashing = report.parts.filter((part) => report.clashes.some(({ a, b }) => a === part.id || b === part.id));
    const all = packGeometry(
      models,
      clashing.map((part) => joined.get(part.id)),
    );
    expect([all.drawn, all.leftOut]).toEqual([12, 0]);
    const some = packGeometry(
      models,
      clashing.map((part) => joined.get(part.id)),
      all.bytes.length - 1,
    );
    expect([some.drawn, some.leftOut]).toEqual([11, 1]);
    expect(some.bytes.length).toBeLessThan(all.bytes.length);
  });

  test('far from the origin it is as exact as near it', async () => {
    const far = 1e7;
    const near = await readModel(new TextEncoder().encode(obj([box('a', [0, 0, 0], [1, 2, 3])])), 'a.obj');
    const moved: Model = {
      ...near,
      parts: near.parts.map((part) => ({
        ...part,
        transform: new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, far, far, far, 1]),
      })),
    };
    expect(packGeometry([moved], []).bytes).toEqual(packGeometry([near], []).bytes);
    expect(packGeometry([moved], []).origin).toEqual([far + 0.5, far + 1, far + 1.5]);
  });

  test('models in other units are drawn where the report has them', () => {
    const millimetres: Model = { ...models[0], units: 'mm' };
    const [taken] = inUnits([millimetres], 'm');
    expect(taken.parts[0].transform[12]).toBeCloseTo(models[0].parts[0].transform[12] / 1000, 12);
    expect(taken.parts[0].transform[15]).toBe(1);
  });
});

test('the axis upwards is that of the format', () => {
  expect(upAxis(models)).toBe('y');
  expect(upAxis([{ ...models[0], format: 'ifc' }, models[1]])).toBe('z');
  expect(upAxis([{ ...models[0], format: 'stl' }])).toBe('z');
});

test('the summary names kinds and the worst first', () => {
  const lines = summary(report).split('\n');
  expect(lines[0]).toBe('7 clashes among 12 parts: 3 hard, 1 contained, 2 touch, 1 clearance');
  expect(lines[1]).toMatch(/^ {2}hard {7}Pipe 1 {2}and {2}Wall (north|south) {2}\(1 m deep\)$/);
  const evil = { ...report, parts: report.parts.map((part) => ({ ...part, name: '\u001b[31mred' })) };
  expect(summary(evil)).not.toContain('\u001b');
});
