import { expect, test } from 'vitest';
import { classifyStatus } from './push.rules.ts';

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
