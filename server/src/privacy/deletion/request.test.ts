import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { notify } from '../../notifications/notify.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { aGoogleUser, signInWithGoogle, openSession, signIn } from '../../../testing/google.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { waitForLockWaiter } from '../../../testing/lock-waits.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const at = usePublishing();

const requestDeletion = (client: Client, password: string | undefined = PASSWORD) =>
  client.post<{ code: string }>('/account/deletion', { password });

const login = (email: string) =>
  request(at.world, 'POST', '/auth/login', { json: { email, password: PASSWORD } });

const deletionOf = (code: string) =>
  at.world.database.db
    .selectFrom('deletions')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

async function runDeletion(code: string): Promise<string | null> {
  await at.world.services.privacy.deletions.run((await deletionOf(code)).id);
  return (await deletionOf(code)).step;
}

describe('a request for deletion', () => {
  test('needs the password and returns a random code', async () => {
    const client = await aUser(at.world);
    expect(await requestDeletion(client, 'Errada123')).toMatchObject({
      status: 403,
      body: {
        code: 'WRONG_PASSWORD',
        message: 'Senha incorreta. Digite a senha que você usa hoje.',
        errors: { password: 'Senha incorreta. Digite a senha que você usa hoje.' },
      },
    });
    expect(await client.post('/account/deletion', {})).toMatchObject({ status: 403 });
    expect((await client.get('/auth/me')).status).toBe(200);
    const answer = await requestDeletion(client);
    expect(answer.status).toBe(202);
    expect(dataOf(answer).code).toMatch(/^[\w-]{22}$/);
  });

  test('is rate limited after wrong passwords', async () => {
    const client = await aUser(at.world);
    for (let guess = 0; guess < 10; guess += 1) await requestDeletion(client, `Errada${guess}`);
    expect(await requestDeletion(client)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
  });

  test('of a user without a password needs a sign-in within the last ten minutes', async () => {
    const person = await aGoogleUser(at.world, { email: `${newId()}@gmail.com` });
    const { token } = await signInWithGoogle(at.world, person);
    const ofGoogle = (by: string) =>
      request(at.world, 'POST', '/account/deletion', { token: by, json: {} });
    await at.world.advanceTime(11 * MINUTE);
    expect(await ofGoogle(token)).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } });
    const again = await signInWithGoogle(at.world, person);
    expect((await ofGoogle(again.token)).status).toBe(202);
    const anew = await signInWithGoogle(at.world, person);
    expect(anew.user).toMatchObject({ email: person.email });
    expect(anew.user._id).not.toBe(again.user._id);
  });

  test('is accepted once if it is sent twice at once', async () => {
    const client = await aUser(at.world);
    const answers = await Promise.all([requestDeletion(client), requestDeletion(client)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 401]);
    const found = await sql`select from deletions where user_id = ${client.user._id}`.execute(
      at.world.database.db,
    );
    expect(found.rows).toHaveLength(1);
  });
});

test('a request for deletion does not deadlock with the creation of a post', async () => {
  const client = await aConnectedUser(at.world);
  const workspaceId = await at.workspaceId(client);
  const { db } = at.world.database;
  const pending = await db.transaction().execute(async (tx) => {
    // Locks in the order of the creation of a post: the workspace first, then rows that refer to the user.
    await lockWorkspace(tx, workspaceId);
    const answer = requestDeletion(client);
    await waitForLockWaiter(db);
    await sql`select from users where id = ${client.user._id} for key share`.execute(tx);
    return { answer };
  });
  expect((await pending.answer).status).toBe(202);
});

