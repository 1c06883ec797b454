import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { schedule } from '../restore/users.ts';
import type { DrillInstallation, DrillUser } from './installation.ts';

export interface Scenario {
  alerts: readonly string[];
  /** Its cause exists from the start of the drill, so that it may fire before its turn. */
  isFromStart?: boolean;
  raise(installation: DrillInstallation): Promise<unknown>;
  /** Once a second until all have fired, where one event leaves the window too soon. */
  repeat?(installation: DrillInstallation): Promise<unknown>;
  heal(installation: DrillInstallation): Promise<unknown>;
}

const SECOND = 1000;
const MINUTE = 60_000;
/** More than a scenario lasts. */
const LONG_MS = 10 * MINUTE;
const POST_IN_MS = 20 * MINUTE;
const nothing = async () => {};

const request = (
  { url }: DrillInstallation,
  path: string,
  {
    token = '',
    headers = {},
    ...init
  }: { token?: string; headers?: Record<string, string>; method?: string; body?: string } = {},
) =>
  fetch(`${url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...headers },
  }).then((response) => response.arrayBuffer());

const firstOf = (users: readonly DrillUser[]): DrillUser => {
  const [first] = users;
  if (first === undefined) throw new Error('there are no users');
  return first;
};

function sendLateWebhook(installation: DrillInstallation): Promise<unknown> {
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    created: seconds - 600,
    data: { object: { object: 'customer', id: 'cus_drill' } },
  });
  const signature = createHmac('sha256', installation.webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${seconds},v1=${signature}`,
  };
  return request(installation, '/webhooks/stripe', { method: 'POST', headers, body });
}

const sendFalseWebhooks = (installation: DrillInstallation) =>
  Promise.all(
    Array.from({ length: 15 }, () =>
      request(installation, '/webhooks/stripe', { method: 'POST', body: '{}' }),
    ),
  );

/** Each search is a read of Instagram, and a response of the API. */
const searchLocations = (installation: DrillInstallation) =>
  Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      request(
        installation,
        `/instagram/locations?q=lugar${index}`,
        firstOf(installation.users.posting),
      ),
    ),
  );

const schedulePosts = (installation: DrillInstallation, users: readonly DrillUser[]) =>
  Promise.all(
    users.map(({ token }) => schedule(installation.url, token, 'caption', Date.now() + POST_IN_MS)),
  );

/** The posts that wait are due already; a row is made older where the drill cannot wait. */
async function makeDue({ query }: DrillInstallation): Promise<void> {
  await query(`update posts set scheduled_time = now() - interval '3 minutes'
    where id in (select post_id from publications where status in ('scheduled', 'pending'))`);
  await query(`update publications set next_step_at = now()
    where status in ('scheduled', 'pending')`);
}

/** The product looks for a publication again once a minute has passed. */
const makePublicationsOlder = (query: DrillInstallation['query'], by: string, below: string) =>
  query(
    `update publications set published_at = published_at - $1::interval, permalink_requested_at = null
     where status = 'published' and permalink is null and published_at > now() - $2::interval`,
    [by, below],
  );

