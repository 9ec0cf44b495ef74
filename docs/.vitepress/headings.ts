/** The headings of the guide, read from its sources: for the search of the playground. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The id of a heading. VitePress is told to use this too, so that both always agree. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(?=\d)/, '_');
}

export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly text: string; readonly id: string }[];
}

/** Every page of `docs/` with a title, in the order of the alphabet, without the generated ones. */
export function guidePages(): GuidePage[] {
  const folder = join(import.meta.dirname, '..');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((file) => {
      const [title, ...headings] = readHeadings(readFileSync(join(folder, file), 'utf8'));
      return title?.level === 1 ? [{ name: file.slice(0, -3), title: title.text, headings }] : [];
    });
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** Headings of the first three levels. */
function readHeadings(markdown: string): Heading[] {
  const used = new Map<string, number>();
  const withoutCode = markdown.replace(/^(`{3,}).*?^\1$/gms, '');
  return Array.from(withoutCode.matchAll(/^(#{1,3}) (.+)$/gm), ([, marks, words]) => {
    const text = words.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
    const slug = slugify(text);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return { level: marks.length, text, id: times === 0 ? slug : `${slug}-${times}` };
  });
}
