import './shell/style.css';
import { startRouter } from './shell/router.ts';
import { bindSearch } from './shell/search.ts';
import { Theme } from './shell/theme.ts';

const theme = new Theme();
theme.bindToggle(document.querySelector<HTMLButtonElement>('.theme-toggle')!);
bindSearch(document.querySelector<HTMLButtonElement>('.search')!);
startRouter({
  tabs: document.querySelector<HTMLElement>('.tabs')!,
  main: document.querySelector<HTMLElement>('.page')!,
  theme,
});
