import { expect, test } from 'vitest';
import { classifyStatus, pushRetryDelaySeconds } from './push.rules.ts';

test.each([
  [201, 'sent'],
  [202, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'again'],
  [408, 'again'],
  [500, 'again'],
  [503, 'again'],
  [undefined, 'again'],
  [301, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
])('classifies the status %s as %s', (status, outcome) => {
  expect(classifyStatus(status)).toBe(outcome);
});

const now = new Date('2026-06-09T13:30:00Z');

test.each([
  [0, undefined, 30],
  [1, undefined, 60],
  [20, undefined, 1800],
  [0, '120', 120],
  [3, '10', 240],
  [0, '999999', 3600],
  [0, 'Tue, 09 Jun 2026 13:35:00 GMT', 300],
  [0, 'Tue, 09 Jun 2026 13:00:00 GMT', 30],
  [0, 'logo', 30],
])('after %s failures with Retry-After %s the delay is %s s', (attempts, retryAfter, seconds) => {
  expect(pushRetryDelaySeconds(attempts, retryAfter, now)).toBe(seconds);
});
