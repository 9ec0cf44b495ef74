import { readFileSync } from 'node:fs';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Puts the pictures of `docs/pictures` into the page itself, where they follow its light or dark colours. As images, which is how they
 * are seen outside of this site, they can only follow the system's.
 */
export function inlinePictures(md: MarkdownRenderer): void {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, i, options, env, self) => {
    const name = /^(?:\.\/)?pictures\/([\w-]+\.svg)$/.exec(tokens[i].attrGet('src') ?? '')?.[1];
    if (name === undefined) return image?.(tokens, i, options, env, self) ?? '';
    const svg = readFileSync(new URL(`../pictures/${name}`, import.meta.url), 'utf8');
    // The style sheet is part of the theme here.
    return (
      svg
        .replace(/<style>.*?<\/style>\n/s, '')
        // On a narrow screen a picture scrolls, so that keys must reach it, too.
        .replace('<svg ', '<svg v-pre tabindex="0" ')
        .replaceAll('\n', '')
    );
  };
}
