// One table generates these tests: for each kind of id, how a user comes to own one.

import { api } from '@pontual/contract/api.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aMessage,
  aPhoto,
  aScheduledPost,
  aTemplate,
  dataOf,
  PASSWORD,
  request,
  type ApiResponse,
  type Client,
} from '../../../testing/factories.ts';
import { anInactiveEditor, aTeam, invite, addMember } from '../../../testing/members.ts';
import { aBatch, aLine, createBatch, uploadPhotos } from '../../../testing/bulk.ts';
import { aBrowser, aSubscribedBrowser } from '../../../testing/push.ts';
import { requestToken, aWebhook } from '../../../testing/integrations.ts';
import { givePlan } from '../../../testing/plans.ts';
import { subscribe } from '../../../testing/stripe-fake.ts';
import { aSeriesPost } from '../../../testing/series.ts';
import { idFieldsOf, type IdField } from '../../../testing/routes.ts';
import { unverify } from '../../../testing/prehijacked-account.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // File links change with each whole hour, which would change what their owner sees.
  await world.advanceTime(HOUR - (world.now().getTime() % HOUR));
});
afterAll(() => world.stop());

type Kind =
  | 'batch'
  | 'post'
  | 'post by hand'
  | 'slot'
  | 'series'
  | 'session'
  | 'upload'
  | 'push device'
  | 'template'
  | 'file'
  | 'hashtag group'
  | 'token'
  | 'webhook'
  | 'person'
  | 'invitation'
  | 'workspace';

const kinds: Record<string, Kind | null> = {
  'endSession params.id': 'session',
  'setPushKinds params.id': 'push device',
  'removePush params.id': 'push device',
  'updateTemplate params.id': 'template',
  'deleteTemplate params.id': 'template',
  'createUploadFromLibrary params.id': 'file',
  'updateHashtagGroup params.id': 'hashtag group',
  'deleteHashtagGroup params.id': 'hashtag group',
  'undoBatch params.id': 'batch',
  'revokeApiToken params.id': 'token',
  'updateWebhook params.id': 'webhook',
  'renewWebhookSecret params.id': 'webhook',
  'testWebhook params.id': 'webhook',
  'removeWebhook params.id': 'webhook',
  'listDeliveries params.id': 'webhook',
  'changeRole params.id': 'person',
  'removeMember params.id': 'person',
  'transferOwnership params.id': 'person',
  'resendInvitation params.id': 'invitation',
  'revokeInvitation params.id': 'invitation',
  'chooseWorkspace params.id': 'workspace',
  'getPost params.id': 'post',
  'findDuplicates body.postId': 'post',
  'retryFirstComment params.id': 'post',
  'updatePost params.id': 'post',
  'deletePost params.id': 'post',
  'scheduleDraft params.id': 'post',
  'forcePublish body.postId': 'post',
  'confirmInstagramAccount body.postIds': 'post',
  'rescheduleHeldPosts body.postId': 'post',
  'dismissFailures body.postIds': 'post',
  'moveInQueue body.postId': 'post',
  'requestApproval params.id': 'post',
  'withdrawApproval params.id': 'post',
  'answerApproval params.id': 'post',
  'startManualPublishing params.id': 'post by hand',
  'checkManualPublication params.id': 'post by hand',
  'markPublished params.id': 'post by hand',
  'removeSlot params.id': 'slot',
  'stopSeries params.id': 'series',
  'createBatch body.uploadIds': 'upload',
  'schedulePost body.uploadIds': 'upload',
  'saveDraft body.uploadIds': 'upload',
  'updatePost body.uploadIds': 'upload',
  'saveLocation body.id': null,
  'schedulePost body.locationId': null,
  'saveDraft body.locationId': null,
  'updatePost body.locationId': null,
  // An Instagram account: tested in multiple-accounts.test.ts, batch.test.ts and check.test.ts.
  'schedulePost body.instagramAccountId': null,
  'saveDraft body.instagramAccountId': null,
  'updatePost body.instagramAccountId': null,
  'checkBatch body.instagramAccountId': null,
  'createBatch body.instagramAccountId': null,
  'findDuplicates body.instagramAccountId': null,
  'findBatchDuplicates body.instagramAccountId': null,
  'retryInstagramAccount params.id': null, // An Instagram account: tested in issues.test.ts.
};

