/**
 * The schemas of BCF 2.1 and 3.0 as far as they concern what a report can contain, written down from the published ones: which elements, in
 * which order, how often, with which attributes and values. Returns what is wrong, in sentences.
 */
import type { XmlNode } from './xml-tree.ts';

/** An element: name, then `?` for at most one, `*` for any number, `+` for at least one. Alternatives with a bar between. */
type Rule = {
  readonly sequence?: readonly string[];
  readonly text?: RegExp;
  /** Names with `!` are required. */
  readonly attributes?: Readonly<Record<string, RegExp>>;
};

const ANY = /^[\s\S]*$/;
const FILLED = /\S/;
const GUID = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/;
const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;
const INT = /^-?\d+$/;
const DOUBLE = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)?$/;
const BOOLEAN = /^(true|false|0|1)$/;
const COLOR = /^[0-9A-F]{6}([0-9A-F]{2})?$/;

const point: Rule = { sequence: ['X', 'Y', 'Z'] };
const shared: Record<string, Rule> = {
  X: { text: DOUBLE },
  Y: { text: DOUBLE },
  Z: { text: DOUBLE },
  CameraViewPoint: point,
  CameraDirection: point,
  CameraUpVector: point,
  FieldOfView: { text: /^(4[5-9]|5\d|60)(\.\d+)?$/ },
  OriginatingSystem: { text: FILLED },
  AuthoringToolId: { text: FILLED },
  Component: { sequence: ['OriginatingSystem?', 'AuthoringToolId?'], attributes: { IfcGuid: IFC_GUID } },
  Selection: { sequence: ['Component+'] },
  Exceptions: { sequence: ['Component+'] },
  ViewSetupHints: { attributes: { SpacesVisible: BOOLEAN, SpaceBoundariesVisible: BOOLEAN, OpeningsVisible: BOOLEAN } },
  Coloring: { sequence: ['Color+'] },
  Title: { text: FILLED },
  Index: { text: INT },
  CreationDate: { text: DATE },
  CreationAuthor: { text: FILLED },
  Description: { text: FILLED },
  Filename: { text: FILLED },
  Viewpoint: { text: FILLED },
  Snapshot: { text: FILLED },
  Name: { text: FILLED },
  Project: { sequence: ['Name?'], attributes: { 'ProjectId!': FILLED } },
  DetailedVersion: { text: ANY },
  File: {
    sequence: ['Filename?', 'Date?', 'Reference?'],
    attributes: { IfcProject: IFC_GUID, IfcSpatialStructureElement: IFC_GUID },
  },
};

