import { Mesh } from 'encounter';
import { expect, test } from 'vitest';
import { type Limits, type Model, ModelError, type Part, readModel } from '../../src/index.ts';
import { area, volume, worldBox, worldPositions } from '../support/measure.ts';

function read(body: string, limits?: Partial<Limits>): Promise<Model> {
  return readModel(new TextEncoder().encode(`#VRML V2.0 utf8\n${body}`), 'a.wrl', { limits });
}

async function only(body: string): Promise<Part> {
  const { parts } = await read(body);
  expect(parts.length).toBe(1);
  return parts[0];
}

function isClosed({ triangles: { positions, indices } }: Part): boolean {
  try {
    new Mesh({ positions, indices, solid: true });
    return true;
  } catch {
    return false;
  }
}

const CUBE = `IndexedFaceSet {
  coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1 ] }
  coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 2 3 7 6 -1 1 2 6 5 -1 0 4 7 3 ]
}`;

test('solids are what they are, and their triangles are closed and outside out', async () => {
  const { parts, units, format } = await read(`
    Shape { geometry Box { size 1 2 3 } }
    Shape { geometry Sphere { radius 2 } }
    Shape { geometry Cone { bottomRadius 2 height 3 } }
    Shape { geometry Cylinder { radius 2 height 3 } }
    Shape { geometry Box { } }`);
  expect([units, format]).toEqual(['m', 'vrml']);
  expect(parts.map((part) => part.shape)).toEqual([
    { kind: 'box', size: [1, 2, 3] },
    { kind: 'sphere', radius: 2 },
    { kind: 'cone', radius: 2, height: 3 },
    { kind: 'cylinder', radius: 2, height: 3 },
    { kind: 'box', size: [2, 2, 2] },
  ]);
  const volumes = [6, (32 / 3) * Math.PI, 4 * Math.PI, 12 * Math.PI, 8];
  parts.forEach((part, k) => {
    expect(isClosed(part), part.name).toBe(true);
    // Inscribed: never more than the shape itself, and not much less.
    expect(volume(part)).toBeLessThanOrEqual(volumes[k] * (1 + 1e-12));
    expect(volume(part)).toBeGreaterThan(0.97 * volumes[k]);
  });
  expect(worldBox(parts[2])).toEqual([-2, -1.5, -2, 2, 1.5, 2]);
  // The apex of the cone is above.
  expect(worldPositions(parts[2]).slice(0, 3)).toEqual([0, 1.5, 0]);
});

test('a cone or cylinder without an end is no solid', async () => {
  const { parts } = await read(`
    Shape { geometry Cylinder { top FALSE } }
    Shape { geometry Cylinder { side FALSE } }
    Shape { geometry Cone { bottom FALSE } }
    Shape { geometry Cone { side FALSE } }`);
  expect(parts.map((part) => part.shape)).toEqual([null, null, null, null]);
  expect(parts.map((part) => part.triangles.indices.length / 3)).toEqual([94, 60, 32, 30]);
  expect(parts.some(isClosed)).toBe(false);
});

test('sizes of nothing are left out with a warning', async () => {
  const { parts, warnings } = await read(
    'Shape { geometry Box { size 1 0 1 } } Shape { geometry Sphere { radius -1 } }',
  );
  expect(parts).toEqual([]);
  expect(warnings).toEqual(['Box with a size of 0 is left out.', 'Sphere with a size of -1 is left out.']);
});

test('a transform is translation, center, rotation, scale orientation and scale, in this order', async () => {
  const part = await only(`Transform { translation 10 20 30 center 1 0 0 rotation 0 0 2 1.5707963267948966
    scale 2 3 4 children Shape { geometry PointSet { coord Coordinate { point [ 1 0 0, 2 0 0, 1 1 0, 1 0 1 ] } } } }`);
  const expected = [11, 20, 30, 11, 22, 30, 8, 20, 30, 11, 20, 34];
  worldPositions(part).forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k], 12);
  });
  // Scaling by 2 along the diagonal of x and y.
  const leaning = await only(`Transform { scale 2 1 1 scaleOrientation 0 0 1 0.7853981633974483
    children [ Shape { geometry PointSet { coord Coordinate { point [ 1 1 0, 1 -1 0 ] } } } ] }`);
  [2, 2, 0, 1, -1, 0].forEach((value, k) => {
    expect(worldPositions(leaning)[k]).toBeCloseTo(value, 12);
  });
});