/** A list that contains an id of another user changes nothing. */
const codes: Record<Kind, string> = {
  batch: 'NOT_FOUND',
  post: 'NOT_FOUND',
  'post by hand': 'NOT_FOUND',
  session: 'NOT_FOUND',
  slot: 'NOT_FOUND',
  series: 'NOT_FOUND',
  token: 'NOT_FOUND',
  webhook: 'NOT_FOUND',
  person: 'NOT_FOUND',
  invitation: 'NOT_FOUND',
  workspace: 'NOT_FOUND',
  'push device': 'NOT_FOUND',
  template: 'NOT_FOUND',
  file: 'NOT_FOUND',
  'hashtag group': 'NOT_FOUND',
  upload: 'UPLOAD_NOT_FOUND',
};
const UNCHANGED = { status: 200, body: { data: { confirmed: 0 } } };

const validBodyFor = (name: string): object => {
  const scheduledTime = new Date(world.now().getTime() + HOUR).toISOString();
  const given: Record<string, object> = {
    schedulePost: { mediaType: 'IMAGE', scheduledTime },
    saveDraft: { mediaType: 'IMAGE' },
    scheduleDraft: { scheduledTime },
    moveInQueue: { scheduledTime },
    addSlots: { slots: [{ weekday: 1, minute: 720 }] },
    changePassword: { currentPassword: PASSWORD, newPassword: 'Outra456' },
    changeEmail: { email: `${newId()}@novo.com.br`, password: PASSWORD },
    searchLocations: { q: 'Serra' },
    deleteUser: { password: PASSWORD },
    exportData: { password: PASSWORD },
    createWebhook: { url: 'https://exemplo.com.br/y', events: ['post.failed'] },
    createApiToken: { name: 'Planilha', scopes: ['posts:read'], days: 30, password: PASSWORD },
    startCheckout: { plan: 'pro' },
    exportAnalytics: { format: 'json' },
    createTemplate: aTemplate(),
    updateTemplate: aTemplate(),
    saveLocation: { id: '213385402', name: 'Recife' },
    createHashtagGroup: aHashtagGroup(),
    updateHashtagGroup: aHashtagGroup(),
    nameTeam: { name: 'Ateliê' },
    setApprovalRules: { otherApprover: true },
    inviteMember: { email: `${newId()}@exemplo.com.br`, role: 'viewer' },
    changeRole: { role: 'viewer' },
    transferOwnership: { password: PASSWORD },
    checkBatch: { lines: [aLine()], files: [] },
    createBatch: aBatch(world, ['']),
    answerApproval: { verdict: 'approved' },
  };
  return given[name] ?? {};
};

const nested: Record<string, (value: string) => object> = {
  rescheduleHeldPosts: (postId) => ({ posts: [{ postId, scheduledTime: null }] }),
};

async function createBodyFor(name: string, client: Client): Promise<object | undefined> {
  if (name === 'requestVerification') return unverify(world, client).then(() => undefined);
  if (name === 'savePush') return aBrowser(world, client);
  if (name !== 'leaveTeam' && name !== 'acceptInvitation') return undefined;
  const { owner } = await aTeam(world);
  if (name === 'leaveTeam') return addMember(world, owner, client, 'editor').then(() => undefined);
  const { token } = await invite(world, owner, { email: client.user.email });
  return { token };
}
const paidEndpoints = new Set([
  'createTemplate',
  'addSlots',
  'checkBatch',
  'inviteMember',
  'setApprovalRules',
]);

const subscriberEndpoints = new Set(['openPortal', 'cancelSubscription', 'refundSubscription']);