/** Elements whose content depends on where they are have their parent before them. */
const RULES: Readonly<Record<'2.1' | '3.0', Readonly<Record<string, Rule>>>> = {
  '2.1': {
    ...shared,
    Version: { sequence: ['DetailedVersion?'], attributes: { 'VersionId!': /^2\.1$/ } },
    ProjectExtension: { sequence: ['Project?', 'ExtensionSchema'] },
    ExtensionSchema: { text: ANY },
    Markup: { sequence: ['Header?', 'Topic', 'Comment*', 'Viewpoints*'] },
    Header: { sequence: ['File+'] },
    Topic: {
      sequence: [
        'ReferenceLink*',
        'Title',
        'Priority?',
        'Index?',
        'Labels*',
        'CreationDate',
        'CreationAuthor',
        'ModifiedDate?',
        'ModifiedAuthor?',
        'DueDate?',
        'AssignedTo?',
        'Stage?',
        'Description?',
        'BimSnippet?',
        'DocumentReference*',
        'RelatedTopic*',
      ],
      attributes: { 'Guid!': GUID, TopicType: ANY, TopicStatus: ANY },
    },
    Labels: { text: ANY },
    Viewpoints: { sequence: ['Viewpoint?', 'Snapshot?', 'Index?'], attributes: { 'Guid!': GUID } },
    VisualizationInfo: {
      sequence: ['Components?', 'OrthogonalCamera?', 'PerspectiveCamera?', 'Lines?', 'ClippingPlanes?', 'Bitmap*'],
      attributes: { 'Guid!': GUID },
    },
    Components: { sequence: ['ViewSetupHints?', 'Selection?', 'Visibility', 'Coloring?'] },
    Visibility: { sequence: ['Exceptions?'], attributes: { DefaultVisibility: BOOLEAN } },
    Color: { sequence: ['Component+'], attributes: { Color: COLOR } },
    PerspectiveCamera: { sequence: ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', 'FieldOfView'] },
  },
  '3.0': {
    ...shared,
    Version: { sequence: [], attributes: { 'VersionId!': /^3\.0$/ } },
    ProjectInfo: { sequence: ['Project'] },
    Extensions: {
      sequence: ['TopicTypes?', 'TopicStatuses?', 'Priorities?', 'TopicLabels?', 'Users?', 'SnippetTypes?', 'Stages?'],
    },
    TopicTypes: { sequence: ['TopicType*'] },
    TopicType: { text: FILLED },
    TopicStatuses: { sequence: ['TopicStatus*'] },
    TopicStatus: { text: FILLED },
    Priorities: { sequence: ['Priority*'] },
    TopicLabels: { sequence: ['TopicLabel*'] },
    TopicLabel: { text: FILLED },
    Users: { sequence: ['User*'] },
    User: { text: FILLED },
    SnippetTypes: { sequence: ['SnippetType*'] },
    Stages: { sequence: ['Stage*'] },
    Markup: { sequence: ['Header?', 'Topic'] },
    Header: { sequence: ['Files?'] },
    Files: { sequence: ['File*'] },
    Topic: {
      sequence: [
        'ReferenceLinks?',
        'Title',
        'Priority?',
        'Index?',
        'Labels?',
        'CreationDate',
        'CreationAuthor',
        'ModifiedDate?',
        'ModifiedAuthor?',
        'DueDate?',
        'AssignedTo?',
        'Stage?',
        'Description?',
        'BimSnippet?',
        'DocumentReferences?',
        'RelatedTopics?',
        'Comments?',
        'Viewpoints?',
      ],
      attributes: { 'Guid!': GUID, ServerAssignedId: FILLED, 'TopicType!': FILLED, 'TopicStatus!': FILLED },
    },
    Labels: { sequence: ['Label*'] },
    Label: { text: FILLED },
    Viewpoints: { sequence: ['ViewPoint*'] },
    ViewPoint: { sequence: ['Viewpoint?', 'Snapshot?', 'Index?'], attributes: { 'Guid!': GUID } },
    VisualizationInfo: {
      sequence: ['Components?', 'OrthogonalCamera|PerspectiveCamera', 'Lines?', 'ClippingPlanes?', 'Bitmaps?'],
      attributes: { 'Guid!': GUID },
    },
    Components: { sequence: ['Selection?', 'Visibility?', 'Coloring?'] },
    Visibility: { sequence: ['ViewSetupHints?', 'Exceptions?'], attributes: { DefaultVisibility: BOOLEAN } },
    Color: { sequence: ['Components'], attributes: { 'Color!': COLOR } },
    'Color/Components': { sequence: ['Component+'] },
    PerspectiveCamera: {
      sequence: ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', 'FieldOfView', 'AspectRatio'],
    },
    AspectRatio: { text: /^(?!0+(\.0+)?$)\d+(\.\d+)?$/ },
  },
};

export function schemaProblems(node: XmlNode, version: '2.1' | '3.0', parent = ''): string[] {
  const rule = RULES[version][`${parent}/${node.name}`] ?? RULES[version][node.name];
  if (rule === undefined) return [`no element ${node.name}`];
  const problems: string[] = [];
  const allowed = Object.keys(rule.attributes ?? {}).map((name) => name.replace('!', ''));
  for (const [name, pattern] of Object.entries(rule.attributes ?? {})) {
    const value = node.attributes[name.replace('!', '')];
    if (value === undefined ? name.endsWith('!') : !pattern.test(value))
      problems.push(`${node.name}: ${name} is ${value}`);
  }
  for (const name of Object.keys(node.attributes))
    if (!allowed.includes(name)) problems.push(`${node.name} has no attribute ${name}`);
  if (rule.text !== undefined) {
    if (node.children.length > 0) problems.push(`${node.name} has elements`);
    if (!rule.text.test(node.text)) problems.push(`${node.name} is ${JSON.stringify(node.text)}`);
    return problems;
  }
  if (/\S/.test(node.text)) problems.push(`${node.name} has text`);
  const pattern = (rule.sequence ?? []).map((item) => item.replace(/^([\w|]+)([?*+]?)$/, '(?:(?:$1),)$2')).join('');
  const found = node.children.map((child) => `${child.name},`).join('');
  if (!new RegExp(`^${pattern}$`).test(found))
    problems.push(`${node.name} contains ${found} instead of ${rule.sequence}`);
  return [...problems, ...node.children.flatMap((child) => schemaProblems(child, version, node.name))];
}
