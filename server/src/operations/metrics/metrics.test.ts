// One file, because every case reads the one page of metrics of an installation.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { aScheduledPost, aUser, connect, request } from '../../../testing/factories.ts';
import { metricValue, scrapeMetrics } from '../../../testing/metrics.ts';
import { raiseError } from '../../../testing/posts-with-errors.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { createStatusRepository, readCallsByCount } from '../status/status.repository.ts';
import { createDatabaseStatsRepository } from './database-stats.repository.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createScrape } from './scrape.ts';

const DAY = 86_400_000;

const engine = usePublishing();

async function measureIncrease(
  name: string,
  labels: Record<string, string>,
  act: () => Promise<unknown>,
): Promise<number> {
  const read = async () => metricValue(await scrapeMetrics(engine.world), name, labels) ?? 0;
  const before = await read();
  await act();
  return (await read()) - before;
}

/** Reads the database directly, because the HTTP endpoint may be 5 s old. */
const readStats = () => createDatabaseStatsRepository(engine.world.database.db).read();
const overdueFor = async (who: string) =>
  (await readStats()).overdue.find(({ waits_for: waitsFor }) => waitsFor === who);

const LATENESS = 'pontual_publish_lateness_seconds';
const withinAMinute = { excused: 'no', le: '60' };
const all = { excused: 'no' };
const excused = { excused: 'yes' };

describe('the punctuality metric', () => {
  test('counts a post that is published at its due time as punctual', async () => {
    await engine.aPreparedPost();
    const punctual = await measureIncrease(`${LATENESS}_bucket`, withinAMinute, () =>
      engine.advanceToDueTime(),
    );
    expect(punctual).toBe(1);
  });

  test('counts a post that is published four minutes late, but not as punctual', async () => {
    await engine.aPreparedPost();
    let [counted, punctual] = [0, 0];
    counted = await measureIncrease(`${LATENESS}_count`, all, async () => {
      punctual = await measureIncrease(`${LATENESS}_bucket`, withinAMinute, async () => {
        await engine.world.advanceTime(4 * MINUTE);
        await engine.advanceToDueTime();
      });
    });
    expect([counted, punctual]).toEqual([1, 0]);
  });

  test.each([
    ['its quota', 'quota'],
    ['a rate limit', '4'],
  ])('counts a post that Instagram refuses for %s as excused', async (_what, fault) => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', fault);
    let missed = 0;
    const waited = await measureIncrease(`${LATENESS}_count`, excused, async () => {
      missed = await measureIncrease(`${LATENESS}_count`, all, async () => {
        await engine.advanceToDueTime();
        await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
      });
    });
    expect([waited, missed]).toEqual([1, 0]);
  });

  test('counts a post as excused that waited until its owner had authorised again', async () => {
    const post = await engine.aPreparedPost();
    await raiseError(engine, '190/460', 'publish');
    let missed = 0;
    const waited = await measureIncrease(`${LATENESS}_count`, excused, async () => {
      missed = await measureIncrease(`${LATENESS}_count`, all, async () => {
        await engine.advanceToDueTime();
        for (let minute = 0; minute < 5; minute += 1) await engine.runSteps([post], 1, MINUTE);
        await connect(engine.world, engine.client);
        await engine.advanceUntil(post._id, 'published', 10_000);
      });
    });
    expect([waited, missed]).toEqual([1, 0]);
  });

  test('does not excuse a post that its owner publishes again by an earlier wait', async () => {
    await raiseError(engine, '190/460', 'create');
    const post = await aScheduledPost(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'failed', 10 * MINUTE);
    await connect(engine.world, engine.client);
    await engine.publishNow(post._id);
    const punctual = await measureIncrease(`${LATENESS}_bucket`, withinAMinute, () =>
      engine.advanceUntil(post._id, 'published'),
    );
    expect(punctual).toBe(1);
  });

  test('counts a post that waited for the gap after another of its account apart from the first', async () => {
    const [first] = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.advanceTo(first);
    const { repository, recorder } = engine.world.services.publishing;
    const publishNext = async () => {
      await engine.world.advanceTime(12_000);
      const intents = await repository.claimDue({ ...claimOptions(10, null), gapMs: 8000 });
      for (const intent of intents) {
        await recorder.record(intent, { kind: 'call_succeeded', mediaId: newId() });
      }
    };
    const counted: number[] = [];
    for (const byGap of ['no', 'yes']) {
      const labels = { delayed_by_gap: byGap };
      counted.push(await measureIncrease(`${LATENESS}_count`, labels, publishNext));
    }
    expect(counted).toEqual([1, 1]);
  });

  test('counts an expired post of an owner without an account as the fault of the owner', async () => {
    const unconnected = await aUser(engine.world);
    const ended = await measureIncrease(
      'pontual_posts_ended_total',
      { status: 'expired', fault: 'owner' },
      async () => {
        const post = await aScheduledPost(engine.world, unconnected, { demo: true });
        await engine.advanceUntil(post._id, 'expired', 10 * MINUTE, unconnected);
      },
    );
    expect(ended).toBe(1);
  });

  test('distinguishes a publish call that Instagram accepts, refuses or leaves unanswered', async () => {
    const called = (result: string, act: () => Promise<unknown>) =>
      measureIncrease('pontual_graph_call_seconds_count', { kind: 'publish', result }, act);
    await engine.aPreparedPost();
    expect(await called('ok', () => engine.advanceToDueTime())).toBe(1);
    await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '9007');
    expect(await called('refused', () => engine.advanceToDueTime())).toBe(1);
    await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'reset-before-commit');
    expect(await called('no_answer', () => engine.advanceToDueTime())).toBe(1);
  });
});

