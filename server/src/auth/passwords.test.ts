import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a password is kept by argon2id, at least as OWASP asks', async () => {
  expect(await hashPassword('Senha123')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('all of a long password counts', async () => {
  const long = 'Aa1'.repeat(42);
  const stored = await hashPassword(`${long}x`);
  expect(await passwordMatches(stored, `${long}x`)).toBe(true);
  expect(await passwordMatches(stored, `${long}y`)).toBe(false);
});

test('an account that is not there takes as long, and no password opens it', async () => {
  const stored = await hashPassword('Senha123');
  const fastest = async (hash: string | null) => {
    const times: number[] = [];
    for (let tried = 0; tried < 10; tried += 1) {
      const begun = performance.now();
      expect(await passwordMatches(hash, 'nobody')).toBe(false);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  await passwordMatches(null, 'once');
  // Without a hash of its own it would take almost nothing.
  expect(await fastest(null)).toBeGreaterThan((await fastest(stored)) / 2);
});