type Named = readonly [name: string, endpoint: Endpoint];
const guarded: Named[] = Object.entries(api).filter(([, { access }]) => access === 'user');
const keyOf = (name: string, { where, field }: IdField) => `${name} ${where}.${field}`;
const named = guarded.flatMap(([name, endpoint]) =>
  idFieldsOf(endpoint).map((id) => ({ key: keyOf(name, id), name, endpoint, id })),
);
const attempts = named.flatMap((one) => {
  const kind = kinds[one.key];
  return kind === null || kind === undefined ? [] : [{ ...one, kind }];
});
/** Tested in account-choice.test.ts. */
const browserBoundEndpoints = new Set([
  'readAccountChoice',
  'checkOfferedAccounts',
  'chooseInstagramAccounts',
]);
const isBare = ([name, one]: Named) =>
  idFieldsOf(one).length === 0 && !browserBoundEndpoints.has(name);
const withoutIds = guarded.filter(isBare);

const creators: Record<Kind, (client: Client) => Promise<string[]>> = {
  post: async (client) => {
    const [draft, scheduled, old] = [
      await aDraft(client),
      await aScheduledPost(world, client, { dueInMs: 7_200_000 }),
      await aScheduledPost(world, client, { dueInMs: 7_200_000 }),
    ];
    const { db } = world.database;
    await sql`insert into instagram_accounts (ig_user_id, username) values ('1', 'antiga')
      on conflict do nothing`.execute(db);
    await sql`update posts set target_ig_user_id = '1' where id = ${old._id}`.execute(db);
    await sql`update publications set missed_at = app_now()
      where post_id = ${draft._id}`.execute(db);
    return [draft._id, scheduled._id, old._id];
  },
  'post by hand': async (client) => [await aManualPost(client)],
  session: async (client) => {
    const path = '/account/sessions';
    const { sessions } = dataOf(await client.get<{ sessions: { _id: string }[] }>(path));
    return sessions.map(({ _id }) => _id);
  },
  slot: async (client) => [await aSlot(client)],
  series: async (client) => [(await aSeriesPost(world, client)).series?._id ?? ''],
  upload: (client) => uploadPhotos(world, client, 1),
  'push device': async (client) => [(await aSubscribedBrowser(world, client)).device._id],
  template: async (client) => [await aSavedTemplate(client)],
  file: async (client) => [(await aDraft(client)).mediaItems[0]?.url.split('/')[3] ?? ''],
  'hashtag group': async (client) => [await aSavedGroup(client)],
  batch: async (client) => {
    const body = aBatch(world, await uploadPhotos(world, client, 1));
    return [dataOf(await createBatch(client, body)).batch._id];
  },
  token: async (client) => [dataOf(await requestToken(client)).token._id],
  webhook: async (client) => [(await aWebhook(client, 'https://exemplo.com.br/x')).webhook._id],
  person: async (client) => [await anInactiveEditor(world, client)],
  invitation: async (client) => [(await invite(world, client)).id],
  workspace: async (client) => [client.user.workspace],
};
const everyKind = Object.keys(creators) as Kind[]; // the type makes it complete

async function aTenant(kindsOfTheirs: readonly Kind[] = everyKind) {
  const client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
  const ids = new Map<Kind, string[]>();
  for (const kind of kindsOfTheirs) ids.set(kind, await creators[kind](client));
  const [draft] = ids.get('post') ?? [];
  const contentHash =
    draft === undefined ? undefined : (await aRequestedApproval(client, draft)).contentHash;
  return { client, contentHash, idsOf: (kind: Kind) => ids.get(kind) ?? [] };
}
type Tenant = Awaited<ReturnType<typeof aTenant>>;