test('nested transforms multiply, and a scaled sphere keeps its shape', async () => {
  const part = await only(
    'Transform { translation 1 0 0 children Transform { scale 2 2 8 children Shape { geometry Sphere {} } } }',
  );
  expect(part.shape).toEqual({ kind: 'sphere', radius: 1 });
  expect([...part.transform]).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 8, 0, 1, 0, 0, 1]);
});

test('what the file shares is one object, with the names of its places', async () => {
  const { parts } = await read(`
    DEF left Transform { translation -1 0 0 children DEF leg Shape { appearance DEF oak Appearance {} geometry DEF cube ${CUBE} } }
    DEF right Transform { translation 1 0 0 children USE leg }
    DEF other Transform { children Shape { appearance USE oak geometry USE cube } }
    DEF all Group { children [ USE left USE right ] }
    Shape { geometry Box {} }`);
  expect(parts.map((part) => part.path.join('/'))).toEqual([
    'left/leg',
    'right/leg',
    'other/cube',
    'all/left/leg',
    'all/right/leg',
    'Box',
  ]);
  expect(parts.map((part) => part.name)).toEqual(['leg', 'leg', 'cube', 'leg', 'leg', 'Box']);
  expect(parts.map((part) => part.material)).toEqual(['oak', 'oak', 'oak', 'oak', 'oak', '']);
  expect(new Set(parts.slice(0, 5).map((part) => part.triangles)).size).toBe(1);
  expect(parts.map((part) => part.transform[12])).toEqual([-1, 1, 0, -1, 1, 0]);
});

test('a later DEF of one name counts from there on, and a shape without a name has that of its group', async () => {
  const { parts } = await read(`DEF a Group { children Shape { geometry DEF g Box { size 1 1 1 } } }
    DEF b Group { children [ Shape { geometry USE g } Shape { geometry DEF g Box { size 2 2 2 } } Shape { geometry USE g } ] }
    DEF c Group { children [ Shape { geometry Box {} } Shape { geometry Box {} } ] }`);
  expect(parts.map((part) => part.shape?.kind === 'box' && part.shape.size[0])).toEqual([1, 1, 2, 2, 2, 2]);
  expect(
    parts
      .map((part) => part.id)
      .slice(4)
      .sort(),
  ).toEqual(['c#1', 'c#2']);
});

test('nodes that contain themselves and names that are not there are one sentence', async () => {
  await expect(read('DEF a Group { children [ Group { children USE a } ] }')).rejects.toThrow(
    'a.wrl: USE a in line 2 is inside the node of that name, which would contain itself.',
  );
  await expect(read('Group {}\nGroup { children USE b }')).rejects.toThrow('USE b in line 3 comes before any DEF b.');
});

test('small files of huge scenes are refused before the scene is made', async () => {
  const doubling = (leaf: string): string => {
    let text = `DEF n0 Group { children ${leaf} }\n`;
    for (let k = 1; k <= 60; k++) text += `DEF n${k} Group { children [ USE n${k - 1} USE n${k - 1} ] }\n`;
    return text;
  };
  await expect(read(doubling('Shape { geometry Box {} }'))).rejects.toThrow(
    /parts are more than the limit of 1,000,000/,
  );
  // Without shapes it is much ado about nothing.
  expect((await read(doubling('Group {}'))).parts).toEqual([]);
  let protos = 'PROTO P0 [ field SFNode n NULL ] { Group { children IS n } }\n';
  for (let k = 1; k <= 40; k++)
    protos += `PROTO P${k} [ field SFNode n NULL ] { Group { children [ P${k - 1} { n IS n } P${k - 1} { n IS n } ] } }\n`;
  await expect(read(`${protos} P40 { n Shape { geometry Box {} } }`)).rejects.toThrow(/PROTOs are more than/);
});

test('nesting is limited, in the text and along USE', async () => {
  const deep = (n: number): string => `${'Group { children '.repeat(n)}Shape { geometry Box {} }${' }'.repeat(n)}`;
  expect((await read(deep(100))).parts.length).toBe(1);
  await expect(read(deep(100_000))).rejects.toThrow(/limits\.depth/);
  let chain = 'DEF n0 Shape { geometry Box {} }\n';
  for (let k = 1; k < 50_000; k++) chain += `DEF n${k} Group { children USE n${k - 1} }\n`;
  await expect(read(chain)).rejects.toThrow(/limits\.depth|limits\.parts/);
});

