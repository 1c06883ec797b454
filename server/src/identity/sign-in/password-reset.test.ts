import { forgotPassword, type User } from '@pontual/contract/identity/auth.ts';
import type { Failure } from '@pontual/contract/shared/errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newToken } from '../../platform/ids.ts';
import { aUser, PASSWORD, request, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createAuthEmails } from './auth-emails.ts';

const NEW_PASSWORD = 'Caneca2026';
const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** What came back from one of the two calls, and the cookie that came with it. */
async function post(path: string, json: object, cookie = '') {
  const response = await fetch(`${world.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(json),
  });
  const body = (await response.json()) as
    | { success: true; message: string; data: { token?: string; user?: User } | null }
    | Failure;
  const setCookie = response.headers.get('set-cookie') ?? '';
  return { status: response.status, body, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

const requestReset = (email: string) => post('forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD, cookie = '') =>
  post('reset-password', { token, password }, cookie);
const login = (email: string, password: string) =>
  request(world, 'POST', '/auth/login', { json: { email, password } });

/** Does what the worker does with the jobs that wait. */
async function sendMails(): Promise<void> {
  const { jobs } = world.services.platform;
  const { authEmails } = world.services.identity;
  for (const { id, data } of await jobs.fetch('account-mail', 100)) {
    await authEmails.deliver(data.mailId);
    await jobs.complete('account-mail', id);
  }
}

/** The tokens of the links that somebody was sent, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  await sendMails();
  const mails = await world.sandbox.mail(email);
  return mails.flatMap(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? []);
}

/** Somebody who has asked for a link, and got it. */
async function userWithResetLink() {
  const client = await aUser(world);
  const { email } = client.user;
  const { cookie } = await requestReset(email);
  const [token = ''] = await tokensOf(email);
  return { client, email, cookie, token };
}

const isLoggedIn = async (client: Client) => (await client.get('/auth/me')).status === 200;

const INVALID = {
  status: 400,
  body: {
    success: false,
    code: 'RESET_TOKEN_INVALID',
    message: 'O link de recuperação é inválido ou expirou. Peça um novo.',
  },
};

describe('asking for a link', () => {
  test('mails one that works on this address, in Portuguese and with its end', async () => {
    const { user } = await aUser(world);
    const answer = await requestReset(user.email.toUpperCase());
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: forgotPassword.message, data: null },
    });
    const [token = ''] = await tokensOf(user.email);
    const [mail] = await world.sandbox.mail(user.email);
    expect(mail).toMatchObject({ to: user.email, subject: 'Crie uma nova senha' });
    expect(mail?.text).toContain(`Criar nova senha: ${world.url}/reset-password?token=${token}`);
    expect(mail?.text).toMatch(/vale por 30 minutos, até \d\d:\d\d no horário de Brasília/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('is answered alike for an address without an account, which gets no mail', async () => {
    const { user } = await aUser(world);
    const nobody = `${newId()}@exemplo.com.br`;
    const [known, unknown] = [await requestReset(user.email), await requestReset(nobody)];
    const shape = (setCookie: string) => setCookie.replace(/=[\w-]{43};/, '=token;');
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    expect(shape(unknown.setCookie)).toBe(shape(known.setCookie));
    expect(await tokensOf(nobody)).toEqual([]);
    expect(await world.sandbox.mail(nobody)).toEqual([]);
  });

  test.each([
    ['', 'E-mail é obrigatório'],
    ['marina@barro', 'E-mail inválido'],
  ])('with the address %j says what is wrong with it', async (email, message) => {
    expect(await requestReset(email)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { email: message } },
    });
  });

  test('for an account that Google knows says so', async () => {
    const { user } = await aUser(world);
    await sql`update users set password_hash = null where id = ${user._id}`.execute(
      world.database.db,
    );
    const answer = await requestReset(user.email);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'GOOGLE_ACCOUNT',
        message: 'Esta conta foi criada com Google. Entre com o botão do Google.',
        accountType: 'google',
      },
    });
    expect(await tokensOf(user.email)).toEqual([]);
  });

  test('again ends the older link, whether it went out or not', async () => {
    const { email, token } = await userWithResetLink();
    await requestReset(email);
    await requestReset(email);
    const tokens = await tokensOf(email);
    expect(tokens).toHaveLength(2);
    expect(await reset(token)).toMatchObject(INVALID);
    expect(await reset(tokens[1] ?? '')).toMatchObject({ status: 200 });
  });

  test('ten times at once, as often as it may be, leaves one link that works', async () => {
    const { user } = await aUser(world);
    const asked = await Promise.all(Array.from({ length: 10 }, () => requestReset(user.email)));
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const tokens = await tokensOf(user.email);
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers).toMatchObject([{ status: 200 }]);
  });

  test('writes no token down', async () => {
    const { token } = await userWithResetLink();
    const rows = await sql<{ text: string }>`
      select r::text as text from password_resets r union all select m::text from account_mails m
      union all select j.data::text from pgboss.job j`.execute(world.database.db);
    const dump = rows.rows.map(({ text }) => text).join('\n');
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

describe('a link', () => {
  test('sets the new password, and the old one is over', async () => {
    const { email, token } = await userWithResetLink();
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await login(email, PASSWORD)).toMatchObject({ status: 401 });
    expect(await login(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('works once, even when it is used many times at once', async () => {
    const { token } = await userWithResetLink();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reset(token, `Caneca${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await reset(token)).toMatchObject(INVALID);
  });

  test('works for 30 minutes from when its mail went out', async () => {
    const [inTime, late] = [await userWithResetLink(), await userWithResetLink()];
    await world.advanceTime(29 * MINUTE_MS);
    expect(await reset(inTime.token)).toMatchObject({ status: 200 });
    await world.advanceTime(MINUTE_MS + 1000);
    expect(await reset(late.token)).toMatchObject(INVALID);
    expect(await login(late.email, PASSWORD)).toMatchObject({ status: 200 });
  });

  test('that nobody was sent is told like one that has expired', async () => {
    expect(await reset(newToken())).toMatchObject(INVALID);
  });

  test('survives a password that is refused', async () => {
    const { token } = await userWithResetLink();
    expect(await reset(token, 'caneca')).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        errors: {
          password: 'Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número',
        },
      },
    });
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  test('without its token is told that the address lacks it', async () => {
    expect(await post('reset-password', { token: '', password: NEW_PASSWORD })).toMatchObject({
      status: 400,
      body: { errors: { token: 'Token de recuperação não encontrado na URL' } },
    });
  });
});

