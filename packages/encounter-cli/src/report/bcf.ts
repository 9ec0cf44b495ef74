/**
 * BCF 2.1 and 3.0: a zip with a folder for each clash, in it a topic (markup.bcf), a viewpoint with camera and components, and perhaps a
 * snapshot. The order of elements is that of the schemas of buildingSMART. Lengths are metres, as BCF demands; axes are those of the models
 * (z upwards where one of them is IFC). Equal input gives equal bytes: GUIDs come from the ids of clashes, and times are fixed.
 */
import type { Clash, ClashReport, Model, Part, ReportPart } from 'encounter-models';
import { type Zippable, zipSync } from 'fflate';
import { type Box, clashView, FIELD_OF_VIEW, type Vec, type View } from './camera.ts';
import { guidOf } from './guid.ts';
import { type JoinedPart, joinParts, partBox, upAxis } from './joined-parts.ts';
import { metresPer } from './units.ts';
import { capitalised, KINDS, length, measure, STATUSES } from './words.ts';
import { element, type XmlElement, xmlDocument } from './xml.ts';

export type BcfVersion = '2.1' | '3.0';

export interface BcfOptions {
  readonly version?: BcfVersion;
  /** PNG files by the id of the clash. */
  readonly snapshots?: ReadonlyMap<string, Uint8Array>;
  /** When the topics were made, in the form of ISO 8601. */
  readonly date?: string;
}

/** When nobody says: the first moment that a zip can name. */
const NO_DATE = '1980-01-01T00:00:00Z';

const AUTHOR = 'Encounter';

const COLOR_A = 'E8590C';
const COLOR_B = '1971C2';

const ASPECT_RATIO = 4 / 3;

export function bcfReport(report: ClashReport, models: readonly Model[], options: BcfOptions = {}): Uint8Array {
  const { version = '2.1', snapshots, date = NO_DATE } = options;
  const parts = joinParts(report, models);
  const listed = new Map(report.parts.map((part) => [part.id, part]));
  const up = upAxis(models);
  const boxes = new Map<Part, Box | null>();
  // A part may have many clashes, and many triangles.
  const boxOf = (id: string): Box | null => {
    const part = parts.get(id)?.part;
    if (part === undefined) return null;
    if (!boxes.has(part)) boxes.set(part, partBox(part));
    return boxes.get(part)!;
  };
  const files: Zippable = {};
  const put = (path: string, data: XmlElement | Uint8Array, level: 0 | 6 = 6): void => {
    // DOS times are local; built from local parts they are the same everywhere.
    const bytes = data instanceof Uint8Array ? data : new TextEncoder().encode(xmlDocument(data));
    files[path] = [bytes, { level, mtime: new Date(1980, 0, 1) }];
  };
  put('bcf.version', versionFile(version));
  put('project.bcfp', projectFile(report, version));
  if (version === '2.1') put('extensions.xsd', extensionSchema());
  else put('extensions.xml', extensionsFile());
  report.clashes.forEach((clash, index) => {
    const folder = guidOf('topic', clash.id);
    const snapshot = snapshots?.get(clash.id);
    const topic: Topic = {
      clash,
      index,
      units: report.units,
      listed,
      parts,
      date,
      hasSnapshot: snapshot !== undefined,
    };
    put(`${folder}/markup.bcf`, version === '2.1' ? markup21(topic) : markup30(topic));
    put(`${folder}/viewpoint.bcfv`, viewpoint(topic, version, clashView(clash, up, boxOf(clash.a), boxOf(clash.b))));
    if (snapshot !== undefined) put(`${folder}/snapshot.png`, snapshot, 0);
  });
  return zipSync(files);
}

interface Topic {
  readonly clash: Clash;
  readonly index: number;
  readonly units: string;
  readonly listed: ReadonlyMap<string, ReportPart>;
  readonly parts: ReadonlyMap<string, JoinedPart>;
  readonly date: string;
  readonly hasSnapshot: boolean;
}

function versionFile(version: BcfVersion): XmlElement {
  return element('Version', version === '2.1' ? [element('DetailedVersion', '2.1')] : [], { VersionId: version });
}

function projectFile(report: ClashReport, version: BcfVersion): XmlElement {
  const names = [...new Set(report.parts.map((part) => part.file))].sort();
  const project = element('Project', [element('Name', `Clashes of ${names.join(', ') || 'no parts'}`)], {
    ProjectId: guidOf('project', ...names),
  });
  if (version === '3.0') return element('ProjectInfo', [project]);
  return element('ProjectExtension', [project, element('ExtensionSchema', 'extensions.xsd')]);
}

function extensionsFile(): XmlElement {
  const list = (name: string, item: string, values: readonly string[]): XmlElement =>
    element(
      name,
      values.map((value) => element(item, value)),
    );
  return element('Extensions', [
    list('TopicTypes', 'TopicType', ['Clash']),
    list('TopicStatuses', 'TopicStatus', STATUSES.map(capitalised)),
    list('Priorities', 'Priority', []),
    list('TopicLabels', 'TopicLabel', KINDS.map(capitalised)),
    list('Users', 'User', [AUTHOR]),
    list('SnippetTypes', 'SnippetType', []),
    list('Stages', 'Stage', []),
  ]);
}

