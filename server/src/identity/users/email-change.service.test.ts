import type { getUserSettings } from '@pontual/contract/identity/user.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { freePort } from '../../../testing/free-port.ts';
import { aUser, dataOf, PASSWORD, request, type Client } from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createSendConfirmationLink } from './confirmation-link.ts';
import { createEmailChangeService } from './email-change.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MINUTE = 60_000;
const anAddress = () => `${newId()}@novo.com.br`;

const requestChange = (client: Client, email: string, password = PASSWORD) =>
  client.post('/account/email', { email, password });
const confirm = (token: string, session?: string) =>
  request<{ email: string }>(world, 'POST', '/account/email/confirm', {
    json: { token },
    ...(session === undefined ? {} : { token: session }),
  });
const login = (email: string) =>
  request<{ token: string }>(world, 'POST', '/auth/login', { json: { email, password: PASSWORD } });
const emailOf = async (client: Client) =>
  dataOf(await client.get<{ user: User }>('/auth/me')).user.email;
const pendingOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof getUserSettings>>('/account')).pendingEmail;

const isVerified = async ({ user }: Client) => {
  const { db } = world.database;
  const found = await sql`select from users
    where id = ${user._id} and email_verified_at is not null`.execute(db);
  return found.rows.length > 0;
};

async function linkIn(email: string): Promise<string> {
  const mails = await world.sandbox.mail(email);
  const links = mails.flatMap(({ text }) => text.match(/confirm-email#[\w-]+/g) ?? []);
  return links.at(-1)?.split('#')[1] ?? '';
}

async function userWithPendingChange() {
  const client = await aUser(world);
  const email = anAddress();
  dataOf(await requestChange(client, email));
  return { client, email, token: await linkIn(email) };
}

const invalid = {
  status: 400,
  body: {
    code: 'EMAIL_LINK_INVALID',
    message: 'Este link não vale mais. Peça a troca de e-mail de novo em Sua conta.',
  },
};

describe('an address change request', () => {
  test('changes nothing yet: it sends a link to the new address and a notification to the old one', async () => {
    const { client, email, token } = await userWithPendingChange();
    const pending = await pendingOf(client);
    expect(pending?.email).toBe(email);
    const minutes = (Date.parse(pending?.expiresAt ?? '') - world.now().getTime()) / MINUTE;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect(await emailOf(client)).toBe(client.user.email);
    expect((await login(email)).status).toBe(401);
    const [sent] = await world.sandbox.mail(email);
    expect(sent).toMatchObject({ subject: 'Confirme seu novo e-mail' });
    expect(sent?.text).not.toContain(client.user.email);
    const [notification, ...more] = await deliverAccountEmails(world, client.user.email);
    expect(notification).toMatchObject({ subject: 'Troca do e-mail da sua conta' });
    expect(notification?.text).toContain(email);
    expect(notification?.text).not.toContain(token);
    expect(more).toEqual([]);
  });

  test('needs the password', async () => {
    const client = await aUser(world);
    const email = anAddress();
    expect(await requestChange(client, email, 'Errada1')).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', errors: { password: expect.any(String) } },
    });
    expect(await pendingOf(client)).toBeNull();
    expect(await world.sandbox.mail(email)).toEqual([]);
  });

  test('is refused for an address that is taken, after the password was verified', async () => {
    const [client, other] = [await aUser(world), await aUser(world)];
    const taken = other.user.email.toUpperCase();
    const message = 'Este e-mail já tem uma conta. Use outro e-mail.';
    expect(await requestChange(client, taken)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message, errors: { email: message } },
    });
    expect(await requestChange(client, taken, 'Errada1')).toMatchObject({
      body: { code: 'WRONG_PASSWORD' },
    });
  });

  test('is refused for the current address of the user', async () => {
    const client = await aUser(world);
    expect(await requestChange(client, client.user.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_UNCHANGED', errors: { email: 'Este já é o e-mail da sua conta.' } },
    });
    expect(await requestChange(client, 'novo')).toMatchObject({
      body: { code: 'VALIDATION', errors: { email: 'E-mail inválido' } },
    });
  });

  test('changes nothing and notifies no address when the link cannot be sent', async () => {
    const { client, email, token } = await userWithPendingChange();
    const emailCount = (await deliverAccountEmails(world, client.user.email)).length;
    const { jobs, wakeUps } = world.services.platform;
    const { auth } = world.services.identity;
    const { log } = world.serviceOptions;
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${await freePort()}`,
      from: 'Pontual <avisos@pontual.example>',
      publicUrl: world.url,
    });
    const { database, url: publicUrl } = world;
    const sendLink = createSendConfirmationLink({ mailer, publicUrl });
    const cutOff = createEmailChangeService({ database, jobs, sendLink, wakeUps, log });
    const caller = await auth.authenticate(client.token, { address: '127.0.0.1', port: null });
    if (caller === undefined) throw new Error('the session is not live');
    const asking = cutOff.requestChange(caller, { email: anAddress(), password: PASSWORD });
    await expect(asking).rejects.toMatchObject({
      code: 'MAIL_UNAVAILABLE',
      message: 'Não foi possível enviar o e-mail agora e nada mudou. Tente de novo em instantes.',
    });
    expect(await deliverAccountEmails(world, client.user.email)).toHaveLength(emailCount);
    expect((await pendingOf(client))?.email).toBe(email);
    expect((await confirm(token)).status).toBe(200);
    mailer.close();
  });

  test('stores no token in plain text, neither in its own row nor in a job', async () => {
    const { token } = await userWithPendingChange();
    const rows = await sql<{ text: string }>`select c::text as text from email_changes c
      union all select j::text from pgboss.job j`.execute(world.database.db);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows.rows.length).toBeGreaterThan(0);
    for (const { text } of rows.rows) expect(text).not.toContain(token);
  });
});

describe('the link of an address change', () => {
  test('changes the address once, and the old address is notified', async () => {
    const { client, email, token } = await userWithPendingChange();
    expect(dataOf(await confirm(token, client.token))).toEqual({ email });
    expect(await emailOf(client)).toBe(email);
    expect(await isVerified(client)).toBe(true);
    expect(await pendingOf(client)).toBeNull();
    expect((await login(client.user.email)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    const subjects = (await deliverAccountEmails(world, client.user.email)).map(
      ({ subject }) => subject,
    );
    expect(subjects).toContain('O e-mail da sua conta foi trocado');
    expect(await confirm(token, client.token)).toMatchObject(invalid);
  });

  test('removes the Google identity of the old address', async () => {
    const { client, token } = await userWithPendingChange();
    const { db } = world.database;
    await sql`insert into identities (issuer, subject, user_id)
      values ('https://accounts.google.com', ${client.user._id}, ${client.user._id})`.execute(db);
    await confirm(token, client.token);
    const left = await sql`select from identities where user_id = ${client.user._id}`.execute(db);
    expect(left.rows).toEqual([]);
  });

  test('ends every session except the one in which it is opened', async () => {
    const { client, email, token } = await userWithPendingChange();
    const other = dataOf(await login(client.user.email)).token;
    await confirm(token, client.token);
    expect((await request(world, 'GET', '/auth/me', { token: other })).status).toBe(401);
    expect(await emailOf(client)).toBe(email);
  });

  test('ends all sessions when it is opened without a session or in a session of another user', async () => {
    for (const session of [undefined, (await aUser(world)).token]) {
      const { client, token } = await userWithPendingChange();
      expect((await confirm(token, session)).status).toBe(200);
      expect((await client.get('/auth/me')).status).toBe(401);
    }
  });

  test('is valid for an hour', async () => {
    const [early, late] = [await userWithPendingChange(), await userWithPendingChange()];
    await world.advanceTime(59 * MINUTE);
    expect((await confirm(early.token)).status).toBe(200);
    await world.advanceTime(MINUTE);
    expect(await confirm(late.token)).toMatchObject(invalid);
    expect(await pendingOf(late.client)).toBeNull();
    await world.services.deleteExpired();
    const left =
      await sql`select from email_changes where user_id = ${late.client.user._id}`.execute(
        world.database.db,
      );
    expect(left.rows).toEqual([]);
  });

  test('becomes invalid when another address is requested or the change is cancelled', async () => {
    const { client, token } = await userWithPendingChange();
    const email = anAddress();
    await requestChange(client, email);
    expect(await confirm(token)).toMatchObject(invalid);
    await client.delete('/account/email');
    expect(await confirm(await linkIn(email))).toMatchObject(invalid);
    expect(await emailOf(client)).toBe(client.user.email);
  });

  test('becomes invalid when the password changes in any way', async () => {
    const changed = await userWithPendingChange();
    await changed.client.post('/account/password', {
      currentPassword: PASSWORD,
      newPassword: 'Outra456',
    });
    const recovered = await userWithPendingChange();
    await world.database.db
      .updateTable('users')
      .set({ password_hash: 'set by something that knows nothing of addresses' })
      .where('id', '=', recovered.client.user._id)
      .execute();
    for (const { client, token } of [changed, recovered]) {
      expect(await confirm(token)).toMatchObject(invalid);
      expect(await pendingOf(client)).toBeNull();
      expect(await emailOf(client)).toBe(client.user.email);
    }
  });

  test('is refused for an address that was registered meanwhile', async () => {
    const { client, email, token } = await userWithPendingChange();
    await aUser(world, email);
    expect(await confirm(token)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message: 'Este e-mail já tem uma conta. Use outro e-mail.' },
    });
    expect(await emailOf(client)).toBe(client.user.email);
  });

  test('works for one of two concurrent requests', async () => {
    const { token } = await userWithPendingChange();
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  test.each(['', 'x', 'A'.repeat(43)])('is refused with the unknown token “%s”', async (token) => {
    expect(await confirm(token)).toMatchObject(invalid);
  });
});
