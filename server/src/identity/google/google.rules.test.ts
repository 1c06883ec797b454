import { describe, expect, test } from 'vitest';
import { decideLinking, isAuthoritative, type GoogleClaims } from './google.rules.ts';

const claims = (given: Partial<GoogleClaims> = {}): GoogleClaims => ({
  issuer: 'https://accounts.google.com',
  subject: '1',
  email: 'ana@gmail.com',
  emailVerified: true,
  organisation: undefined,
  ...given,
});
const existing = { isVerified: true, hasOtherIdentity: false };

test.each([
  ['ana@gmail.com', undefined, true, true],
  ['Ana@GMAIL.com', undefined, true, true],
  ['ana@googlemail.com', undefined, true, true],
  ['ana@gmail.com.mau.example', undefined, true, false],
  ['ana@naogmail.com', undefined, true, false],
  ['ana@oficina.com.br', undefined, true, false],
  ['ana@oficina.com.br', 'oficina.com.br', true, true],
  ['ana@oficina.com.br', 'oficina.com.br', false, false],
  ['ana@gmail.com', undefined, false, false],
])(
  'decides whether Google is authoritative for %s (organisation %s, verified %s): %s',
  (email, organisation, emailVerified, knows) => {
    expect(isAuthoritative(claims({ email, organisation, emailVerified }))).toBe(knows);
  },
);

describe('a first sign-in', () => {
  test('is refused when the address is not verified', () => {
    const unverified = claims({ emailVerified: false });
    const refusal = { kind: 'refuse', error: 'email_unverified' };
    expect(decideLinking(unverified, undefined)).toEqual(refusal);
    expect(decideLinking(unverified, existing)).toEqual(refusal);
  });

  test('creates an account when none has the address', () => {
    expect(decideLinking(claims(), undefined)).toEqual({ kind: 'enter' });
  });

  test('is refused for an existing account whose address belongs to another provider', () => {
    const elsewhere = claims({ email: 'ana@oficina.com.br' });
    const refusal = { kind: 'refuse', error: 'account_exists' };
    expect(decideLinking(elsewhere, existing)).toEqual(refusal);
    expect(decideLinking(elsewhere, { ...existing, isVerified: false })).toEqual(refusal);
  });

  test('enters the account whose address is verified', () => {
    expect(decideLinking(claims(), existing)).toEqual({ kind: 'enter' });
  });

  test('enters an account whose address was never verified, whether or not it has another identity', () => {
    for (const hasOtherIdentity of [false, true]) {
      const unproved = { isVerified: false, hasOtherIdentity };
      expect(decideLinking(claims(), unproved)).toEqual({ kind: 'enter' });
    }
  });

  test('is refused for a verified account that another Google identity enters', () => {
    expect(decideLinking(claims(), { ...existing, hasOtherIdentity: true })).toEqual({
      kind: 'refuse',
      error: 'other_google_account',
    });
  });
});
