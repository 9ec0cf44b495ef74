export { nearest } from './nearest';
export { cast } from './ray';
