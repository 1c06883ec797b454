// One file, because every case reads the one status of an installation.
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServices } from '../../composition/services.ts';
import { createPayments } from '../../billing/payments/payments.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connect,
  dataOf,
  request,
  fetchPost,
} from '../../../testing/factories.ts';
import { startRefusingSmtp } from '../../../testing/refusing-smtp.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';
import { groupOf } from './call-tally.ts';
import type { ComponentId, PublicStatus } from './status.rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.resetSandbox();
  const { db } = world.database;
  for (const table of ['status_components', 'status_days', 'status_incidents'] as const) {
    await db.deleteFrom(table).execute();
  }
  for (const table of ['status_posts', 'status_failures', 'status_calls', 'posts'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.updateTable('instagram_connections').set({ needs_reconnect: false }).execute();
  const never = { claimed_at: null, measured_at: null, counted_until: null };
  await db.updateTable('status_progress').set(never).execute();
});

async function fetchStatus(): Promise<PublicStatus> {
  const services = await createServices({ ...world.serviceOptions, database: world.database });
  const answer = await services.operations.status.read();
  await services.close();
  return answer;
}
const componentOf = ({ components }: PublicStatus, id: ComponentId) => {
  const found = components.find((component) => component.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};
const stateOf = async (id: ComponentId) => componentOf(await fetchStatus(), id).state;

async function probe(): Promise<void> {
  await world.services.operations.status.probe();
}
async function advanceMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await world.advanceTime(MINUTE);
    await probe();
  }
}

test('shows every component as unknown to any visitor before the first measurement', async () => {
  const answer = await fetchStatus();
  expect(answer).toMatchObject({ state: 'unknown', measuredAt: null, incidents: [] });
  expect(answer.components.map(({ state }) => state)).toEqual(Array(5).fill('unknown'));
  expect(answer.days).toHaveLength(90);
  expect(answer.days.at(-1)).toBe(dayKey(world.now()));
  expect(componentOf(answer, 'site').okByDay).toEqual(Array(90).fill(null));
  const read = dataOf(await request<PublicStatus>(world, 'GET', '/status'));
  expect(read.components.map(({ name }) => name)).toEqual([
    'Publicação dos posts',
    'Site e aplicativo',
    'Instagram',
    'E-mails',
    'Pagamentos com cartão',
  ]);
});

test('shows a responding component as ok and an uncalled one as unknown', async () => {
  await probe();
  await advanceMinutes(3);
  const answer = await fetchStatus();
  expect(answer.state).toBe('ok');
  const states = Object.fromEntries(answer.components.map(({ id, state }) => [id, state]));
  expect(states).toEqual({
    publishing: 'ok',
    site: 'ok',
    instagram: 'unknown',
    email: 'unknown',
    payments: 'unknown',
  });
  const site = componentOf(answer, 'site');
  expect(site.ok).toBe(1);
  expect(site.okByDay.at(-1)).toBe(1);
  expect(site.measuredByDay.at(-1)).toBeGreaterThan(0);
  expect(componentOf(answer, 'email').ok).toBeNull();
});

test('only one of several workers measures in each interval', async () => {
  const other = await createServices({ ...world.serviceOptions, database: world.database });
  await Promise.all([probe(), other.operations.status.probe()]);
  await world.advanceTime(MINUTE);
  await Promise.all([probe(), other.operations.status.probe()]);
  await Promise.all([probe(), other.operations.status.probe()]);
  const { rows } = await sql<{ ok_seconds: number }>`
    select ok_seconds from status_days where component = 'site'`.execute(world.database.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.ok_seconds).toBeGreaterThanOrEqual(60);
  expect(rows[0]?.ok_seconds).toBeLessThan(90);
  await other.close();
});

test('unanswered calls make Instagram degraded, and refused calls do not', async () => {
  await aConnectedUser(world);
  await probe();
  expect(await stateOf('instagram')).toBe('ok');

  await world.sandbox.fault('oauth', '100', { times: 5 });
  await aConnectedUser(world).catch(() => undefined);
  await advanceMinutes(1);
  expect(await stateOf('instagram')).toBe('ok');
  await world.sandbox.clearFaults();

  await world.sandbox.fault('oauth', '500-code2', { times: 5 });
  await aConnectedUser(world).catch(() => undefined);
  await advanceMinutes(1);
  const bad = await fetchStatus();
  expect(['degraded', 'down']).toContain(componentOf(bad, 'instagram').state);
  expect(bad.state).toBe('degraded');
  expect(bad.incidents).toMatchObject([{ component: 'instagram', to: null }]);

  await world.sandbox.clearFaults();
  await world.advanceTime(HOUR);
  await aConnectedUser(world);
  await probe();
  const good = await fetchStatus();
  expect(componentOf(good, 'instagram').state).toBe('ok');
  const incident = good.incidents.find(({ component }) => component === 'instagram');
  expect(incident?.to).not.toBeNull();
});

