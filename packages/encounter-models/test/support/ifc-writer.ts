/** Writes small IFC files for the tests: a house of two storeys of which all sizes are known. */

export type IfcUnit = 'mm' | 'm' | 'ft' | 'none';

export interface HouseOptions {
  readonly schema?: 'IFC4' | 'IFC2X3';
  readonly unit?: IfcUnit;
  /** Where the site is, in metres. */
  readonly site?: readonly [number, number, number];
  /** Where the coordinates of the slab's outline are, in metres, with a placement that moves it back. */
  readonly outlineAt?: readonly [number, number];
}

/** One unit of the file in metres. */
const METRES: Readonly<Record<IfcUnit, number>> = { mm: 0.001, m: 1, ft: 0.3048, none: 1 };

/** One line per entity; `add` returns the reference to it. */
export class IfcWriter {
  readonly schema: string;
  readonly #lines: string[] = [];
  #guids = 0;

  constructor(schema: string) {
    this.schema = schema;
  }

  add(type: string, ...values: readonly (string | number)[]): string {
    const text = values.map((value) => (typeof value === 'number' ? real(value) : value));
    this.#lines.push(`#${this.#lines.length + 1}=${type}(${text.join(',')});`);
    return `#${this.#lines.length}`;
  }

  /** 22 characters, as of a GlobalId. */
  guid(): string {
    return `'${String(++this.#guids).padStart(22, '0')}'`;
  }

  text(): string {
    return [
      'ISO-10303-21;',
      'HEADER;',
      "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
      "FILE_NAME('house.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
      `FILE_SCHEMA(('${this.schema}'));`,
      'ENDSEC;',
      'DATA;',
      ...this.#lines,
      'ENDSEC;',
      'END-ISO-10303-21;',
      '',
    ].join('\n');
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.text());
  }
}

/** The placement, geometry and products of one file, in metres whatever its unit is. */
class HouseWriter extends IfcWriter {
  readonly #perMetre: number;
  readonly #owner: string;
  context = '';

  constructor(schema: string, unit: IfcUnit) {
    super(schema);
    this.#perMetre = 1 / METRES[unit];
    const person = this.add('IFCPERSON', '$', "'Somebody'", ...Array(6).fill('$'));
    const organization = this.add('IFCORGANIZATION', '$', "'Nobody'", '$', '$', '$');
    const both = this.add('IFCPERSONANDORGANIZATION', person, organization, '$');
    const application = this.add('IFCAPPLICATION', organization, "'1'", "'tests'", "'tests'");
    this.#owner = this.add('IFCOWNERHISTORY', both, application, '$', '.ADDED.', '$', '$', '$', '1700000000');
  }

