import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

test('hashes a password by argon2id with the parameters that OWASP recommends at least', async () => {
  expect(await hashPassword('Senha123')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('uses every character of a long password', async () => {
  const long = 'Aa1'.repeat(42);
  const stored = await hashPassword(`${long}x`);
  expect(await passwordMatches(stored, `${long}x`)).toBe(true);
  expect(await passwordMatches(stored, `${long}y`)).toBe(false);
});

test('hashes the password also for an unknown account, and accepts none', async () => {
  const stored = await hashPassword('Senha123', { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const timeOf = async (hash: string | null) => {
    const start = performance.now();
    expect(await passwordMatches(hash, 'nobody')).toBe(false);
    return performance.now() - start;
  };
  await passwordMatches(null, 'once');
  // Other load on the machine then slows both.
  let [unknown, cheap] = [Infinity, Infinity];
  for (let tried = 0; tried < 10; tried += 1) {
    unknown = Math.min(unknown, await timeOf(null));
    cheap = Math.min(cheap, await timeOf(stored));
  }
  // A hash at full cost takes about a hundred times as long; without a hash, the time would be shorter.
  expect(unknown).toBeGreaterThan(cheap * 5);
});
