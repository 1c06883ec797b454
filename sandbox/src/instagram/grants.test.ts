import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import {
  ALL_SCOPES,
  callControl,
  getErrorKey,
  exchangeCode,
  callGraph,
  REDIRECT_URI,
} from '../../testing/graph-client.ts';

const [FIRST, SECOND, THIRD] = ['loja.um', 'loja.dois', 'loja.tres'];
const PUBLISH = 'instagram_content_publish';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.reset();
  await callControl(sandbox, '/instagram/accounts', { username: FIRST });
  await callControl(sandbox, '/instagram/accounts', { username: SECOND, owner: FIRST });
  await callControl(sandbox, '/instagram/accounts', {
    username: THIRD,
    owner: FIRST,
    tasks: ['ANALYZE'],
  });
});

interface Selection {
  page?: string[];
  account?: string[];
  permission?: string[];
}

function pressButton(
  choice: string,
  selection?: Selection,
  overrides: Record<string, string> = {},
) {
  const all = { page: [FIRST, SECOND, THIRD], account: [FIRST, SECOND, THIRD] };
  const form = selection && { permission: ALL_SCOPES.split(','), ...all, ...selection };
  return fetch(`${sandbox.url}/v25.0/dialog/oauth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([
      ...Object.entries({
        client_id: sandbox.services.META_APP_ID,
        redirect_uri: REDIRECT_URI,
        scope: ALL_SCOPES,
        choice,
        ...(form ? { step: 'grant' } : {}),
        ...overrides,
      }),
      ...Object.entries(form ?? {}).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ]),
  });
}

async function logIn(selection?: Selection, overrides?: Record<string, string>, choice = FIRST) {
  const redirected = await pressButton(choice, selection, overrides);
  const code = new URL(redirected.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return (await exchangeCode(sandbox, code)).body.access_token ?? '';
}

const pageSchema = z.object({
  access_token: z.string(),
  tasks: z.array(z.string()),
  instagram_business_account: z.object({ id: z.string(), username: z.string().optional() }),
});
const pagesSchema = z.object({
  data: z.array(pageSchema),
  paging: z
    .object({ cursors: z.object({ after: z.string() }), next: z.string().optional() })
    .optional(),
});
async function readPages(token: string, overrides: Record<string, string> = {}) {
  const fields = 'access_token,tasks,instagram_business_account{id,username}';
  const answer = await callGraph(sandbox, 'GET', '/me/accounts', {
    fields,
    access_token: token,
    ...overrides,
  });
  return pagesSchema.parse(answer.body);
}
const readPageNames = async (token: string) =>
  (await readPages(token)).data.map(({ instagram_business_account: { username } }) => username);

const readPermissions = async (token: string) => {
  const answer = await callGraph(sandbox, 'GET', '/me/permissions', { access_token: token });
  const { data } = z
    .object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })
    .parse(answer.body);
  return Object.fromEntries(data.map(({ permission, status }) => [permission, status]));
};

const readTargets = async (token: string, scope: string) => {
  const { META_APP_ID, META_APP_SECRET } = sandbox.services;
  const answer = await callGraph(sandbox, 'GET', '/debug_token', {
    input_token: token,
    access_token: `${META_APP_ID}|${META_APP_SECRET}`,
  });
  const { data } = z
    .object({
      data: z.object({
        scopes: z.array(z.string()),
        granular_scopes: z.array(
          z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }),
        ),
      }),
    })
    .parse(answer.body);
  return data.granular_scopes.find((one) => one.scope === scope)?.target_ids;
};

test('a person with several pages sees them and their permissions before the redirect', async () => {
  const screen = await pressButton(FIRST);
  expect(screen.status).toBe(200);
  const text = await screen.text();
  for (const name of [FIRST, SECOND, THIRD, PUBLISH, 'Continuar']) expect(text).toContain(name);
});

test('only the selected pages are listed, and are preselected the next time', async () => {
  expect(await readPageNames(await logIn({}))).toEqual([FIRST, SECOND, THIRD]);
  const token = await logIn({ page: [SECOND] });
  expect(await readPageNames(token)).toEqual([SECOND]);
  const [page] = (await readPages(token)).data;
  expect(await readTargets(token, 'instagram_basic')).toEqual([
    page?.instagram_business_account.id,
  ]);
  expect((await (await pressButton(FIRST)).text()).match(/name="page"[^>]*checked/g)).toHaveLength(
    1,
  );
  expect(await readPageNames(await logIn({ page: [] }))).toEqual([]);
});

test('a narrower login invalidates the tokens of the pages that it omits', async () => {
  const [first, second] = (await readPages(await logIn({}))).data;
  await logIn({ page: [SECOND] });
  const read = (page: typeof first) =>
    callGraph(sandbox, 'GET', '/me', { access_token: page?.access_token ?? '' });
  expect(getErrorKey(await read(first))).toBe('190/458');
  expect((await read(second)).status).toBe(200);
});

test('a permission that a later login declines is missing in all tokens of the person', async () => {
  const [before] = (await readPages(await logIn({}))).data;
  const token = before?.access_token ?? '';
  expect(await readTargets(token, PUBLISH)).toBeDefined();
  await logIn({ permission: ALL_SCOPES.split(',').filter((scope) => scope !== PUBLISH) });
  expect(await readTargets(token, PUBLISH)).toBeUndefined();
  expect(await readTargets(token, 'instagram_basic')).toBeDefined();
});

test('pages arrive in as many responses as the limit requires', async () => {
  const token = await logIn({});
  const first = await readPages(token, { limit: '2' });
  expect(first.data).toHaveLength(2);
  expect(first.paging?.next).toContain('after=');
  const rest = await readPages(token, { limit: '2', after: first.paging?.cursors.after ?? '' });
  expect(rest.data.map((page) => page.instagram_business_account.username)).toEqual([THIRD]);
  expect(rest.paging?.next).toBeUndefined();
  await callControl(sandbox, '/settings', { pagesAtOnce: 1 });
  expect((await readPages(token, { limit: '100' })).data).toHaveLength(1);
});

test('faults make a list endless and omit a username', async () => {
  const token = await logIn({});
  const fault = { service: 'instagram', step: 'page' };
  await callControl(sandbox, '/faults', { ...fault, fault: 'endless' });
  expect((await readPages(token, { after: 'QQ' })).paging?.next).toContain('after=QQ');
  await callControl(sandbox, '/faults', { ...fault, fault: 'no-username' });
  expect(await readPageNames(token)).toEqual([undefined, SECOND, THIRD]);
});

test('a page lists the tasks of its person, and without CREATE_CONTENT refuses a container', async () => {
  const token = await logIn({});
  const pages = (await readPages(token)).data;
  expect(pages.map(({ tasks }) => tasks.includes('CREATE_CONTENT'))).toEqual([true, true, false]);
  const make = (index: number) =>
    callGraph(sandbox, 'POST', `/${pages[index]?.instagram_business_account.id}/media`, {
      media_type: 'REELS',
      video_url: 'http://127.0.0.1:9/a.mp4',
      access_token: token,
    });
  expect((await make(0)).status).toBe(200);
  expect(getErrorKey(await make(2))).toBe('200');
});

test('publishing may be granted for one account and not for another', async () => {
  const token = await logIn({ account: [SECOND] });
  const [first, second] = (await readPages(token)).data.map(
    (page) => page.instagram_business_account,
  );
  expect(await readTargets(token, PUBLISH)).toEqual([second?.id]);
  expect(await readTargets(token, 'instagram_basic')).toContain(first?.id);
  const make = (id: string) =>
    callGraph(sandbox, 'POST', `/${id}/media`, {
      media_type: 'REELS',
      video_url: 'http://127.0.0.1:9/a.mp4',
      access_token: token,
    });
  expect(getErrorKey(await make(first?.id ?? ''))).toBe('10');
  expect((await make(second?.id ?? '')).status).toBe(200);
});

test('the dialog offers a declined permission again only with auth_type=rerequest', async () => {
  const permission = ALL_SCOPES.split(',').filter((scope) => scope !== PUBLISH);
  const token = await logIn({ permission });
  expect(await readPermissions(token)).toMatchObject({
    [PUBLISH]: 'declined',
    instagram_basic: 'granted',
  });
  expect(await readTargets(token, PUBLISH)).toBeUndefined();
  const isRequested = async (overrides: Record<string, string>) =>
    (await (await pressButton(FIRST, undefined, overrides)).text()).includes(`value="${PUBLISH}"`);
  expect(await isRequested({})).toBe(false);
  expect((await readPermissions(await logIn({})))[PUBLISH]).toBe('declined');
  expect(await isRequested({ auth_type: 'rerequest' })).toBe(true);
  expect((await readPermissions(await logIn({}, { auth_type: 'rerequest' })))[PUBLISH]).toBe(
    'granted',
  );
});

test('a revoked permission stays declined, and removing the app resets the grant', async () => {
  const choice = 'atelie.barro';
  const token = await logIn(undefined, {}, choice);
  await callGraph(sandbox, 'DELETE', `/me/permissions/${PUBLISH}`, { access_token: token });
  expect((await readPermissions(token))[PUBLISH]).toBe('declined');
  expect((await readPermissions(await logIn(undefined, {}, choice)))[PUBLISH]).toBe('declined');
  await callGraph(sandbox, 'DELETE', '/me/permissions', { access_token: token });
  expect((await readPermissions(await logIn(undefined, {}, choice)))[PUBLISH]).toBe('granted');
});

test('an unknown owner of a page is refused', async () => {
  const body = { username: 'loja.quatro', owner: 'ninguem' };
  expect((await callControl(sandbox, '/instagram/accounts', body)).status).toBe(400);
});