/** In BCF 2.1 the values in use narrow the types of markup.xsd. */
function extensionSchema(): XmlElement {
  const narrowed = (name: string, values: readonly string[]): XmlElement =>
    element(
      'xs:simpleType',
      [
        element(
          'xs:restriction',
          values.map((value) => element('xs:enumeration', [], { value })),
          { base: name },
        ),
      ],
      { name },
    );
  const types = [
    narrowed('TopicType', ['Clash']),
    narrowed('TopicStatus', STATUSES.map(capitalised)),
    narrowed('TopicLabel', KINDS.map(capitalised)),
    narrowed('UserIdType', [AUTHOR]),
  ];
  return element('xs:schema', [element('xs:redefine', types, { schemaLocation: 'markup.xsd' })], {
    'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
  });
}

function markup21(topic: Topic): XmlElement {
  const { clash } = topic;
  return element('Markup', [
    element('Header', headerFiles(topic)),
    element(
      'Topic',
      [
        element('Title', title(topic)),
        element('Index', topic.index),
        element('Labels', capitalised(clash.kind)),
        element('CreationDate', topic.date),
        element('CreationAuthor', AUTHOR),
        element('Description', description(topic)),
      ],
      topicAttributes(clash),
    ),
    element('Viewpoints', viewpointFiles(topic), { Guid: viewpointGuid(clash) }),
  ]);
}

function markup30(topic: Topic): XmlElement {
  const { clash } = topic;
  return element('Markup', [
    element('Header', [element('Files', headerFiles(topic))]),
    element(
      'Topic',
      [
        element('Title', title(topic)),
        element('Index', topic.index),
        element('Labels', [element('Label', capitalised(clash.kind))]),
        element('CreationDate', topic.date),
        element('CreationAuthor', AUTHOR),
        element('Description', description(topic)),
        element('Viewpoints', [element('ViewPoint', viewpointFiles(topic), { Guid: viewpointGuid(clash) })]),
      ],
      topicAttributes(clash),
    ),
  ]);
}

function topicAttributes(clash: Clash): Record<string, string> {
  return { Guid: guidOf('topic', clash.id), TopicType: 'Clash', TopicStatus: capitalised(clash.status) };
}

function viewpointGuid(clash: Clash): string {
  return guidOf('viewpoint', clash.id);
}

function headerFiles({ clash, listed }: Topic): XmlElement[] {
  const files = [clash.a, clash.b].map((id) => listed.get(id)?.file ?? id);
  return [...new Set(files)].map((file) => element('File', [element('Filename', file)]));
}

function viewpointFiles({ hasSnapshot }: Topic): XmlElement[] {
  const snapshot = hasSnapshot ? [element('Snapshot', 'snapshot.png')] : [];
  return [element('Viewpoint', 'viewpoint.bcfv'), ...snapshot, element('Index', 0)];
}

function nameOf({ listed }: Topic, id: string): string {
  const name = listed.get(id)?.name.trim();
  return name || id;
}

function title(topic: Topic): string {
  const { kind, a, b } = topic.clash;
  return `${capitalised(kind)}: ${nameOf(topic, a)} and ${nameOf(topic, b)}`;
}

function description(topic: Topic): string {
  const { clash, listed, units } = topic;
  const where = (id: string): string => {
    const part = listed.get(id);
    return part === undefined ? id : `${part.path || part.name || part.id} in ${part.file}`;
  };
  return [
    `${capitalised(clash.kind)}, ${measure(clash, units)}${clash.exact ? '' : ' (a bound)'}.`,
    `A: ${where(clash.a)}`,
    `B: ${where(clash.b)}`,
    `At ${clash.pointA.map((x) => length(x, units)).join(', ')}. Group ${clash.group}. Clash ${clash.id}.`,
  ].join('\n');
}

function viewpoint({ clash, parts, units }: Topic, version: BcfVersion, view: View): XmlElement {
  const [a, b] = [clash.a, clash.b].map((id) => parts.get(id));
  const scale = metresPer(units);
  const visibility = element('Visibility', [], { DefaultVisibility: true });
  const selection = element('Selection', [component(clash.a, a), component(clash.b, b)]);
  const coloring = element('Coloring', [colored(COLOR_A, clash.a, a), colored(COLOR_B, clash.b, b)]);
  function colored(color: string, id: string, joined: JoinedPart | undefined): XmlElement {
    const inside = [component(id, joined)];
    return element('Color', version === '2.1' ? inside : [element('Components', inside)], { Color: color });
  }
  const camera = [
    element('CameraViewPoint', coordinates(view.eye, scale)),
    element('CameraDirection', coordinates(view.direction, 1)),
    element('CameraUpVector', coordinates(view.up, 1)),
    element('FieldOfView', FIELD_OF_VIEW),
    ...(version === '2.1' ? [] : [element('AspectRatio', ASPECT_RATIO)]),
  ];
  return element(
    'VisualizationInfo',
    [element('Components', [selection, visibility, coloring]), element('PerspectiveCamera', camera)],
    { Guid: viewpointGuid(clash) },
  );
}

function coordinates(point: Vec, scale: number): XmlElement[] {
  return ['X', 'Y', 'Z'].map((axis, i) => element(axis, Number.isFinite(point[i]) ? point[i] * scale : 0));
}

/** By GlobalId where the part is of an IFC file, by our own id elsewhere. */
function component(id: string, joined: JoinedPart | undefined): XmlElement {
  const globalId = joined?.model.format === 'ifc' ? joined.part.id : '';
  if (/^[0-3][0-9A-Za-z_$]{21}$/.test(globalId)) return element('Component', [], { IfcGuid: globalId });
  return element('Component', [element('OriginatingSystem', AUTHOR), element('AuthoringToolId', id)]);
}
