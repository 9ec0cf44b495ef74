import { Grid } from '../../src/broad/grid.ts';
import { runConformance } from './conformance.ts';
import { runCrowds } from './crowd-tests.ts';

runConformance('Grid', () => new Grid());
runCrowds('Grid', () => new Grid());
