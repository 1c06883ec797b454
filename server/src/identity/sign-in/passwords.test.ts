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

test('an unknown account costs a hash too, and no password opens it', async () => {
  const stored = await hashPassword('Senha123', { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const timeOf = async (hash: string | null) => {
    const start = performance.now();
    expect(await passwordMatches(hash, 'nobody')).toBe(false);
    return performance.now() - start;
  };
  await passwordMatches(null, 'once');
  // By turns, so that other load on the machine slows both.
  let [unknown, cheap] = [Infinity, Infinity];
  for (let tried = 0; tried < 10; tried += 1) {
    unknown = Math.min(unknown, await timeOf(null));
    cheap = Math.min(cheap, await timeOf(stored));
  }
  // A hash at full cost takes a hundred times as long as this cheap one. Without one it would take less.
  expect(unknown).toBeGreaterThan(cheap * 5);
});
