import type { User } from '@pontual/contract/identity/auth.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { aUser, PASSWORD, request } from '../../../testing/factories.ts';
import { aGoogleUser, signInWithGoogle, signIn } from '../../../testing/google.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import type { ThrottledAttempt } from './throttle.ts';

const MINUTE = 60_000;
const WRONG = 'Errada99';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const login = (email: string, password: string, cookie = '') =>
  fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email, password }),
  });
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

async function failLogins(email: string, times: number): Promise<void> {
  for (let tried = 0; tried < times; tried += 1) {
    expect(await login(email, WRONG)).toMatchObject({ status: 401 });
  }
}

describe('guessing the password of an account', () => {
  test('is blocked for 15 minutes after ten failures, and the message states the wait', async () => {
    const { user } = await aUser(world);
    await failLogins(user.email, 10);

    const refused = await login(user.email.toUpperCase(), PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect(await refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Muitas tentativas. Aguarde 15 minutos e tente de novo.',
    });

    await world.advanceTime(15 * MINUTE);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  test('does not lock out a browser in which the owner has logged in before', async () => {
    const { user } = await aUser(world);
    const known = cookieOf(await login(user.email, PASSWORD));
    expect(known).toContain('pontual_device=');
    await failLogins(user.email, 10);
    expect((await login(user.email, PASSWORD)).status).toBe(429);
    expect((await login(user.email, PASSWORD, known)).status).toBe(200);

    for (let tried = 0; tried < 10; tried += 1) await login(user.email, WRONG, known);
    expect((await login(user.email, PASSWORD, known)).status).toBe(429);
    const other = await aUser(world);
    await failLogins(other.user.email, 10);
    expect((await login(other.user.email, PASSWORD, known)).status).toBe(429);
    expect((await login(other.user.email, PASSWORD, `${known}x`)).status).toBe(429);

    const alike = await aUser(world, `${other.user.email}/a`);
    const [name = '', value = ''] = cookieOf(await login(alike.user.email, PASSWORD)).split('=');
    expect((await login(other.user.email, PASSWORD, `${name}=a/${value}`)).status).toBe(429);
  });

  test('is limited to ten attempts for a hundred requests at once', async () => {
    const { user } = await aUser(world);
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(user.email, WRONG)));
    const evaluated = answers.filter(({ status }) => status === 401);
    expect(evaluated.length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - evaluated.length);
  });

  test('does not refuse sixty correct logins at once', async () => {
    const { user } = await aUser(world);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => login(user.email, PASSWORD)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('does not refuse sensitive requests at once with the right password', async () => {
    const client = await aUser(world);
    const json = { name: 'Planilha', scopes: ['posts:read'], days: 30, password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => client.post('/account/tokens', json)),
    );
    const codes = new Set(answers.map(({ body }) => ('code' in body ? body.code : 'created')));
    // No more tokens than a user may have, and nothing else is refused.
    expect([...codes].sort()).toEqual(['TOKENS_FULL', 'created']);
  });

  test('does not include repeated successful logins', async () => {
    const { user } = await aUser(world);
    for (let times = 0; times < 12; times += 1) {
      expect((await login(user.email, PASSWORD)).status).toBe(200);
    }
  });

  test('is blocked in the same way for an email address without an account', async () => {
    await failLogins('ninguem@exemplo.com.br', 10);
    expect((await login('ninguem@exemplo.com.br', WRONG)).status).toBe(429);
  });
});

describe('one IP address', () => {
  const by = (address: string): ThrottledAttempt => ({ what: 'register', account: null, address });
  const taken = () => Promise.reject(new AppError('EMAIL_TAKEN'));

  test('may fail three hundred times, without an effect on another address', async () => {
    const { throttle } = world.services.platform;
    for (let tried = 0; tried < 300; tried += 1) {
      await expect(throttle.attempt(by('192.0.2.1'), taken)).rejects.toThrow(
        expect.objectContaining({ code: 'EMAIL_TAKEN' }),
      );
    }
    const more = throttle.attempt(by('192.0.2.1'), () => Promise.resolve('made'));
    await expect(more).rejects.toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    expect(await throttle.attempt(by('192.0.2.2'), () => Promise.resolve('made'))).toBe('made');
  });

  test('counts as the whole network of a customer for IPv6, without an effect on the next network', async () => {
    const { throttle } = world.services.platform;
    const send = (address: string) =>
      throttle.attempt({ what: 'support', account: null, address }, () => Promise.resolve('sent'));
    for (let sent = 0; sent < 15; sent += 1) {
      for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2']) {
        expect(await send(address)).toBe('sent');
      }
    }
    await expect(send('2001:db8:0:1::3')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await send('2001:db8:0:2::1')).toBe('sent');
  });

  test('is not counted for errors of the server', async () => {
    const { throttle } = world.services.platform;
    const broken = () => Promise.reject(new Error('the database is away'));
    for (let tried = 0; tried < 301; tried += 1) {
      await expect(throttle.attempt(by('192.0.2.3'), broken)).rejects.toThrow('away');
    }
  });
});

describe('signing in with Google', () => {
  const go = (path: string) => fetch(`${world.url}/api/auth/${path}`, { redirect: 'manual' });
  const swap = () =>
    fetch(`${world.url}/api/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'inventado' }),
    });
  const tooMany = () => `${world.url}/auth/callback?error=too_many_attempts`;
  async function failUntil(most: number): Promise<void> {
    const by: ThrottledAttempt = { what: 'google', account: null, address: '127.0.0.1' };
    const invalid = () => Promise.reject(new AppError('HANDOFF_INVALID'));
    for (let tried = 2; tried < most; tried += 1) {
      await expect(world.services.platform.throttle.attempt(by, invalid)).rejects.toThrow(AppError);
    }
  }

  test('is blocked after three hundred failures of an address, with a page instead of JSON', async () => {
    expect((await go('google/callback?state=inventado')).headers.get('location')).toContain(
      'error=invalid_state',
    );
    expect((await swap()).status).toBe(401);
    await failUntil(300);
    expect((await go('google')).headers.get('location')).toBe(tooMany());
    expect((await go('google/callback?state=x')).headers.get('location')).toBe(tooMany());
    expect(await (await swap()).json()).toMatchObject({ code: 'RATE_LIMITED' });
    await world.advanceTime(15 * MINUTE);
    expect((await go('google')).headers.get('location')).not.toBe(tooMany());
  });

  test('counts neither a cancelled nor a successful sign-in', async () => {
    const person = await aGoogleUser(world, { email: 'constante@gmail.com' });
    await failUntil(300);
    for (let times = 0; times < 3; times += 1) {
      await signIn(world, undefined);
      await signInWithGoogle(world, person);
    }
    expect((await go('google')).headers.get('location')).not.toBe(tooMany());
  });
});

test('a registration with a taken email address counts as a failure, and a new account does not', async () => {
  const { user } = await aUser(world);
  const register = (email: string) =>
    request<{ user: User }>(world, 'POST', '/auth/register', {
      json: { email, password: PASSWORD },
    });
  expect(await register(user.email)).toMatchObject({ status: 409 });
  expect(await register('nova@exemplo.com.br')).toMatchObject({ status: 201 });
});

test('failed attempts outside of the window are deleted', async () => {
  const { deleteExpired } = world.services;
  const { database } = world.services.platform;
  const left = () => database.db.selectFrom('throttled_attempts').select('subject').execute();
  await failLogins('antiga@exemplo.com.br', 1);
  expect(await left()).not.toEqual([]);
  await world.advanceTime(16 * MINUTE);
  await deleteExpired();
  expect(await left()).toEqual([]);
});
