import { consentKey } from '@pontual/contract/shared/page-meta.ts';
import { expect, test } from 'vitest';
import { readConsent, type Consent } from './consent.rules.ts';

const question = consentKey({ service: 'plausible' });
const accepted: Consent = {
  choice: 'accepted',
  at: '2026-11-22T15:00:00.000Z',
  version: question,
};

test('reads a stored choice unchanged', () => {
  expect(readConsent(JSON.stringify(accepted), question)).toEqual(accepted);
});

test('a consent to one service does not cover another', () => {
  expect(readConsent(JSON.stringify(accepted), consentKey({ service: 'ga4' }))).toBeNull();
});

test.each([
  ['nothing', null],
  ['no JSON', 'sim'],
  ['an empty answer', 'null'],
  ['an older wording', JSON.stringify({ ...accepted, version: '0 plausible' })],
  ['an unknown choice', JSON.stringify({ ...accepted, choice: 'talvez' })],
  ['no date', JSON.stringify({ ...accepted, at: 'ontem' })],
])('%s is no consent', (_what, stored) => {
  expect(readConsent(stored, question)).toBeNull();
});
