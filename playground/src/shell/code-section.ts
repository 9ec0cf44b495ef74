import type { CodeHandle, Panel } from './panel.ts';

/** "The code of this", as every page has it: a program that runs as it is where the package is installed. `what` says what it does. */
export function codeOfThis(panel: Panel, what: string): CodeHandle {
  const section = panel.section('The code of this');
  section.note(`${what} Runs as it is where the package is installed: node copied.mjs.`);
  return section.code({ label: 'What the page shows, as a program' });
}
