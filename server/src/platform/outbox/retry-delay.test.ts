import { expect, test } from 'vitest';
import { requestedDelaySeconds, retryDelaySeconds } from './retry-delay.ts';

test.each([
  [1, 30],
  [2, 60],
  [7, 1800],
  [1000, 1800],
])('after %s failures the next attempt is %s s later', (attempts, seconds) => {
  expect(retryDelaySeconds(attempts)).toBe(seconds);
});

const now = new Date('2026-06-09T13:30:00Z');

test.each([
  [undefined, 0],
  ['120', 120],
  ['999999', 3600],
  ['Tue, 09 Jun 2026 13:35:00 GMT', 300],
  ['Tue, 09 Jun 2026 13:00:00 GMT', 0],
  ['logo', 0],
])('the header Retry-After %s asks for %s s', (header, seconds) => {
  expect(requestedDelaySeconds(header, now)).toBe(seconds);
});
