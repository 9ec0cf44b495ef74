import { DynamicAabbTree } from '../../src/broad/aabb-tree.ts';
import { runConformance } from './conformance.ts';
import { runCrowds } from './crowd-tests.ts';

runConformance('DynamicAabbTree', () => new DynamicAabbTree());
runCrowds('DynamicAabbTree', () => new DynamicAabbTree());
