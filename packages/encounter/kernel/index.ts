export { nearest } from './nearest';
export { cast } from './ray';
export { refit } from './refit';