describe('the overdue metric', () => {
  test('grows until the post is published', async () => {
    expect(await overdueFor('nobody')).toMatchObject({ overdue: 0, oldest_s: 0 });
    const post = await engine.aPreparedPost();
    expect((await readStats()).due_soon).toBe(1);
    await engine.world.advanceTime(8 * MINUTE);
    const late = await overdueFor('nobody');
    expect(late).toMatchObject({ overdue: 1 });
    expect(late?.oldest_s).toBeGreaterThan(170);
    await expect
      .poll(async () =>
        metricValue(await scrapeMetrics(engine.world), 'pontual_oldest_due_seconds', {
          waits_for: 'nobody',
        }),
      )
      .toBeGreaterThan(170);
    await engine.advanceUntil(post._id, 'published');
    expect(await overdueFor('nobody')).toMatchObject({ overdue: 0, oldest_s: 0 });
  });

  test('counts a post as waiting for its owner if only the owner can fix it', async () => {
    const post = await aScheduledPost(engine.world, engine.client);
    await raiseError(engine, '190/460', 'create');
    await engine.untilIssue(post._id);
    await engine.world.advanceTime(3 * MINUTE);
    await engine.advance(post._id);
    expect(await overdueFor('owner')).toMatchObject({ overdue: 1, accounts: 1 });
    expect(await overdueFor('nobody')).toMatchObject({ overdue: 0, accounts: 0 });
  });

  test('a post that waits for the gap after another of its account is no miss of ours', async () => {
    const { database } = engine.world;
    const missed = async () => [
      (await createStatusRepository(database).punctuality(MINUTE)).waiting,
      (await overdueFor('nobody'))?.overdue,
    ];
    await engine.aPreparedPost();
    await engine.world.advanceTime(8 * MINUTE);
    expect(await missed()).toEqual([1, 1]);
    await sql`update instagram_accounts set next_publish_at = app_now() + interval '8 seconds'`.execute(
      database.db,
    );
    expect(await missed()).toEqual([0, 0]);
    expect(await overdueFor('instagram')).toMatchObject({ overdue: 1, accounts: 1 });
    // One that has no container yet waits for us.
    await sql`update publications set state = 'preparing'`.execute(database.db);
    expect(await missed()).toEqual([1, 1]);
    await sql`update publications set state = 'prepared'`.execute(database.db);
    await engine.world.advanceTime(MINUTE);
    expect(await missed()).toEqual([1, 1]);
  });

  test('tells a post that waits for the quota of its account from one that Instagram refuses', async () => {
    const { database } = engine.world;
    await engine.aPreparedPost();
    await engine.world.advanceTime(8 * MINUTE);
    await sql`update publications set error_code = '9004', error_action = 'wait'`.execute(
      database.db,
    );
    expect(await overdueFor('instagram')).toMatchObject({ overdue: 1, accounts: 1 });
    await sql`update publications set error_code = '9/2207042'`.execute(database.db);
    expect(await overdueFor('quota')).toMatchObject({ overdue: 1, accounts: 1 });
    expect(await overdueFor('instagram')).toMatchObject({ overdue: 0, accounts: 0 });
  });
});