const tus = (
  { token }: Client,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Blob,
) =>
  fetch(`${world.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  });

const begin = (client: Client, length: number) =>
  tus(client, 'POST', '/api/uploads', { 'upload-length': String(length) });
const OFFSET = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

async function aRequestedApproval(client: Client, postId: string) {
  const response = await client.post<{ approval: { contentHash: string } }>(
    `/scheduled/${postId}/approval`,
    {},
  );
  return dataOf(response).approval;
}

async function aManualPost(client: Client): Promise<string> {
  const post = await aScheduledPost(world, client, { dueInMs: 7_200_000 });
  await sql`update publications set state = 'manual', next_step_at = null, error_code = 'by-hand',
      manual_prompted_at = app_now(), manual_since = app_now()
    where post_id = ${post._id}`.execute(world.database.db);
  return post._id;
}

async function aSlot(client: Client): Promise<string> {
  const slots = [{ weekday: 2, minute: 600 }];
  const added = await client.post<{ slots: { _id: string }[] }>('/queue/slots', { slots });
  return dataOf(added).slots[0]?._id ?? '';
}

async function aSavedTemplate(client: Client): Promise<string> {
  const response = await client.post<{ template: { _id: string } }>(
    '/templates/custom',
    aTemplate(),
  );
  return dataOf(response).template._id;
}

const aHashtagGroup = () => ({ name: `Barro ${newId()}`, hashtags: ['#barro', 'ceramica'] });

async function aSavedGroup(client: Client): Promise<string> {
  const response = await client.post<{ group: { _id: string } }>(
    '/hashtag-groups',
    aHashtagGroup(),
  );
  return dataOf(response).group._id;
}

async function visibleDataOf({ client, idsOf }: Tenant) {
  const pages = [
    '/auth/me',
    '/account',
    '/account/sessions',
    '/account/push',
    '/account/tokens',
    '/schedule/stats',
    '/schedule/pause',
    '/issues',
    '/members',
  ];
  const lists = [
    '/templates/custom',
    '/hashtag-groups',
    '/locations',
    '/queue',
    '/series',
    '/bulk',
    '/scheduled?limit=1000',
    ...idsOf('post').map((id) => `/scheduled/${id}`),
  ];
  const seen = [];
  for (const path of [...pages, ...lists]) seen.push(await client.get(path));
  const [upload = ''] = idsOf('upload');
  const { status, headers } = await tus(client, 'HEAD', `/api/uploads/${upload}`);
  return { seen, upload: [status, headers.get('upload-offset')] };
}

interface AccessAttempt {
  name: string;
  endpoint: Endpoint;
  id: IdField;
}

function callEndpoint(
  { name, endpoint, id }: AccessAttempt,
  caller: Tenant,
  value: string,
): PendingResponse {
  const path = endpoint.path.replace(
    ':id',
    id.where === 'params' ? value : (caller.idsOf('post')[0] ?? ''),
  );
  const list = endpoint.multipart ? JSON.stringify([value]) : [value];
  const body = {
    ...validBodyFor(name),
    ...(name === 'answerApproval' ? { contentHash: caller.contentHash } : {}),
    ...(id.where === 'body'
      ? (nested[name]?.(value) ?? { [id.field]: id.isList ? list : value })
      : {}),
  };
  return send(endpoint, path, caller.client, body);
}

type PendingResponse = Promise<ApiResponse<{ confirmed?: number } | null>>;

function send(endpoint: Endpoint, path: string, { token }: Client, given: object): PendingResponse {
  const { method, multipart } = endpoint;
  if (method === 'GET') {
    const query = new URLSearchParams(Object.entries(given)).toString();
    return request(world, method, query === '' ? path : `${path}?${query}`, { token });
  }
  const sent = multipart ? { form: aFormOf(given) } : { json: given };
  return request(world, method, path, { token, ...(endpoint.body === undefined ? {} : sent) });
}

test('the table covers every id that the contract takes', () => {
  expect(named.map(({ key }) => key).sort()).toEqual(Object.keys(kinds).sort());
});

const isSuccess = ({ body }: ApiResponse<{ confirmed?: number } | null>) =>
  body.success && body.data?.confirmed !== 0;

describe('an id of another user', () => {
  let owner: Tenant;
  let other: Tenant;
  let before: Awaited<ReturnType<typeof visibleDataOf>>;
  beforeAll(async () => {
    [owner, other] = [await aTenant(), await aTenant()];
    before = await visibleDataOf(owner);
  });
  const rows = attempts.map((one) => {
    const isLeftAlone = one.key === 'confirmInstagramAccount body.postIds';
    const code = codes[one.kind];
    const refused = { status: 404, body: { code } };
    return isLeftAlone
      ? ([one.key, 'left alone', one, UNCHANGED] as const)
      : ([one.key, `404 ${code}`, one, refused] as const);
  });
  test.each(rows)(
    '%s with the session of another user is answered with: %s',
    async (_key, _said, one, expected) => {
      for (const value of owner.idsOf(one.kind)) {
        expect(await callEndpoint(one, other, value)).toMatchObject(expected);
      }
      expect(await visibleDataOf(owner)).toEqual(before);
      // The request is valid: for the caller's own data, at least one succeeds.
      const isOfPost = one.id.where === 'body' && one.endpoint.path.includes(':id');
      const own = await aTenant(isOfPost ? [one.kind, 'post'] : [one.kind]);
      const answers = [];
      for (const value of own.idsOf(one.kind)) answers.push(await callEndpoint(one, own, value));
      expect(answers.filter(isSuccess)).not.toEqual([]);
    },
  );
});

describe('an endpoint without an id', () => {
  const sorted = [...withoutIds, ['confirmInstagramAccount', api.confirmInstagramAccount] as const];
  const reads = sorted.filter(([, { method }]) => method === 'GET');
  let owner: Tenant;
  let reader: Tenant;
  beforeAll(async () => {
    [owner, reader] = [await aTenant(), await aTenant()];
    const { email } = owner.client.user;
    dataOf(await owner.client.post('/support', aMessage({ email })));
  });
  const inMonth = (path: string) => path.replace(':month', dayKey(world.now()).slice(0, 7));
  const textOf = async (path: string, { token }: Client) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${world.url}/api${path}`, { headers });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const writes = sorted.filter(([, { method }]) => method !== 'GET');

  test.each(reads)(
    '%s with the session of another user returns nothing of the owner',
    async (name, endpoint) => {
      const query = new URLSearchParams(Object.entries(validBodyFor(name))).toString();
      const text = await textOf(`${inMonth(endpoint.path)}?${query}`, reader.client);
      const { _id: userId, email } = owner.client.user;
      for (const part of [userId, email, ...everyKind.flatMap(owner.idsOf)]) {
        expect(text).not.toContain(part);
      }
    },
  );

  test.each(writes)(
    '%s with the session of another user changes nothing of the owner',
    async (name, endpoint) => {
      const other = await aTenant([]);
      if (!paidEndpoints.has(name)) await givePlan(world, other.client, 'free');
      if (subscriberEndpoints.has(name)) {
        await subscribe(other.client);
        await other.client.post('/subscription/refresh');
      }
      await sql`update sessions set last_seen_at = app_now()
        where user_id = ${owner.client.user._id}`.execute(world.database.db);
      const before = await visibleDataOf(owner);
      const given = (await createBodyFor(name, other.client)) ?? validBodyFor(name);
      const answer = await send(endpoint, endpoint.path, other.client, given);
      expect(answer.body.success).toBe(true);
      expect(await visibleDataOf(owner)).toEqual(before);
    },
  );
});

describe('an upload of another user', () => {
  test.each(['HEAD', 'PATCH', 'DELETE'])(
    '%s /api/uploads/:id returns 404 for the session of another user',
    async (method) => {
      const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
      const photo = await aPhoto();
      const begun = await begin(owner, photo.size);
      const { pathname } = new URL(begun.headers.get('location') ?? '', world.url);
      const bytes = photo.slice(0, photo.size, OFFSET['content-type']);
      const answer =
        method === 'PATCH'
          ? await tus(other, method, pathname, OFFSET, bytes)
          : await tus(other, method, pathname);
      expect(answer.status).toBe(404);
      const left = await tus(owner, 'HEAD', pathname);
      expect([left.status, left.headers.get('upload-offset')]).toEqual([200, '0']);
    },
  );
});
