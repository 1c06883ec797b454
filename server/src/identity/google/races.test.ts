import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPendingAccess } from '../sign-in/pending-access.repository.ts';
import { createPasswordResetRepository } from '../sign-in/password-reset.repository.ts';
import { request } from '../../../testing/factories.ts';
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

const visitor = { origin: { address: '127.0.0.1', port: null }, userAgent: 'Teste' };
const aGmail = (name: string) => aGoogleUser(world, { email: `${name}@gmail.com` });

async function withInsertsRefused<T>(
  table: 'handoffs' | 'sessions',
  act: () => Promise<T>,
): Promise<T> {
  const { db } = world.database;
  await sql`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the insert is refused'; end $$`.execute(db);
  await sql`create trigger refusing before insert on ${sql.table(table)}
    for each row execute function refuse()`.execute(db);
  try {
    return await act();
  } finally {
    await sql`drop trigger refusing on ${sql.table(table)}`.execute(db);
  }
}

async function accessLogEventsOf(userId: string): Promise<string[]> {
  const { db } = world.database;
  const found = await sql<{ event: string }>`
    select event from access_log where user_id = ${userId} order by at`.execute(db);
  return found.rows.map(({ event }) => event);
}

test('creates no account when the hand-off cannot be stored', async () => {
  const person = await aGmail('semrastro');
  const browser = openBrowser();
  const back = await chooseGoogleUser(browser, await goToGoogle(world, browser), person);
  await withInsertsRefused('handoffs', () => browser.go(back));
  const left = await sql`
    select id::text from users where email = ${person.email}
    union all select subject from identities where subject = ${person.id}`.execute(
    world.database.db,
  );
  expect(left.rows).toEqual([]);
});

test('neither consumes nor logs a hand-off that opened no session', async () => {
  const { user } = await signInWithGoogle(world, await aGmail('inteira'));
  const before = await accessLogEventsOf(user._id);
  expect(before).toEqual(['registered', 'logged_in']);
  const person = await aGmail('inteira.dois');
  const { browser, returned } = await signIn(world, person);
  const token = returned['token'] ?? '';
  const refused = await withInsertsRefused('sessions', () => openSession(world, browser, token));
  expect(refused).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  const opened = await openSession(world, browser, token);
  expect(opened.status).toBe(200);
  const entered = opened.body.success ? opened.body.data.user._id : '';
  expect(await accessLogEventsOf(entered)).toEqual(['registered', 'logged_in']);
});

describe('a concurrent password reset', () => {
  test('ends the session that a hand-off opens', async () => {
    const person = await aGmail('apressado');
    const { user } = await signInWithGoogle(world, person);
    const { browser, returned } = await signIn(world, person);
    const cookie = browser.cookiesFor(world.url);
    const mark = cookie.split('; ').find((pair) => pair.startsWith('pontual_google=')) ?? '';
    const { google } = world.services.identity;
    const redeeming = google.redeem(returned['token'] ?? '', mark.split('=')[1] ?? '', visitor);
    const resetting = world.database.inTransaction(async (tx) => {
      await createPasswordResetRepository(tx).setPasswordAndEndSessions(user._id, 'of the new one');
      await endPendingAccess(tx, user._id);
    });
    const [opened] = await Promise.all([redeeming, resetting]);
    const { db } = world.database;
    const alive = await sql`select from sessions where user_id = ${user._id}`.execute(db);
    expect(alive.rows).toEqual([]);
    const me = await request(world, 'GET', '/auth/me', { token: opened?.token ?? 'none' });
    expect(me.status).toBe(401);
  });
});