describe('the other metrics', () => {
  const db = () => engine.world.database.db;
  async function forgetCalls(): Promise<void> {
    await engine.world.services.operations.status.probe();
    await sql`delete from status_calls`.execute(db());
  }

  test('show the age of the last worker heartbeat', async () => {
    await sql`update worker_heartbeats set seen_at = app_now() - interval '90 seconds'`.execute(
      db(),
    );
    const { heartbeat_age_s: age, workers } = await readStats();
    expect(age).toBeGreaterThanOrEqual(90);
    expect(workers).toBe(0);
    await engine.world.advanceTime(0);
    expect((await readStats()).workers).toBe(1);
  });

  test('count connected accounts and those that lost their connection within an hour', async () => {
    await sql`update instagram_connections set needs_reconnect = false`.execute(db());
    const { connected_accounts: connected, lost_connections: lost } = await readStats();
    expect(connected).toBeGreaterThan(0);
    expect(lost).toBe(0);
    await sql`update instagram_connections
      set needs_reconnect = true, reconnect_code = '190', reconnect_since = app_now()
      where workspace_id = ${await engine.workspaceId()}`.execute(db());
    const after = await readStats();
    expect(after.connected_accounts).toBe(connected);
    expect(after.lost_connections).toBe(1);
    await engine.world.advanceTime(61 * MINUTE);
    expect((await readStats()).lost_connections).toBe(0);
  });

  test('count the accounts of which Instagram refused most writes within an hour', async () => {
    await sql`delete from status_calls`.execute(db());
    await sql`insert into status_calls (service, answered, failed)
      values ('write/1', 1, 1), ('write/2', 9, 1), ('publish/3', 0, 9), ('instagram', 0, 9)`.execute(
      db(),
    );
    expect((await readStats()).refused_accounts).toBe(1);
    await engine.world.advanceTime(61 * MINUTE);
    expect((await readStats()).refused_accounts).toBe(0);
  });

  test('count publications that Instagram refuses apart from what it creates', async () => {
    await forgetCalls();
    await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '403-2207051-but-published');
    await engine.advanceToDueTime();
    await engine.world.services.operations.status.probe();
    const { write, publish } = await readCallsByCount(db(), MINUTE);
    expect(publish).toMatchObject({ answered: 0, failed: 1 });
    expect(write).toMatchObject({ answered: 1, failed: 1 });
  });

  test('show a confirmed publication that its account lacks a minute later, until another appears', async () => {
    const { readPermalinks } = engine.world.services.publishing;
    const isAbsent = async () => {
      await readPermalinks();
      await engine.world.services.operations.status.probe();
      return (await readStats()).publications_absent;
    };
    await forgetCalls();
    await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'told-only');
    await engine.advanceToDueTime();
    await engine.world.advanceTime(10_000);
    expect(await isAbsent()).toBe(false);
    await engine.world.advanceTime(MINUTE);
    expect(await isAbsent()).toBe(true);
    await engine.world.advanceTime(6 * MINUTE);
    await engine.aPreparedPost();
    await engine.advanceToDueTime();
    await engine.world.advanceTime(10_000);
    expect(await isAbsent()).toBe(false);
  });

  test('count an error code on the day on which it is first seen', async () => {
    await sql`insert into instagram_error_codes (code, seen) values ('100/999', 3)`.execute(db());
    expect((await readStats()).new_error_codes).toBe(1);
    await engine.world.advanceTime(DAY);
    await sql`update instagram_error_codes set last_seen_at = app_now(), seen = seen + 1`.execute(
      db(),
    );
    expect((await readStats()).new_error_codes).toBe(0);
  });

  test('count a token that is not refreshed a week before it expires', async () => {
    const before = (await readStats()).tokens;
    await sql`update instagram_connections set user_token_expires_at = app_now() + interval '8 days'
      where workspace_id = ${await engine.workspaceId()}`.execute(db());
    expect((await readStats()).tokens).toBe(before);
    await engine.world.advanceTime(2 * DAY);
    expect((await readStats()).tokens).toBeGreaterThan(before);
  });

  test('count a queued job and a job that has failed for good', async () => {
    const { jobs } = engine.world.services.platform;
    const job = { data: { connectionId: engine.client.user._id } };
    await jobs.send(db(), 'insights', [job]);
    const queue = async () => (await readStats()).queues.find((each) => each.queue === 'insights');
    expect(await queue()).toMatchObject({ depth: 1, dead: 0 });
    const [claimed] = await jobs.fetch('insights', 1);
    await jobs.fail('insights', claimed?.id ?? '', 'away');
    expect(await queue()).toMatchObject({ depth: 0, dead: 1 });
  });

  test('show the age of the last backup once there is one', async () => {
    expect((await readStats()).backup_age_s).toBeNull();
    await sql`insert into backups (id, taken_at, finished_at, rows, media, bytes)
      values (${newId()}, app_now(), app_now() - interval '27 hours', 0, 0, 0)`.execute(db());
    expect((await readStats()).backup_age_s).toBeGreaterThan(26 * 3600);
    await sql`delete from backups`.execute(db());
  });

  test('count incoming webhooks and measure their delay', async () => {
    const { url, serviceOptions } = engine.world;
    const refused = { sender: 'stripe', result: 'refused' };
    const lies = await measureIncrease('pontual_received_webhooks_total', refused, () =>
      fetch(`${url}/api/webhooks/stripe`, { method: 'POST', body: '{}' }),
    );
    expect(lies).toBe(1);
    const event = JSON.stringify({
      id: 'evt_figures',
      object: 'event',
      type: 'customer.updated',
      created: Math.floor(engine.world.now().getTime() / 1000) - 120,
      data: { object: { object: 'customer', id: 'cus_nobody' } },
    });
    const { default: Stripe } = await import('stripe');
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: event,
      secret: serviceOptions.env.STRIPE_WEBHOOK_SECRET,
      timestamp: Math.floor(engine.world.now().getTime() / 1000),
    });
    const send = () =>
      fetch(`${url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        body: event,
      });
    const lag = await measureIncrease(
      'pontual_webhook_lag_seconds_sum',
      { sender: 'stripe' },
      send,
    );
    expect(lag).toBeGreaterThanOrEqual(119);
    const known = { sender: 'stripe', result: 'known' };
    expect(await measureIncrease('pontual_received_webhooks_total', known, send)).toBe(1);
  });
});

describe('the metrics endpoint', () => {
  test('returns 404 without a token or with a wrong one', async () => {
    for (const headers of [{}, { authorization: 'Bearer a-token-for-testing' }]) {
      const answer = await fetch(`${engine.world.url}/metrics`, { headers });
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('pontual_');
    }
  });

  test('starts the failures of every API route at zero, so that the first one shows', async () => {
    const failed = metricValue(await scrapeMetrics(engine.world), 'pontual_http_requests_total', {
      method: 'DELETE',
      route: '/api/scheduled/:id',
      status: '5xx',
    });
    expect(failed).toBe(0);
  });

  test('labels requests by their route and never by their URL', async () => {
    const postId = '0192aa00-0000-7000-8000-00000000cafe';
    const missed = await measureIncrease('pontual_http_requests_total', { status: '4xx' }, () =>
      request(engine.world, 'DELETE', `/scheduled/${postId}`, { token: engine.client.token }),
    );
    expect(missed).toBe(1);
    const text = await scrapeMetrics(engine.world);
    expect(metricValue(text, 'pontual_http_requests_total', { route: '/api/scheduled/:id' })).toBe(
      1,
    );
    expect(text).not.toContain('cafe');
  });

  test('reports that the database is down and omits its gauges', async () => {
    const database = openDatabase('postgres://127.0.0.1:1/away');
    const scrape = createScrape({
      metrics: createMetrics(),
      database,
      dataDir: engine.world.folder,
      clock: systemClock,
      log: createLog('silent'),
    });
    const text = await scrape.text();
    expect(metricValue(text, 'pontual_database_up')).toBe(0);
    expect(metricValue(text, 'pontual_oldest_due_seconds')).toBeUndefined();
    expect(metricValue(text, 'pontual_worker_heartbeat_age_seconds')).toBeUndefined();
    expect(metricValue(text, 'pontual_disk_free_ratio')).toBeGreaterThan(0);
    await database.close();
  });

  test('reports that the database is down if it accepts a connection and stays silent, and queries it once', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://127.0.0.1:${port}/silent`;
    const database = openDatabase(url);
    let nowMs = 0;
    const scrape = createScrape({
      metrics: createMetrics(),
      database,
      dataDir: engine.world.folder,
      clock: { monotonicMs: () => nowMs, after: (ms, act) => systemClock.after(ms / 60, act) },
      log: createLog('silent'),
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const text = await scrape.text();
      expect(metricValue(text, 'pontual_database_up')).toBe(0);
      nowMs += 15_000;
    }
    expect(sockets).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await database.close();
    silent.close();
  });
});