test('face sets: winding, nonconvex faces, faces that are none', async () => {
  const cube = await only(`Shape { geometry ${CUBE} }`);
  expect(volume(cube)).toBeCloseTo(1, 14);
  expect(isClosed(cube)).toBe(true);
  const inverted = await only(`Shape { geometry ${CUBE.replace('coordIndex', 'ccw FALSE coordIndex')} }`);
  expect(volume(inverted)).toBeCloseTo(-1, 14);
  // The letter L, of area 3, also where the file calls it convex.
  const letter = await only(`Shape { geometry IndexedFaceSet { coord Coordinate {
    point [ 0 0 0 2 0 0 2 1 0 1 1 0 1 2 0 0 2 0 ] } coordIndex [ 0 1 2 3 4 5 -1 ] } }`);
  expect(area(letter)).toBeCloseTo(3, 14);
  const { parts, warnings } = await read(`Shape { geometry IndexedFaceSet { coord Coordinate {
    point [ 9 9 9 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 1 -1 1 2 -1 -1 1 2 1 -1 1 2 3 ] } }`);
  expect(warnings).toEqual(['3 faces with fewer than 3 vertices left out.']);
  // The vertex that nothing uses is gone.
  expect([...parts[0].triangles.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...parts[0].triangles.indices]).toEqual([0, 1, 2]);
});

test('a vertex on the edge of a face stays, so that neighbours still fit', async () => {
  // A cube of which one edge has a vertex in its middle, in both faces.
  const part = await only(`Shape { geometry IndexedFaceSet {
    coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1, 0.5 0 0 ] }
    coordIndex [ 0 3 2 1 8 -1 4 5 6 7 -1 0 8 1 5 4 -1 2 3 7 6 -1 1 2 6 5 -1 0 4 7 3 ] } }`);
  expect(isClosed(part)).toBe(true);
  expect(volume(part)).toBeCloseTo(1, 14);
});

test('indices beyond the vertices are one sentence', async () => {
  for (const index of ['4', '-2', '1.5', '1e9'])
    await expect(
      read(
        `Shape { geometry DEF f IndexedFaceSet { coord Coordinate { point [0 0 0 1 0 0 0 1 0 1 1 0] } coordIndex [0 1 ${index}] } }`,
      ),
    ).rejects.toThrow(`a.wrl: coordIndex of IndexedFaceSet "f" has ${Number(index)}, and there are 4 vertices.`);
});

test('lines and points', async () => {
  const { parts } = await read(`
    Shape { geometry IndexedLineSet { coord DEF c Coordinate { point [ 0 0 0 1 0 0 2 0 0 ] } coordIndex [ 0 1 2 -1 2 0 ] } }
    Shape { geometry PointSet { coord USE c } }`);
  expect([...(parts[0].triangles.segments ?? [])]).toEqual([0, 1, 1, 2, 2, 0]);
  expect(parts[0].triangles.indices.length).toBe(0);
  expect([...(parts[1].triangles.points ?? [])]).toEqual([0, 1, 2]);
});

test('an elevation grid faces up', async () => {
  const part = await only(`Shape { geometry ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 3
    height [ 0 1 0 0 1 0 ] } }`);
  expect(worldBox(part)).toEqual([0, 0, 0, 4, 1, 3]);
  expect(part.triangles.indices.length / 3).toBe(4);
  expect(area(part)).toBeCloseTo(6 * Math.sqrt(5), 12);
  const { positions: p, indices } = part.triangles;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const up = (p[b + 2] - p[a + 2]) * (p[c] - p[a]) - (p[b] - p[a]) * (p[c + 2] - p[a + 2]);
    expect(up).toBeGreaterThan(0);
  }
  await expect(
    read('Shape { geometry ElevationGrid { xDimension 30000 zDimension 30000 height [ 1 ] } }'),
  ).rejects.toThrow('a.wrl: ElevationGrid has 30000 by 30000 vertices and only 1 heights.');
});

test('extrusions: what becomes too large is refused by name', async () => {
  await expect(
    read('Shape { geometry Extrusion { crossSection [ 1e300 1e300, 1e300 -1e300, -1e300 1 ] scale [ 1e300 1 ] } }'),
  ).rejects.toThrow('a.wrl: a coordinate of Extrusion is not finite.');
});

