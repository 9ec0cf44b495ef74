/** The judge of `manifolds`: families of cases by name, and the checks of its arguments. */
import type { Findings, Subject } from './findings.ts';
import { randomPair } from './generators.ts';
import { BODIES, type ContactLibrary, latticeCase, type Manifold } from './manifold-cases.ts';
import { ManifoldChecks, plain } from './manifold-checks.ts';
import { checkGround } from './manifold-grounds.ts';
import { checkHill } from './manifold-hills.ts';
import { checkPath } from './manifold-paths.ts';
import { Solid } from './reference.ts';
import type { Rng } from './rng.ts';

export const FAMILIES = ['lattice', 'random', 'ground', 'path', 'hill'] as const;
export type Family = (typeof FAMILIES)[number];

/** Of 20 cases in a row: 8 of a lattice, 6 random, 4 grounds, a path of 60 queries, and a hill with 10 bodies. */
export function familyOf(i: number): Family {
  const k = i % 20;
  return k === 0 ? 'path' : k === 10 ? 'hill' : k % 5 === 4 ? 'ground' : k % 2 === 0 ? 'random' : 'lattice';
}

export class ManifoldJudge {
  readonly findings: Findings<Subject>;
  readonly checks: ManifoldChecks;

  constructor(findings: Findings<Subject>) {
    this.findings = findings;
    this.checks = new ManifoldChecks(findings);
  }

  report(): string {
    return this.checks.report();
  }

  /** One case. */
  run(family: Family, rng: Rng): void {
    this.findings.where = family;
    try {
      if (family === 'lattice') this.checks.lattice(latticeCase(this.checks.lib, rng), rng);
      else if (family === 'random') {
        const support = (item: Parameters<Parameters<typeof randomPair>[2]>[0], d: readonly [number, number, number]) =>
          new Solid(item).support(d);
        this.checks.random(randomPair(this.checks.lib, rng, support), rng);
      } else if (family === 'path') checkPath(this.checks, rng);
      else if (family === 'ground') checkGround(this.checks, rng);
      else checkHill(this.checks, rng);
    } catch (error) {
      this.findings.add(`throws: ${(error as Error).message}`, (error as Error).stack ?? '');
    }
  }

  /** Every pair of bodies once, so that none is left to chance. */
  pairs(rng: Rng): void {
    this.findings.where = 'lattice';
    for (const a of BODIES)
      for (const b of BODIES)
        if (b !== 'halfspace') {
          this.findings.where = `lattice, ${a} and ${b}`;
          this.checks.lattice(latticeCase(this.checks.lib, rng, a, b), rng);
        }
  }

  /** Options that make no sense are errors that name them, and a list of results is filled anew. */
  arguments(): void {
    const { lib } = this.checks;
    const box = new lib.Box([2, 2, 2]);
    const a = new lib.Collider(box);
    const b = new lib.Collider(box, { position: [0.5, 1.99, 0.25] });
    const far = new lib.Collider(box, { position: [9, 9, 9] });
    const ball = new lib.Collider(new lib.Sphere(1), { position: [0, 1.99, 0] });
    this.findings.where = 'arguments';
    this.options(lib, a, b);
    this.lists(lib, a, [b, ball, far, b]);
  }

  private options(lib: ContactLibrary, a: Subject['collider'], b: Subject['collider']): void {
    const bad: readonly [Record<string, unknown>, typeof RangeError | typeof TypeError | null, string][] = [
      [{ maxPoint: 4 }, TypeError, 'maxPoint'],
      [{ tolerance: 1 }, TypeError, 'tolerance'],
      ...[0, -1, 1.5, Number.NaN, -Infinity].map((x) => [{ maxPoints: x }, RangeError, 'maxPoints'] as const),
      ...[-1, -1e-300, Number.NaN, -Infinity].map((x) => [{ maxSeparation: x }, RangeError, 'maxSeparation'] as const),
      [{ maxPoints: '4' }, null, 'maxPoints'],
      [{ maxSeparation: '1' }, null, 'maxSeparation'],
    ].map(([o, e, n]) => [o, e, n] as [Record<string, unknown>, typeof RangeError | null, string]);
    for (const [options, kind, name] of bad) {
      const said = Object.entries(options).map(([k, v]) => `${k}: ${typeof v === 'string' ? `'${v}'` : v}`);
      try {
        lib.manifolds(a, b, undefined, options);
        this.findings.add('bad option accepted', said.join());
      } catch (error) {
        const ok = kind === null ? error instanceof TypeError || error instanceof RangeError : error instanceof kind;
        if (!ok) this.findings.add('bad option: wrong error', `${said}: ${error}`);
        if (!String((error as Error).message).includes(name))
          this.findings.add('bad option not named', `${said}: ${error}`);
        const value = Object.values(options)[0];
        if (kind === RangeError && !String((error as Error).message).includes(String(value)))
          this.findings.add('value of a bad option not named', `${said}: ${error}`);
      }
    }
    for (const options of [{}, undefined, { maxPoints: undefined, maxSeparation: undefined }] as const) {
      const list = plain(lib.manifolds(a, b, undefined, options));
      if (list.length !== 1 || list[0].points.length !== 4)
        this.findings.add('default options', `${JSON.stringify(list)}`);
    }
    if (lib.manifolds(a, b, undefined, { maxSeparation: Infinity, maxPoints: Infinity }).length !== 1)
      this.findings.add('infinite options', 'not one manifold');
  }

  private lists(lib: ContactLibrary, a: Subject['collider'], others: readonly Subject['collider'][]): void {
    const out: Manifold[] = [];
    for (const b of others) {
      const back = lib.manifolds(a, b, out);
      if (back !== out) this.findings.add('out is not returned', '');
      const [reused, fresh] = [plain(out), plain(lib.manifolds(a, b))];
      if (JSON.stringify(reused) !== JSON.stringify(fresh))
        this.findings.add('out differs from a new list', `${JSON.stringify(reused)}, ${JSON.stringify(fresh)}`);
    }
    const fresh = lib.manifolds(a, others[0]);
    if (fresh === lib.manifolds(a, others[0])) this.findings.add('without out, one list is shared', '');
  }
}