describe('the sessions of whoever resets', () => {
  test('all end, and those of others go on', async () => {
    const other = await aUser(world);
    const { client, token } = await userWithResetLink();
    await reset(token);
    expect(await isLoggedIn(client)).toBe(false);
    expect(await isLoggedIn(other)).toBe(true);
  });

  test('a new one is opened in the browser that asked', async () => {
    const { client, token, cookie } = await userWithResetLink();
    const { body, setCookie } = await reset(token, NEW_PASSWORD, cookie);
    const data = body.success ? body.data : null;
    expect(data?.user).toEqual(client.user);
    const seen = await request(world, 'GET', '/auth/me', { token: data?.token ?? '' });
    expect(seen).toMatchObject({ status: 200, body: { data: { user: { _id: client.user._id } } } });
    expect(setCookie).toMatch(/^pontual_recovering=; Max-Age=0;/);
  });

  test('none is opened where the link was only found, or was asked for by another', async () => {
    const [found, another] = [await userWithResetLink(), await userWithResetLink()];
    expect(await reset(found.token)).toMatchObject({ status: 200, body: { data: {} } });
    const foreign = await reset(another.token, NEW_PASSWORD, found.cookie);
    expect(foreign).toMatchObject({ status: 200 });
    expect(foreign.body.success && foreign.body.data).toEqual({});
    const open = await sql`
      select from sessions where user_id in (${found.client.user._id}, ${another.client.user._id})`.execute(
      world.database.db,
    );
    expect(open.rows).toEqual([]);
  });

  test('the cookie of the browser that asked is not for scripts nor for other sites', async () => {
    const { setCookie } = await requestReset(`${newId()}@exemplo.com.br`);
    expect(setCookie).toMatch(
      /^pontual_recovering=[\w-]{43}; Max-Age=7200; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
  });

  test('none survives that a login opens meanwhile with the old password', async () => {
    const { client, email, token } = await userWithResetLink();
    await Promise.all([reset(token), ...Array.from({ length: 8 }, () => login(email, PASSWORD))]);
    const open = await sql`select from sessions where user_id = ${client.user._id}`.execute(
      world.database.db,
    );
    expect(open.rows).toEqual([]);
  });
});

describe('the mails', () => {
  test('tell the owner afterwards that the password was changed, and when', async () => {
    const { client, email, token } = await userWithResetLink();
    // Of an address that was not proven before the mail says more (email-verification.test.ts).
    await sql`update users set email_verified_at = app_now() where id = ${client.user._id}`.execute(
      world.database.db,
    );
    await reset(token);
    await sendMails();
    const mails = await world.sandbox.mail(email);
    const notice = mails.at(-1);
    expect(mails).toHaveLength(2);
    expect(notice?.subject).toBe('Sua senha foi alterada');
    expect(notice?.text).toMatch(/alterada em \d+ de \w+, \d\d:\d\d \(horário de Brasília\)/);
    expect(notice?.text).toContain('uma senha nova não tira ninguém');
    expect(notice?.text).toContain(`Redefinir senha: ${world.url}/forgot-password`);
    expect(notice?.text).not.toContain('token=');
  });

  /** Deliveries by a mail server that refuses so often. */
  function deliveriesRefused(times: number) {
    let refusals = 0;
    const { services } = world;
    const authEmails = createAuthEmails({
      database: world.database,
      jobs: services.platform.jobs,
      publicUrl: world.url,
      log: world.serviceOptions.log,
      mailer: {
        async send() {
          refusals += 1;
          if (refusals <= times) throw new Error('421 try again later');
        },
      },
    });
    return authEmails;
  }

  const waiting = async (userId: string) => {
    const found = await sql<{ id: string }>`
      select id from account_mails where user_id = ${userId}`.execute(world.database.db);
    return found.rows.map(({ id }) => id);
  };

  test('wait while the mail server refuses them, and the answer does not', async () => {
    const { user } = await aUser(world);
    expect(await requestReset(user.email)).toMatchObject({ status: 200 });
    const [mailId = ''] = await waiting(user._id);
    await expect(deliveriesRefused(1).deliver(mailId)).rejects.toThrow('421');
    expect(await waiting(user._id)).toEqual([mailId]);
    const [token = ''] = await tokensOf(user.email);
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  test('whose job was lost are sent by another', async () => {
    const { user } = await aUser(world);
    await requestReset(user.email);
    await sql`delete from pgboss.job where name = 'account-mail'`.execute(world.database.db);
    await world.services.identity.authEmails.deliverOverdue();
    expect(await tokensOf(user.email)).toEqual([]);
    await world.advanceTime(11 * MINUTE_MS);
    await world.services.identity.authEmails.deliverOverdue();
    expect(await tokensOf(user.email)).toHaveLength(1);
    expect(await waiting(user._id)).toEqual([]);
  });

  test('go out once, however many deliveries there are at once', async () => {
    const { user } = await aUser(world);
    await requestReset(user.email);
    const [mailId = ''] = await waiting(user._id);
    await Promise.all([1, 2, 3].map(() => world.services.identity.authEmails.deliver(mailId)));
    expect(await tokensOf(user.email)).toHaveLength(1);
  });
});

test('what was not used is forgotten when it has expired, and nothing else', async () => {
  const { user } = await aUser(world);
  const old = await userWithResetLink();
  await world.advanceTime(31 * MINUTE_MS);
  await requestReset(user.email);
  await world.services.deleteExpired();
  const left = await sql<{ user_id: string }>`select user_id from password_resets`.execute(
    world.database.db,
  );
  const users = left.rows.map((row) => row.user_id);
  expect(users).toContain(user._id);
  expect(users).not.toContain(old.client.user._id);
  await world.advanceTime(24 * 60 * MINUTE_MS);
  await world.services.deleteExpired();
  expect(await tokensOf(user.email)).toEqual([]);
});
