import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callControl, connectAccount, getErrorKey, callGraph } from '../../testing/graph-client.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let access: { access_token: string };
beforeAll(async () => {
  sandbox = await startSandbox();
  access = { access_token: (await connectAccount(sandbox)).userToken };
});
afterAll(() => sandbox.close());

describe('a new app', () => {
  test.each([
    ['multi-ID requests', '/', { ids: '1,2' }],
    ['multi-ID requests below a path', '/me', { ids: '1,2' }],
    ['field aliases', '/me', { fields: 'name.as(nome)' }],
    ['a method override', '/me/permissions', { method: 'delete' }],
    ['date formatting', '/me', { date_format: 'U' }],
    ['JSONP callbacks', '/me', { callback: 'receive' }],
    ['asynchronous batches', '/me', { batch: '[]', is_async: 'true' }],
  ])('cannot use %s', async (_, path, params) => {
    const response = await callGraph(sandbox, 'GET', path, { ...params, ...access });
    expect(getErrorKey(response)).toBe('100');
    expect(response.body.error?.['message']).toContain('cannot be used by new apps');
  });
});

test.each(['v25.0', 'v26.0', 'v27.0'])(
  'a call of %s is answered and logged as such',
  async (version) => {
    const query = new URLSearchParams(access);
    const response = await fetch(`${sandbox.url}/${version}/me?${query.toString()}`);
    expect(response.headers.get('facebook-api-version')).toBe(version);
    const calls = await (await callControl(sandbox, '/instagram/calls?path=/me')).json();
    expect((calls as { version: string }[]).at(-1)).toMatchObject({ version });
  },
);
