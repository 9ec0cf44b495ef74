/** What is promised of `timeOfImpact`, as checks on one case against plain conservative advancement. */
import { Advancement, type Verdict } from './advancement.ts';
import type { Findings, Subject } from './findings.ts';
import type { Library } from './generators.ts';
import type { MotionCase, Moving, RestingCase } from './motion-cases.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';

type Impact = NonNullable<ReturnType<Library['timeOfImpact']>>;

/** A program that asks the same again. */
export function describeImpact(lib: Library, c: MotionCase): string {
  const query = lib.describeQuery(c.a.collider, c.b.collider);
  const code = query.replace(/signedDistance, /, '').replace(/ }( from 'encounter')/, ', timeOfImpact }$1');
  return code.replace(
    'console.log(signedDistance(a, b));',
    `console.log(timeOfImpact(a, ${JSON.stringify(c.a.said)}, b, ${JSON.stringify(c.b.said)}));`,
  );
}

/** How many cases were of which kind: what a run has seen. */
export class Tally {
  readonly counts = new Map<string, number>();

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  get(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  report(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, n]) => `${what} ${n}`)
      .join(', ');
  }
}

const accuracyOf = (c: MotionCase): number => (c.a.curved || c.b.curved ? 1e-8 : 1e-9);

/** The velocity at world point p of something that moves so, at time t. */
function velocity(m: Moving, p: Vec, t: number): Vec {
  const { translation, rotation, center } = m.plain;
  return add(translation, cross(rotation, sub(p, add(center, scaled(translation, t)))));
}

export class MotionChecks {
  readonly lib: Library;
  readonly findings: Findings<Subject>;
  readonly tally = new Tally();
  readonly maxSteps: number;

  constructor(findings: Findings<Subject>, maxSteps = 20_000) {
    this.lib = findings.lib;
    this.findings = findings;
    this.maxSteps = maxSteps;
  }

  /** One case against the reference, in both orders. `ask` makes the query, so that a fuzzer can take its time. */
  check(c: MotionCase, ask: (c: MotionCase) => Impact | null = (x) => this.ask(x)): Verdict {
    const found = ask(c);
    const swapped = this.ask({ a: c.b, b: c.a, how: c.how });
    const reference = new Advancement(this.lib, c.a.collider, c.a.plain, c.b.collider, c.b.plain, {
      accuracy: accuracyOf(c),
      maxSteps: this.maxSteps,
    });
    const verdict = reference.run();
    this.tally.count(verdict.kind);
    this.judge(c, reference, verdict, found, '');
    this.judge(c, reference, verdict, swapped === null ? null : mirrored(swapped), 'swapped: ');
    if ((found === null) !== (swapped === null) && verdict.kind !== 'undecided') this.tally.count('swapped differs');
    return verdict;
  }

  ask(c: MotionCase): Impact | null {
    return this.lib.timeOfImpact(c.a.collider, c.a.said, c.b.collider, c.b.said);
  }

  fail(c: MotionCase, kind: string, detail: string): void {
    this.findings.add(kind, `${c.a.name}, ${c.b.name}, ${c.how}: ${detail}`, () => describeImpact(this.lib, c));
  }

  judge(c: MotionCase, r: Advancement, verdict: Verdict, found: Impact | null, prefix: string): void {
    const fail = (kind: string, detail: string) =>
      this.fail(c, prefix + kind, `${detail}; verdict ${JSON.stringify(verdict)}, got ${text(found)}`);
    if (found !== null && !this.isWellFormed(found)) {
      fail('malformed', 'NaN, out of range, or normal not of length one');
      return;
    }
    if (found !== null && !found.converged) {
      // The depth of some overlaps is not proven; that they overlap is.
      this.tally.count(`unconverged, ${verdict.kind}`);
      if (verdict.kind !== 'overlap' && this.isFound(r, found.t)) fail('unconverged', '');
    }
    switch (verdict.kind) {
      case 'overlap':
        if (found === null || found.t !== 0) fail('overlap at the start', `depth ${-r.signedDistance(0)}`);
        return;
      case 'touching':
        this.judgeTouching(c, r, found, fail);
        return;
      case 'undecided':
        // What it says of the moment can still be checked.
        if (found !== null) this.checkMoment(c, r, found, fail);
        return;
      case 'miss':
        if (found === null) return;
        // Within the accuracy is near enough.
        if (verdict.nearest > 1e-6 * r.size + r.rounding) fail('invented', `never nearer than ${verdict.nearest}`);
        this.checkMoment(c, r, found, fail, false);
        return;
      case 'hit': {
        if (found === null) {
          if (r.meetsAfter(verdict.t)) fail('missed', `met at ${verdict.t}`);
          else this.tally.count('grazing, null');
          return;
        }
        this.checkMoment(c, r, found, fail);
        this.checkTime(r, verdict, found, fail);
      }
    }
  }

