/**
 * What happens in a frame, in words and with its numbers. Parts in brackets have a colour of the drawing: [i:…] what is inside of
 * A − B, the simplex or polytope; [o:…] what is outside, the support point and its plane; [h:…] the answer.
 */
import type { DistanceResult } from 'encounter';
import { Vector3 } from 'three';
import { fixed, round, uncertainty } from '../../shell/format.ts';
import type { Pair } from './pair.ts';
import type { EpaFrame, Frame, GjkFrame, Named, Story } from './story.ts';

export interface Caption {
  readonly title: string;
  readonly text: string;
}

export function caption(pair: Pair, { frames, result }: Story, index: number): Caption {
  const frame = frames[index];
  const said = frame.phase === 'gjk' ? gjkCaption(pair, frame, frames[index + 1]) : epaCaption(pair, frame, result);
  return index < frames.length - 1 ? said : { ...said, text: `${said.text} ${verdict(pair, result)}` };
}

function gjkCaption(pair: Pair, frame: GjkFrame, next: Frame | undefined): Caption {
  switch (frame.kind) {
    case 'start':
      return start(frame, pair);
    case 'step':
      return step(frame, pair);
    case 'met':
      return met(pair, frame);
    case 'enclosed':
      return enclosed(frame, next);
    case 'undecided':
      return undecided(frame, next);
  }
}

function start({ w, direction, lower }: GjkFrame, pair: Pair): Caption {
  const back = direction!.clone().negate();
  const sentences = [
    `Any direction will do to begin with, here v = (${numbers(back)})${origin(pair, back)}.`,
    `Farthest against v is [o:${w!.name}] = a₁ − b₁: the point of A farthest along −v, minus the point of B farthest along v.`,
    proof(w!, lower, -direction!.dot(w!.at), pair),
    `[o:${w!.name}] becomes the first point of the simplex.`,
  ];
  return { title: 'A first support point', text: sentences.join(' ') };
}

/** Where the first direction comes from, if that is plain to see. */
function origin({ state }: Pair, v: Vector3): string {
  const between = new Vector3(...state.position).negate().normalize();
  if (between.distanceTo(v) < 1e-6) return ', from the centre of B to that of A';
  return between.length() > 0 ? ', a guess from where the two are near each other' : '';
}

function step(frame: GjkFrame, pair: Pair): Caption {
  const { simplex, v, w, direction, lower, dropped, leans, cached } = frame;
  const length = v!.length();
  const sentences: string[] = [];
  if (cached) sentences.push('The simplex that the query before ended with, in the new pose, is a good guess.');
  sentences.push(`${nearest(simplex)}, [i:|v| = ${size(length)}]: the ${what(pair)} is at most that.`);
  if (dropped.length > 0) sentences.push(without(dropped));
  if (leans)
    sentences.push(
      'A single point tells little of where to look, so this one search leans back towards the first direction.',
    );
  const that = leans ? 'that way' : 'against v';
  if (simplex.includes(w!))
    sentences.push(`Farthest ${that} is [o:${w!.name}] once more, so the next search is along v itself.`);
  else
    sentences.push(
      `Farthest ${that} is [o:${w!.name}].`,
      proof(w!, lower, -direction!.dot(w!.at), pair),
      lower > 0
        ? `Left open: ${gap(length - lower)}, so [o:${w!.name}] joins.`
        : `Whether they are apart at all is still open, so [o:${w!.name}] joins.`,
    );
  return { title: `v is ${simplex.length === 1 ? '' : 'on '}${simplexName(simplex)}`, text: sentences.join(' ') };
}

/** What the plane through w says of the distance. */
function proof(w: Named, best: number, own: number, pair: Pair): string {
  if (own <= 0) return `Its plane has O on the same side as A − B, which proves nothing${best > 0 ? ` new` : ''}.`;
  const known = best > own * (1 + 1e-12) ? ` (an earlier one proved ${size(best)})` : '';
  return `All of A − B lies behind the plane through [o:${w.name}], so the ${what(pair)} is [o:at least ${size(own)}]${known}.`;
}

function met(pair: Pair, { simplex, v, w, cached }: GjkFrame): Caption {
  const length = size(v!.length());
  if (cached)
    return {
      title: 'The cached simplex still holds',
      text: `The points that the query before ended with still hold the nearest point v, [i:|v| = ${length}], and one support point proves it: nothing of A − B is nearer.`,
    };
  const where = `v is ${simplex.length === 1 ? '' : 'on '}${simplexName(simplex)}, [i:|v| = ${length}].`;
  const again = simplex.includes(w!) ? ' once more' : '';
  return {
    title: 'The bounds meet',
    text: `${where} Farthest against v is [o:${w!.name}]${again}, and that is no further than v: its plane proves [o:at least ${length}]. ${cores(pair, length)}`,
  };
}

function cores(pair: Pair, length: string): string {
  return pair.radius > 0 ? `So the cores are ${length} apart.` : 'So v is the point of A − B nearest to O.';
}

function enclosed({ simplex, cached }: GjkFrame, next: Frame | undefined): Caption {
  const names = simplex.map(({ name }) => name).join(' ');
  const of = cached ? 'the tetrahedron from the cache' : `the tetrahedron [i:${names}]`;
  return {
    title: 'O is inside: they overlap',
    text: `O is inside ${of}. Its corners are points of A − B, which is convex, so O is in A − B as well: some point of A equals some point of B. ${handover(next, true)}`,
  };
}

