import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anUnverifiedUser,
  aScheduledPost,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  request,
} from '../../../testing/factories.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { aGoogleUser, signInWithGoogle, openSession, signIn } from '../../../testing/google.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { invite, addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aToken, aWebhook } from '../../../testing/integrations.ts';
import { unverify } from '../../../testing/prehijacked-account.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const login = (email: string) =>
  request(world, 'POST', '/auth/login', { json: { email, password: PASSWORD } });

async function subjectsTo(email: string) {
  await deliverEmails(world);
  return world.sandbox.mail(email);
}

const unauthenticated = { status: 401, body: { code: 'UNAUTHENTICATED' } };

describe('account pre-hijacking', () => {
  test('classic-federated merge: removes the password of the user who registered first', async () => {
    const email = 'vitima.um@gmail.com';
    const attacker = await anUnverifiedUser(world, email);
    const victim = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    expect(victim.user._id).toBe(attacker.user._id);
    expect(await login(email)).toMatchObject({ body: { code: 'INVALID_CREDENTIALS' } });
  });

  test('unexpired session: ends the session of the attacker when the owner signs in', async () => {
    const email = 'vitima.dois@gmail.com';
    const attacker = await anUnverifiedUser(world, email);
    await signInWithGoogle(world, await aGoogleUser(world, { email }));
    expect(await attacker.get('/auth/me')).toMatchObject(unauthenticated);
  });

  test('trojan identifier: removes another identity that the attacker linked', async () => {
    const email = 'vitima.tres@gmail.com';
    const attacker = await anUnverifiedUser(world, email);
    const trojan = await aGoogleUser(world, { email: 'atacante.tres@gmail.com' });
    await sql`insert into identities (issuer, subject, user_id) values
      (${world.serviceOptions.env.GOOGLE_ISSUER}, ${trojan.id}, ${attacker.user._id})`.execute(
      world.database.db,
    );
    const victim = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    expect(victim.user._id).toBe(attacker.user._id);
    const again = await signInWithGoogle(world, trojan);
    expect(again.user._id).not.toBe(victim.user._id);
  });

  test('trojan identifier: disconnects the Instagram account of the attacker', async () => {
    const email = 'vitima.quatro@gmail.com';
    await connect(world, await anUnverifiedUser(world, email));
    const victim = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    expect(victim.user.instagramUsername).toBeNull();
  });

  test('accomplices: removes members, tokens, webhooks, invitations and approval links of the attacker', async () => {
    const email = 'vitima.nove@gmail.com';
    const attacker = await aUser(world, email);
    await connect(world, attacker, 'cafe.serra');
    await givePlan(world, attacker, 'pro');
    const accomplice = await aUser(world);
    await addMember(world, attacker, accomplice, 'editor');
    const token = await aToken(accomplice);
    await aWebhook(attacker, 'https://coletor.example/pontual');
    const invited = await invite(world, attacker);
    const post = await aScheduledPost(world, attacker);
    const { url } = dataOf(
      await attacker.post<{ url: string }>(`/scheduled/${post._id}/approval`, { renew: false }),
    );
    const readByLink = () =>
      request(world, 'POST', '/approvals/read', { json: { token: new URL(url).hash.slice(1) } });
    expect(await readByLink()).toMatchObject({ status: 200 });
    await unverify(world, attacker);

    const victim = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    const ask = async <T>(path: string) =>
      dataOf(await request<T>(world, 'GET', path, { token: victim.token }));
    expect(await ask('/members')).toMatchObject({
      members: [{ _id: victim.user._id, role: 'owner' }],
      invitations: [],
    });
    expect(await ask('/webhooks')).toEqual({ webhooks: [] });
    expect(await accomplice.get('/members')).toMatchObject({
      body: { data: { members: [{ _id: accomplice.user._id, role: 'owner' }] } },
    });
    expect(await request(world, 'GET', '/schedule/stats', { token })).toMatchObject({
      body: { code: 'TOKEN_INVALID' },
    });
    const json = { token: invited.token };
    expect(await request(world, 'POST', '/invitations/read', { json })).toMatchObject({
      body: { code: 'INVITATION_ENDED' },
    });
    expect(await readByLink()).toMatchObject({ body: { code: 'APPROVAL_LINK_INVALID' } });
    const mails = await deliverAccountEmails(world, accomplice.user.email);
    expect(mails.map(({ subject }) => subject)).toContain('Você saiu de uma equipe');
  });

  test('unexpired e-mail change: removes the session, the password and the pending links of the attacker', async () => {
    const email = 'vitima.cinco@gmail.com';
    const attacker = await anUnverifiedUser(world, email);
    const before = await sql<{ password_hash: string | null }>`
      select password_hash from users where id = ${attacker.user._id}`.execute(world.database.db);
    expect(before.rows[0]?.password_hash).not.toBeNull();
    const wanted = { email: 'atacante.cinco@exemplo.com.br', password: PASSWORD };
    expect(await attacker.post('/account/email', wanted)).toMatchObject({ status: 202 });
    await attacker.post('/auth/forgot-password', { email });
    await signInWithGoogle(world, await aGoogleUser(world, { email }));
    // A pending change is bound to the hash of the password that requested it.
    const after = await sql<{ password_hash: string | null }>`
      select password_hash from users where id = ${attacker.user._id}`.execute(world.database.db);
    expect(after.rows[0]?.password_hash).toBeNull();
    const pending = await sql`
      select user_id from email_changes where user_id = ${attacker.user._id}
      union all select user_id from password_resets where user_id = ${attacker.user._id}`.execute(
      world.database.db,
    );
    expect(pending.rows).toEqual([]);
    expect(await attacker.get('/auth/me')).toMatchObject(unauthenticated);
  });

  test('non-verifying provider: refuses an address that Google has not verified, and links nothing', async () => {
    const email = 'vitima.seis@gmail.com';
    const attacker = await aGoogleUser(world, { email, emailVerified: false });
    expect((await signIn(world, attacker)).returned).toEqual({ error: 'email_unverified' });
    const victim = await aUser(world, email);
    expect((await signIn(world, attacker)).returned).toEqual({ error: 'email_unverified' });
    expect(await victim.get('/auth/me')).toMatchObject({ status: 200 });
    const stored = await sql`select from identities where subject = ${attacker.id}`.execute(
      world.database.db,
    );
    expect(stored.rows).toEqual([]);
  });

  test('ends a pending hand-off when the owner of the address signs in', async () => {
    const email = 'vitima.sete@oficina.example';
    const early = await aGoogleUser(world, { email });
    const { browser, returned } = await signIn(world, early);
    const owner = await aGoogleUser(world, { email, organisation: 'oficina.example' });
    await signInWithGoogle(world, owner);
    expect(await openSession(world, browser, returned['token'] ?? '')).toMatchObject({
      body: { code: 'HANDOFF_INVALID' },
    });
  });

  test('notifies the owner once of what was removed', async () => {
    const email = 'vitima.oito@gmail.com';
    await anUnverifiedUser(world, email);
    const person = await aGoogleUser(world, { email });
    await signInWithGoogle(world, person);
    await signInWithGoogle(world, person);
    const mails = await subjectsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Sua conta agora entra com Google']);
    expect(mails[0]?.text).toContain('a senha antiga deixou de valer');
    expect(mails[0]?.text).toContain('Só você está na conta');
  });
});

