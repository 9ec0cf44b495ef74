/** At the top of a page of the guide: the pages of the playground that show what it explains. */
import { useData, withBase } from 'vitepress';
import { computed, defineComponent, h } from 'vue';
import { livePagesOf } from '../../../playground/src/shell/contents.ts';

export const LiveLinks = defineComponent(() => {
  const { page } = useData();
  const pages = computed(() => livePagesOf(page.value.relativePath.replace(/\.md$/, '')));
  return () =>
    pages.value.length === 0
      ? null
      : h('nav', { class: 'live-links', 'aria-label': 'In the playground' }, [
          'Try it live: ',
          ...pages.value.map(({ name, title, about }) =>
            // The playground is another program: without a target the router of this one would look for it here.
            h('a', { href: withBase(`/../#/${name}`), target: '_self', title: about }, title),
          ),
        ]);
});
