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
  'Google knows whose %s is (organisation %s, verified %s): %s',
  (email, organisation, emailVerified, knows) => {
    expect(isAuthoritative(claims({ email, organisation, emailVerified }))).toBe(knows);
  },
);

describe('whoever signs in for the first time', () => {
  test('makes and enters nothing with an address that is not verified', () => {
    const unverified = claims({ emailVerified: false });
    const refusal = { kind: 'refuse', error: 'email_unverified' };
    expect(decideLinking(unverified, undefined)).toEqual(refusal);
    expect(decideLinking(unverified, existing)).toEqual(refusal);
  });

  test('gets an account where there is none', () => {
    expect(decideLinking(claims(), undefined)).toEqual({ kind: 'enter' });
  });

  test('enters no account by an address that another provider may have given on', () => {
    const elsewhere = claims({ email: 'ana@oficina.com.br' });
    const refusal = { kind: 'refuse', error: 'account_exists' };
    expect(decideLinking(elsewhere, existing)).toEqual(refusal);
    expect(decideLinking(elsewhere, { ...existing, isVerified: false })).toEqual(refusal);
  });

  test('enters the account whose address is proved', () => {
    expect(decideLinking(claims(), existing)).toEqual({ kind: 'enter' });
  });

  test('enters the account whose address never was, whoever has a way in', () => {
    for (const hasOtherIdentity of [false, true]) {
      const unproved = { isVerified: false, hasOtherIdentity };
      expect(decideLinking(claims(), unproved)).toEqual({ kind: 'enter' });
    }
  });

  test('does not enter a proved account that another person of Google’s enters', () => {
    expect(decideLinking(claims(), { ...existing, hasOtherIdentity: true })).toEqual({
      kind: 'refuse',
      error: 'other_google_account',
    });
  });
});
