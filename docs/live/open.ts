/** The live scenes by name. Each is a short program in a file of its own, loaded when it is wanted. */
import { NoWebGLError } from '../../playground/src/shell/no-webgl.ts';
import { LiveHost } from './host.ts';
import { PageTheme } from './page-theme.ts';

interface SceneModule {
  /** What a visitor can do, in a few words. */
  readonly HINT: string;
  mount(host: LiveHost): void;
}

const SCENES: Readonly<Record<string, () => Promise<SceneModule>>> = {
  distance: () => import('./distance.ts'),
  deform: () => import('./deform.ts'),
  impact: () => import('./impact.ts'),
  manifold: () => import('./manifold.ts'),
  mover: () => import('./mover.ts'),
  encounters: () => import('./encounters.ts'),
};

/** Puts a scene into a figure; returns what takes it out again, or null if there is no drawing or the figure is gone. */
export async function openScene(name: string, figure: HTMLElement, gone: () => boolean): Promise<(() => void) | null> {
  const load = SCENES[name];
  if (load === undefined) throw new RangeError(`no live scene is called ${name}`);
  const { HINT, mount } = await load();
  if (gone()) return null;
  const ending = new AbortController();
  try {
    const host = new LiveHost(figure, new PageTheme(figure, ending.signal), ending.signal);
    mount(host);
    host.foot(HINT, name);
  } catch (error) {
    ending.abort();
    if (error instanceof NoWebGLError) return null;
    throw error;
  }
  return () => ending.abort();
}
