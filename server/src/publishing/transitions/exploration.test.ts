// Everything that can become of a post, in every order: no worker, database or Instagram, only the protocol.
import { afterEach, expect, test } from 'vitest';
import { explore } from '../../../testing/exploration/exploration.ts';
import { aStart } from '../../../testing/exploration/start.ts';
import { removableRules, removeRule } from '../removable-rules.ts';

afterEach(() => removeRule(undefined));

test.each([
  ['two faults', { faults: 2 }],
  ['a fault and a restored backup', { faults: 1, backups: 2 }],
  ['a fault and a change by the author', { faults: 1, author: 1 }],
  ['a fault and a change of the account', { faults: 1, account: 1 }],
  ['a restored backup and another account', { backups: 2, account: 2 }],
])('%s break no invariant in any order', (_name, budget) => {
  const { situations, transitions, violation } = explore(aStart(budget));
  process.stdout.write(`${situations} situations, ${transitions} transitions\n`);
  expect(violation).toBeUndefined();
  expect(situations).toBeGreaterThan(50_000);
});

test.each(removableRules)('a protocol without the rule %s breaks an invariant', (rule) => {
  removeRule(rule);
  const budgets = [{ author: 1 }, { account: 1 }, { faults: 2 }, { faults: 1, author: 1 }];
  const isBroken = budgets.some((budget) => explore(aStart(budget)).violation !== undefined);
  expect(isBroken).toBe(true);
});
