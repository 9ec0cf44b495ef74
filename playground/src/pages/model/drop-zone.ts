/** Files from the picker, or dropped anywhere on the page. */
import { el, freshId } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Panel } from '../../shell/panel.ts';
import { ACCEPTED } from './read-file.ts';

export function addDropZone(host: PageHost, panel: Panel, onFiles: (files: readonly File[]) => void): void {
  const id = freshId();
  const input = el('input', { id, type: 'file', accept: ACCEPTED, multiple: '', class: 'model-file' });
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])]);
    // The same file may be chosen again, after it was changed.
    input.value = '';
  });
  const label = el(
    'label',
    { for: id, class: 'model-drop' },
    el('strong', {}, 'Drop a model, or choose one'),
    el('span', {}, 'GLB, OBJ or STL. One file is placed twice, two beside each other. It stays on your machine.'),
  );
  panel.element.append(input, label);

  // Dropped beside the zone a file would replace the page: all of it takes files.
  const veil = el('div', { class: 'model-veil', 'aria-hidden': 'true' }, 'Drop it here');
  veil.hidden = true;
  host.view.append(veil);
  const { signal } = host;
  document.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      veil.hidden = false;
    },
    { signal },
  );
  document.addEventListener(
    'dragleave',
    (event) => {
      if (event.relatedTarget === null) veil.hidden = true;
    },
    { signal },
  );
  document.addEventListener(
    'drop',
    (event) => {
      veil.hidden = true;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
    { signal },
  );
}
