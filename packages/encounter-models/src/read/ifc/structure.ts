/** What an IFC file says of its elements besides geometry: names, classes, what is in what, storeys, materials, units. */
import type { IfcAPI, RawLineData } from 'web-ifc';
import type { WebIfc } from './engine.ts';

/** An attribute of an entity as web-ifc gives it: a list, nothing, or a value with its kind. */
type Attribute = readonly Attribute[] | { readonly type: number; readonly value: unknown } | null | undefined;

/** Where attributes are, in every version of IFC. */
const NAME = 2;
/** Of every product. */
const SHAPE = 6;
/** Of IfcRelAggregates, IfcRelNests, IfcRelVoidsElement, IfcRelFillsElement: what is the whole. */
const WHOLE = 4;
const PARTS = 5;
/** Of IfcRelContainedInSpatialStructure, IfcRelAssociatesMaterial, IfcRelDefinesByType it is the other way round. */
const MEMBERS = 4;
const COMMON = 5;

export interface Element {
  readonly globalId: string;
  readonly name: string;
  /** Such as `IfcWall`. */
  readonly type: string;
  /** The name of the storey that it is in, or an empty string. */
  readonly storey: string;
  /** From the project down to its own name. */
  readonly path: readonly string[];
  readonly material: string;
}

export class Structure {
  readonly #api: IfcAPI;
  readonly #webIfc: WebIfc;
  readonly #model: number;
  readonly #depth: number;
  readonly #parents = new Map<number, number>();
  /** Elements with openings. */
  readonly #cut: ReadonlySet<number>;
  /** Element or type of elements → its material. */
  readonly #materials = new Map<number, number>();
  /** Element → its type. */
  readonly #types = new Map<number, number>();

