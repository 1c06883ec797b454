import { forgotPassword, type User } from '@pontual/contract/identity/auth.ts';
import type { Failure } from '@pontual/contract/shared/errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newToken } from '../../platform/ids.ts';
import { aUser, PASSWORD, request, type Client } from '../../../testing/factories.ts';
import { createEmailOutbox, deliverDue, deliverEmails } from '../../../testing/outbox.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createPasswordResetEmail } from './password-reset-email.ts';

const NEW_PASSWORD = 'Caneca2026';
const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

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

const requestReset = (email: string, cookie = '') => post('forgot-password', { email }, cookie);
const reset = (token: string, password = NEW_PASSWORD, cookie = '') =>
  post('reset-password', { token, password }, cookie);
const login = (email: string, password: string) =>
  request(world, 'POST', '/auth/login', { json: { email, password } });

async function tokensOf(email: string): Promise<string[]> {
  await deliverEmails(world);
  const mails = await world.sandbox.mail(email);
  return mails.flatMap(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? []);
}

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

describe('a reset request', () => {
  test('emails a link to this site, in Portuguese and with its expiry', async () => {
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

  test('gives the same response for an unknown address, which gets no email', async () => {
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
  ])('reports the error of the address %j', async (email, message) => {
    expect(await requestReset(email)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { email: message } },
    });
  });

  test('reports an account that has only a Google sign-in', async () => {
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

  test('sends no second link within 15 minutes, and one that replaces the first after them', async () => {
    const { email, token } = await userWithResetLink();
    await world.advanceTime(14 * MINUTE_MS);
    await requestReset(email);
    expect(await tokensOf(email)).toEqual([token]);
    await world.advanceTime(MINUTE_MS);
    await requestReset(email);
    const tokens = await tokensOf(email);
    expect(tokens).toHaveLength(2);
    expect(await reset(token)).toMatchObject(INVALID);
    expect(await reset(tokens[1] ?? '')).toMatchObject({ status: 200 });
  });

  test('can be repeated twenty times by strangers, and the owner still gets in', async () => {
    const { email, token, cookie } = await userWithResetLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestReset(email)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await requestReset(email, cookie)).toMatchObject({ status: 200, cookie });
    expect(await tokensOf(email)).toEqual([token]);
    const { body } = await reset(token, NEW_PASSWORD, cookie);
    expect(body.success && body.data?.user?.email).toBe(email);
  });

  test('leaves one valid link when it is sent ten times at once', async () => {
    const { user } = await aUser(world);
    const requestAnswers = await Promise.all(
      Array.from({ length: 10 }, () => requestReset(user.email)),
    );
    expect(requestAnswers.map(({ status }) => status)).toEqual(requestAnswers.map(() => 200));
    const tokens = await tokensOf(user.email);
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers).toMatchObject([{ status: 200 }]);
  });

  test('stores no token in plain text', async () => {
    const { token } = await userWithResetLink();
    const rows = await sql<{ text: string }>`
      select r::text as text from password_resets r union all select o::text from outbox o
      union all select j.data::text from pgboss.job j`.execute(world.database.db);
    const dump = rows.rows.map(({ text }) => text).join('\n');
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });
});

