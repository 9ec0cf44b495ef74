/**
 * The model that one sees before one has dropped any: a small machine room with the mistakes that clash detection is for. A pipe goes through a beam
 * and another through a cabinet, the cable tray cuts into the duct, a pump was pasted twice, a sensor sits inside the duct, a box inside the wall.
 */
import type { Color, Model, Part } from 'encounter-models';
import { box, cylinder, type Point, pipe, prism, type Surface } from './surfaces.ts';

export const SAMPLE_NAME = 'machine-room.wrl';
/** Metres. */
export const SAMPLE_CLEARANCE = 0.05;

const CONCRETE: Color = [0.72, 0.71, 0.69, 1];
const STEEL: Color = [0.45, 0.5, 0.58, 1];
const SHEET: Color = [0.68, 0.77, 0.83, 1];
const SUPPLY: Color = [0.82, 0.35, 0.3, 1];
const RETURN: Color = [0.28, 0.48, 0.78, 1];
const GREEN: Color = [0.27, 0.58, 0.48, 1];
const TANK: Color = [0.86, 0.83, 0.74, 1];
const YELLOW: Color = [0.93, 0.73, 0.25, 1];
const CABLE: Color = [0.25, 0.25, 0.29, 1];
const BRASS: Color = [0.79, 0.61, 0.33, 1];

/** y is up, one unit is a metre, and the room is 8 × 3 × 5. */
export function machineRoom(): Model {
  const parts: Part[] = [];
  const add = (path: string, color: Color, triangles: Surface): void => {
    const names = path.split('/');
    parts.push({
      id: path,
      name: names[names.length - 1],
      path: names,
      type: '',
      layer: '',
      material: '',
      color,
      units: 'm',
      transform: new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
      triangles,
      shape: null,
    });
  };
  addBuilding(add);
  addVentilation(add);
  addHeating(add);
  addElectrics(add);
  return { name: SAMPLE_NAME, format: 'vrml', units: 'm', parts, warnings: [] };
}

type Add = (path: string, color: Color, triangles: Surface) => void;

function addBuilding(add: Add): void {
  add('Building/Floor', CONCRETE, box([-4, -0.2, -2.5], [4, 0, 2.5]));
  add('Building/Back wall', CONCRETE, box([-4, 0, -2.7], [4, 3.2, -2.5]));
  add('Building/Side wall', CONCRETE, box([-4.2, 0, -2.7], [-4, 3.2, 2.5]));
  const places = [
    [-3.6, -2.2],
    [3.6, -2.2],
    [-3.6, 2.2],
    [3.6, 2.2],
  ] as const;
  places.forEach(([x, z], i) => {
    add(`Building/Columns/Column ${i + 1}`, CONCRETE, box([x - 0.15, 0, z - 0.15], [x + 0.15, 2.9, z + 0.15]));
  });
  add('Building/Beams/Beam 1', STEEL, box([-3.75, 2.9, -2.3], [3.75, 3.2, -2.1]));
  add('Building/Beams/Beam 2', STEEL, box([-3.75, 2.9, 2.1], [3.75, 3.2, 2.3]));
  add('Building/Beams/Cross beam', STEEL, box([0.4, 2.9, -2.1], [0.6, 3.2, 2.1]));
}

function addVentilation(add: Add): void {
  const group = 'Ventilation';
  add(`${group}/Main duct`, SHEET, box([-3.4, 2.2, -1.8], [3.4, 2.6, -1.2]));
  for (const [i, x] of [-2.4, -0.2, 2].entries()) {
    add(`${group}/Branches/Branch ${i + 1}`, SHEET, box([x - 0.2, 2.25, -1.2], [x + 0.2, 2.55, 0.6 + 0.5 * i]));
    const end = 0.6 + 0.5 * i;
    add(
      `${group}/Branches/Outlet ${i + 1}`,
      STEEL,
      prism(
        [
          [-0.2, -0.15],
          [0.2, -0.15],
          [0.2, 0.15],
          [-0.2, 0.15],
        ],
        (u, v, face) => [x + u * (1 + 0.5 * face), 2.4 + v * (1 + 0.5 * face), end + 0.25 * face],
      ),
    );
  }
  for (const [i, x] of [-3, -1, 1, 3].entries())
    add(`${group}/Hangers/Hanger ${i + 1}`, STEEL, cylinder([x, 2.6, -1.5], [x, 3.2, -1.5], 0.012, 0.012, 12));
  // Inside the duct, as it is drawn: a solid block.
  add(`${group}/Sensor`, BRASS, cylinder([1.2, 2.35, -1.5], [1.2, 2.45, -1.5], 0.04));
}

