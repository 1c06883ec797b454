import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import {
  connectAccount,
  callControl,
  getErrorKey,
  callGraph,
  type GraphResponse,
} from '../../testing/graph-client.ts';

const DAY = 24 * 3600;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const inspectionSchema = z.looseObject({
  is_valid: z.boolean(),
  expires_at: z.number(),
  data_access_expires_at: z.number(),
  scopes: z.array(z.string()),
  granular_scopes: z.array(z.strictObject({ scope: z.string(), target_ids: z.array(z.string()) })),
});

async function inspect(token: string): Promise<z.infer<typeof inspectionSchema>> {
  const { META_APP_ID, META_APP_SECRET } = sandbox.services;
  const { body } = await callGraph(sandbox, 'GET', '/debug_token', {
    input_token: token,
    access_token: `${META_APP_ID}|${META_APP_SECRET}`,
  });
  return inspectionSchema.parse(body['data']);
}

function extendToken(token: string): Promise<GraphResponse> {
  return callGraph(sandbox, 'GET', '/oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: sandbox.services.META_APP_ID,
    client_secret: sandbox.services.META_APP_SECRET,
    fb_exchange_token: token,
  });
}

const advanceDays = (days: number): Promise<Response> =>
  callControl(sandbox, '/clock', { advanceMs: days * DAY * 1000 });

test('an exchange extends the token by sixty days, but not its data access', async () => {
  const { userToken } = await connectAccount(sandbox);
  const first = await inspect(userToken);
  await advanceDays(40);
  const answer = await extendToken(userToken);
  expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 60 * DAY });
  const second = await inspect(answer.body.access_token ?? '');
  expect(second.expires_at - first.expires_at).toBeGreaterThanOrEqual(40 * DAY - 1);
  expect(second.data_access_expires_at).toBe(first.data_access_expires_at);
  // The old token stays valid until its own end; the new one ends with the data access.
  await advanceDays(51);
  const call = await callGraph(sandbox, 'GET', '/me', {
    access_token: answer.body.access_token ?? '',
  });
  expect(getErrorKey(call)).toBe('190/463');
});

test('an inspection returns all documented fields', async () => {
  const { userToken, pageToken, igId } = await connectAccount(sandbox);
  const user = await inspect(userToken);
  expect(user).toMatchObject({
    app_id: sandbox.services.META_APP_ID,
    type: 'USER',
    application: expect.any(String),
    is_valid: true,
    issued_at: expect.any(Number),
    user_id: expect.stringMatching(/^\d+$/),
  });
  expect(user.expires_at - Number(user['issued_at'])).toBe(60 * DAY);
  expect(user.granular_scopes).toContainEqual({ scope: 'instagram_basic', target_ids: [igId] });
  expect(await inspect(pageToken)).toMatchObject({
    type: 'PAGE',
    expires_at: 0,
    data_access_expires_at: user.data_access_expires_at,
    profile_id: expect.stringMatching(/^\d+$/),
  });
  await advanceDays(61);
  expect(await inspect(userToken)).toMatchObject({
    is_valid: false,
    error: { code: 190, subcode: 463, message: expect.any(String) },
  });
});

test('debug_token can report a valid token as invalid', async () => {
  const { userToken } = await connectAccount(sandbox);
  const fault = { service: 'instagram', step: 'permissions', fault: 'invalid' };
  await callControl(sandbox, '/faults', fault);
  expect(await inspect(userToken)).toMatchObject({
    is_valid: false,
    error: { code: 190, subcode: 467, message: expect.any(String) },
  });
  expect(await inspect(userToken)).toMatchObject({ is_valid: true });
});

test('a permission can be granted for no account', async () => {
  const { userToken } = await connectAccount(sandbox);
  await callControl(sandbox, '/faults', {
    service: 'instagram',
    step: 'permissions',
    fault: 'trimmed',
  });
  const { scopes, granular_scopes: granular } = await inspect(userToken);
  expect(scopes).toContain('instagram_basic');
  expect(granular).toContainEqual({ scope: 'instagram_basic', target_ids: [] });
});

test.each([
  ['instagram_content_publish', '10'],
  ['pages_read_engagement', '190/10'],
])('a person can lack %s until the next login', async (scope, error) => {
  const { userToken, pageToken, igId } = await connectAccount(sandbox);
  const armed = await callControl(sandbox, '/faults', {
    service: 'instagram',
    step: 'permissions',
    fault: `without:${scope}`,
    username: 'atelie.barro',
  });
  expect(armed.status).toBe(200);
  expect((await inspect(userToken)).scopes).not.toContain(scope);
  expect((await inspect(userToken)).granular_scopes.map((each) => each.scope)).not.toContain(scope);
  const limit = (access_token: string): Promise<GraphResponse> =>
    callGraph(sandbox, 'GET', `/${igId}/content_publishing_limit`, { access_token });
  expect(getErrorKey(await limit(pageToken))).toBe(error);
  const again = await connectAccount(sandbox);
  expect((await inspect(again.userToken)).scopes).toContain(scope);
  expect((await limit(again.pageToken)).status).toBe(200);
});

test('an unknown permission cannot be missing', async () => {
  const response = await callControl(sandbox, '/faults', {
    service: 'instagram',
    step: 'permissions',
    fault: 'without:instagram_everything',
  });
  expect(response.status).toBe(400);
});