test('extrusions: the default is a cube, and ends may be missing', async () => {
  const cube = await only('Shape { geometry Extrusion {} }');
  expect(worldBox(cube)).toEqual([-1, 0, -1, 1, 1, 1]);
  expect(volume(cube)).toBeCloseTo(4, 14);
  expect(isClosed(cube)).toBe(true);
  const open = await only('Shape { geometry Extrusion { beginCap FALSE endCap FALSE } }');
  expect(area(open)).toBeCloseTo(8, 14);
  const clockwise = await only('Shape { geometry Extrusion { ccw FALSE } }');
  expect(volume(clockwise)).toBeCloseTo(-4, 14);
});

test('extrusions: a cross-section that is not convex, scaled and turned along the spine', async () => {
  const letter = await only(`Shape { geometry Extrusion { convex FALSE
    crossSection [ 0 0 0 2 1 2 1 1 2 1 2 0 0 0 ] spine [ 0 0 0 0 3 0 ] scale [ 1 1 2 2 ] } }`);
  // A frustum of the letter L: height / 3 · (A + √(A·B) + B), with areas 3 and 12.
  expect(volume(letter)).toBeCloseTo(21, 12);
  expect(isClosed(letter)).toBe(true);
  const turned = await only('Shape { geometry Extrusion { scale [ 2 1 ] orientation [ 0 1 0 1.5707963267948966 ] } }');
  [-1, 0, -2, 1, 1, 2].forEach((value, k) => {
    expect(worldBox(turned)[k]).toBeCloseTo(value, 12);
  });
});

test('extrusions: the cross-section follows a spine in every direction', async () => {
  const spines = [
    '0 0 0 4 0 0',
    '0 0 0 0 -4 0',
    '0 0 0 0 0 4',
    '0 0 0 0 0 2 0 0 4',
    '1 2 3 1 2 7',
    '0 0 0 0 0 0 0 4 0',
  ];
  for (const spine of spines) {
    const rod = await only(`Shape { geometry Extrusion { spine [ ${spine} ] scale 0.5 0.5 } }`);
    expect(volume(rod), spine).toBeCloseTo(4, 12);
    expect(isClosed(rod), spine).toBe(true);
  }
  // Around a corner: the section in the corner is in the plane that halves the angle, and is as wide as it says, so the outer wall is straight.
  const bent = await only('Shape { geometry Extrusion { spine [ 0 0 0 0 4 0 4 4 0 ] scale 0.5 0.5 } }');
  expect(isClosed(bent)).toBe(true);
  expect(volume(bent)).toBeGreaterThan(0);
});

test('extrusions: a ring is joined and has no ends', async () => {
  const n = 24;
  const spine = Array.from({ length: n + 1 }, (_, k) => {
    const angle = (2 * Math.PI * (k % n)) / n;
    return `${3 * Math.cos(angle)} 0 ${3 * Math.sin(angle)}`;
  });
  const ring = await only(`Shape { geometry Extrusion { spine [ ${spine.join(', ')} ] scale 0.5 0.5 } }`);
  expect(isClosed(ring)).toBe(true);
  expect(ring.triangles.indices.length / 3).toBe(n * 4 * 2);
  // A square of area 1 around a polygon whose corners are at distance 3: Pappus, with the share of the polygon in the circle.
  expect(Math.abs(volume(ring))).toBeCloseTo(3 * n * Math.sin((2 * Math.PI) / n), 1);
});

test('groups of all kinds', async () => {
  const box = (x: number): string => `Shape { geometry Box { size ${x} 1 1 } }`;
  const { parts, warnings } = await read(`
    Anchor { children ${box(1)} url "x" } Collision { children ${box(2)} proxy ${box(9)} } Billboard { children ${box(3)} }
    LOD { range [ 1 ] level [ ${box(4)} ${box(9)} ] } Switch { whichChoice 1 choice [ ${box(9)} ${box(5)} ] }
    Switch { choice [ ${box(9)} ] } Inline { url [ "house.wrl" ] } PointLight {} Viewpoint { description "a" }
    Unheard { of [ 1 2 3 ] children ${box(9)} } Shape { geometry Text { string "a" } } Shape { geometry NULL } Shape {}`);
  expect(parts.map((part) => part.shape?.kind === 'box' && part.shape.size[0])).toEqual([1, 2, 3, 4, 5]);
  expect(warnings).toEqual([
    'A Billboard does not turn to a viewer: it is read as it stands.',
    'Switch shows none of its choices.',
    'Inline "house.wrl" is another file and is left out.',
    'Unheard is no node of VRML97 that can stand there and is left out.',
    'Geometry of type Text is left out.',
  ]);
});

