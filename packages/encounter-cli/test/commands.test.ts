/** Each command as a process: answers, exit codes, help, and what stands on which stream. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encounter } from './support/command.ts';
import { box, glb, gltf, obj, PIPES, rows, WALLS, workplace } from './support/fixtures.ts';

const place = workplace();
afterAll(() => place.remove());

const walls = place.write('walls.glb', glb(WALLS));
const pipes = place.write('pipes.glb', glb(PIPES));
const apart = place.write('apart.obj', obj([box('Alone', [20, 0, 0], [21, 1, 1])]));

describe.concurrent('encounter', () => {
  test('--help and --version', async ({ expect }) => {
    const [help, version, nothing, ofClash] = await Promise.all([
      encounter('--help'),
      encounter('--version'),
      encounter(),
      encounter('clash', '--help'),
    ]);
    expect(help.code).toBe(0);
    for (const command of ['clash', 'distance', 'info', 'worker']) expect(help.stdout.toString()).toContain(command);
    expect(version.stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(nothing.code).toBe(2);
    const text = ofClash.stdout.toString();
    expect(text).toContain('EXAMPLES');
    expect(text).not.toContain('\u001b');
    for (const option of [
      'clearance',
      'tolerance',
      'self',
      'rules',
      'json',
      'csv',
      'bcf',
      'bcf-version',
      'html',
      'previous',
      'fail',
      'workers',
      'queue',
      'quiet',
    ])
      expect(text).toContain(`--${option}`);
  });

  test.each([
    [['nonsense'], 'There is no command "nonsense"'],
    [['clash'], 'Name at least one file'],
    [['clash', walls, '--colour'], 'Unknown option --colour.'],
    [['clash', walls, '--clearance', 'wide'], '--clearance must be a number'],
    [['clash', walls, '--depth', 'deep'], '--depth must be bound or search'],
    [['clash', walls, '--bcf-version', '1.0'], '--bcf-version must be 2.1 or 3.0'],
    [['clash', walls, '--kinds', 'soft'], 'there is no kind "soft"'],
    [['clash', walls, '--kinds', 'clearance'], 'needs a clearance'],
    [['clash', walls, '--units', 'parsec'], '--units must be one of m, '],
    [['clash', walls, '--json', '-', '--csv', '-'], 'Only one report'],
    [['clash', walls, '--json', place.path('no/such/folder.json')], 'could not be written'],
    [['clash', walls, '--rules', place.path('none.json')], '--rules'],
    [['clash', walls, '--rules', place.write('bad.json', '{')], 'is no JSON'],
    [['clash', walls, '--rules', place.write('odd.json', '{"rules":[{"a":{"colour":"x"},"b":{}}]}')], 'colour'],
    [['clash', walls, '--previous', place.write('other.json', '{"a":1}')], 'is no report'],
    [['clash', place.path('missing.glb')], 'there is no such file'],
    [['clash', place.folder], 'it is a folder'],
    [['clash', place.write('broken.glb', 'glTF is not this')], 'broken.glb'],
    [['clash', walls, walls], 'given twice'],
    [['clash', walls, '--queue', 'ftp://x'], '--queue must be an address'],
    [['distance', walls], 'needs two files'],
    [['info'], 'Name at least one file'],
    [['worker'], '--queue is missing'],
  ])('%j is refused with one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await encounter(...args);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout.toString()).toBe('');
    expect(code).toBe(2);
  });
});

describe.concurrent('encounter clash', () => {
  test('between files, with clearance, all reports at once', async ({ expect }) => {
    const names = { json: 'r.json', csv: 'r.csv', bcf: 'r.bcfzip', html: 'r.html' };
    const options = Object.entries(names).flatMap(([name, file]) => [`--${name}`, place.path(file)]);
    const { code, stdout, stderr } = await encounter(
      'clash',
      walls,
      pipes,
      '--clearance',
      '0.05',
      '--no-snapshots',
      ...options,
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('7 clashes among 12 parts: 3 hard, 1 contained, 2 touch, 1 clearance');
    const report = JSON.parse(readFileSync(place.path('r.json'), 'utf8'));
    expect(report.version).toBe(1);
    expect(report.clashes).toHaveLength(7);
    const ids = report.clashes.map((clash: { id: string }) => clash.id);
    expect(ids).toEqual([...ids].sort());
    expect(readFileSync(place.path('r.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(8);
    expect(readFileSync(place.path('r.bcfzip')).subarray(0, 2).toString()).toBe('PK');
    const html = readFileSync(place.path('r.html'), 'utf8');
    expect(html).not.toContain('Wall <b>');
    expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
  });

  test('within one file; --self for both', async ({ expect }) => {
    const [one, both] = await Promise.all([
      encounter('clash', walls, '--json', '-'),
      encounter('clash', walls, pipes, '--self', '--json', '-'),
    ]);
    const files = (text: Buffer): string[] => {
      const report = JSON.parse(text.toString());
      const file = new Map(report.parts.map((part: { id: string; file: string }) => [part.id, part.file]));
      return report.clashes.map(({ a, b }: { a: string; b: string }) => [file.get(a), file.get(b)].sort().join(' '));
    };
    expect([...new Set(files(one.stdout))]).toEqual(['walls.glb walls.glb']);
    expect([...new Set(files(both.stdout))].sort()).toEqual(['pipes.glb walls.glb', 'walls.glb walls.glb']);
  });

  test('exit code 1 with --fail and clashes, 0 without clashes', async ({ expect }) => {
    const [found, none, quiet] = await Promise.all([
      encounter('clash', walls, pipes, '--fail'),
      encounter('clash', walls, apart, '--fail'),
      encounter('clash', walls, pipes, '--quiet'),
    ]);
    expect([found.code, none.code, quiet.code]).toEqual([1, 0, 0]);
    expect(none.stdout.toString()).toContain('No clashes among 7 parts');
    expect(quiet.stdout.toString() + quiet.stderr).toBe('');
  });

  test('rules choose, kinds filter', async ({ expect }) => {
    const rules = place.write(
      'rules.json',
      JSON.stringify({ rules: [{ a: { name: 'Pipe *' }, b: { name: 'Wall *' } }] }),
    );
    const { stdout } = await encounter('clash', walls, pipes, '--rules', rules, '--kinds', 'hard,touch');
    expect(stdout.toString()).toContain('3 clashes among 12 parts: 3 hard');
  });

  test('status is taken over from an earlier report; approved clashes do not fail', async ({ expect }) => {
    const first = await encounter('clash', walls, pipes, '--json', '-');
    const report = JSON.parse(first.stdout.toString());
    for (const clash of report.clashes) clash.status = 'approved';
    const previous = place.write('approved.json', JSON.stringify(report));
    const again = await encounter('clash', walls, pipes, '--previous', previous, '--json', '-', '--fail');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout.toString()).clashes.map((clash: { status: string }) => clash.status)).toEqual(
      report.clashes.map(() => 'approved'),
    );
    const less = place.write('less.glb', glb(PIPES.slice(1)));
    const gone = await encounter('clash', walls, less, '--json', '-', '--fail');
    expect(gone.code).toBe(1);
  });

  test('the same bytes with 1, 2 and 4 workers', async ({ expect }) => {
    const [a, b] = [place.write('a.glb', glb(rows(200, 'A', 0))), place.write('b.glb', glb(rows(200, 'B', 0.13)))];
    const texts: string[] = [];
    for (const workers of ['1', '2', '4']) {
      const names = ['json', 'csv', 'bcf', 'html'].map((kind) => [kind, place.path(`w${workers}.${kind}`)]);
      const { code, stderr } = await encounter(
        'clash',
        a,
        b,
        '--self',
        '--clearance',
        '0.1',
        '--workers',
        workers,
        '--no-snapshots',
        '--quiet',
        ...names.flatMap(([kind, file]) => [`--${kind}`, file]),
      );
      expect(stderr).toBe('');
      expect(code).toBe(0);
      texts.push(names.map(([, file]) => readFileSync(file, 'base64')).join('\n'));
    }
    expect(texts[1] === texts[0]).toBe(true);
    expect(texts[2] === texts[0]).toBe(true);
    const report = JSON.parse(Buffer.from(texts[0].split('\n')[0], 'base64').toString());
    expect(report.clashes.length).toBeGreaterThan(1000);
  });

  test('glTF with a buffer beside it; one that points elsewhere is refused', async ({ expect }) => {
    const { json, buffer } = gltf(PIPES, 'pipes.bin');
    place.write('pipes.bin', buffer);
    const fine = await encounter('clash', walls, place.write('beside.gltf', json));
    expect(fine.code).toBe(0);
    const bad = await encounter('clash', place.write('outside.gltf', gltf(PIPES, '../pipes.bin').json));
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('outside the folder of the model');
  });
});

describe.concurrent('encounter distance', () => {
  test('finds the nearest parts, and where', async ({ expect }) => {
    const { stdout } = await encounter('distance', walls, apart);
    expect(stdout.toString()).toMatch(/^Apart by 12 m\n/);
    expect(stdout.toString()).toContain('Alone (apart.obj)');
    const json = await encounter('distance', walls, apart, '--json', '-');
    const found = JSON.parse(json.stdout.toString());
    expect(found.distance).toBeCloseTo(12, 12);
    expect(found.pointA[0]).toBeCloseTo(8, 12);
    expect(found.pointB[0]).toBeCloseTo(20, 12);
    expect(found.b).toBe('Alone');
  });

  test('a file without units is in those of the other, which is said, or in --units', async ({ expect }) => {
    const file = place.write('millimetres.obj', obj([box('Alone', [20_000, 0, 0], [21_000, 1000, 1000])]));
    const [silent, told] = await Promise.all([
      encounter('distance', walls, file),
      encounter('distance', walls, file, '--units', 'mm'),
    ]);
    expect(silent.stdout.toString()).toMatch(/^Apart by 19990 m\n/);
    expect(silent.stderr.toString()).toContain('millimetres.obj: does not say its units; taken to be m');
    expect(told.stdout.toString()).toMatch(/^Apart by 12 m\n/);
    expect(told.stderr.toString()).toBe('');
    const report = await encounter('clash', walls, file, '--units', 'mm', '--clearance', '12.5', '--json', '-');
    const { units, clashes } = JSON.parse(report.stdout.toString());
    expect(units).toBe('m');
    expect(clashes.length).toBeGreaterThan(0);
    for (const { kind, distance } of clashes) expect([kind, distance >= 12 - 1e-9]).toEqual(['clearance', true]);
  });

  test('says when they touch; one inside the other touches', async ({ expect }) => {
    const inner = place.write('inner.obj', obj([box('Inner', [1.2, 0.2, 1.2], [1.3, 0.3, 1.3])]));
    const { stdout } = await encounter('distance', walls, inner);
    expect(stdout.toString()).toMatch(/^They touch or overlap\n {2}Tank /);
  });
});

describe.concurrent('encounter info', () => {
  test('parts, triangles, closed or why not, sizes, units', async ({ expect }) => {
    const open = obj([WALLS[4]]).split('\n').slice(0, -1).join('\n');
    const file = place.write('open.obj', open);
    const { code, stdout } = await encounter('info', walls, file);
    expect(code).toBe(0);
    const text = stdout.toString();
    expect(text).toContain('walls.glb: gltf, 6 parts, 72 triangles');
    expect(text).toContain('size    8 × 3.2 × 6 m');
    expect(text).toContain('closed  6 of 6 parts');
    expect(text).toContain('not closed: 4 open edges');
    const json = JSON.parse((await encounter('info', file, '--json', '-')).stdout.toString());
    expect(json[0].parts[0]).toMatchObject({
      name: 'Tank',
      triangles: 10,
      closed: false,
      box: { min: [1, 0, 1], max: [2.5, 1.5, 2.5] },
    });
  });
});

describe('models by address', () => {
  let server: Server;
  let home = '';

  beforeAll(async () => {
    const { json, buffer } = gltf(PIPES, 'pipes.bin');
    const content: Record<string, string | Uint8Array> = {
      '/m/pipes.gltf': json,
      '/m/pipes.bin': buffer,
      '/m/walls.glb': glb(WALLS),
    };
    server = createServer((request, response) => {
      const found = content[request.url ?? ''];
      response.writeHead(found === undefined ? 404 : 200).end(found);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });

  afterAll(() => server.close());

  test('are read, with the files they name', async () => {
    const { code, stdout } = await encounter(
      'clash',
      `${home}/m/walls.glb`,
      `${home}/m/pipes.gltf`,
      '--clearance',
      '0.05',
    );
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('7 clashes among 12 parts');
    const missing = await encounter('info', `${home}/m/nothing.glb`);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('404');
  });
});