  /** The attributes that every rooted entity begins with. */
  root(name: string): string[] {
    return [this.guid(), this.#owner, name === '$' ? name : `'${name}'`, '$'];
  }

  point(...coordinates: number[]): string {
    const inUnits = coordinates.map((metres) => real(metres * this.#perMetre));
    return this.add('IFCCARTESIANPOINT', `(${inUnits.join(',')})`);
  }

  length(metres: number): number {
    return metres * this.#perMetre;
  }

  placement(x: number, y: number, z: number, parent = '$'): string {
    return this.add('IFCLOCALPLACEMENT', parent, this.axes(x, y, z));
  }

  axes(x: number, y: number, z: number): string {
    return this.add('IFCAXIS2PLACEMENT3D', this.point(x, y, z), '$', '$');
  }

  /** A block with a corner in the origin of its placement. */
  block(width: number, depth: number, height: number, at: readonly [number, number] = [0, 0]): string {
    const [x, y] = at;
    const outline = this.add(
      'IFCPOLYLINE',
      `(${[this.point(x, y), this.point(x + width, y), this.point(x + width, y + depth), this.point(x, y + depth), this.point(x, y)].join(',')})`,
    );
    const profile = this.add('IFCARBITRARYCLOSEDPROFILEDEF', '.AREA.', '$', outline);
    const up = this.add('IFCDIRECTION', '(0.,0.,1.)');
    return this.add('IFCEXTRUDEDAREASOLID', profile, this.axes(-x, -y, 0), up, this.length(height));
  }

  body(item: string, kind = 'SweptSolid'): string {
    return this.add('IFCSHAPEREPRESENTATION', this.context, "'Body'", `'${kind}'`, `(${item})`);
  }

  shape(...representations: string[]): string {
    return this.add('IFCPRODUCTDEFINITIONSHAPE', '$', '$', `(${representations.join(',')})`);
  }

  mapped(map: string, x: number, y: number, z: number): string {
    const operator = this.add('IFCCARTESIANTRANSFORMATIONOPERATOR3D', '$', '$', this.point(x, y, z), '$', '$');
    return this.add('IFCMAPPEDITEM', map, operator);
  }

  relate(type: string, whole: string, ...parts: string[]): void {
    const list = `(${parts.join(',')})`;
    const related = type === 'IFCRELAGGREGATES' ? [whole, list] : [list, whole];
    this.add(type, ...this.root('$'), ...related);
  }
}

/**
 * A wall of 4 × 0.2 × 3 m with an opening of 1 × 2.1 m, a door in it, a slab of 4 × 5 × 0.3 m, a space, two chairs of one mapped geometry, and upstairs
 * an assembly of two beams.
 */
export function house(options: HouseOptions = {}): IfcWriter {
  const { schema = 'IFC4', unit = 'mm', site: at = [0, 0, 0], outlineAt = [0, 0] } = options;
  const w = new HouseWriter(schema, unit);
  const is4 = schema === 'IFC4';
  const world = w.add('IFCGEOMETRICREPRESENTATIONCONTEXT', '$', "'Model'", '3', 1e-5, w.axes(0, 0, 0), '$');
  w.context = world;
  const project = w.add('IFCPROJECT', ...w.root('House'), '$', '$', '$', `(${world})`, units(w, unit));

  const sitePlace = w.placement(...at);
  const site = w.add('IFCSITE', ...w.root('Site'), '$', sitePlace, '$', '$', '.ELEMENT.', '$', '$', '$', '$', '$');
  const buildingPlace = w.placement(0, 0, 0, sitePlace);
  const building = w.add(
    'IFCBUILDING',
    ...w.root('Building'),
    '$',
    buildingPlace,
    '$',
    '$',
    '.ELEMENT.',
    '$',
    '$',
    '$',
  );
  const storey = (name: string, z: number): { id: string; place: string } => {
    const place = w.placement(0, 0, z, buildingPlace);
    const id = w.add('IFCBUILDINGSTOREY', ...w.root(name), '$', place, '$', '$', '.ELEMENT.', w.length(z));
    return { id, place };
  };
  const ground = storey('Ground', 0);
  const upper = storey('Upper', 3);
  w.relate('IFCRELAGGREGATES', project, site);
  w.relate('IFCRELAGGREGATES', site, building);
  w.relate('IFCRELAGGREGATES', building, ground.id, upper.id);

  const wallPlace = w.placement(0, 0, 0, ground.place);
  const tag = is4 ? ['$', '$'] : ['$'];
  // \X2\00E4\X0\ is ä.
  const wall = w.add(
    'IFCWALL',
    ...w.root('W\\X2\\00E4\\X0\\nd'),
    '$',
    wallPlace,
    w.shape(w.body(w.block(4, 0.2, 3))),
    ...tag,
  );
  const openingPlace = w.placement(1, -0.1, 0, wallPlace);
  const opening = w.add(
    'IFCOPENINGELEMENT',
    ...w.root('Opening'),
    '$',
    openingPlace,
    w.shape(w.body(w.block(1, 0.4, 2.1))),
    ...tag,
  );
  w.add('IFCRELVOIDSELEMENT', ...w.root('$'), wall, opening);
  const door = w.add(
    'IFCDOOR',
    ...w.root('Door'),
    '$',
    w.placement(0, 0.15, 0, openingPlace),
    w.shape(w.body(w.block(1, 0.1, 2.1))),
    '$',
    w.length(2.1),
    w.length(1),
    ...(is4 ? ['$', '$', '$'] : []),
  );
  w.add('IFCRELFILLSELEMENT', ...w.root('$'), opening, door);

  const slab = w.add(
    'IFCSLAB',
    ...w.root('Slab'),
    '$',
    w.placement(0, 0, -0.3, ground.place),
    w.shape(w.body(w.block(4, 5, 0.3, outlineAt))),
    '$',
    '.FLOOR.',
  );
  const space = w.add(
    'IFCSPACE',
    ...w.root('Room'),
    '$',
    w.placement(0, 0.2, 0, ground.place),
    w.shape(w.body(w.block(4, 4.8, 2.5))),
    '$',
    '.ELEMENT.',
    '.INTERNAL.',
    '$',
  );
  w.relate('IFCRELAGGREGATES', ground.id, space);

  const map = w.add('IFCREPRESENTATIONMAP', w.axes(0, 0, 0), w.body(w.block(0.5, 0.5, 0.9)));
  const chair = (name: string, x: number): string =>
    w.add(
      'IFCFURNISHINGELEMENT',
      ...w.root(name),
      '$',
      w.placement(x, 1, 0, ground.place),
      w.shape(w.body(w.mapped(map, 0, 0, 0), 'MappedRepresentation')),
      '$',
    );
  const chairs = [chair('Chair 1', 1), chair('Chair 2', 2)];
  // The door is in no list: it belongs to the storey of the wall that its opening is in.
  w.relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', ground.id, wall, slab, ...chairs);

  const framePlace = w.placement(0, 0, 0, upper.place);
  const frame = w.add('IFCELEMENTASSEMBLY', ...w.root('Frame'), '$', framePlace, '$', '$', '.SITE.', '.USERDEFINED.');
  const beam = (name: string, y: number): string =>
    w.add(
      'IFCBEAM',
      ...w.root(name),
      '$',
      w.placement(0, y, 0, framePlace),
      w.shape(w.body(w.block(4, 0.2, 0.3))),
      ...tag,
    );
  w.relate('IFCRELAGGREGATES', frame, beam('Beam 1', 0), beam('Beam 2', 2));
  w.relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', upper.id, frame);

  const concrete = w.add('IFCMATERIAL', "'Concrete'", ...(is4 ? ['$', '$'] : []));
  const layer = w.add('IFCMATERIALLAYER', concrete, w.length(0.2), '$', ...(is4 ? ['$', '$', '$', '$'] : []));
  const layers = w.add('IFCMATERIALLAYERSET', `(${layer})`, "'Wall 200'", ...(is4 ? ['$'] : []));
  w.relate('IFCRELASSOCIATESMATERIAL', concrete, slab);
  w.relate('IFCRELASSOCIATESMATERIAL', layers, wall);
  return w;
}

function units(w: IfcWriter, unit: IfcUnit): string {
  if (unit === 'none') return '$';
  let length = w.add('IFCSIUNIT', '*', '.LENGTHUNIT.', unit === 'mm' ? '.MILLI.' : '$', '.METRE.');
  if (unit === 'ft') {
    const factor = w.add('IFCMEASUREWITHUNIT', `IFCLENGTHMEASURE(${real(METRES.ft)})`, length);
    const dimensions = w.add('IFCDIMENSIONALEXPONENTS', '1', '0', '0', '0', '0', '0', '0');
    length = w.add('IFCCONVERSIONBASEDUNIT', dimensions, '.LENGTHUNIT.', "'FOOT'", factor);
  }
  const angle = w.add('IFCSIUNIT', '*', '.PLANEANGLEUNIT.', '$', '.RADIAN.');
  return w.add('IFCUNITASSIGNMENT', `(${length},${angle})`);
}

/** A real of STEP has a point. */
function real(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text.replace(/^(-?\d+)e/, '$1.e').replace('e', 'E') : `${text}.`;
}