describe('an account with a verified address', () => {
  test('is linked to Google with password, sessions and Instagram intact, and its owner gets an email', async () => {
    const email = 'dona@gmail.com';
    const owner = await aUser(world, email);
    await connect(world, owner);
    const entered = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    expect(entered.user).toMatchObject({
      _id: owner.user._id,
      instagramUsername: 'atelie.barro',
    });
    expect(await owner.get('/auth/me')).toMatchObject({ status: 200 });
    expect(await login(email)).toMatchObject({ status: 200 });
    expect((await subjectsTo(email)).map(({ subject }) => subject)).toEqual([
      'Sua conta agora também entra com Google',
    ]);
  });

  test('is found regardless of the case of the address', async () => {
    const owner = await aUser(world, 'Capital@gmail.com');
    const person = await aGoogleUser(world, { email: 'capital@gmail.com' });
    expect((await signInWithGoogle(world, person)).user._id).toBe(owner.user._id);
  });

  test('refuses a second Google identity with the same address', async () => {
    const email = 'herdado@gmail.com';
    const first = await signInWithGoogle(world, await aGoogleUser(world, { email }));
    const heir = await aGoogleUser(world, { email });
    expect((await signIn(world, heir)).returned).toEqual({ error: 'other_google_account' });
    const me = await request(world, 'GET', '/auth/me', { token: first.token });
    expect(me).toMatchObject({ status: 200 });
  });
});

describe('an address for which Google is not authoritative', () => {
  test('creates an account that the same identity enters again', async () => {
    const person = await aGoogleUser(world, { email: 'nova@propria.example' });
    const first = await signInWithGoogle(world, person);
    expect((await signInWithGoogle(world, person)).user._id).toBe(first.user._id);
  });

  test.each([
    ['proved', true],
    ['never proved', false],
  ])('does not enter an existing account whose address was %s', async (_what, isVerified) => {
    const email = `antiga.${isVerified}@propria.example`;
    const owner = await (isVerified ? aUser : anUnverifiedUser)(world, email);
    const person = await aGoogleUser(world, { email });
    expect((await signIn(world, person)).returned).toEqual({ error: 'account_exists' });
    expect(await owner.get('/auth/me')).toMatchObject({ status: 200 });
    expect(await login(email)).toMatchObject({ status: 200 });
  });

  test('is trusted like a Gmail address when the organisation uses Google Workspace', async () => {
    const email = 'ana@oficina.com.br';
    const owner = await aUser(world, email);
    const person = await aGoogleUser(world, { email, organisation: 'oficina.com.br' });
    expect((await signInWithGoogle(world, person)).user._id).toBe(owner.user._id);
  });
});

test('deletes the identity with its user, so that the next sign-in creates a new user', async () => {
  const person = await aGoogleUser(world, { email: 'breve@gmail.com' });
  const { user } = await signInWithGoogle(world, person);
  await sql`delete from users where id = ${user._id}`.execute(world.database.db);
  expect((await signInWithGoogle(world, person)).user._id).not.toBe(user._id);
});

test('keeps existing sessions alive when a sign-in fails', async () => {
  const email = 'intacta@gmail.com';
  const owner = await aUser(world, email);
  const stats = dataOf(await owner.get('/schedule/stats'));
  const { returned } = await signIn(world, undefined);
  expect(returned).toEqual({ error: 'access_denied' });
  expect(dataOf(await owner.get('/schedule/stats'))).toEqual(stats);
});
