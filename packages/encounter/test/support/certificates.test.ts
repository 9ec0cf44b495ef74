/** The checks of `error` find what they are for: results that claim to be better than they are, or worse. */
import { describe, expect, test } from 'vitest';
import * as lib from '../../src/index.ts';
import { contradiction, falseCertificate, falseConvergence } from './certificates.ts';
import { checkCertificate, checkQueries } from './checks.ts';
import { Findings } from './findings.ts';
import { type Item, type Library, randomPair } from './generators.ts';
import { Solid } from './reference.ts';
import { Rng } from './rng.ts';
import type { Vec } from './vectors.ts';

const SEED = 7;
const support = (i: Item, d: Vec): Vec => new Solid(i).support(d);

/** The library with another `error` in its signed distances. */
function claiming(error: number, converged: boolean): Library {
  const signedDistance: typeof lib.signedDistance = (...args) =>
    Object.assign(lib.signedDistance(...args), { error, converged });
  return { ...lib, signedDistance };
}

function findings(library: Library, kindA: 'cylinder' | 'box'): string {
  const judge = new Findings<Item>(library, SEED);
  for (let i = 0; i < 40; i++) {
    judge.current = i;
    const rng = new Rng(SEED, i);
    const choice = {
      kindA,
      kindB: 'ellipsoid',
      size: 1,
      ratio: 1,
      offset: 0,
      flavor: 'plain',
      placement: 'rigid',
    } as const;
    const relation = rng.pick(['near', 'far', 'deep'] as const);
    const pair = randomPair(lib, rng, support, { ...choice, relation });
    checkQueries(judge, pair);
    checkCertificate(judge, pair, 60);
  }
  return judge.failed ? judge.report() : '';
}

describe('certificates', () => {
  test('by hand', () => {
    const good = { converged: true, error: 0.1 };
    expect(falseCertificate(1, good, { lower: 0.9, upper: 0.95 })).toBeNull();
    expect(falseCertificate(1, good, { lower: 0.9, upper: 1.2 })).toBeNull();
    expect(falseCertificate(1, good, { lower: 1.11, upper: 1.2 })).toMatch(/at least 1.11/);
    expect(falseCertificate(1, good, { lower: 0, upper: 0.89 })).toMatch(/at most 0.89/);
    expect(falseCertificate(1, { converged: false, error: Infinity }, { lower: 5, upper: 6 })).toBeNull();
    expect(falseCertificate(1, { converged: true, error: Number.NaN }, { lower: 1, upper: 1 })).toMatch(/NaN/);
    expect(contradiction(1, good, 1.19, good, 0)).toBeNull();
    expect(contradiction(1, good, 1.21, good, 0)).toMatch(/and 1.21/);
    expect(falseConvergence({ converged: true, error: 2e-9 }, 1e-9, 1, 0)).toMatch(/converged/);
    expect(falseConvergence({ converged: false, error: 1e-10 }, 1e-9, 1, 0)).toMatch(/not converged/);
    expect(falseConvergence({ converged: true, error: 1e-10 }, 1e-9, 1, 0)).toBeNull();
    expect(falseConvergence({ converged: false, error: Infinity }, 1e-9, 1, 0)).toBeNull();
  });

  test('an error of 0 on curved shapes is a lie that is found, one of 1e-8 is none', () => {
    expect(findings(claiming(0, true), 'cylinder')).toMatch(/ ± 0, but at/);
    expect(findings(claiming(1e-8, true), 'cylinder')).not.toMatch(/ ± /);
    expect(findings(claiming(1e-8, true), 'box')).not.toMatch(/ ± /);
  });

  test('converged with an error that is too large, or none with a small one', () => {
    expect(findings(claiming(1e-6, true), 'cylinder')).toMatch(/converged with/);
    expect(findings(claiming(1e-12, false), 'cylinder')).toMatch(/not converged with/);
    expect(findings(claiming(Infinity, false), 'cylinder')).toBe('');
  });
});