test('an error code that is in no table is stored once, with the times at which it was seen', async () => {
  const { db } = world.database;
  const read = () => db.selectFrom('instagram_error_codes').selectAll().execute();
  const client = await aConnectedUser(world);
  const meetError = async (step: string, fault: string) => {
    await world.sandbox.fault(step, fault);
    const post = await aScheduledPost(world, client, { dueInMs: 10 * MINUTE });
    for (let pass = 0; pass < 2; pass += 1) {
      await world.services.publishing.advancePost(post._id);
      await world.advanceTime(1500);
    }
    await probe();
  };
  await meetError('create', '9004');
  expect(await read()).toEqual([]);
  await meetError('create', '100/36009');
  await meetError('status', 'error:2207999');
  await world.advanceTime(25 * HOUR);
  await meetError('create', '100/36009');
  const stored = await read();
  const seen = Object.fromEntries(stored.map((row) => [row.code, row.seen]));
  expect(seen).toEqual({ '100/36009': 2, '-/2207999': 1 });
  const again = stored.find(({ code }) => code === '100/36009');
  expect(again?.last_seen_at.getTime()).toBeGreaterThan(
    (again?.first_seen_at.getTime() ?? 0) + 24 * HOUR,
  );
});

describe('the state of Instagram when accounts lose their connection', () => {
  async function lose(count: number, code: string): Promise<void> {
    const { db } = world.database;
    await sql`update instagram_connections set ended_at = app_now() where ended_at is null`.execute(
      db,
    );
    for (let index = 0; index < count; index += 1) {
      const username = `perdida.${index}`;
      await world.sandbox.createAccount(username);
      const client = await aUser(world);
      await connect(world, client, username);
      const found = await db
        .selectFrom('instagram_connections')
        .select('page_token')
        .where('workspace_id', '=', client.user.workspace)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      await world.services.instagram.accounts.markForReconnect(
        { sealedToken: found.page_token },
        code,
      );
    }
    await advanceMinutes(1);
  }

  test('is degraded for an hour if there are many', async () => {
    await lose(3, '190');
    expect(await stateOf('instagram')).toBe('degraded');
    await world.advanceTime(HOUR);
    await aConnectedUser(world);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('ok');
  });

  test.each([
    ['two of them', 2, '190'],
    ['those whose owners removed the app', 4, 'app-removed'],
    ['those whose login the operator removed', 4, 'login-removed'],
  ])('is ok for %s', async (_case, count, code) => {
    await lose(count, code);
    expect(await stateOf('instagram')).toBe('ok');
  });
});

