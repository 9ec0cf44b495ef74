/** What the pool and its threads say to each other. */
import type { Finding, Model } from 'encounter-models';
import type { ModelSource } from '../input/model-source.ts';
import type { RunSpec } from './spec.ts';

export type ToThread =
  | { readonly kind: 'open'; readonly run: string; readonly spec: RunSpec }
  | { readonly kind: 'work'; readonly run: string; readonly from: number; readonly to: number }
  | { readonly kind: 'count'; readonly run: string }
  | { readonly kind: 'load'; readonly source: ModelSource; readonly places: readonly string[] }
  | { readonly kind: 'close'; readonly run: string };

/** One answer to each message but `open` and `close`. */
export type FromThread =
  | { readonly kind: 'findings'; readonly findings: Finding[] }
  | { readonly kind: 'count'; readonly pairs: number }
  | { readonly kind: 'model'; readonly model: Model }
  | { readonly kind: 'problem'; readonly message: string; readonly name: string };