  /** `depth` is how many steps of "is part of" are followed. */
  constructor(api: IfcAPI, webIfc: WebIfc, model: number, depth: number) {
    this.#api = api;
    this.#webIfc = webIfc;
    this.#model = model;
    this.#depth = depth;
    // What is said first counts: a part of an assembly that is also listed in the storey belongs to the assembly.
    this.#relate(webIfc.IFCRELAGGREGATES, PARTS, WHOLE, this.#parents);
    this.#relate(webIfc.IFCRELNESTS, PARTS, WHOLE, this.#parents);
    this.#relate(webIfc.IFCRELCONTAINEDINSPATIALSTRUCTURE, MEMBERS, COMMON, this.#parents);
    const openings = new Map<number, number>();
    this.#relate(webIfc.IFCRELVOIDSELEMENT, PARTS, WHOLE, openings);
    this.#cut = new Set(openings.values());
    for (const [opening, element] of openings) if (!this.#parents.has(opening)) this.#parents.set(opening, element);
    this.#relate(webIfc.IFCRELFILLSELEMENT, PARTS, WHOLE, this.#parents);
    this.#relate(webIfc.IFCRELASSOCIATESMATERIAL, MEMBERS, COMMON, this.#materials);
    this.#relate(webIfc.IFCRELDEFINESBYTYPE, MEMBERS, COMMON, this.#types);
  }

  element(id: number): Element {
    const { arguments: attributes } = this.#line(id);
    const type = this.typeOf(id);
    const name = this.#text(attributes[NAME]) || type;
    const path = [name];
    let storey = '';
    let at = this.#parents.get(id);
    for (let step = 0; at !== undefined && step < this.#depth; step++) {
      const parentType = this.typeOf(at);
      const parentName = this.#text(this.#line(at).arguments[NAME]) || parentType;
      // A door is in its opening, which is in the wall: the opening is a hole, no thing to be in.
      if (parentType !== 'IfcOpeningElement') path.push(parentName);
      if (parentType === 'IfcBuildingStorey' && storey === '') storey = parentName;
      at = this.#parents.get(at);
    }
    return {
      globalId: this.#text(attributes[0]),
      name,
      type,
      storey,
      path: path.reverse(),
      material: this.#material(id),
    };
  }

  /** The class of an entity as the standard writes it. */
  typeOf(id: number): string {
    return this.#api.GetNameFromTypeCode(this.#api.GetLineType(this.#model, id));
  }

  /** How many elements of each class have a shape and are not among those made. Openings are no elements of their own. */
  countWithout(isMade: (id: number) => boolean): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { typeID, typeName } of this.#api.GetAllTypesOfModel(this.#model)) {
      if (!this.#api.IsIfcElement(typeID) || /^Ifc(Opening|Space|VoidingFeature)/i.test(typeName)) continue;
      for (const id of this.#ids(typeID)) {
        if (isMade(id) || references(this.#line(id).arguments[SHAPE]).length === 0) continue;
        const type = this.typeOf(id);
        counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Whether an element has openings cut out of it. */
  hasOpenings(id: number): boolean {
    return this.#cut.has(id);
  }

  /** Whether the file says what its lengths are. */
  hasLengthUnit(): boolean {
    for (const id of this.#ids(this.#webIfc.IFCUNITASSIGNMENT))
      for (const unit of references(this.#line(id).arguments[0])) {
        // It is the second attribute, but web-ifc leaves out the first where that is derived.
        const attributes = this.#line(unit).arguments as readonly Attribute[];
        if (attributes.some((attribute) => contentOf(attribute) === 'LENGTHUNIT')) return true;
      }
    return false;
  }

  #ids(type: number): number[] {
    const found = this.#api.GetLineIDsWithType(this.#model, type);
    return Array.from({ length: found.size() }, (_, k) => found.get(k));
  }

  #line(id: number): RawLineData {
    return this.#api.GetRawLineData(this.#model, id);
  }

  #relate(type: number, many: number, one: number, into: Map<number, number>): void {
    for (const id of this.#ids(type)) {
      const { arguments: attributes } = this.#line(id);
      const [target] = references(attributes[one]);
      if (target === undefined) continue;
      for (const member of references(attributes[many])) if (!into.has(member)) into.set(member, target);
    }
  }

  /** The name of a material, of a set of layers, or the names of the materials of a list; empty where it is not as simple as that. */
  #material(id: number): string {
    const type = this.#types.get(id);
    let material = this.#materials.get(id) ?? (type === undefined ? undefined : this.#materials.get(type));
    if (material !== undefined && /Usage$/.test(this.typeOf(material)))
      material = references(this.#line(material).arguments[0])[0];
    if (material === undefined) return '';
    const { arguments: attributes } = this.#line(material);
    switch (this.typeOf(material)) {
      case 'IfcMaterial':
      case 'IfcMaterialProfileSet':
      case 'IfcMaterialConstituentSet':
        return this.#text(attributes[0]);
      case 'IfcMaterialLayerSet':
        return (
          this.#text(attributes[1]) ||
          this.#names(references(attributes[0]).flatMap((layer) => references(this.#line(layer).arguments[0])))
        );
      case 'IfcMaterialList':
        return this.#names(references(attributes[0]));
      default:
        return '';
    }
  }

  #names(materials: readonly number[]): string {
    const names = materials.map((id) => this.#text(this.#line(id).arguments[0]));
    return [...new Set(names.filter((name) => name !== ''))].join(', ');
  }

  #text(attribute: Attribute): string {
    const value = contentOf(attribute);
    return typeof value === 'string' ? value : '';
  }
}

function contentOf(attribute: Attribute): unknown {
  return attribute && !Array.isArray(attribute) && 'value' in attribute ? attribute.value : undefined;
}

/** The entities that an attribute refers to. */
function references(attribute: Attribute): number[] {
  if (!attribute) return [];
  if (Array.isArray(attribute)) return (attribute as readonly Attribute[]).flatMap(references);
  const value = contentOf(attribute);
  return (attribute as { type?: number }).type === REFERENCE && typeof value === 'number' ? [value] : [];
}

/** How web-ifc marks a reference. */
const REFERENCE = 5;
