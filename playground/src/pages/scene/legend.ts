/** What the colours and lines of the view mean: those that are to be seen now. */
import { el } from '../../shell/dom.ts';
import type { SceneState } from './state.ts';

export class Legend {
  readonly element = el('ul', { class: 'scene-legend', 'aria-label': 'Legend' });

  show({ response, ray, boxes, pairs, marks }: SceneState): void {
    const items: [look: string, words: string][] = [
      ['quiet', 'touches nothing'],
      response === 'depth' ? ['deep', 'touches, redder if deeper'] : ['touching', 'touches another'],
    ];
    if (ray !== 'off') items.push(['ray', ray === 'pointer' ? 'under the pointer' : 'in the middle']);
    items.push(['chosen', 'chosen']);
    if (boxes) items.push(['box', 'world box']);
    if (pairs) items.push(['encounter', 'boxes overlap'], ['pair', 'the two touch']);
    if (marks && response !== 'simple') items.push(['point', response === 'depth' ? 'point, way out' : 'common point']);
    this.element.replaceChildren(...items.map(([look, words]) => el('li', { 'data-look': look }, words)));
  }
}
