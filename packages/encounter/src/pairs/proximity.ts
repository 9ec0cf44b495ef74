export { Proximity } from '../convex/proximity.ts';
