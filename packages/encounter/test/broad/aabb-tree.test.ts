import { DynamicAabbTree } from '../../src/broad/aabb-tree.ts';
import { runConformance } from './conformance.ts';

runConformance('DynamicAabbTree', () => new DynamicAabbTree());