/** Each list begins when the one before has ended; its scenarios run at the same time. */
export const scenarioGroups: readonly (readonly Scenario[])[] = [
  [
    {
      alerts: ['ApiFailuresFast', 'ApiFailuresSlow', 'ApiFailuresBudget', 'ReadsRefused'],
      raise: ({ sandbox }) => sandbox.arm({ step: 'search', fault: '2', forMs: LONG_MS }),
      repeat: searchLocations,
      heal: ({ sandbox }) => sandbox.disarm(),
    },
    { alerts: ['WebhookLag'], raise: sendLateWebhook, repeat: sendLateWebhook, heal: nothing },
    {
      alerts: ['WebhooksRefused'],
      raise: sendFalseWebhooks,
      repeat: sendFalseWebhooks,
      heal: nothing,
    },
    {
      alerts: ['TokensExpiring'],
      raise: ({ query }) =>
        query("update instagram_connections set user_token_expires_at = now() + interval '3 days'"),
      heal: ({ query }) =>
        query(
          "update instagram_connections set user_token_expires_at = now() + interval '60 days'",
        ),
    },
    {
      alerts: ['JobsDead'],
      raise: ({ query }) =>
        query(
          `insert into outbox (id, channel, key, content, state, ended_at, result)
           values (gen_random_uuid(), 'email', 'drill', '{}', 'failed', now(), 'drill')`,
        ),
      heal: ({ query }) => query("delete from outbox where key = 'drill'"),
    },
    {
      alerts: ['MediaBehind'],
      raise: ({ query }) =>
        query(
          `insert into media_files (id, workspace_id, kind, sha256, thumbnail_sha256, cover_sha256, bytes,
             width, height, state, conversion, created_at, claimed_until)
           select gen_random_uuid(), id, 'video', 'drill', 'drill', 'drill', 1, 1, 1, 'converting',
             'remux', now() - interval '40 minutes', now() + interval '1 hour'
           from workspaces limit 1`,
        ),
      heal: ({ query }) => query("delete from media_files where sha256 = 'drill'"),
    },
    {
      alerts: ['OwnLinksUnreachable'],
      raise: async ({ front }) => front.redirectMedia(true),
      heal: async ({ front }) => front.redirectMedia(false),
    },
    {
      alerts: ['NewErrorCode'],
      async raise(installation) {
        const user = firstOf(installation.users.posting);
        const { username } = user;
        await installation.sandbox.arm({ step: 'create', fault: '100/36009', username });
        await schedulePosts(installation, [user]);
      },
      heal: ({ query }) =>
        query("update instagram_error_codes set first_seen_at = first_seen_at - interval '1 day'"),
    },
    {
      alerts: ['ConnectionsLost'],
      async raise(installation) {
        const { losing } = installation.users;
        for (const { username } of losing) {
          await installation.sandbox.arm({ step: 'token', fault: '460', username });
        }
        await schedulePosts(installation, losing);
      },
      heal: ({ query }) =>
        query(
          "update instagram_connections set reconnect_since = reconnect_since - interval '1 hour'",
        ),
    },
  ],
  // Before any post of these accounts appears: those that do count against it.
  [
    {
      alerts: ['PublicationsAbsent'],
      async raise(installation) {
        await installation.sandbox.arm({ step: 'publish', fault: 'told-only', forMs: LONG_MS });
        await schedulePosts(installation, installation.users.posting);
        await makeDue(installation);
      },
      repeat: ({ query }) => makePublicationsOlder(query, '2 minutes', '1 minute'),
      async heal({ sandbox, query }) {
        await sandbox.disarm();
        await makePublicationsOlder(query, '1 hour', '1 hour');
        // What the workers have counted by now is stored at their next measurement.
        await wait(3 * SECOND);
        await query("update status_calls set at = at - interval '2 hours'");
      },
    },
  ],
  [
    {
      alerts: ['InstagramSilent'],
      raise: ({ sandbox }) =>
        sandbox.arm({ step: 'search', fault: 'timeout-before-commit', forMs: LONG_MS }),
      repeat: searchLocations,
      heal: nothing,
    },
    {
      alerts: ['InstagramRefuses', 'WritesRefused', 'NothingPublished'],
      async raise(installation) {
        await installation.sandbox.arm({ step: 'create', fault: '9004', forMs: LONG_MS });
        await schedulePosts(installation, installation.users.posting);
        await makeDue(installation);
      },
      repeat: (installation) => schedulePosts(installation, installation.users.posting),
      async heal({ sandbox, query }) {
        await sandbox.disarm();
        await query("update status_calls set at = at - interval '2 hours'");
      },
    },
  ],
  [
    {
      alerts: ['ProcessDown', 'NoWorker', 'QueueBehind', 'PostOverdue'],
      async raise(installation) {
        await Promise.all([installation.stop('worker-1'), installation.stop('worker-2')]);
        await schedulePosts(installation, installation.users.posting);
        await makeDue(installation);
        await installation.query(
          "update pgboss.job set start_after = start_after - interval '11 minutes' where state < 'active'",
        );
        await installation.query(
          "update worker_heartbeats set seen_at = seen_at - interval '2 minutes'",
        );
      },
      async heal({ query, start }) {
        // Otherwise the workers take the two minutes for an outage.
        await query('update worker_heartbeats set seen_at = now()');
        await Promise.all([start('worker-1'), start('worker-2')]);
      },
    },
  ],
  // Nothing has been backed up for 26 h of the scaled time.
  [
    {
      alerts: ['BackupNever'],
      isFromStart: true,
      raise: nothing,
      heal: ({ backUp }) => backUp(),
    },
    {
      alerts: ['PublishMissesFast', 'PublishMissesSlow', 'PublishMissesBudget'],
      async raise(installation) {
        await schedulePosts(installation, installation.users.posting);
        await makeDue(installation);
      },
      heal: nothing,
    },
  ],
  [
    {
      alerts: ['BackupOld'],
      raise: ({ query }) =>
        query("update backups set finished_at = finished_at - interval '27 hours'"),
      heal: ({ backUp }) => backUp(),
    },
  ],
  [
    {
      alerts: ['DatabaseAway'],
      raise: ({ closeDatabase }) => closeDatabase(),
      heal: ({ openDatabase }) => openDatabase(),
    },
    {
      alerts: ['DiskLow'],
      async raise({ disk }) {
        if (disk === undefined)
          throw new Error('DiskLow needs the right to mount a tmpfs: run as root');
        await disk.fill(100_000);
      },
      heal: async ({ disk }) => disk?.free(),
    },
  ],
];
