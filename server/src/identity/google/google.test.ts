import type { User } from '@pontual/contract/identity/auth.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser, dataOf, PASSWORD, request } from '../../../testing/factories.ts';
import {
  aGoogleUser,
  chooseGoogleUser,
  signInWithGoogle,
  goToGoogle,
  openBrowser,
  openSession,
  signIn,
} from '../../../testing/google.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const aGmail = (name: string) => aGoogleUser(world, { email: `${name}@gmail.com` });
const SECOND = 1000;
const MINUTE = 60 * SECOND;

async function countUsers(email: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from users where lower(email) = ${email}`.execute(
    world.database.db,
  );
  return found.rows[0]?.count ?? 0;
}

describe('a Google user', () => {
  test('gets an account at the first sign-in and enters it at the next', async () => {
    const person = await aGmail('primeira');
    const first = await signInWithGoogle(world, person);
    expect(first.user).toMatchObject({ email: 'primeira@gmail.com', plan: 'free' });
    const again = await signInWithGoogle(world, person);
    expect(again.user._id).toBe(first.user._id);
    expect(again.token).not.toBe(first.token);
  });

  test('is identified by the Google subject after the address of the account has changed', async () => {
    const person = await aGmail('mudada');
    const { user } = await signInWithGoogle(world, person);
    await sql`update users set email = 'outra@exemplo.com.br' where id = ${user._id}`.execute(
      world.database.db,
    );
    expect((await signInWithGoogle(world, person)).user).toMatchObject({
      _id: user._id,
      email: 'outra@exemplo.com.br',
    });
  });

  test('gets one account when several of the sign-ins return at once', async () => {
    const person = await aGmail('apressada');
    const entered = await Promise.all(
      Array.from({ length: 5 }, () => signInWithGoogle(world, person)),
    );
    expect(new Set(entered.map(({ user }) => user._id)).size).toBe(1);
    expect(await countUsers(person.email)).toBe(1);
  });

  test('is accepted when Google sends email_verified as the string “true”', async () => {
    const person = await aGoogleUser(world, { email: 'texto@gmail.com', emailVerified: 'true' });
    expect((await signInWithGoogle(world, person)).user.email).toBe('texto@gmail.com');
  });

  test('without a password cannot log in with one, and registration sets none', async () => {
    const { email } = await aGmail('semsenha').then(async (person) => {
      await signInWithGoogle(world, person);
      return person;
    });
    const json = { email, password: PASSWORD };
    const refused = { status: 401, body: { code: 'INVALID_CREDENTIALS' } };
    expect(await request(world, 'POST', '/auth/login', { json })).toMatchObject(refused);
    expect(await request(world, 'POST', '/auth/register', { json })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
    expect(await request(world, 'POST', '/auth/login', { json })).toMatchObject(refused);
  });
});

describe('the redirect to Google', () => {
  test('carries state, nonce and a code challenge, and is bound to the browser', async () => {
    const begun = await fetch(`${world.url}/api/auth/google`, { redirect: 'manual' });
    const query = new URL(begun.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${world.url}/api/auth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(begun.headers.get('set-cookie')).toMatch(
      /^pontual_google=[\w-]{43}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    expect(begun.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each([
    ['/create-post', '/create-post'],
    ['/schedule?post=1', '/schedule?post=1'],
    ['//mau.example', undefined],
    ['https://mau.example', undefined],
  ])('returns a visitor who requested %s to %s', async (wanted, to) => {
    const person = await aGmail('caminho');
    const { page, returned } = await signIn(world, person, { to: wanted });
    expect(page.origin + page.pathname).toBe(`${world.url}/auth/callback`);
    expect(returned['to']).toBe(to);
    expect((await signIn(world, undefined, { to: wanted })).returned['to']).toBe(to);
  });
});

describe('a callback', () => {
  test('reports a cancellation as access_denied', async () => {
    const { returned } = await signIn(world, undefined);
    expect(returned).toEqual({ error: 'access_denied' });
  });

  test('is refused in a browser that did not begin the sign-in', async () => {
    const [attacker, victim] = [openBrowser(), openBrowser()];
    const person = await aGmail('atacante');
    const back = await chooseGoogleUser(attacker, await goToGoogle(world, attacker), person);
    await goToGoogle(world, victim);
    expect(await victim.go(back)).toBe(`${world.url}/auth/callback?error=invalid_state`);
    expect(await attacker.go(back)).toContain('token=');
  });

  test('is refused a second time', async () => {
    const browser = openBrowser();
    const person = await aGmail('duasvezes');
    const back = await chooseGoogleUser(browser, await goToGoogle(world, browser), person);
    expect(await browser.go(back)).toContain('token=');
    expect(await browser.go(back)).toContain('error=invalid_state');
  });

  test('is refused after ten minutes', async () => {
    const browser = openBrowser();
    const person = await aGmail('demorada');
    const back = await chooseGoogleUser(browser, await goToGoogle(world, browser), person);
    await world.advanceTime(10 * MINUTE + SECOND);
    expect(await browser.go(back)).toContain('error=invalid_state');
  });

  test.each(['', 'state=', 'state=inventado&code=x', 'state=a&state=b&code=x', 'state[]=a'])(
    'is refused with the query “%s”',
    async (query) => {
      const browser = openBrowser();
      await goToGoogle(world, browser);
      const page = await browser.go(`${world.url}/api/auth/google/callback?${query}`);
      expect(page).toBe(`${world.url}/auth/callback?error=invalid_state`);
    },
  );

  test.each([
    ['a code that Google did not give', { code: 'inventado' }],
    ['another issuer (RFC 9207)', { iss: 'https://mau.example' }],
    ['no issuer', { iss: '' }],
  ])('is refused with %s', async (_what, changed) => {
    const browser = openBrowser();
    const person = await aGmail('mudado');
    const back = new URL(await chooseGoogleUser(browser, await goToGoogle(world, browser), person));
    for (const [name, value] of Object.entries(changed)) back.searchParams.set(name, value);
    expect(await browser.go(back.href)).toBe(`${world.url}/auth/callback?error=sign_in_failed`);
    expect(await countUsers(person.email)).toBe(0);
  });
});

describe('the hand-off token', () => {
  const invalid = {
    status: 401,
    body: {
      code: 'HANDOFF_INVALID',
      message: 'Esta entrada com Google não vale mais. Entre novamente.',
    },
  };

  test('opens a session once', async () => {
    const { browser, returned } = await signIn(world, await aGmail('umavez'));
    const token = returned['token'] ?? '';
    const opened = dataOf(await openSession(world, browser, token));
    expect(opened.token).not.toBe(token);
    const me = await request<{ user: User }>(world, 'GET', '/auth/me', { token: opened.token });
    expect(dataOf(me)).toEqual({ user: opened.user });
    expect(await openSession(world, browser, token)).toMatchObject(invalid);
  });

  test('opens one session when it is sent several times at once', async () => {
    const { browser, returned } = await signIn(world, await aGmail('corrida'));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => openSession(world, browser, returned['token'] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('expires after a minute', async () => {
    const { browser, returned } = await signIn(world, await aGmail('parada'));
    await world.advanceTime(MINUTE + SECOND);
    expect(await openSession(world, browser, returned['token'] ?? '')).toMatchObject(invalid);
  });

  test('opens no session in a browser other than the one that signed in', async () => {
    const { browser, returned } = await signIn(world, await aGmail('isca'));
    const victim = openBrowser();
    await goToGoogle(world, victim);
    const token = returned['token'] ?? '';
    expect(await openSession(world, victim, token)).toMatchObject(invalid);
    expect(await openSession(world, openBrowser(), token)).toMatchObject(invalid);
    expect(await openSession(world, browser, token)).toMatchObject({ status: 200 });
  });

  test('is not accepted as an API credential', async () => {
    const { browser, returned } = await signIn(world, await aGmail('direta'));
    const token = returned['token'] ?? '';
    const headers = { cookie: browser.cookiesFor(world.url) };
    for (const path of ['/schedule/stats', '/auth/me']) {
      const answer = await request(world, 'GET', path, { token, headers });
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    }
    expect(await openSession(world, browser, token)).toMatchObject({ status: 200 });
  });

  test('is deleted after its expiry, together with unfinished sign-ins', async () => {
    const person = await aGmail('esquecida');
    await signIn(world, person);
    const left = () =>
      sql`select expires_at from handoffs union all select expires_at from google_sign_ins`.execute(
        world.database.db,
      );
    expect((await left()).rows).not.toEqual([]);
    await world.advanceTime(11 * 60_000);
    await world.services.deleteExpired();
    expect((await left()).rows).toEqual([]);
  });

  test('is stored only as a hash', async () => {
    const { returned } = await signIn(world, await aGmail('guardada'));
    const stored = await sql<{ row: string }>`
      select row_to_json(h)::text as row from handoffs h`.execute(world.database.db);
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(returned['token']);
  });
});

test('keeps a password session alive beside a Google session of another user', async () => {
  const client = await aUser(world);
  await signInWithGoogle(world, await aGmail('vizinha'));
  expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
});

test('writes a sign-in to the access log and makes its browser a known device of the account', async () => {
  const { browser, returned } = await signIn(world, await aGmail('registrada'));
  const answer = await fetch(`${world.url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: browser.cookiesFor(world.url) },
    body: JSON.stringify({ token: returned['token'] }),
  });
  expect(answer.headers.getSetCookie().join()).toContain('pontual_device=');
  const { data } = (await answer.json()) as { data: { user: User } };
  const log = await sql<{ event: string }>`
    select event from access_log where user_id = ${data.user._id} order by at`.execute(
    world.database.db,
  );
  expect(log.rows.map(({ event }) => event)).toEqual(['registered', 'logged_in']);
});
