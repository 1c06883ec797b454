// Each case signs its request as Meta does and searches every table for remaining data.
import { createHmac } from 'node:crypto';
import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  aDraft,
  aScheduledPost,
  aUser,
  connect,
  connectAnother,
  dataOf,
  request,
  fetchPost,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { aSeriesPost, listPosts, seriesOf } from '../../../testing/series.ts';

const DAY = 24 * 60 * MINUTE;
const MARINA = '10158000000000001';
const engine = usePublishing();

interface Deletion {
  kind: 'account' | 'meta';
  requestedAt: string;
  finishedAt: string | null;
}

function signRequest(
  userId: string,
  secret = engine.world.serviceOptions.env.META_APP_SECRET,
): string {
  const issuedAt = Math.floor(engine.world.now().getTime() / 1000);
  const payload = { algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

const send = (
  callback: 'deauthorize' | 'data-deletion',
  body: string | URLSearchParams,
  headers = {},
) => fetch(`${engine.world.url}/api/webhooks/meta/${callback}`, { method: 'POST', body, headers });
const form = (...requests: string[]) =>
  new URLSearchParams(requests.map((text): [string, string] => ['signed_request', text]));
const me = async () => dataOf(await engine.client.get<{ user: User }>('/auth/me')).user;
const statusOf = (code: string) => request<Deletion>(engine.world, 'GET', `/deletions/${code}`);

const connections = async () => {
  const workspaceId = await engine.workspaceId();
  return engine.world.database.db
    .selectFrom('instagram_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute();
};

/** Returns the tables in which any row contains one of these names. */
async function tablesThatName(...names: string[]): Promise<string[]> {
  const { db } = engine.world.database;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ text: string }>`
      select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(db);
    const isNamed = rows.rows.some(({ text }) => names.some((each) => text.includes(each)));
    if (isNamed) found.push(name);
  }
  return found;
}

async function aPublishedPost() {
  const post = await engine.aPreparedPost();
  await engine.advanceToDueTime();
  await engine.readPermalinks();
  const seen = await engine.fetchPost(post._id);
  expect(seen.permalink).not.toBeNull();
  return seen;
}

async function approvePost(post: Post): Promise<Post> {
  const answer = await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {});
  const token = new URL(dataOf(answer).url).hash.slice(1);
  const postToApproval = <Data>(path: string, json: object) =>
    request<Data>(engine.world, 'POST', `/approvals/${path}`, { json: { token, ...json } });
  const { contentHash } = dataOf(await postToApproval<ApprovalPreview>('read', {})).approval;
  dataOf(await postToApproval('answer', { name: 'Ana', verdict: 'approved', contentHash }));
  return post;
}

const stateOf = async ({ _id }: Post) =>
  dataOf(await engine.client.get<{ approval: Approval }>(`/scheduled/${_id}`)).approval.state;

describe('a caller other than Meta', () => {
  test.each(['deauthorize', 'data-deletion'] as const)(
    'is refused by %s and changes nothing',
    async (callback) => {
      const good = signRequest(MARINA);
      const bodies: [URLSearchParams, number][] = [
        [form(signRequest(MARINA, 'outro-segredo')), 400],
        [form(`x${good}`), 400],
        [form(''), 400],
        [form(), 400],
        [form(good, good), 400],
        [form('a.'.repeat(50_000)), 413],
      ];
      for (const [body, status] of bodies) {
        const answer = await send(callback, body);
        expect(answer.status).toBe(status);
        const code = status === 413 ? 'BODY_TOO_LARGE' : 'SIGNED_REQUEST_INVALID';
        expect(await answer.json()).toMatchObject({ success: false, code });
      }
      const type = { 'content-type': 'application/json' };
      const json = await send(callback, JSON.stringify({ signed_request: good }), type);
      expect(await json.json()).toMatchObject({ code: 'VALIDATION' });
      expect(await connections()).toMatchObject([{ needs_reconnect: false }]);
    },
  );

  test('cannot send a form to another endpoint', async () => {
    const answer = await fetch(`${engine.world.url}/api/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@b.co', password: 'x' }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('a user who removes the app', () => {
  test('leaves no token behind, and the owner gets one email', async () => {
    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    expect(removal).toMatchObject({ status: 200, answer: {} });
    const [connection] = await connections();
    expect(connection).toMatchObject({ needs_reconnect: true, reconnect_code: 'app-removed' });
    const { accounts } = engine.world.services.instagram;
    const account = await accounts.accountOf(await engine.workspaceId());
    expect(account).toMatchObject({ token: '', userToken: '', holdReason: 'reconnect' });

    await send('deauthorize', form(removal.signed_request));
    const mails = await engine.deliverEmails();
    expect(mails.map(({ subject }) => subject)).toEqual(['@atelie.barro precisa ser reconectada']);
    expect(mails[0]?.text).toContain('Reconectar @atelie.barro: ');
    expect(mails[0]?.text).toContain('removido no Facebook. Sem ele, nada é publicado nela.');
  });

  test('causes an issue on posts due soon, which are published after a reconnection', async () => {
    const near = await engine.aPreparedPost();
    const far = await aScheduledPost(engine.world, engine.client, { dueInMs: 120 * MINUTE });
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.advance(near._id);
    await engine.advance(near._id);
    expect(await engine.fetchPost(near._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'reconnect',
      errorMessage: expect.stringContaining('removido no Facebook'),
    });
    expect((await engine.fetchPost(far._id)).errorMessage).toBeNull();

    await connect(engine.world, engine.client);
    await engine.advanceUntil(near._id, 'published', 20_000);
    await engine.deliverEmails();
  });

  test('causes no further calls to Instagram for the account', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    const before = (await engine.world.sandbox.calls()).length;
    await engine.advance(post._id);
    await engine.world.services.instagram.maintainAccounts();
    await engine.readPermalinks();
    await engine.client.get('/instagram/locations?q=recife');
    expect((await engine.world.sandbox.calls()).length).toBe(before);
  });

  test('has a post with an unknown outcome reconciled after a reconnection', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.world.advanceTime(2 * MINUTE);
    await engine.advance(post._id);
    expect(await engine.row(post._id)).toMatchObject({
      state: 'reconciling',
      error_code: 'app-removed',
    });
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.publishCalls()).toBe(1);
  });

  test('may reconnect, after which an older callback has no effect', async () => {
    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.world.advanceTime(2000);
    await connect(engine.world, engine.client);
    expect((await send('deauthorize', form(removal.signed_request))).status).toBe(200);
    expect(await connections()).toMatchObject([{ needs_reconnect: false, reconnect_code: null }]);
    const late = await send('data-deletion', form(removal.signed_request));
    expect(late.status).toBe(200);
    expect((await me()).instagramUsername).toBe('atelie.barro');
  });

  test('gets the same response when no connection is known', async () => {
    const answer = await send('deauthorize', form(signRequest('999')));
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await connections()).toMatchObject([{ needs_reconnect: false }]);
  });

  test('does not affect the accounts of other users', async () => {
    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    expect(await connections()).toMatchObject([{ needs_reconnect: false }]);
  });
});

