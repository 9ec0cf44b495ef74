/** Files from the picker, or files and folders dropped anywhere on the page. */
import { el, freshId } from '../../shell/dom.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Panel } from '../../shell/panel.ts';
import { ACCEPTED } from './read-files.ts';

export interface DroppedFile {
  /** With folders, if a folder was dropped. */
  readonly path: string;
  readonly file: File;
}

/** More than this is no model, but somebody's home folder. */
const MOST_FILES = 500;

export function addDropZone(
  host: PageHost,
  panel: Panel,
  text: string,
  onFiles: (files: readonly DroppedFile[]) => void,
): void {
  const id = freshId();
  const input = el('input', { id, type: 'file', accept: ACCEPTED, multiple: '', class: 'model-file' });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])].map((file) => ({ path: file.name, file }));
    if (files.length > 0) onFiles(files);
    // The same file may be chosen again, after it was changed.
    input.value = '';
  });
  const label = el(
    'label',
    { for: id, class: 'model-drop' },
    el('strong', {}, 'Drop a model, or choose one'),
    el('span', {}, text),
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
    async (event) => {
      veil.hidden = true;
      if (event.dataTransfer === null || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      const files = await dropped(event.dataTransfer);
      if (files.length > 0 && !signal.aborted) onFiles(files);
    },
    { signal },
  );
}

/** Entries and files must be asked for before the first wait: afterwards they are gone. */
async function dropped(transfer: DataTransfer): Promise<DroppedFile[]> {
  const plain = [...transfer.files].map((file) => ({ path: file.name, file }));
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A hundred at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await collect(child, found);
  }
}
