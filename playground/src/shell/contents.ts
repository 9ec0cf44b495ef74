/**
 * The pages of the playground and what of the documentation belongs to them: the one list from which the tabs, the links of both
 * sides and the search of both are made. It is read by the site's build too, so it imports nothing.
 */

export interface Content {
  readonly name: string;
  readonly title: string;
  /** One line for those who search. */
  readonly about: string;
  /** Pages of `docs/`, by name: the first is the one that explains what is shown. A docs page links back to all that name it. */
  readonly docs: readonly string[];
}

/** In the order of the tabs. */
export const CONTENTS: readonly Content[] = [
  {
    name: 'pair',
    title: 'Pair',
    about:
      'Two shapes of any kind to drag, turn and scale: signed distance, its proven error, normal and nearest points.',
    docs: ['queries', 'concepts', 'accuracy', 'getting-started', 'conventions'],
  },
  {
    name: 'primitives',
    title: 'Primitives',
    about:
      'Every function of encounter/primitives on values to drag: rays, closest points, overlaps, depths and impacts.',
    docs: ['primitives', 'bounds'],
  },
  {
    name: 'motion',
    title: 'Motion',
    about: 'Two shapes that move and turn: the time of impact, and the bound of the distance that finds it.',
    docs: ['motion'],
  },
  {
    name: 'algorithm',
    title: 'Algorithm',
    about: 'GJK and EPA step by step, in the space of the difference of two shapes.',
    docs: ['algorithms', 'debugging'],
  },
  {
    name: 'scene',
    title: 'Scene',
    about:
      'Up to thousands of moving objects: encounters of the broad phase, who touches whom, rays, and what a frame costs.',
    docs: ['scenes', 'broad-phases', 'performance'],
  },
  {
    name: 'stack',
    title: 'Stack',
    about: 'Bodies that stand, fall and rest by a small solver, with the contact manifolds that hold them.',
    docs: ['contact', 'physics-loop'],
  },
  {
    name: 'walk',
    title: 'Walk',
    about: 'A character on stairs, slopes, lifts and through narrow doors, moved by collide and slide.',
    docs: ['moving-a-character'],
  },
  {
    name: 'deform',
    title: 'Deform',
    about: 'Surfaces whose vertices change in every frame, and the triangles that touch.',
    docs: ['meshes'],
  },
  {
    name: 'game',
    title: 'Game',
    about: "The book's space game, and its table of responses as it fires.",
    docs: ['scenes', 'examples'],
  },
  {
    name: 'model',
    title: 'Your model',
    about:
      'Your own GLB, glTF, OBJ, STL, PLY, VRML or IFC file: its parts, their clashes, two models dragged against each other.',
    docs: ['models', 'clashes', 'clash-at-scale', 'command-line', 'three'],
  },
];

/** The pages that show what a page of the documentation explains. */
export function livePagesOf(docsPage: string): readonly Content[] {
  return CONTENTS.filter(({ docs }) => docs.includes(docsPage));
}