function undecided({ v }: GjkFrame, next: Frame | undefined): Caption {
  return {
    title: 'Too close to call',
    text: `v has shrunk to ${gap(v!.length())}, too short for its direction to mean anything: A and B touch, or nearly so. ${handover(next, false)}`,
  };
}

function handover(next: Frame | undefined, solid: boolean): string {
  if (next !== undefined)
    return solid
      ? 'How deep? EPA goes on from this tetrahedron.'
      : 'EPA settles it: faces have normals, however close O is to them.';
  return solid
    ? 'A − B is a solid of revolution here, and its depth is found in a plane instead of by EPA, which is not recorded.'
    : 'A − B is flat, or a solid of revolution: what is left is settled without steps.';
}

function epaCaption(pair: Pair, frame: EpaFrame, result: DistanceResult): Caption {
  const { faces, w, depth, reach, lower, kind } = frame;
  const who = pair.radius > 0 ? 'depth of the cores' : 'depth';
  const face = `Of the polytope inside A − B, the face nearest to O is [i:${size(depth)}] away`;
  if (kind === 'done') {
    const out =
      reach < 1e-12 ? 'O is on the boundary itself' : 'the way out through this face is the shortest there is';
    return {
      title: 'The face is part of the boundary',
      text: `${face}. Along its normal A − B reaches [o:${size(reach)}], no further: ${out}.`,
    };
  }
  if (kind === 'beaten')
    return {
      title: 'No face is nearer than the best way out',
      text: `${face}, as far as the best way out so far, [o:${size(-lower)}]: the ${who} cannot be less.`,
    };
  const best = reach > -lower * (1 + 1e-12) ? ` (${size(-lower)} is the best so far)` : '';
  const bounds =
    `${face}: the ${who} is at least that. Along its normal A − B reaches [o:${size(reach)}]: moving B that far that way parts them, ` +
    `so the ${who} is at most that${best}.`;
  if (kind === 'open') return { title: 'The end of the faces', text: `${bounds} ${rest(pair, -lower, result)}` };
  return {
    title: `The nearest of ${faces.length} faces`,
    text: `${bounds} [o:${w!.name}] joins: the faces that it sees make way for a fan around it.`,
  };
}

/** How EPA ended, where its faces did not meet the best of the ways out that they found. */
function rest(pair: Pair, least: number, { distance, converged }: DistanceResult): string {
  if (!converged) return 'Here the library ends: what is left open is the error that it reports.';
  const cores = -(distance + pair.radius);
  return cores < least - 1e-9 * Math.abs(least)
    ? 'Looks along the axes and facets of the shapes, and a walk from the best of them, found a shorter way out, which is as far as the face.'
    : 'Balls that fit into both shapes prove that nothing is shorter than the best so far.';
}

function verdict(pair: Pair, { distance, error, converged }: DistanceResult): string {
  const round = pair.radius > 0 ? `${radii(pair)} ` : '';
  const proven = `${uncertainty(error)}${converged ? '' : ', not proven to the accuracy'}`;
  if (distance > 0) return `${round}[h:Distance ${size(distance)}] ${proven}.`;
  if (distance === 0) return `${round}[h:They touch: distance 0] ${proven}.`;
  return `${round}[h:Depth ${size(-distance)}] ${proven}: B moved so far along the normal would just touch A.`;
}

function radii(pair: Pair): string {
  const parts = [pair.a.radius, pair.b.radius].filter((r) => r > 0).map((r) => `${round(r)}`);
  const { distance } = pair.recording.result;
  const off = `the ${parts.length > 1 ? 'radii' : 'radius'} ${parts.join(' + ')}`;
  if (distance > 0) return `Less ${off}:`;
  if (distance + pair.radius > 0) return `Less ${off} they overlap, though their cores do not: no EPA was needed.`;
  return `To get the shapes apart takes ${off} more.`;
}

function what(pair: Pair): string {
  return pair.radius > 0 ? 'distance of the cores' : 'distance';
}

function nearest(simplex: readonly Named[]): string {
  const names = `[i:${simplex.map(({ name }) => name).join(' ')}]`;
  if (simplex.length === 1) return `The simplex is the point ${names} alone, which is v`;
  return `The point of the ${simplex.length === 2 ? 'segment' : 'triangle'} ${names} nearest to O is v`;
}

function simplexName(simplex: readonly Named[]): string {
  const kind = ['', 'the point', 'the segment', 'the triangle'][simplex.length];
  return `${kind} ${simplex.map(({ name }) => name).join(' ')}`;
}

function without(dropped: readonly Named[]): string {
  const names = dropped.map(({ name }) => name).join(' and ');
  return `${names} ${dropped.length > 1 ? 'are' : 'is'} not needed for it and dropped.`;
}

function numbers({ x, y, z }: { x: number; y: number; z: number }): string {
  return [x, y, z].map((c) => fixed(c, 2)).join(', ');
}

function size(x: number): string {
  return x !== 0 && Math.abs(x) < 5e-5 ? gap(x) : x === 0 ? '0' : fixed(x, 4);
}

/** Small numbers in powers of ten. */
export function gap(x: number): string {
  if (!Number.isFinite(x)) return 'everything';
  if (x === 0) return '0';
  if (Math.abs(x) >= 5e-4) return fixed(x, 4);
  const [mantissa, exponent] = x.toExponential(1).split('e');
  return `${mantissa.replace('-', '−')}·10${[...exponent].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? (c === '-' ? '⁻' : '')).join('')}`;
}
