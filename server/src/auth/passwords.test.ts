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
  const timeOf = async (hash: string | null) => {
    const begun = performance.now();
    expect(await passwordMatches(hash, 'nobody')).toBe(false);
    return performance.now() - begun;
  };
  await passwordMatches(null, 'once');
  // By turns, so that whatever else the machine does meanwhile meets both.
  let [nobodys, somebodys] = [Infinity, Infinity];
  for (let tried = 0; tried < 10; tried += 1) {
    nobodys = Math.min(nobodys, await timeOf(null));
    somebodys = Math.min(somebodys, await timeOf(stored));
  }
  // Without a hash of its own it would take almost nothing.
  expect(nobodys).toBeGreaterThan(somebodys / 2);
});
