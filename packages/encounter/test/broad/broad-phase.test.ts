import { BruteForce } from '../../src/broad/brute-force.ts';
import { SweepAndPrune } from '../../src/broad/sweep-and-prune.ts';
import { runConformance } from './conformance.ts';

runConformance('BruteForce', () => new BruteForce());
runConformance('SweepAndPrune', () => new SweepAndPrune());
