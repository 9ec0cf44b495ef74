// The default theme without its web fonts: the site loads nothing from elsewhere.
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import '../../pictures/picture.css';
import { LiveLinks } from './live-links.ts';
import { LiveScene } from './live-scene.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(LiveLinks) }),
  enhanceApp({ app }) {
    app.component('LiveScene', LiveScene);
  },
} satisfies Theme;