describe('after the response', () => {
  test('all sessions are ended and no sign-in or reset opens the account', async () => {
    const client = await aUser(at.world);
    const { email } = client.user;
    const other = dataOf(await login(email)) as { token: string };
    const topics: string[] = [];
    const stop = at.world.services.platform.wakeUps.listen(({ topic }) => void topics.push(topic));
    dataOf(await requestDeletion(client));
    for (const { token } of [client, other]) {
      expect((await request(at.world, 'GET', '/auth/me', { token })).status).toBe(401);
    }
    await expect.poll(() => topics).toContain('account');
    stop();
    expect(await login(email)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
    const forgot = await request(at.world, 'POST', '/auth/forgot-password', { json: { email } });
    expect(forgot.status).toBe(200);
    await deliverEmails(at.world);
    expect(await at.world.sandbox.mail(email)).toEqual([]);
    expect(await at.world.sandbox.mail('excluida.invalid')).toEqual([]);
  });

  test('waiting emails of the user are not sent, also those to a former address', async () => {
    const client = await aUser(at.world);
    const { _id: userId, email: newEmail } = client.user;
    const address = `${newId()}@exemplo.com.br`;
    await notify(at.world.database.db, { kind: 'email-changed', userId, address, newEmail });
    dataOf(await requestDeletion(client));
    await deliverEmails(at.world);
    expect(await at.world.sandbox.mail(address)).toEqual([]);
  });

  test('the email is free for another account, which the deletion does not touch', async () => {
    const client = await aUser(at.world);
    const { code } = dataOf(await requestDeletion(client));
    const anew = await aUser(at.world, client.user.email);
    expect(anew.user._id).not.toBe(client.user._id);
    expect(await runDeletion(code)).toBeNull();
    expect((await anew.get('/auth/me')).status).toBe(200);
    expect((await login(client.user.email)).status).toBe(200);
  });

  test('a pending Google sign-in opens no session', async () => {
    const person = await aGoogleUser(at.world, { email: `${newId()}@gmail.com` });
    await signInWithGoogle(at.world, person);
    const { browser, returned } = await signIn(at.world, person);
    const { token } = await signInWithGoogle(at.world, person);
    await request(at.world, 'POST', '/account/deletion', { token, json: {} });
    const opened = await openSession(at.world, browser, returned['token'] ?? '');
    expect(opened.status).not.toBe(200);
  });

  test('a pending Instagram connection is not stored', async () => {
    const client = await aUser(at.world);
    await at.world.sandbox.fault('oauth', 'slow', { delayMs: MINUTE });
    const countTokenCalls = async () => {
      const calls = await at.world.sandbox.calls();
      return calls.filter(({ path }) => path.endsWith('/oauth/access_token')).length;
    };
    const callsBefore = await countTokenCalls();
    const connecting = connect(at.world, client);
    await expect.poll(countTokenCalls).toBeGreaterThan(callsBefore);
    const { code } = dataOf(await requestDeletion(client));
    await at.world.advanceTime(MINUTE);
    expect(await connecting).toContain('invalid_state');
    const { workspace_id: workspaceId } = await deletionOf(code);
    const made = await sql`select from instagram_connections
      where workspace_id = ${workspaceId}`.execute(at.world.database.db);
    expect(made.rows).toEqual([]);
  });
});

describe('publishing after the request', () => {
  test('stops for posts that are scheduled, prepared or due in the same second', async () => {
    const due = await at.aPreparedPost();
    const later = await aScheduledPost(at.world, at.client, { dueInMs: 10 * MINUTE });
    await at.advanceTo(due, 500);
    const { code } = dataOf(await requestDeletion(at.client));
    expect(await at.world.services.publishing.dispatcher.run()).toBe(0);
    await at.runSteps([due, later], 12, MINUTE);
    expect(await at.publishCalls()).toBe(0);
    expect(await runDeletion(code)).toBeNull();
    expect(await at.publishCalls()).toBe(0);
    expect(await at.world.sandbox.mail('excluida.invalid')).toEqual([]);
  });

  test('waits for a publish call that is in flight', async () => {
    const post = await at.aPreparedPost();
    await at.world.sandbox.fault('publish', 'slow', { delayMs: MINUTE });
    await at.advanceTo(post);
    expect(await at.world.services.publishing.dispatcher.run()).toBe(1);
    const { code } = dataOf(await requestDeletion(at.client));
    expect(await runDeletion(code)).toBe('stop-posts');
    await at.world.sandbox.advanceClock(MINUTE);
    await at.world.services.publishing.dispatcher.settle();
    expect(await at.world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await runDeletion(code)).toBeNull();
  });

  test('gives up an intent of a dead worker once its call can no longer be in flight', async () => {
    const post = await at.aPreparedPost();
    await at.advanceTo(post);
    const { repository } = at.world.services.publishing;
    expect(await repository.claimDue(claimOptions(1, post._id))).toHaveLength(1);
    const { code } = dataOf(await requestDeletion(at.client));
    expect(await runDeletion(code)).toBe('stop-posts');
    await at.world.advanceTime(80_000);
    expect(await runDeletion(code)).toBe('stop-posts');
    await at.world.advanceTime(11_000);
    expect(await runDeletion(code)).toBeNull();
    expect(await at.publishCalls()).toBe(0);
  });

  test('does not reconcile posts with an unknown outcome any more', async () => {
    const post = await at.aPreparedPost();
    await at.world.sandbox.fault('publish', 'timeout-before-commit');
    await sql`update publications set state = 'reconciling', is_pending = true,
      intent_at = app_now() where post_id = ${post._id}`.execute(at.world.database.db);
    const { code } = dataOf(await requestDeletion(at.client));
    expect(await runDeletion(code)).toBeNull();
    const before = await at.world.sandbox.calls();
    await at.runSteps([post], 3, 2 * MINUTE);
    expect(await at.world.sandbox.calls()).toEqual(before);
    expect(before.map(({ path }) => path)).not.toContain('/media_publish');
  });
});

test('a deletion ends only the membership of a workspace with other owners, whose posts go on', async () => {
  const { db } = at.world.database;
  const [leaving, staying] = [await aConnectedUser(at.world), await aUser(at.world)];
  const [shared, own] = [await at.workspaceId(leaving), await at.workspaceId(staying)];
  await sql`delete from workspace_members where user_id = ${staying.user._id}`.execute(db);
  await sql`delete from workspaces where id = ${own}`.execute(db);
  await sql`insert into workspace_members (workspace_id, user_id)
    values (${shared}, ${staying.user._id})`.execute(db);
  const post = await aScheduledPost(at.world, leaving, { dueInMs: 5 * MINUTE });
  const { code } = dataOf(await requestDeletion(leaving));
  expect(await runDeletion(code)).toBeNull();
  const users = await sql`select from users where id = ${leaving.user._id}`.execute(db);
  expect(users.rows).toEqual([]);
  await at.advanceUntil(post._id, 'published', MINUTE, staying);
});
