/** The colours of parts, from every format that has them. */
import { expect, test } from 'vitest';
import { readModel } from '../../src/index.ts';
import { GltfWriter } from '../support/gltf-writer.ts';
import { house } from '../support/ifc-writer.ts';
import { box, drum } from '../support/solids.ts';

const text = (content: string) => new TextEncoder().encode(content);

async function colors(bytes: Uint8Array, name: string) {
  const { parts } = await readModel(bytes, name);
  return Object.fromEntries(parts.map((part) => [part.name, part.color]));
}

test('glTF: the base colour, from linear numbers to sRGB; white by default; null without a material or with a wrong one', async () => {
  const writer = new GltfWriter();
  const primitive = ({ positions, indices }: ReturnType<typeof box>, look?: object) => {
    const material = look === undefined ? undefined : writer.material('paint');
    if (material !== undefined) Object.assign(writer.json.materials[material], look);
    return {
      attributes: { POSITION: writer.accessor(new Float32Array(positions), 'VEC3') },
      indices: writer.accessor(new Uint16Array(indices), 'SCALAR'),
      ...(material === undefined ? {} : { material }),
    };
  };
  const small = box([0, 0, 0], [1, 1, 1]);
  const base = (...baseColorFactor: unknown[]) => ({ pbrMetallicRoughness: { baseColorFactor } });
  const add = (name: string, ...primitives: object[]) =>
    writer.node({ name, mesh: writer.mesh(undefined, ...primitives) });
  add('red', primitive(small, base(1, 0, 0, 0.5)));
  add('glass', primitive(small, { ...base(0, 0.2140411, 0, 0.25), alphaMode: 'BLEND' }));
  add('white', primitive(small, {}));
  add('none', primitive(small));
  add('wrong', primitive(small, base(1, 'x', 0, 1)));
  add('bright', primitive(small, base(7, -1, 0, 1)));
  add('two', primitive(small, base(1, 0, 0, 1)), primitive(drum(30), base(0, 0, 1, 1)));
  const found = await colors(writer.glb(), 'a.glb');
  // The opacity counts only where the material is to be blended; 0.2140411 is 0.5 in sRGB.
  expect(found).toMatchObject({
    red: [1, 0, 0, 1],
    white: [1, 1, 1, 1],
    none: null,
    wrong: null,
    bright: [1, 0, 0, 1],
    two: [0, 0, 1, 1],
  });
  const [red, green, blue, opacity] = found['glass']!;
  expect([red, blue, opacity]).toEqual([0, 0, 0.25]);
  expect(green).toBeCloseTo(0.5, 6);
});

test('VRML: diffuseColor and transparency; 80 % grey by default; null without a material', async () => {
  const shape = (name: string, appearance: string) => `DEF ${name} Shape { ${appearance} geometry Box { } }\n`;
  const file =
    shape('blue', 'appearance Appearance { material Material { diffuseColor 0 0.5 1 transparency 0.25 } }') +
    shape('grey', 'appearance Appearance { material Material { } }') +
    shape('none', '') +
    shape('bare', 'appearance Appearance { }');
  expect(await colors(text(`#VRML V2.0 utf8\n${file}`), 'a.wrl')).toEqual({
    blue: [0, 0.5, 1, 0.75],
    grey: [0.8, 0.8, 0.8, 1],
    none: null,
    bare: null,
  });
});

test('IFC: the surface style', async () => {
  const plain = house({ unit: 'm' }).text();
  // The solid of the slab: the one that is 0.3 thick.
  const [, solid] = /(#\d+)=IFCEXTRUDEDAREASOLID\([^)]*,0\.3\);/.exec(plain)!;
  const styled = plain.replace(
    /ENDSEC;\s*END-ISO/,
    `#9001=IFCCOLOURRGB($,0.2,0.4,0.6);
#9002=IFCSURFACESTYLERENDERING(#9001,0.5,$,$,$,$,$,$,.FLAT.);
#9003=IFCSURFACESTYLE('concrete',.BOTH.,(#9002));
#9004=IFCSTYLEDITEM(${solid},(#9003),$);
ENDSEC;
END-ISO`,
  );
  expect(styled).not.toBe(plain);
  const found = await colors(text(styled), 'house.ifc');
  expect(found['Slab']!.map((x) => Number(x.toFixed(6)))).toEqual([0.2, 0.4, 0.6, 0.5]);
  expect(found['Chair 1']).toBeNull();
});

test('OBJ: none', async () => {
  expect(await colors(text('o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'a.obj')).toEqual({ a: null });
});
