import { Grid } from '../../src/broad/grid.ts';
import { runConformance } from './conformance.ts';

runConformance('Grid', () => new Grid());
