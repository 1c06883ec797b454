import { DEFAULT_META_SETTINGS, readScopes } from '../../platform/meta-settings.ts';
import { describe, expect, test } from 'vitest';
import { callsFor, describeCall, fillPath } from './review-calls.rules.ts';

const settings = [
  ['facebook', DEFAULT_META_SETTINGS.META_SCOPES],
  ['instagram', DEFAULT_META_SETTINGS.INSTAGRAM_SCOPES],
] as const;
const permissions = settings.flatMap(([login, scopes]) =>
  readScopes(scopes).map((name) => [name, callsFor(login, name)] as const),
);

describe('the test calls', () => {
  test.each(permissions)('of %s only read, or create a container', (_name, calls) => {
    expect(calls.length).toBeGreaterThan(0);
    const writes = calls.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(writes.filter((path) => path !== '{account}/media')).toEqual([]);
  });

  test.each(permissions)('of %s never ask for a token or for what others wrote', (_name, calls) => {
    for (const call of calls)
      expect(describeCall(call)).not.toMatch(/token|text|username.*comments/);
  });

  test('do not exist for a permission that the product does not use', () => {
    expect(callsFor('facebook', 'email')).toEqual([]);
    expect(callsFor('instagram', 'instagram_basic')).toEqual([]);
  });
});

test('a path is filled with the id that it names, and undefined without it', () => {
  const ids = new Map([['account', '1784']]);
  expect(fillPath('{account}/media', ids)).toBe('1784/media');
  expect(fillPath('me/accounts', ids)).toBe('me/accounts');
  expect(fillPath('{medium}/comments', ids)).toBeUndefined();
});