describe('a data deletion request', () => {
  test('deletes all Instagram data at once and keeps the posts', async () => {
    const published = await aPublishedPost();
    const scheduled = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
    const { media_id: mediaId } = await engine.row(published._id);
    const [connection] = await connections();
    const names = [MARINA, 'atelie.barro', connection?.ig_user_id, connection?.page_id, mediaId];
    const known = names.map(String);
    const named = await tablesThatName(...known);
    expect(named).toEqual(expect.arrayContaining(['posts', 'publications']));

    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(removal.status).toBe(200);
    const { url, confirmation_code: code } = removal.answer;
    expect(url).toBe(`${engine.world.url}/exclusao-de-dados/${code}`);
    expect(await tablesThatName(...known, String(connection?.picture_file_id))).toEqual([]);
    expect(dataOf(await statusOf(code))).toEqual({
      kind: 'meta',
      requestedAt: expect.any(String),
      finishedAt: expect.any(String),
    });

    expect((await me()).instagramAccountId).toBeNull();
    expect(await engine.fetchPost(published._id)).toMatchObject({
      status: 'published',
      permalink: null,
    });
    expect(await engine.fetchPost(scheduled._id)).toMatchObject({
      status: 'scheduled',
      ready: false,
    });
    const mails = await engine.deliverEmails();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Os dados do seu Instagram foram excluídos',
    ]);
    expect(mails[0]?.text).toContain(`${engine.world.url}/dashboard`);
    expect(mails[0]?.text).toContain('nada é publicado nessa conta até você reconectar');

    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.advanceUntil(scheduled._id, 'published', 60_000);
  });

  test('reopens the approvals of posts for the account before they can be published on another', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const out = await approvePost(await engine.aPreparedPost());
    await engine.advanceToDueTime();
    const scheduled = await approvePost(await engine.aPreparedPost({ dueInMs: 20 * MINUTE }));
    const draft = await approvePost(await aDraft(engine.client));
    await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(await stateOf(out)).toBe('approved');
    expect(await stateOf(draft)).toBe('awaiting');
    expect(await stateOf(scheduled)).toBe('awaiting');

    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.runSteps([scheduled], 12, 2 * MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.fetchPost(scheduled._id)).toMatchObject({ status: 'draft' });
  });

  test('deletes the comment id of a first comment', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { firstComment: '#ceramica' });
    await engine.advanceUntil(post._id, 'published', 30_000);
    await engine.world.services.planning.firstComments.enqueueDue();
    await engine.world.services.planning.firstComments.write(post._id);
    const { db } = engine.world.database;
    const written = db.selectFrom('first_comments').selectAll().where('post_id', '=', post._id);
    const { comment_id: commentId } = await written.executeTakeFirstOrThrow();
    expect(await tablesThatName(String(commentId))).toEqual(['first_comments']);

    await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(await tablesThatName(String(commentId))).toEqual([]);
    expect(await written.executeTakeFirstOrThrow()).toMatchObject({
      state: 'published',
      text: '#ceramica',
    });
  });

  test('returns the same response for a repeated request and sends one notification', async () => {
    const none = { postFailed: false, postAtRisk: false };
    expect((await engine.client.put('/account/notifications', none)).status).toBe(200);
    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    const again = await send('data-deletion', form(removal.signed_request));
    expect(await again.json()).toEqual(removal.answer);
    expect(await engine.deliverEmails()).toHaveLength(1);
  });

  test('after the removal of the app sends only the notification of the deletion', async () => {
    await engine.world.sandbox.removeApp('atelie.barro', 'remove');
    await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(await connections()).toEqual([]);
    const subjects = (await engine.deliverEmails()).map(({ subject }) => subject);
    expect(subjects).toEqual(['Os dados do seu Instagram foram excluídos']);
  });

  test('finishes at once for an unknown user', async () => {
    const answer = await send('data-deletion', form(signRequest('998')));
    const { confirmation_code: code } = (await answer.json()) as { confirmation_code: string };
    expect(dataOf(await statusOf(code)).finishedAt).not.toBeNull();
  });

  test('waits for a post with an unknown outcome, which then fails with an unknown result', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    expect((await engine.row(post._id)).state).toBe('reconciling');

    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    const { confirmation_code: code } = removal.answer;
    expect(await connections()).toEqual([]);
    await engine.world.services.deleteExpired();
    expect(dataOf(await statusOf(code)).finishedAt).toBeNull();

    await engine.world.advanceTime(2000);
    const second = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    expect(second.answer.confirmation_code).not.toBe(code);
    const secondStatus = () => statusOf(second.answer.confirmation_code);
    expect(dataOf(await secondStatus()).finishedAt).toBeNull();

    await engine.advance(post._id);
    expect((await engine.fetchPost(post._id)).status).toBe('error');
    await engine.world.services.deleteExpired();
    expect(dataOf(await statusOf(code)).finishedAt).not.toBeNull();
    expect(dataOf(await secondStatus()).finishedAt).not.toBeNull();
    expect(await tablesThatName('atelie.barro', MARINA)).toEqual([]);
    const storedPost = await engine.row(post._id);
    expect([storedPost.ig_user_id, storedPost.target_ig_user_id, storedPost.container_id]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('does not wait for that of a person who has the same id with the other login', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    const { answer } = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    const { INSTAGRAM_APP_SECRET: secret } = engine.world.serviceOptions.env;
    const other = await send('data-deletion', form(signRequest(MARINA, secret)));
    const { confirmation_code: code } = (await other.json()) as { confirmation_code: string };
    expect(dataOf(await statusOf(code)).finishedAt).not.toBeNull();
    expect(dataOf(await statusOf(answer.confirmation_code)).finishedAt).toBeNull();
    await engine.advance(post._id);
    await engine.world.services.deleteExpired();
    expect(dataOf(await statusOf(answer.confirmation_code)).finishedAt).not.toBeNull();
  });

  test('removes the username from messages of a post made for another account', async () => {
    const post = await engine.aPreparedPost({ dueInMs: 20 * MINUTE });
    await connect(engine.world, engine.client, 'cafe.serra');
    await engine.advance(post._id);
    const { errorMessage } = await engine.fetchPost(post._id);
    expect(errorMessage).toContain('@atelie.barro, e');
    expect(errorMessage).toMatch(/@cafe\.serra\.$/);
    // A different username that begins like the deleted one.
    const like = 'Este post foi feito para @cafe.serra.norte.';
    await sql`insert into post_events (post_id, kind, detail)
      values (${post._id}, 'waiting', ${JSON.stringify({ cause: like })}::jsonb)`.execute(
      engine.world.database.db,
    );
    await engine.world.sandbox.removeApp('cafe.serra', 'delete');
    await engine.world.services.deleteExpired();
    const events = await engine.world.database.db
      .selectFrom('post_events')
      .select('detail')
      .where('post_id', '=', post._id)
      .orderBy('id')
      .execute();
    expect(events.map(({ detail }) => detail['cause'])).toEqual(
      expect.arrayContaining([
        'Este post foi feito para @atelie.barro, e a conta conectada agora é uma conta removida.',
        like,
      ]),
    );
    const { errorMessage: left } = await engine.fetchPost(post._id);
    expect(left).not.toContain('@cafe.serra');
  });

  test('moves a series to the next account, or stops it when another account is connected', async () => {
    const { world, client } = engine;
    await givePlan(world, client, 'premium');
    await aSeriesPost(world, client);
    await world.sandbox.removeApp('atelie.barro', 'delete');
    expect(await tablesThatName('atelie.barro', MARINA)).toEqual([]);
    await connect(world, client, 'cafe.serra');
    await world.advanceTime(2 * DAY);
    await world.services.planning.createSeriesPosts();
    const { instagramAccountId: next } = await me();
    const accounts = async () =>
      (await listPosts(client)).slice(1).map(({ instagramAccountId }) => instagramAccountId);
    expect(await accounts()).toEqual([next, next, next, next]);
    expect(await seriesOf(client)).toMatchObject([{ issue: null }]);

    await connectAnother(world, client, 'atelie.barro');
    await world.sandbox.removeApp('cafe.serra', 'delete');
    await world.advanceTime(4 * DAY);
    await me();
    await world.advanceTime(4 * DAY);
    await world.services.planning.createSeriesPosts();
    expect(new Set(await accounts())).not.toContain((await me()).instagramAccountId);
    expect(await seriesOf(client)).toMatchObject([
      { issue: expect.stringContaining('não está mais conectada') },
    ]);
  });

  test('does not wait for another deletion that fails', async () => {
    const { db } = engine.world.database;
    await sql`insert into deletions (id, code, kind, step)
      values ('00000000-0000-7000-8000-000000000000', 'quebrada', 'meta',
        '{"login": "facebook", "authorizerId": "997", "posts": [], "accounts": [null]}')`.execute(
      db,
    );
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    const removal = await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    await engine.advance(post._id);
    await engine.world.services.deleteExpired();
    await db.deleteFrom('deletions').where('code', '=', 'quebrada').execute();
    expect(dataOf(await statusOf(removal.answer.confirmation_code)).finishedAt).not.toBeNull();
  });

  test('covers every workspace that the user had connected', async () => {
    const other = await aUser(engine.world);
    await connect(engine.world, other);
    const theirs = await aScheduledPost(engine.world, other, { dueInMs: 60 * MINUTE });
    await engine.world.sandbox.removeApp('atelie.barro', 'delete');
    const { user } = dataOf(await other.get<{ user: User }>('/auth/me'));
    expect(user.instagramAccountId).toBeNull();
    expect((await fetchPost(other, theirs._id)).status).toBe('scheduled');
    expect(await tablesThatName('atelie.barro', MARINA)).toEqual([]);
  });
});

describe('the status of a deletion', () => {
  test('is also returned for a deletion of a user account', async () => {
    await sql`insert into deletions (id, code, kind, step)
      values (gen_random_uuid(), 'codigo-da-conta', 'account', 'posts')`.execute(
      engine.world.database.db,
    );
    const found = dataOf(await statusOf('codigo-da-conta'));
    expect(found).toMatchObject({ kind: 'account', finishedAt: null });
  });

  test.each(['nenhum-pedido', '%00', '..%2F..%2Fme', 'a'.repeat(90)])(
    'is not found for %s',
    async (code) => {
      expect(await statusOf(code)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: expect.stringContaining('pedido de exclusão') },
      });
    },
  );

  test('is rate-limited, so that codes cannot be guessed', async () => {
    const guesses = Array.from({ length: 320 }, (_, index) => statusOf(`palpite-${index}`));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});