test('PROTO: fields, defaults, names, nested ones, and geometry that instances share', async () => {
  const { parts, warnings } = await read(`
    PROTO Leg [ field SFFloat length 1 eventIn SFBool on exposedField SFVec3f at 0 0 0 ] {
      Transform { translation IS at children Shape { geometry Cylinder { height IS length radius 0.1 } } }
      Script { url "javascript:" field SFBool b TRUE eventIn SFBool c IS on }
    }
    PROTO Table [ field SFFloat high 2 ] {
      Group { children [ Leg { length IS high at 1 0 0 } Leg { length IS high at -1 0 0 } Shape { geometry DEF top Box {} } ] }
    }
    DEF t1 Table { } DEF t2 Table { high 5 }
    EXTERNPROTO Far [ field SFFloat x ] [ "far.wrl" ]
    Far { x 1 }
    DEF s TimeSensor {} ROUTE s.time TO t1.time`);
  expect(parts.map((part) => (part.shape?.kind === 'cylinder' ? part.shape.height : part.shape?.kind))).toEqual([
    2,
    2,
    'box',
    5,
    5,
    'box',
  ]);
  expect(parts.map((part) => part.transform[12])).toEqual([1, -1, 0, 1, -1, 0]);
  expect(parts.map((part) => part.path[0])).toEqual(['t1', 't1', 't1', 't2', 't2', 't2']);
  expect(parts[2].triangles).toBe(parts[5].triangles);
  expect(parts[2].path).toEqual(['t1', 'top']);
  expect(warnings).toEqual([
    'Far is defined in another file (EXTERNPROTO) and is left out.',
    'Scripts and routes are not run: everything is where the file puts it first.',
  ]);
});

test('comments, commas, strings with escapes, hexadecimal numbers and odd names', async () => {
  const part = await only(
    'WorldInfo{title "a \\"quoted\\" # title { \\\\" info["x","y"]}# comment { [\r\nDEF 1.wall-2 Shape{geometry Box{size 0x10,+2.5e0,,.5}}# end',
  );
  expect(part.name).toBe('1.wall-2');
  expect(part.shape).toEqual({ kind: 'box', size: [16, 2.5, 0.5] });
});

test('what is no VRML97 is one sentence', async () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  await expect(readModel(bytes('#VRML V1.0 ascii\nSeparator {}'), 'a.wrl')).rejects.toThrow(
    'a.wrl: it is VRML 1.0, and only VRML97 (#VRML V2.0 utf8) is read.',
  );
  await expect(readModel(bytes('Shape {}'), 'a.wrl')).rejects.toThrow(
    'a.wrl: it does not begin with #VRML V2.0 utf8, so it is not VRML97.',
  );
  await expect(readModel(Uint8Array.of(0x1f, 0x8b, 8, 0), 'a.wrl')).rejects.toThrow(
    'a.wrl: it is packed by gzip: unpack it first.',
  );
});

test('truncated and broken files are one sentence that names the line', async () => {
  const whole = `DEF a Transform { translation 1 2 3 children [ Shape { geometry ${CUBE} } ] } WorldInfo { title "end" }`;
  const cut = [...whole].map((_, k) => whole.slice(0, k));
  for (const text of cut) {
    const outcome = await read(text).then(
      (model) => model.format,
      (error: unknown) => error,
    );
    if (outcome !== 'vrml') {
      expect(outcome).toBeInstanceOf(ModelError);
      expect((outcome as Error).message).toMatch(/^a\.wrl: .*line \d+.*\.$/);
    }
  }
  await expect(read('Group {\n children ] }')).rejects.toThrow(
    'a.wrl: "]" in line 3 stands where a value of children should be.',
  );
  await expect(read('Transform { scale 1e999 1 1 }')).rejects.toThrow(
    'the number 1e999 of scale in line 2 is too large.',
  );
  const huge = 'Transform { scale 1e300 1e300 1e300 children ';
  await expect(read(`${huge}${huge}Shape { geometry Box {} } } }`)).rejects.toThrow(/placement of "Box" is not finite/);
});

test('what is scaled to nothing is left out', async () => {
  const { parts, warnings } = await read('DEF flat Transform { scale 1 0 1 children Shape { geometry Box {} } }');
  expect(parts).toEqual([]);
  expect(warnings).toEqual(['"flat" is scaled to nothing and is left out.']);
});