  /**
   * Whether the library's own distance at t, and at times that rounding cannot tell from it, is within its accuracy. For thin shapes
   * and others that are a thousand times larger that is not always so.
   */
  isFound(r: Advancement, t: number): boolean {
    for (let k = -4; k <= 4; k++) {
      const s = Math.min(1, Math.max(0, t * (1 + k * 2e-16)));
      const a = r.a.at(s);
      const b = r.b.at(s);
      for (const d of [this.lib.closestPoints(a, b), this.lib.closestPoints(b, a)]) {
        if (d.converged && d.distance !== Number.MIN_VALUE) continue;
        this.tally.count('distance at t not found');
        return false;
      }
    }
    return true;
  }

  isWellFormed(i: Impact): boolean {
    const n = vec(i.normal);
    return i.t >= 0 && i.t <= 1 && i.gap >= 0 && Number.isFinite(norm(vec(i.point))) && Math.abs(norm(n) - 1) < 1e-12;
  }

  /** The gap at t, the point on both, the normal along the approach. */
  checkMoment(
    c: MotionCase,
    r: Advancement,
    i: Impact,
    fail: (kind: string, detail: string) => void,
    approaching = true,
  ): void {
    if (!i.converged) return;
    // "Apart, but nobody knows by how much", and not found by the reference, either, in the same pose.
    if (i.gap === Number.MIN_VALUE) {
      this.tally.count('gap at t not found');
      return;
    }
    const gap = r.distance(i.t);
    this.findings.worst('gap / accuracy', (gap - r.rounding) / (r.allowed - r.rounding));
    // The box of what has turned may be larger than that of the start.
    const allowed = 1.8 * (r.allowed - r.rounding) + 3 * r.rounding;
    if (gap > allowed) fail('gap above the accuracy', `${gap} at t, allowed ${allowed}`);
    if (Math.abs(gap - i.gap) > allowed + r.rounding) fail('gap is not the distance', `${gap} at t`);
    const at = vec(i.point);
    const point = new this.lib.Collider(new this.lib.Point([0, 0, 0]), { position: at });
    for (const side of [r.a, r.b]) {
      const off = this.lib.closestPoints(point, side.at(i.t), undefined, { accuracy: 1e-12 }).distance;
      // The points of a distance are not as exact as the distance, if one body is much larger.
      const fine = r.rounding + 1e-8 * Math.max(r.a.extent, r.b.extent);
      this.findings.worst('point off / accuracy', (off - fine) / (r.allowed - r.rounding));
      // Where the distance of the two is not found to the accuracy, the points are not, either.
      if (off > allowed + fine && this.isFound(r, i.t)) fail('point not on both', `${off} off, allowed ${allowed}`);
    }
    const speed = sub(velocity(c.b, at, i.t), velocity(c.a, at, i.t));
    const parting = dot(speed, vec(i.normal)) / r.maxSpeed;
    this.findings.worst('parting along the normal / largest speed', parting);
    // What passes by within the accuracy may be parting again. A short distance has a direction that rounding turns.
    if (!approaching) return;
    if (gap > r.rounding && parting > 1e-2 + (4 * r.rounding) / gap)
      fail('normal against the approach', `parting by ${parting} of the largest speed`);
  }

  /** Not late, and early by no more than the gap explains. */
  checkTime(
    r: Advancement,
    verdict: Extract<Verdict, { kind: 'hit' }>,
    i: Impact,
    fail: (kind: string, detail: string) => void,
  ): void {
    if (i.gap === Number.MIN_VALUE) return;
    const ulps = 4e-16;
    const early = verdict.t - i.t;
    const slack = (4 * r.allowed) / verdict.speed + ulps;
    if (Number.isFinite(verdict.speed))
      this.findings.worst('early / (accuracy / speed)', (early * verdict.speed) / r.allowed);
    if (early > slack) {
      // They may have come within the accuracy before, and parted again.
      let most = 0;
      for (let k = 1; k < 20; k++) most = Math.max(most, r.distance(i.t + (k / 20) * early));
      if (most <= 2 * r.allowed || !i.converged) this.tally.count('early, but near all the time');
      else if (r.distance(i.t) <= r.allowed) this.tally.count('within the accuracy before');
      else fail('early', `by ${early}, allowed ${slack}`);
    }
    if (early >= 0) return;
    // The reference stops a little before the contact: late is what overlaps, or has passed through.
    const late = -early;
    let deepest = Infinity;
    let most = 0;
    for (let k = 0; k <= 10; k++) {
      const d = r.signedDistance(verdict.t + (k / 10) * late);
      deepest = Math.min(deepest, d);
      most = Math.max(most, d);
    }
    this.findings.worst('late: depth / accuracy', -deepest / r.allowed);
    if (deepest < -r.rounding) this.tally.count('late by some of the accuracy');
    const noise = 4e-12 * Math.max(r.a.extent, r.b.extent);
    if (deepest < -r.allowed - noise) fail('late', `by ${late}, depth ${-deepest}`);
    // What has passed through something thin is apart again.
    else if (late * verdict.speed > r.allowed + 4 * r.stop && most > 2 * r.stop)
      fail('late', `by ${late}, which is ${(late * verdict.speed) / r.allowed} times the accuracy; depth ${-deepest}`);
  }

