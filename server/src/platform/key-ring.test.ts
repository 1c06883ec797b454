import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKeyRing, loadKeyRing } from './key-ring.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

test('a secret decrypts only with the context for which it was encrypted', () => {
  const ring = createKeyRing(key('a'));
  const sealed = ring.encrypt('EAAB-token', 'workspace-1/ig-1');
  expect(ring.decrypt(sealed, 'workspace-1/ig-1')).toBe('EAAB-token');
  expect(() => ring.decrypt(sealed, 'workspace-2/ig-1')).toThrow(/authenticate/);
});

test('after a new first key, the older key still decrypts and verifies', () => {
  const [older, newer] = [key('old'), key('new')];
  const before = createKeyRing(older);
  const after = createKeyRing(`${newer},${older}`);
  expect(after.decrypt(before.encrypt('segredo', 'x'), 'x')).toBe('segredo');
  expect(after.verify('text', before.sign('text'))).toBe(true);
  expect(after.encrypt('segredo', 'x')).toMatch(/^new\./);
  expect(before.verify('text', after.sign('text'))).toBe(false);
});

const sound = Buffer.alloc(32).toString('base64');
test.each(['', 'a', 'a:short', 'a:', `:${sound}`, `a.b:${sound}`, `a b:${sound}`])(
  'refuses [%s] as a key ring',
  (text) => {
    expect(() => createKeyRing(text)).toThrow(/SECRET_KEYS/);
  },
);

test('a key ring is generated once, readable only by its owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-keys-'));
  const first = await loadKeyRing(undefined, folder);
  const second = await loadKeyRing(undefined, folder);
  expect(second.verify('text', first.sign('text'))).toBe(true);
  expect((await stat(join(folder, 'secret-keys'))).mode & 0o777).toBe(0o600);
  await rm(folder, { recursive: true });
});

test('two keys with the same id are refused, since decryption could not distinguish them', () => {
  expect(() => createKeyRing(`${key('a')},${key('a')}`)).toThrow(/two keys alike/);
});