function addHeating(add: Add): void {
  const group = 'Heating';
  add(`${group}/Boiler/Body`, TANK, cylinder([-2.6, 0.12, -0.6], [-2.6, 1.75, -0.6], 0.55, 0.55, 40));
  add(`${group}/Boiler/Plinth`, CONCRETE, box([-3.2, 0, -1.2], [-2, 0.12, 0]));
  add(`${group}/Boiler/Chimney`, STEEL, cylinder([-2.6, 1.75, -0.6], [-2.6, 2.1, -0.6], 0.14, 0.1));
  add(`${group}/Buffer tank/Body`, TANK, cylinder([2.6, 0.1, -0.7], [2.6, 1.9, -0.7], 0.5, 0.5, 40));
  add(`${group}/Buffer tank/Foot`, STEEL, cylinder([2.6, 0, -0.7], [2.6, 0.1, -0.7], 0.35));
  for (const [name, x] of [
    ['Pump 1', -0.9],
    ['Pump 2', 0],
    ['Pump 3', 0.9],
  ] as const)
    addPump(add, `${group}/Pumps/${name}`, x);
  // Pasted twice.
  addPumpMotor(add, `${group}/Pumps/Pump 2/Motor (copy)`, 0);

  const r = 0.06;
  // Along the ceiling, straight through the cross beam.
  const supply: Point[] = [
    [-2.05, 1.4, -0.6],
    [-1.5, 1.4, -0.6],
    [-1.5, 3, -0.6],
    [1.6, 3, -0.6],
    [1.6, 1.6, -0.6],
    [2.1, 1.6, -0.6],
  ];
  add(`${group}/Supply/Supply main`, SUPPLY, pipe(supply, r));
  for (const [i, x] of [-0.9, 0, 0.9].entries()) {
    add(`${group}/Return/Drop ${i + 1}`, RETURN, pipe([[x, 0.61, 1], [x, 1.2, 1], [x, 1.2, 1.62]], 0.05)); // biome-ignore format: one point after the other
    add(`${group}/Return/Flange ${i + 1}`, BRASS, cylinder([x, 0.57, 1], [x, 0.61, 1], 0.09));
  }
  // 4 cm from the supply main: too near for its insulation.
  add(`${group}/Supply/Bypass`, SUPPLY, pipe([[-2.05, 0.9, -0.6], [-1.35, 0.9, -0.6], [-1.35, 1.9, -0.6], [-1.35, 1.9, 0.4]], 0.05)); // biome-ignore format: one point after the other
  // Into the cabinet.
  add(`${group}/Return/Return main`, RETURN, pipe([[-1.4, 1.2, 1.68], [3.2, 1.2, 1.68], [3.2, 0.3, 1.68]], r)); // biome-ignore format: one point after the other
}

function addPump(add: Add, group: string, x: number): void {
  add(`${group}/Base`, CONCRETE, box([x - 0.25, 0, 0.7], [x + 0.25, 0.15, 1.9]));
  add(`${group}/Housing`, GREEN, cylinder([x, 0.36, 0.85], [x, 0.36, 1.15], 0.21));
  addPumpMotor(add, `${group}/Motor`, x);
}

function addPumpMotor(add: Add, name: string, x: number): void {
  add(name, STEEL, cylinder([x, 0.36, 1.15], [x, 0.36, 1.6], 0.13));
}

function addElectrics(add: Add): void {
  const group = 'Electrics';
  // Open above; too high by 6 cm, it cuts into the branches of the ventilation.
  const [low, wall, height, width] = [2.13, 0.01, 0.18, 0.3];
  const outline = [
    [0, 0],
    [width, 0],
    [width, height],
    [width - wall, height],
    [width - wall, wall],
    [wall, wall],
    [wall, height],
    [0, height],
  ] as const;
  const quads = [
    [0, 1, 4, 5],
    [1, 2, 3, 4],
    [0, 5, 6, 7],
  ];
  const place = (u: number, v: number, end: 0 | 1): Point => [end === 0 ? 3.3 : -3.3, low + v, 0.1 + u];
  add(`${group}/Cable tray/Tray`, YELLOW, prism(outline, place, quads));
  for (let i = 0; i < 4; i++) {
    const z = 0.15 + 0.06 * i;
    add(
      `${group}/Cable tray/Cable ${i + 1}`,
      CABLE,
      cylinder([-3.25, low + wall + 0.02, z], [3.25, low + wall + 0.02, z], 0.02, 0.02, 12),
    );
  }
  add(`${group}/Cabinet/Case`, YELLOW, box([2.9, 0.1, 1.4], [3.4, 1.9, 1.95]));
  add(`${group}/Cabinet/Plinth`, STEEL, box([2.95, 0, 1.45], [3.35, 0.1, 1.9]));
  add(`${group}/Lamps/Lamp 1`, TANK, box([-1.9, 2.75, 1.2], [-0.7, 2.83, 1.4]));
  add(`${group}/Lamps/Lamp 2`, TANK, box([1.2, 2.75, 1.2], [2.4, 2.83, 1.4]));
  // In the wall.
  add(`${group}/Junction box`, YELLOW, box([-0.1, 1.2, -2.65], [0.1, 1.35, -2.55]));
  add(`${group}/Switch`, YELLOW, box([-3.99, 1.1, 1], [-3.95, 1.25, 1.15]));
}

/** As a VRML file, so that programs can read the sample, too. */
export function asVrml({ parts }: Model): string {
  const lines = ['#VRML V2.0 utf8'];
  const numbers = (list: ArrayLike<number>, each: number, end: string): string => {
    const rows: string[] = [];
    for (let k = 0; k < list.length; k += each)
      rows.push(Array.from({ length: each }, (_, i) => list[k + i]).join(' '));
    return rows.join(end);
  };
  const open: string[] = [];
  const close = (length: number): void => {
    while (open.length > length) {
      open.pop();
      lines.push('] }');
    }
  };
  for (const { path, color, triangles } of parts) {
    const groups = path.slice(0, -1);
    let same = 0;
    while (same < open.length && open[same] === groups[same]) same++;
    close(same);
    for (const name of groups.slice(same)) {
      lines.push(`DEF ${vrmlName(name)} Group { children [`);
      open.push(name);
    }
    const [red, green, blue] = color ?? [0.8, 0.8, 0.8, 1];
    lines.push(
      `DEF ${vrmlName(path[path.length - 1])} Shape {`,
      `appearance Appearance { material Material { diffuseColor ${red} ${green} ${blue} } }`,
      `geometry IndexedFaceSet { coord Coordinate { point [ ${numbers(triangles.positions, 3, ', ')} ] }`,
      `coordIndex [ ${numbers(triangles.indices, 3, ' -1 ')} ] } }`,
    );
  }
  close(0);
  return `${lines.join('\n')}\n`;
}

/** Names of VRML have no spaces and no brackets. */
function vrmlName(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-');
}