describe('the state of Instagram when it refuses containers', () => {
  /** Each in a group of its own, because the groups are counted. */
  async function createAccounts(count: number): Promise<string[]> {
    const byGroup = new Map<string, string>();
    for (let index = 0; byGroup.size < count; index += 1) {
      const username = `loja.${index}`;
      const { ig_user_id: id } = await world.sandbox.createAccount(username);
      const group = groupOf('write', id);
      if (!byGroup.has(group)) byGroup.set(group, username);
    }
    return [...byGroup.values()];
  }

  async function accountsThatPost(count: number, steps = 1) {
    for (const username of await createAccounts(count)) {
      const client = await aUser(world);
      await connect(world, client, username);
      const post = await aScheduledPost(world, client, { dueInMs: 10 * MINUTE });
      for (let step = 0; step < steps; step += 1) {
        await world.services.publishing.advancePost(post._id);
        await world.advanceTime(1500);
      }
    }
  }

  test('is degraded for refusals of most accounts and ok once it accepts containers again', async () => {
    await world.sandbox.fault('create', '9004', { times: 5 });
    await accountsThatPost(5);
    await advanceMinutes(1);
    const bad = await fetchStatus();
    expect(bad.state).toBe('degraded');
    expect(componentOf(bad, 'instagram')).toMatchObject({ name: 'Instagram', state: 'degraded' });
    expect(bad.incidents).toMatchObject([{ component: 'instagram', to: null }]);
    await advanceMinutes(11);
    await accountsThatPost(5);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('ok');
  });

  test('is degraded if it accepts the containers of several accounts and does not process them', async () => {
    await world.sandbox.fault('status', 'error:2207032', { times: 3 });
    await accountsThatPost(3, 2);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('degraded');
  });

  test('is degraded for the only account of an installation if most of its writes are refused', async () => {
    await sql`update instagram_connections set ended_at = app_now() where ended_at is null`.execute(
      world.database.db,
    );
    await world.sandbox.fault('create', '9004', { times: 5 });
    await accountsThatPost(1);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('ok');
    for (let post = 0; post < 4; post += 1) await accountsThatPost(1);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('degraded');
  });

  test('is degraded for refusals that claim a missing permission', async () => {
    await world.sandbox.fault('create', '10', { times: 3 });
    await accountsThatPost(3);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('degraded');
  });

  test.each([
    ['of one account of many, again and again', '9004', 1],
    ['for the files of their owners', '36003/2207009', 5],
    ['for the quota of their accounts', '9/2207042', 5],
  ])('is ok for refusals %s', async (_case, fault, accounts) => {
    await world.sandbox.fault('create', fault, { times: 5 });
    await accountsThatPost(accounts);
    await accountsThatPost(accounts);
    await advanceMinutes(1);
    expect(await stateOf('instagram')).toBe('ok');
  });
});

test('late posts degrade publishing, and posts with a reason to wait do not', async () => {
  const client = await aConnectedUser(world);
  const { db } = world.database;
  const post = await aScheduledPost(world, client);
  const late = async (seconds: number) => {
    await sql`update posts set scheduled_time = app_now() - make_interval(secs => ${seconds})
      where id = ${post._id}`.execute(db);
    await sql`update publications set next_step_at = app_now()
      where post_id = ${post._id}`.execute(db);
  };
  await late(50);
  await probe();
  expect(await stateOf('publishing')).toBe('ok');

  await late(90);
  await world.advanceTime(MINUTE);
  await probe();
  expect(await stateOf('publishing')).toBe('degraded');

  await late(400);
  await world.advanceTime(MINUTE);
  await probe();
  expect(await fetchStatus()).toMatchObject({
    state: 'down',
    incidents: [{ component: 'publishing', state: 'down', to: null }],
  });

  await sql`update publications set error_code = '190' where post_id = ${post._id}`.execute(db);
  await world.advanceTime(MINUTE);
  await probe();
  expect(await stateOf('publishing')).toBe('ok');
});

test('a site that does not respond at the public URL is down', async () => {
  const env = { ...world.serviceOptions.env, PUBLIC_URL: 'http://127.0.0.1:9' };
  const cutOff = await createServices({ ...world.serviceOptions, env, database: world.database });
  await cutOff.operations.status.probe();
  expect(await fetchStatus()).toMatchObject({
    state: 'down',
    incidents: [{ component: 'site', state: 'down', to: null }],
  });
  await cutOff.close();
  await advanceMinutes(1);
  const answer = await fetchStatus();
  expect(answer.state).toBe('ok');
  expect(answer.incidents[0]?.to).not.toBeNull();
  expect(componentOf(answer, 'site')).toMatchObject({ ok: 0 });
  expect(componentOf(answer, 'site').downByDay.at(-1)).toBe(1);
});

test('publishing is down while no worker runs', async () => {
  await probe();
  await world.advanceTime(HOUR);
  const away = await fetchStatus();
  expect(away.state).toBe('down');
  expect(componentOf(away, 'publishing')).toMatchObject({ state: 'down', since: away.measuredAt });
  expect(componentOf(away, 'site').state).toBe('unknown');

  await probe();
  const back = await fetchStatus();
  expect(back.state).toBe('ok');
  expect(back.incidents).toMatchObject([{ component: 'publishing', state: 'down' }]);
  const [incident] = back.incidents;
  const lasted = Date.parse(incident?.to ?? '') - Date.parse(incident?.from ?? '');
  expect(lasted).toBeGreaterThanOrEqual(HOUR);
  expect(componentOf(back, 'site').ok).toBeNull();
});