  /** Touching at the start: never deeper than the accuracy before t, and t = 0 only if it does go deeper. */
  judgeTouching(
    c: MotionCase,
    r: Advancement,
    found: Impact | null,
    fail: (kind: string, detail: string) => void,
  ): void {
    if (r.maxSpeed === 0) {
      if (found !== null) fail('touching, no motion', '');
      return;
    }
    const end = found === null ? 1 : found.t;
    // Dense, and dense near zero.
    let deepest = 0;
    let when = 0;
    const first = r.signedDistance(0);
    for (let k = 0; k <= 60; k++) {
      const s = k < 30 ? end * 2 ** (k - 30) : (end * (k - 29)) / 31;
      const d = r.signedDistance(s);
      if (d < deepest) {
        deepest = d;
        when = s;
      }
    }
    const bound = 3 * r.allowed + Math.max(0, -first);
    this.findings.worst('touching: depth before / accuracy', -deepest / r.allowed);
    if (deepest < -bound) fail('touching, then missed or late', `depth ${-deepest} at ${when}, allowed ${bound}`);
    if (found === null || found.t > 0) {
      if (found !== null) this.checkMoment(c, r, found, fail);
      return;
    }
    // t = 0: it goes deeper than at the start, before it parts.
    for (let k = -50; k <= 0; k += 0.5) {
      const d = r.signedDistance(2 ** k);
      if (d < first - r.rounding / 4 && d < -r.rounding / 4) return;
      if (d > 4 * r.allowed) break;
    }
    this.tally.count('touching: t = 0 though it does not go deeper');
    fail('touching, t = 0 though it does not go deeper', `at the start ${first}`);
  }

  /** What rests, slides, spins or rolls gets null; what tips gets its time. */
  checkResting(c: RestingCase): void {
    const reference = new Advancement(this.lib, c.a.collider, c.a.plain, c.b.collider, c.b.plain, {
      accuracy: accuracyOf(c),
    });
    const start = reference.signedDistance(0);
    if (Math.abs(start) > reference.allowed) {
      this.tally.count('resting: not touching');
      return;
    }
    for (const [prefix, q] of [
      ['', c],
      ['swapped: ', { a: c.b, b: c.a, how: c.how }],
    ] as const) {
      const found = this.ask(q);
      const said = `${prefix}resting (${c.how.split(',')[0]}, ${c.a.name}, ${c.b.name})`;
      const fail = (kind: string) =>
        this.fail(q, `${said} ${kind}`, `gap at the start ${start}, expected ${c.expected}, got ${text(found)}`);
      if (found !== null && !found.converged) fail('unconverged');
      if (c.expected === null) {
        if (found !== null) fail('has an impact');
      } else if (found === null) fail('has none');
      else {
        const late = found.t - c.expected;
        // Along a path that starts within the accuracy, it takes this time to get deeper than that.
        const slack = (8 * reference.allowed) / (0.05 * reference.maxSpeed) + 1e-12;
        if (Math.abs(late) > slack) fail(late > 0 ? 'is late' : 'is early');
      }
    }
    this.tally.count(`resting: ${c.how.split(',')[0]}`);
  }
}

const text = (i: Impact | null): string =>
  i === null
    ? 'null'
    : JSON.stringify({
        t: i.t,
        point: vec(i.point),
        normal: vec(i.normal),
        gap: i.gap,
        converged: i.converged,
        iterations: i.iterations,
      });

/** A swapped answer, in the order of the first. */
function mirrored(i: Impact): Impact {
  const normal = { ...i.normal, x: -i.normal.x, y: -i.normal.y, z: -i.normal.z };
  return { ...i, normal } as Impact;
}
