import { expect, test } from 'vitest';
import { submitLabel } from './submit-label.ts';

const evening = { date: '2026-11-27', time: '19:00' };
const emptyDueTime = { date: '', time: '' };

test.each([
  ['the day with the hour', evening, undefined, 'Agendar para sex 27/11 às 19:00'],
  ['the account first', evening, '@cafe.serra', 'Agendar em @cafe.serra, sex 27/11 às 19:00'],
  ['no hour without its day', { date: '', time: '19:00' }, undefined, 'Agendar'],
  ['no day without its hour', { date: '2026-11-27', time: '' }, undefined, 'Agendar'],
  [
    'the account while nothing else is chosen',
    emptyDueTime,
    '@cafe.serra',
    'Agendar em @cafe.serra',
  ],
])('the submit button shows %s', (_, when, account, words) => {
  expect(submitLabel(when, account)).toBe(words);
});