test('the lateness covers published posts, and posts that Instagram delayed are counted apart', async () => {
  const client = await aConnectedUser(world);
  const { db } = world.database;
  for (const [lateMs, isDelayedByInstagram, ageHours] of [
    [100, false, 1],
    [300, false, 2],
    [90_000, false, 48],
    [900_000, true, 3],
  ] as const) {
    const post = await aScheduledPost(world, client);
    const dueAt = new Date(world.now().getTime() - ageHours * HOUR - lateMs);
    await setPublished(db, post._id, { dueAt, lateMs, isDelayedByInstagram });
  }
  await probe();
  const counted = { within60s: 0.6666, delayedByInstagram: 0.25 };
  expect(await fetchStatus()).toMatchObject({
    lateness: { p50: 100, p95: 300, p99: 300 },
    ...counted,
  });

  await db.deleteFrom('posts').execute();
  await advanceMinutes(5);
  expect(await fetchStatus()).toMatchObject(counted);
  await world.advanceTime(30 * 24 * HOUR);
  expect(await fetchStatus()).toMatchObject({ within60s: null, delayedByInstagram: null });
});

test('posts that expire by our fault bring publishing down and count as not punctual', async () => {
  const client = await aConnectedUser(world);
  const posts = [];
  for (let index = 0; index < 3; index += 1) posts.push(await aScheduledPost(world, client));
  await world.advanceTime(2 * HOUR);
  await probe();
  expect(await stateOf('publishing')).toBe('down');
  for (const { _id } of posts) {
    await world.services.publishing.advancePost(_id);
    expect((await fetchPost(client, _id)).status).toBe('expired');
  }
  await advanceMinutes(1);
  expect(await stateOf('publishing')).toBe('down');
  await advanceMinutes(12);
  expect(await fetchStatus()).toMatchObject({
    state: 'ok',
    within60s: 0,
    incidents: [{ component: 'publishing', state: 'down' }],
  });
});

test('a post that only its owner could have fixed does not count', async () => {
  const unconnected = await aUser(world);
  const { _id } = await aScheduledPost(world, unconnected, { demo: true });
  await world.advanceTime(2 * HOUR);
  await world.services.publishing.advancePost(_id);
  expect((await fetchPost(unconnected, _id)).status).toBe('expired');
  await probe();
  await advanceMinutes(5);
  expect(await fetchStatus()).toMatchObject({ state: 'ok', within60s: null });
});

describe('the recorded result of a call', () => {
  const met: boolean[] = [];
  const note = (hasAnswered: boolean) => void met.push(hasAnswered);
  beforeEach(() => void met.splice(0));

  async function send(smtpUrl: string): Promise<void> {
    const { PUBLIC_URL: publicUrl, MAIL_FROM: from } = world.serviceOptions.env;
    const mailer = createMailer({ smtpUrl, from, publicUrl, onResponse: note });
    const mail = { to: ['ana@exemplo.com.br'], subject: 'Olá', text: 'Oi', html: '<p>Oi</p>' };
    await mailer.send({ ...mail, messageId: 'um' }).catch(() => undefined);
    mailer.close();
  }

  test('is an answer if the mail server accepts an email or refuses its address', async () => {
    await send(world.serviceOptions.env.SMTP_URL);
    const refusing = await startRefusingSmtp('550 no such user');
    await send(refusing.url);
    refusing.close();
    expect(met).toEqual([true, true]);
  });

  test('is no answer if the mail server is unreachable or fails temporarily', async () => {
    await send('smtp://127.0.0.1:9');
    const failing = await startRefusingSmtp('451 try again');
    await send(failing.url);
    failing.close();
    expect(met).toEqual([false, false]);
  });

  test('is an answer if the payment provider refuses a request and none if the provider fails', async () => {
    const payments = createPayments(world.serviceOptions.env, world.serviceOptions.clock, note);
    const ask = () =>
      payments
        .createCustomer({ workspaceId: 'w', email: 'ana@exemplo.com.br' })
        .catch(() => undefined);
    await ask();
    await world.sandbox.paymentFault('customer-create', '401', 1);
    await ask();
    expect(met).toEqual([true, true]);
    await world.sandbox.paymentFault('customer-create', '503', 1);
    await world.sandbox.paymentFault('customer-create', 'reset-before-commit', 1);
    await ask();
    expect(met.slice(2)).toEqual([false, false]);
  });
});
