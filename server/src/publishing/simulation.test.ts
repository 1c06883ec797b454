import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnvironment, type Environment } from '../../../tools/simulation/installation.ts';
import { runSeed } from '../../../tools/simulation/run-seed.ts';
import { removeRule } from './removable-rules.ts';

/** Each removed rule that the simulation can detect is detected in one seed of six, first in seed 6. */
const SEEDS = 50;
const SEEDS_PER_TEST = 10;

describe('with failures of workers, network, database and Instagram', () => {
  let ground: Environment;
  beforeAll(async () => {
    ground = await openEnvironment();
  });
  afterAll(() => ground.close());

  for (let from = 1; from <= SEEDS; from += SEEDS_PER_TEST) {
    const to = Math.min(from + SEEDS_PER_TEST - 1, SEEDS);
    test(`seeds ${from} to ${to}: each post is published once and on time, or its owner sees the reason`, async () => {
      for (let seed = from; seed <= to; seed += 1) {
        const { trace } = await runSeed(ground, { seed, posts: 20, faults: 6 });
        expect(trace.join('\n')).toBe('');
      }
    }, 180_000);
  }

  // The other rules take longer to be detected: npm run simulate and npm run campaign, with --mutate.
  test.each([
    ['claim-holds', 'I13 stopped before its intent'],
    ['one-container', 'I1 at most one medium'],
    ['intent-first', 'I13 stopped before its intent'],
    ['publish-gap', 'I14 a gap between the calls of an account'],
  ] as const)('an engine without %s is detected by %s', async (rule, violated) => {
    removeRule(rule);
    try {
      const invariants = new Set<string>();
      for (let seed = 1; seed <= 10 && !invariants.has(violated); seed += 1) {
        const { verdict } = await runSeed(ground, { seed, posts: 20, faults: 6 });
        for (const { invariant } of verdict.violations) invariants.add(invariant);
      }
      expect([...invariants]).toContain(violated);
    } finally {
      removeRule(undefined);
    }
  });
});
