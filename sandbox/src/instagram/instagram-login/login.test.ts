import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox.ts';
import {
  callControl,
  callGraph,
  exchangeCode,
  getErrorKey,
} from '../../../testing/graph-client.ts';
import {
  callInstagram,
  describeInstagramError,
  exchangeInstagramCode,
  extendInstagramToken,
  getShortLivedToken,
  logInWithInstagram,
  pressInDialog,
  refreshInstagramToken,
  returnFromDialog,
} from '../../../testing/instagram-login-client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SIXTY_DAYS = 60 * 24 * 3600;
const UNSUPPORTED = '100 IGApiException';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const advance = (advanceMs: number) => callControl(sandbox, '/clock', { advanceMs });
const readProfile = (token: string, fields = 'id,user_id,username') =>
  callInstagram(sandbox, 'GET', '/v25.0/me', { fields, access_token: token });
const codeOf = (url: URL) => url.searchParams.get('code') ?? '';

describe('the dialog', () => {
  test('returns a code for an account that has no page', async () => {
    const returned = await returnFromDialog(sandbox, 'lia.prates');
    expect([codeOf(returned).slice(0, 2), returned.searchParams.get('state')]).toEqual([
      'AQ',
      'estado-1',
    ]);
    expect(returned.hash).toBe('#_');
  });

  test('returns a refusal with its reason', async () => {
    const { searchParams } = await returnFromDialog(sandbox, 'Cancelar');
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      state: 'estado-1',
    });
  });

  test.each([
    ['the id of the Facebook app', { client_id: '3141592653589793' }, 'Invalid platform app'],
    ['a permission of Facebook Login', { scope: 'instagram_basic' }, 'Invalid scope'],
    ['no permission', { scope: '' }, 'Invalid scope'],
    ['an address that is none', { redirect_uri: 'pontual' }, 'Invalid redirect_uri'],
  ])('shows its own error page for %s', async (_, changes, message) => {
    const response = await pressInDialog(sandbox, 'lia.prates', changes);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test('keeps a personal account on its own page', async () => {
    const response = await pressInDialog(sandbox, 'Conta pessoal');
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});

test.each([
  ['personal', 'conta profissional'],
  ['app-in-development', 'Insufficient Developer Role'],
])('an account in the situation %s stays on the page of Instagram', async (situation, message) => {
  await callControl(sandbox, '/instagram/situations', { username: 'lia.prates', situation });
  const response = await pressInDialog(sandbox, 'lia.prates');
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
});

describe('a code', () => {
  test('gets a token of one hour and the granted permissions', async () => {
    const returned = await returnFromDialog(sandbox, 'Sem permissão de publicar');
    const answer = await exchangeInstagramCode(sandbox, codeOf(returned));
    expect(answer.body).toMatchObject({
      access_token: expect.stringMatching(/^IGAA/),
      permissions: [
        'instagram_business_basic',
        'instagram_business_manage_comments',
        'instagram_business_manage_insights',
      ],
    });
    // A number that JavaScript cannot read exactly.
    expect(answer.text).toContain('"user_id":97841400000000001');
    await advance(HOUR_MS);
    const late = await readProfile(answer.body.access_token ?? '');
    expect(describeInstagramError(late)).toBe('190/463 OAuthException');
  });

  test('is answered with a list where Meta documents one, and so is the profile', async () => {
    await callControl(sandbox, '/settings', { instagramAnswers: 'lists' });
    const returned = await returnFromDialog(sandbox, 'lia.prates');
    const { body } = await exchangeInstagramCode(sandbox, codeOf(returned));
    expect(body).toEqual({
      data: [
        {
          access_token: expect.stringMatching(/^IGAA/),
          user_id: '97841400000000003',
          permissions: expect.stringMatching(/^instagram_business_basic,/),
        },
      ],
    });
    const [{ access_token: token }] = body['data'] as [{ access_token: string }];
    expect((await readProfile(token)).body).toEqual({
      data: [{ id: '97841400000000003', user_id: '17841400000000003', username: 'lia.prates' }],
    });
  });

  test.each([
    ['a second time', 'lia.prates', {}, 'This authorization code has been used.'],
    ['after an hour', 'Falha na troca', {}, 'This authorization code has expired.'],
    ['for another address', 'lia.prates', { redirect_uri: 'http://x.example' }, 'redirect_uri'],
    ['by another app', 'lia.prates', { client_id: '1' }, 'Invalid platform app'],
    ['with a wrong secret', 'lia.prates', { client_secret: 'x' }, 'client secret'],
  ])('is refused %s, in the flat form of that host', async (title, choice, changes, message) => {
    const code = codeOf(await returnFromDialog(sandbox, choice));
    if (title === 'a second time') await exchangeInstagramCode(sandbox, code);
    const { status, body } = await exchangeInstagramCode(sandbox, code, changes);
    expect([status, body]).toEqual([
      400,
      {
        error_type: 'OAuthException',
        code: 400,
        error_message: expect.stringContaining(message),
      },
    ]);
  });

  test('and a token are worth nothing on the host of Facebook', async () => {
    const code = codeOf(await returnFromDialog(sandbox, 'lia.prates'));
    expect(getErrorKey(await exchangeCode(sandbox, code))).toBe('100');
    const { token, igId } = await logInWithInstagram(sandbox);
    const read = await callGraph(sandbox, 'GET', `/${igId}`, { access_token: token });
    expect(getErrorKey(read)).toBe('190');
  });
});

describe('a token', () => {
  test('is exchanged for one of sixty days, once', async () => {
    const shortLived = await getShortLivedToken(sandbox, 'lia.prates');
    const longLived = await extendInstagramToken(sandbox, shortLived);
    expect(longLived.body).toEqual({
      access_token: expect.stringMatching(/^IGAA/),
      token_type: 'bearer',
      expires_in: SIXTY_DAYS,
    });
    const again = await extendInstagramToken(sandbox, longLived.body.access_token ?? '');
    expect(describeInstagramError(again)).toBe(UNSUPPORTED);
  });

  test('needs the secret of this login for it', async () => {
    const shortLived = await getShortLivedToken(sandbox, 'lia.prates');
    const { META_APP_SECRET } = sandbox.services;
    const answer = await extendInstagramToken(sandbox, shortLived, {
      client_secret: META_APP_SECRET,
    });
    expect(describeInstagramError(answer)).toBe('1 OAuthException');
  });

  test('is refreshed after a day and before its end', async () => {
    const { token } = await logInWithInstagram(sandbox);
    expect(describeInstagramError(await refreshInstagramToken(sandbox, token))).toBe(UNSUPPORTED);
    await advance(59 * DAY_MS);
    const refreshed = await refreshInstagramToken(sandbox, token);
    expect(refreshed.body.expires_in).toBe(SIXTY_DAYS);
    await advance(DAY_MS);
    expect(describeInstagramError(await refreshInstagramToken(sandbox, token))).toBe(
      '190/463 OAuthException',
    );
    expect((await readProfile(refreshed.body.access_token ?? '')).status).toBe(200);
  });

  test('is not refreshed while it is short-lived', async () => {
    const shortLived = await getShortLivedToken(sandbox, 'lia.prates');
    const answer = await refreshInstagramToken(sandbox, shortLived);
    expect(describeInstagramError(answer)).toBe(UNSUPPORTED);
  });

  test('reads its own profile, with two ids', async () => {
    const { token } = await logInWithInstagram(sandbox, 'atelie.barro');
    const fields =
      'id,user_id,username,name,account_type,profile_picture_url,followers_count,media_count';
    expect((await readProfile(token, fields)).body).toMatchObject({
      id: '97841400000000001',
      user_id: '17841400000000001',
      username: 'atelie.barro',
      name: 'Ateliê Barro',
      account_type: 'BUSINESS',
      profile_picture_url: expect.stringMatching(/^http/),
    });
  });

  test('cannot be inspected, and lists neither pages nor permissions', async () => {
    const { token } = await logInWithInstagram(sandbox);
    const paths = ['/v25.0/debug_token', '/v25.0/me/accounts', '/v25.0/me/permissions'];
    for (const path of [...paths, '/v25.0/pages/search']) {
      const answer = await callInstagram(sandbox, 'GET', path, { access_token: token });
      expect([path, describeInstagramError(answer)]).toEqual([path, UNSUPPORTED]);
    }
  });

  test('loses what its account declines in a later login', async () => {
    const { token, igId } = await logInWithInstagram(sandbox, 'atelie.barro');
    await returnFromDialog(sandbox, 'Sem permissão de publicar');
    const quota = await callInstagram(sandbox, 'GET', `/v25.0/${igId}/content_publishing_limit`, {
      access_token: token,
    });
    expect(describeInstagramError(quota)).toBe('10 OAuthException');
    expect((await readProfile(token)).status).toBe(200);
  });

  test('loses a permission by a fault, and all of them with its person', async () => {
    const { token, igId } = await logInWithInstagram(sandbox);
    const readQuota = () =>
      callInstagram(sandbox, 'GET', `/v25.0/${igId}/content_publishing_limit`, {
        access_token: token,
      });
    expect((await readQuota()).status).toBe(200);
    await callControl(sandbox, '/faults', {
      service: 'instagram',
      step: 'permissions',
      fault: 'without:instagram_business_content_publish',
      username: 'lia.prates',
    });
    await readProfile(token);
    expect(describeInstagramError(await readQuota())).toBe('10 OAuthException');
    await callControl(sandbox, '/faults', {
      service: 'instagram',
      step: 'token',
      fault: '460',
      username: 'lia.prates',
    });
    expect(describeInstagramError(await readProfile(token))).toBe('190/460 OAuthException');
    expect(describeInstagramError(await readProfile(token))).toBe('190/460 OAuthException');
  });
});
