import { expect, test } from 'vitest';
import { assumptions, measuredElsewhere } from './assumptions.ts';
import { growthOf, meanOverTypes, postsOfAnAccount } from './model.ts';

const post = { calls: 8, jobs: 3, rows: 20, bytes: 8000 };
const of = (accounts: number) => growthOf(accounts, post, assumptions, measuredElsewhere);

test('the shares of plans and types are whole', () => {
  expect(assumptions.plans.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(meanOverTypes(assumptions, () => 1)).toBeCloseTo(1);
});

test('an account posts as its plan does, if it posts at all', () => {
  expect(postsOfAnAccount(assumptions)).toBeCloseTo(0.6 * (0.8 * 6 + 0.16 * 25 + 0.04 * 60));
});

test('ten times the accounts are ten times the rows, and never fewer machines', () => {
  const [few, many] = [of(100_000), of(1_000_000)];
  expect(many.rowsAYear / few.rowsAYear).toBeCloseTo(10);
  expect(many.mediaTb / few.mediaTb).toBeCloseTo(10);
  expect(many.workers).toBeGreaterThanOrEqual(few.workers);
  expect(many.webProcesses).toBeGreaterThan(few.webProcesses);
});

test('the smallest installation has a spare worker and a spare web process', () => {
  expect(of(1000)).toMatchObject({ workers: 2, webProcesses: 2 });
});
