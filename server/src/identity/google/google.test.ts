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

describe('a person whom Google names', () => {
  test('has an account at the first sign-in, and enters it at the next', async () => {
    const person = await aGmail('primeira');
    const first = await signInWithGoogle(world, person);
    expect(first.user).toMatchObject({ email: 'primeira@gmail.com', plan: 'free' });
    const again = await signInWithGoogle(world, person);
    expect(again.user._id).toBe(first.user._id);
    expect(again.token).not.toBe(first.token);
  });

  test('is who they are by their number at Google, whatever their address is now', async () => {
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

  test('has one account, however many of their sign-ins return at once', async () => {
    const person = await aGmail('apressada');
    const entered = await Promise.all(
      Array.from({ length: 5 }, () => signInWithGoogle(world, person)),
    );
    expect(new Set(entered.map(({ user }) => user._id)).size).toBe(1);
    expect(await countUsers(person.email)).toBe(1);
  });

  test('is taken at the word “true” too', async () => {
    const person = await aGoogleUser(world, { email: 'texto@gmail.com', emailVerified: 'true' });
    expect((await signInWithGoogle(world, person)).user.email).toBe('texto@gmail.com');
  });

  test('without a password cannot enter with one, and registering sets none', async () => {
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

describe('the way to Google', () => {
  test('carries state, nonce and a challenge, and is bound to the browser', async () => {
    const begun = await fetch(`${world.url}/api/auth/google`, { redirect: 'manual' });
    const asked = new URL(begun.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
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
  ])('remembers that the visitor wanted to go to %s as %s', async (wanted, to) => {
    const person = await aGmail('caminho');
    const { page, returned } = await signIn(world, person, { to: wanted });
    expect(page.origin + page.pathname).toBe(`${world.url}/auth/callback`);
    expect(returned['to']).toBe(to);
    expect((await signIn(world, undefined, { to: wanted })).returned['to']).toBe(to);
  });
});

describe('a return that is no sign-in', () => {
  test('is said to be cancelled when it was', async () => {
    const { returned } = await signIn(world, undefined);
    expect(returned).toEqual({ error: 'access_denied' });
  });

  test('is refused in a browser that did not begin it', async () => {
    const [attacker, victim] = [openBrowser(), openBrowser()];
    const person = await aGmail('atacante');
    const back = await chooseGoogleUser(attacker, await goToGoogle(world, attacker), person);
    await goToGoogle(world, victim);
    expect(await victim.go(back)).toBe(`${world.url}/auth/callback?error=invalid_state`);
    // It was not used up by that: its own browser still enters.
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

describe('the token of the return', () => {
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

  test('opens one session, however often it is sent at once', async () => {
    const { browser, returned } = await signIn(world, await aGmail('corrida'));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => openSession(world, browser, returned['token'] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is nothing after a minute', async () => {
    const { browser, returned } = await signIn(world, await aGmail('parada'));
    await world.advanceTime(MINUTE + SECOND);
    expect(await openSession(world, browser, returned['token'] ?? '')).toMatchObject(invalid);
  });

  test('logs nobody else in whom its address was sent to', async () => {
    const { browser, returned } = await signIn(world, await aGmail('isca'));
    const victim = openBrowser();
    await goToGoogle(world, victim);
    const token = returned['token'] ?? '';
    expect(await openSession(world, victim, token)).toMatchObject(invalid);
    expect(await openSession(world, openBrowser(), token)).toMatchObject(invalid);
    expect(await openSession(world, browser, token)).toMatchObject({ status: 200 });
  });

  test('is a session to nothing, not even to the question who it is of', async () => {
    const { browser, returned } = await signIn(world, await aGmail('direta'));
    const token = returned['token'] ?? '';
    const headers = { cookie: browser.cookiesFor(world.url) };
    for (const path of ['/schedule/stats', '/auth/me']) {
      const asked = await request(world, 'GET', path, { token, headers });
      expect(asked).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    }
    expect(await openSession(world, browser, token)).toMatchObject({ status: 200 });
  });

  test('is forgotten once it is over, and so is a way that nobody went to its end', async () => {
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

  test('is kept as a hash only', async () => {
    const { returned } = await signIn(world, await aGmail('guardada'));
    const kept = await sql<{ row: string }>`
      select row_to_json(h)::text as row from handoffs h`.execute(world.database.db);
    expect(kept.rows.map(({ row }) => row).join()).not.toContain(returned['token']);
  });
});

test('a session with a password goes on beside one with Google', async () => {
  const client = await aUser(world);
  await signInWithGoogle(world, await aGmail('vizinha'));
  expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
});

test('a sign-in is in the log of accesses, and its browser is known by the account', async () => {
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
