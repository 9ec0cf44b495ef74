/** The parts by their paths, and which rows of that tree are seen. */
import type { Assembly } from './protocol.ts';

export interface TreeNode {
  readonly name: string;
  /** From the root on, with what cannot be in a name between. */
  readonly key: string;
  /** 1 for roots. */
  readonly level: number;
  readonly children: TreeNode[];
  /** The number of the part, or −1 for a group. */
  readonly part: number;
  /** All parts at or below. */
  readonly parts: number[];
  triangles: number;
}

export interface TreeRow {
  readonly node: TreeNode;
  readonly open: boolean;
  /** Its number among its siblings that are seen, from 1 on, and how many those are. */
  readonly position: number;
  readonly siblings: number;
  /** The row of its group; −1 for roots. */
  readonly parent: number;
}

/** Up to so many rows a tree is open when it is first seen. */
const OPEN_ROWS = 24;

export function buildTree({ models, parts }: Pick<Assembly, 'models' | 'parts'>): TreeNode[] {
  const roots: TreeNode[] = [];
  const groups = new Map<string, TreeNode>();
  parts.forEach((part, index) => {
    // Where there are several files, each is a group.
    const names = models.length > 1 ? [models[part.model].name, ...part.path] : part.path;
    let list = roots;
    let key = models.length > 1 ? `${part.model}` : '';
    for (let level = 1; level < names.length; level++) {
      key += `\n${names[level - 1]}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { name: names[level - 1], key, level, children: [], part: -1, parts: [], triangles: 0 };
        groups.set(key, group);
        list.push(group);
      }
      group.parts.push(index);
      group.triangles += part.triangles;
      list = group.children;
    }
    list.push({
      name: part.name,
      key: `${index}`,
      level: names.length,
      children: [],
      part: index,
      parts: [index],
      triangles: part.triangles,
    });
  });
  return roots;
}

/** The groups that are open at first: as many levels as fit, at least what a single root holds. */
export function openAtFirst(roots: readonly TreeNode[]): Set<string> {
  const open = new Set<string>();
  let level: readonly TreeNode[] = roots;
  let rows = roots.length;
  while (level.length > 0) {
    const below = level.flatMap((node) => node.children);
    rows += below.length;
    if (rows > OPEN_ROWS && level.length > 1) break;
    for (const node of level) if (node.children.length > 0) open.add(node.key);
    level = below;
  }
  return open;
}

/** What is seen: groups that are open, or with a search whatever has the text in its name or is in such a group, with the groups around it. */
export function rowsOf(roots: readonly TreeNode[], open: ReadonlySet<string>, search: string): TreeRow[] {
  const text = search.trim().toLowerCase();
  const rows: TreeRow[] = [];
  const matches = text === '' ? null : matching(roots, text);
  const visit = (nodes: readonly TreeNode[], parent: number): void => {
    const seen = matches === null ? nodes : nodes.filter((node) => matches.has(node));
    seen.forEach((node, i) => {
      const isOpen = node.children.length > 0 && (matches !== null || open.has(node.key));
      rows.push({ node, open: isOpen, position: i + 1, siblings: seen.length, parent });
      if (isOpen) visit(node.children, rows.length - 1);
    });
  };
  visit(roots, -1);
  return rows;
}

function matching(roots: readonly TreeNode[], text: string): Set<TreeNode> {
  const found = new Set<TreeNode>();
  const visit = (node: TreeNode, inside: boolean): boolean => {
    const here = inside || node.name.toLowerCase().includes(text);
    let any = here;
    for (const child of node.children) if (visit(child, here)) any = true;
    if (any) found.add(node);
    return any;
  };
  for (const root of roots) visit(root, false);
  return found;
}