describe('a reset link', () => {
  test('sets the new password, and the old one becomes invalid', async () => {
    const { email, token } = await userWithResetLink();
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await login(email, PASSWORD)).toMatchObject({ status: 401 });
    expect(await login(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('works once, even when it is used several times at once', async () => {
    const { token } = await userWithResetLink();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reset(token, `Caneca${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await reset(token)).toMatchObject(INVALID);
  });

  test('works for 30 minutes after its email was sent', async () => {
    const [inTime, late] = [await userWithResetLink(), await userWithResetLink()];
    await world.advanceTime(29 * MINUTE_MS);
    expect(await reset(inTime.token)).toMatchObject({ status: 200 });
    await world.advanceTime(MINUTE_MS + 1000);
    expect(await reset(late.token)).toMatchObject(INVALID);
    expect(await login(late.email, PASSWORD)).toMatchObject({ status: 200 });
  });

  test('is refused like an expired one when its token was never sent', async () => {
    expect(await reset(newToken())).toMatchObject(INVALID);
  });

  test('stays valid when the new password is refused', async () => {
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

  test('reports a missing token', async () => {
    expect(await post('reset-password', { token: '', password: NEW_PASSWORD })).toMatchObject({
      status: 400,
      body: { errors: { token: 'Token de recuperação não encontrado na URL' } },
    });
  });
});

describe('the sessions after a reset', () => {
  test('all end, and those of other users stay alive', async () => {
    const other = await aUser(world);
    const { client, token } = await userWithResetLink();
    await reset(token);
    expect(await isLoggedIn(client)).toBe(false);
    expect(await isLoggedIn(other)).toBe(true);
  });

  test('include a new one in the browser that requested the link', async () => {
    const { client, token, cookie } = await userWithResetLink();
    const { body, setCookie } = await reset(token, NEW_PASSWORD, cookie);
    const data = body.success ? body.data : null;
    expect(data?.user).toEqual(client.user);
    const seen = await request(world, 'GET', '/auth/me', { token: data?.token ?? '' });
    expect(seen).toMatchObject({ status: 200, body: { data: { user: { _id: client.user._id } } } });
    expect(setCookie).toMatch(/^pontual_recovering=; Max-Age=0;/);
  });

  test('include no new one in a browser that did not request the link', async () => {
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

  test('use a cookie that is HttpOnly and SameSite=Strict for the requesting browser', async () => {
    const { setCookie } = await requestReset(`${newId()}@exemplo.com.br`);
    expect(setCookie).toMatch(
      /^pontual_recovering=[\w-]{43}; Max-Age=7200; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
  });

  test('include none that a concurrent login opened with the old password', async () => {
    const { client, email, token } = await userWithResetLink();
    await Promise.all([reset(token), ...Array.from({ length: 8 }, () => login(email, PASSWORD))]);
    const open = await sql`select from sessions where user_id = ${client.user._id}`.execute(
      world.database.db,
    );
    expect(open.rows).toEqual([]);
  });
});

describe('the emails of a reset', () => {
  test('notify the owner of the password change and its time', async () => {
    const { email, token } = await userWithResetLink();
    await reset(token);
    await deliverEmails(world);
    const mails = await world.sandbox.mail(email);
    const confirmation = mails.at(-1);
    expect(mails).toHaveLength(2);
    expect(confirmation?.subject).toBe('Sua senha foi alterada');
    expect(confirmation?.text).toMatch(/alterada em \d+ de \w+, \d\d:\d\d \(horário de Brasília\)/);
    expect(confirmation?.text).toContain('uma senha nova não tira ninguém');
    expect(confirmation?.text).toContain(`Redefinir senha: ${world.url}/forgot-password`);
    expect(confirmation?.text).not.toContain('token=');
  });

  test('get a new link in each attempt, and the request does not wait for the mail server', async () => {
    const { user } = await aUser(world);
    const links: string[] = [];
    const refusing = createEmailOutbox(
      world.database,
      {
        async send({ text }) {
          links.push(/token=(\S+)/.exec(text)?.[1] ?? '');
          throw new Error('421 try again later');
        },
      },
      { 'password-reset': createPasswordResetEmail({ database: world.database, publicUrl: '' }) },
    );
    expect(await requestReset(user.email)).toMatchObject({ status: 200 });
    await deliverDue(refusing, 'email');
    await world.advanceTime(MINUTE_MS);
    const [token = ''] = await tokensOf(user.email);
    const [lost = ''] = links;
    expect(await reset(lost)).toMatchObject({ status: 400 });
    expect(await reset(token)).toMatchObject({ status: 200 });
  });
});

test('deletes unused requests after their expiry and nothing else', async () => {
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
