/**
 * A small scene in a page of the guide. Its still picture, which is what is between its tags, is there at first, and stays where
 * there is no WebGL. The program comes when the scene is about to be seen.
 */
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

/** How far below the window a scene may be when its program is loaded. */
const AHEAD = '160px';

export const LiveScene = defineComponent({
  props: { name: { type: String, required: true } },
  setup({ name }, { slots }) {
    const figure = ref<HTMLElement>();
    const state = ref<'still' | 'loading' | 'live'>('still');
    let left = false;
    let end = (): void => {};

    async function start(): Promise<void> {
      state.value = 'loading';
      const { openScene } = await import('../../live/open.ts');
      const close = left ? null : await openScene(name, figure.value!, () => left);
      state.value = close === null ? 'still' : 'live';
      if (close !== null) end = close;
    }

    onMounted(() => {
      if (!hasWebGL()) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          void start();
        },
        { rootMargin: AHEAD },
      );
      observer.observe(figure.value!);
      end = () => observer.disconnect();
    });
    onBeforeUnmount(() => {
      left = true;
      end();
    });
    return () =>
      h('figure', { ref: figure, class: 'live-scene', 'data-scene': name, 'data-state': state.value }, [
        h('div', { class: 'still' }, slots['default']?.()),
      ]);
  },
});

/** Asked before half a megabyte is loaded for nothing. */
function hasWebGL(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers keep only a few contexts alive.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
