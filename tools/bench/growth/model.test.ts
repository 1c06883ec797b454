import { expect, test } from 'vitest';
import { assumptions, measuredElsewhere } from './assumptions.ts';
import {
  calculateGrowth,
  calculateMeanOverTypes,
  parts,
  calculatePostsPerAccount,
} from './model.ts';

const post = {
  calls: 8,
  jobs: 3,
  jobsFromDueTime: 1,
  jobBytes: 500,
  parts: {
    posts: { rows: 6, bytes: 3000 },
    media: { rows: 7, bytes: 2000 },
    insights: { rows: 1, bytes: 260 },
  },
};
const growthFor = (accounts: number) =>
  calculateGrowth(accounts, post, assumptions, measuredElsewhere);

test('the shares of plans and types are whole', () => {
  expect(assumptions.plans.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(calculateMeanOverTypes(assumptions, () => 1)).toBeCloseTo(1);
});

test('an account posts as its plan does, if it posts at all', () => {
  expect(calculatePostsPerAccount(assumptions)).toBeCloseTo(
    0.6 * (0.8 * 6 + 0.16 * 25 + 0.04 * 60),
  );
});

test('ten times the accounts are ten times the rows, and never fewer machines', () => {
  const [few, many] = [growthFor(100_000), growthFor(1_000_000)];
  for (const part of parts) {
    expect(many.rowsAYear[part] / few.rowsAYear[part]).toBeCloseTo(10);
  }
  expect(many.mediaTb / few.mediaTb).toBeCloseTo(10);
  expect(many.workers).toBeGreaterThanOrEqual(few.workers);
  expect(many.webProcesses).toBeGreaterThan(few.webProcesses);
});

test('the smallest installation has a spare worker and a spare web process', () => {
  expect(growthFor(1000)).toMatchObject({ workers: 2, webProcesses: 2 });
});

test('what is kept of a year is the sum of its parts, and jobs are those before the hour and from it', () => {
  const growth = growthFor(1000);
  const gb = parts.reduce((sum, part) => sum + growth.gbAYear[part], 0);
  expect(growth.databaseGbAYear).toBeCloseTo(gb);
  const jobs = (growth.prepareJobsASecond + growth.jobsASecondAtSix) * 60;
  expect(jobs).toBeCloseTo(growth.retainedJobs);
});
