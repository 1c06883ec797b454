// One file, because every case deletes a whole account and searches what is left of it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServices, type Services } from '../../composition/services.ts';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aMessage,
  aPhotoFile,
  aScheduledPost,
  aTemplate,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  request,
  fetchPost,
  type Client,
} from '../../../testing/factories.ts';
import { aBatch, createBatch, uploadPhotos } from '../../../testing/bulk.ts';
import { givePlan } from '../../../testing/plans.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { deliverDue, deliverEmails } from '../../../testing/outbox.ts';
import { createAllData, workspaceOf } from '../../../testing/exports.ts';
import { findOwnedRows, findRemainingRows } from '../../../testing/owned-rows.ts';
import { findTraces } from '../../../testing/traces.ts';
import { customerOf, stripeOf, subscribe } from '../../../testing/stripe-fake.ts';
import { aSubscribedBrowser } from '../../../testing/push.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: World;
let killableServices: Services;
let killPoint: { point: string; nth: number } | undefined;
beforeAll(async () => {
  world = await startWorld();
  killableServices = await createServices({
    ...world.serviceOptions,
    database: world.database,
    observe(point, step) {
      if (killPoint?.point !== `${point} ${step}`) return;
      killPoint.nth -= 1;
      if (killPoint.nth === 0) throw new Error('killed');
    },
  });
});
afterAll(async () => {
  await killableServices.close();
  await world.stop();
});
beforeEach(async () => {
  killPoint = undefined;
  await world.resetSandbox();
});

const rowOf = (code: string) =>
  world.database.db
    .selectFrom('deletions')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

async function runDeletion(code: string, services = world.services): Promise<string | null> {
  await services.privacy.deletions.run((await rowOf(code)).id);
  return (await rowOf(code)).step;
}

const requestDeletion = async (client: Client) =>
  dataOf(await client.post<{ code: string }>('/account/deletion', { password: PASSWORD })).code;

async function userWithEverything(button = 'cafe.serra') {
  const client = await aUser(world);
  await connect(world, client, button);
  const { db } = world.database;
  const known = await sql<{ workspace: string; igUser: string; facebook: string; page: string }>`
    select workspace_id as workspace, ig_user_id as "igUser", authorizer_id as facebook,
      page_id as page
    from instagram_connections k join workspace_members m using (workspace_id)
    where m.user_id = ${client.user._id}`.execute(db);
  const [names] = known.rows;
  if (names === undefined) throw new Error('nothing is connected');
  const shared = await aPhotoFile();
  const post = await aScheduledPost(world, client, { dueInMs: 2 * MINUTE, files: [shared] });
  for (let step = 0; step < 6; step += 1) {
    await world.services.publishing.advancePost(post._id);
    await world.advanceTime(2000);
  }
  await aScheduledPost(world, client, { dueInMs: HOUR, mediaType: 'CAROUSEL' });
  await subscribe(client);
  await client.post('/subscription/refresh');
  const customer = await customerOf(world, client);
  await sql`insert into billing_events (id, type, customer_id)
    values (${`evt_${customer}`}, 'customer.subscription.created', ${customer})`.execute(db);
  await sql`insert into billing_purchases (checkout_id, workspace_id)
    values (${`cs_${customer}`}, ${names.workspace})`.execute(db);
  await sql`insert into payment_issues (id, workspace_id, kind, amount)
    values (${`du_${customer}`}, ${names.workspace}, 'dispute', 1999)`.execute(db);
  await client.post('/account/email', { email: `novo-${client.user.email}`, password: PASSWORD });
  const upload = await fetch(`${world.url}/api/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
    },
  });
  expect(upload.status).toBe(201);
  await aSubscribedBrowser(world, client);
  await givePlan(world, client, 'premium');
  expect(await client.post('/templates/custom', aTemplate())).toMatchObject({ status: 201 });
  const together = aBatch(world, await uploadPhotos(world, client, 1));
  expect(await createBatch(client, together)).toMatchObject({ status: 201 });
  await client.post('/support', aMessage({ email: client.user.email }));
  await request(world, 'POST', '/support', {
    json: aMessage({ email: client.user.email.toUpperCase() }),
  });
  await deliverAccountEmails(world, client.user.email);
  const { email, _id: user } = client.user;
  return { client, post, shared, names: { ...names, user, email, customer, username: button } };
}

const uploadsLeft = async () => (await readdir(join(world.folder, 'uploads'))).length;
/** pg-boss may retain finished jobs for an hour, with ids but never with an email. */
const isKnownJob = (trace: string) => /^pgboss\.\w+: (?:workspace|user)$/.test(trace);
/** The law requires the access log for six months. */
const isAccessLog = (trace: string) => trace === 'public.access_log: user';

async function remainingTraces(names: Record<string, string>): Promise<string[]> {
  await deliverEmails(world);
  const traces = await findTraces(world.database.db, names);
  expect(traces).toContain('public.access_log: user');
  return traces.filter((trace) => !isKnownJob(trace) && !isAccessLog(trace));
}

async function confirmationEmails(email: string) {
  await deliverEmails(world);
  const mails = await world.sandbox.mail(email);
  return mails.filter(({ subject }) => subject === 'Sua conta foi excluída');
}

const revocations = async () =>
  (await world.sandbox.calls()).filter(({ method }) => method === 'DELETE');

test('the scan finds traces of every kind while the account exists', async () => {
  const { client, names } = await userWithEverything();
  const traces = await findTraces(world.database.db, names);
  const found = new Set(traces.map((trace) => trace.split(': ')[1]));
  expect(found).toEqual(new Set(Object.keys(names)));
  expect(traces).toContain('public.posts: workspace');
  expect(await runDeletion(await requestDeletion(client))).toBeNull();
});

test('a deletion leaves no trace in any column of any table or on the disk', async () => {
  const { client, names } = await userWithEverything();
  const before = await uploadsLeft();
  const code = await requestDeletion(client);
  expect(await runDeletion(code)).toBeNull();
  expect(await remainingTraces(names)).toEqual([]);
  expect(await uploadsLeft()).toBeLessThan(before);
  expect(await revocations()).toMatchObject([
    { path: `/${names.facebook}/permissions`, status: 200 },
  ]);
  const customer = await stripeOf(world).customers.retrieve(names.customer);
  expect(customer.deleted).toBe(true);
  expect(await rowOf(code)).toMatchObject({
    user_id: null,
    workspace_id: null,
    email: null,
    finished_at: expect.any(Date),
  });
  const [mail, ...more] = await confirmationEmails(names.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`${world.url}/exclusao-de-dados/${code}`);
  expect(mail?.text).toContain('Ficam só os registros de acesso');
  expect(mail?.text).toContain('e os documentos fiscais de planos pagos.');
});

describe('a deletion that is killed', () => {
  const steps = ['stop-posts', 'cancel-billing', 'revoke-meta', 'erase', 'tell'];
  const boundaries = steps.flatMap((step) => [`deleting ${step}`, `deleted ${step}`]);
  const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((nth) => ({
    point: 'deleted a part',
    nth,
  }));

  test.each([...boundaries.map((point) => ({ point, nth: 1 })), ...parts])(
    'at “$point” ($nth) is finished by another process',
    async (end) => {
      const { client, names } = await userWithEverything();
      const code = await requestDeletion(client);
      killPoint = { ...end };
      await expect(runDeletion(code, killableServices)).rejects.toThrow('killed');
      expect((await rowOf(code)).finished_at).toBeNull();
      expect(await runDeletion(code)).toBeNull();
      expect((await rowOf(code)).finished_at).not.toBeNull();
      expect(await remainingTraces(names)).toEqual([]);
      expect(await confirmationEmails(names.email)).toHaveLength(1);
    },
  );

  test('and loses its job is resumed by maintenance', async () => {
    const { client } = await userWithEverything();
    const code = await requestDeletion(client);
    const { deletions } = world.services.privacy;
    const { jobs } = world.services.platform;
    const waiting = async () => {
      const fetched = await jobs.fetch('account-deletion', 50);
      for (const { id } of fetched) await jobs.complete('account-deletion', id);
      return fetched.map(({ data }) => data.deletionId);
    };
    const { id } = await rowOf(code);
    expect(await waiting()).toContain(id);
    await deletions.resumeStale();
    expect(await waiting()).not.toContain(id);
    await world.advanceTime(11 * MINUTE);
    await deletions.resumeStale();
    // pg-boss uses its own clock, which the test clock does not advance.
    await sql`update pgboss.job set start_after = now() where name = 'account-deletion'`.execute(
      world.database.db,
    );
    expect(await waiting()).toContain(id);
    expect(await runDeletion(code)).toBeNull();
  });
});

test('two parallel runs delete once', async () => {
  const { client, names } = await userWithEverything();
  const code = await requestDeletion(client);
  const { id } = await rowOf(code);
  await Promise.all([
    world.services.privacy.deletions.run(id),
    killableServices.privacy.deletions.run(id),
  ]);
  expect((await rowOf(code)).finished_at).not.toBeNull();
  expect(await remainingTraces(names)).toEqual([]);
  expect(await confirmationEmails(names.email)).toHaveLength(1);
});

test('old posts are deleted with their containers, even if the account is connected elsewhere', async () => {
  const { client, post } = await userWithEverything('atelie.barro');
  const other = await aConnectedUser(world);
  const containers = () =>
    world.database.db
      .selectFrom('containers')
      .select(['post_id', 'ig_user_id'])
      .where('ig_user_id', 'is not', null)
      .execute();
  expect((await containers()).map((row) => row.post_id)).toContain(post._id);
  await sql`update containers set born_at = app_now() - interval '26 hours'
    where post_id = ${post._id}`.execute(world.database.db);
  const before = (await containers()).length;
  expect(await runDeletion(await requestDeletion(client))).toBeNull();
  const left = await containers();
  expect(left.length).toBeLessThan(before);
  expect(left.map((row) => row.post_id)).not.toContain(post._id);
  expect(await runDeletion(await requestDeletion(other))).toBeNull();
});

describe('the permission at Meta', () => {
  test('stays while another workspace is connected by the same Facebook user', async () => {
    const { client, names } = await userWithEverything('atelie.barro');
    const other = await aConnectedUser(world);
    expect(await runDeletion(await requestDeletion(client))).toBeNull();
    expect(await revocations()).toEqual([]);
    const post = await aScheduledPost(world, other, { dueInMs: 5000 });
    for (let step = 0; step < 8; step += 1) {
      await world.services.publishing.dispatcher.run();
      await world.services.publishing.advancePost(post._id);
      await world.services.publishing.dispatcher.settle();
      await world.advanceTime(2000);
    }
    expect((await fetchPost(other, post._id)).status).toBe('published');
    const { user, email, workspace } = names;
    expect(await remainingTraces({ user, email, workspace })).toEqual([]);
    expect(await runDeletion(await requestDeletion(other))).toBeNull();
    expect(await revocations()).toHaveLength(1);
  });

  test('does not block the deletion if Meta has already revoked it', async () => {
    const { client } = await userWithEverything();
    await world.sandbox.fault('token', '190/458', { username: 'cafe.serra' });
    expect(await runDeletion(await requestDeletion(client))).toBeNull();
  });

  test('is revoked again while Meta is unavailable, and given up after a day', async () => {
    const { client, names } = await userWithEverything();
    await world.sandbox.fault('permissions', '500-code2', { times: 3 });
    const code = await requestDeletion(client);
    expect(await runDeletion(code)).toBe('revoke-meta');
    await world.services.deleteExpired();
    await world.advanceTime(23 * HOUR);
    await world.services.deleteExpired();
    expect(await runDeletion(code)).toBe('revoke-meta');
    await world.advanceTime(2 * HOUR);
    expect(await runDeletion(code)).toBeNull();
    expect(await revocations()).toHaveLength(3);
    expect(await remainingTraces(names)).toEqual([]);
  });
});

test('the time of one step does not count against the next', async () => {
  const { client } = await userWithEverything();
  await world.sandbox.fault('permissions', '500-code2', { times: 1 });
  const code = await requestDeletion(client);
  await world.advanceTime(5 * DAY);
  expect(await runDeletion(code)).toBe('revoke-meta');
  expect(await runDeletion(code)).toBeNull();
});

test('the deletion collects stored media unless another workspace uses them', async () => {
  const { client, post, shared } = await userWithEverything('atelie.barro');
  const other = await aConnectedUser(world);
  const theirs = await aScheduledPost(world, other, { dueInMs: (90 * DAY) / 30, files: [shared] });
  const keysOf = async (postId: string) => {
    const found = await sql<{ sha256: string }>`
      select f.sha256 from post_media m join media_files f on f.id = m.file_id
      where m.post_id = ${postId}`.execute(world.database.db);
    return found.rows.map(({ sha256 }) => sha256);
  };
  expect(await keysOf(theirs._id)).toEqual(await keysOf(post._id));
  const own = await aScheduledPost(world, client, { dueInMs: HOUR });
  const [ownKey = ''] = await keysOf(own._id);
  const [sharedKey = ''] = await keysOf(theirs._id);
  const { storage } = world.services.media;
  expect(await runDeletion(await requestDeletion(client))).toBeNull();
  for (const ms of [25 * HOUR, 2 * HOUR]) {
    await world.advanceTime(ms);
    await world.services.media.collectMedia();
  }
  expect(await storage.size(ownKey)).toBeUndefined();
  expect(await storage.size(sharedKey)).toBeGreaterThan(0);
});

describe('the confirmation email', () => {
  async function deleteWhileMailIsDown() {
    const { client, names } = await userWithEverything();
    expect(await runDeletion(await requestDeletion(client))).toBeNull();
    const cutOff = await createServices({
      ...world.serviceOptions,
      env: { ...world.serviceOptions.env, SMTP_URL: 'smtp://127.0.0.1:1' },
      database: world.database,
    });
    const attempt = () => deliverDue(cutOff.platform.outbox, 'email');
    await attempt();
    return { names, attempt, close: () => cutOff.close() };
  }
  const tracesOf = async (names: Record<string, string>) =>
    (await findTraces(world.database.db, names)).filter((trace) => trace.includes('outbox'));

  test('waits for the mail server, and its address is erased after three days', async () => {
    const { names, attempt, close } = await deleteWhileMailIsDown();
    expect(await tracesOf(names)).toEqual(['public.outbox: email']);
    await world.advanceTime(2 * DAY);
    await attempt();
    expect(await tracesOf(names)).toEqual(['public.outbox: email']);
    await world.advanceTime(2 * DAY);
    await attempt();
    await close();
    expect(await remainingTraces(names)).toEqual([]);
    expect(await confirmationEmails(names.email)).toEqual([]);
  });

  test('is sent once the mail server works again', async () => {
    const { names, close } = await deleteWhileMailIsDown();
    await close();
    await world.advanceTime(MINUTE);
    expect(await confirmationEmails(names.email)).toHaveLength(1);
    expect(await remainingTraces(names)).toEqual([]);
  });
});

test('the record of a deletion is deleted after half a year', async () => {
  const code = await requestDeletion(await aUser(world));
  expect(await runDeletion(code)).toBeNull();
  await world.advanceTime(179 * DAY);
  await world.services.deleteExpired();
  expect(await rowOf(code)).toBeDefined();
  await world.advanceTime(10 * DAY);
  await world.services.deleteExpired();
  await expect(rowOf(code)).rejects.toThrow('no result');
});

/** Only for minutes, or only of this deletion: the export leaves them out. */
async function addBookkeeping({ user }: Client, workspaceId: string): Promise<void> {
  const { db } = world.database;
  const { _id: userId } = user;
  await sql`insert into first_comments (post_id, workspace_id, text)
    select id, workspace_id, 'Veja também o ateliê' from posts
    where workspace_id = ${workspaceId} limit 1`.execute(db);
  await sql`insert into handoffs (token_hash, browser_hash, user_id, expires_at)
    values ('\\x01', '\\x01', ${userId}, app_now() + interval '1 minute')`.execute(db);
  await sql`insert into email_verifications (user_id, id)
    values (${userId}, ${newId()})`.execute(db);
  await sql`insert into password_resets (user_id, id, browser_hash)
    values (${userId}, ${newId()}, '\\x01')`.execute(db);
  await sql`insert into idempotency_keys
      (user_id, workspace_id, key, fields_hash, files_hash, post_id)
    select ${userId}, ${workspaceId}, 'quinta-1', 'a', 'b', id from posts
    where workspace_id = ${workspaceId} limit 1`.execute(db);
  await sql`with used as (
      insert into containers (id, post_id, revision, kind, ig_user_id, state, file_id)
      select ${newId()}, post_id, 1, 'single', p.target_ig_user_id, 'finished', m.file_id
      from publications p join post_media m using (post_id)
      where p.workspace_id = ${workspaceId} and p.target_ig_user_id is not null limit 1
      returning id, post_id)
    update publications p set container_id = used.id from used
    where p.post_id = used.post_id`.execute(db);
  await sql`insert into insight_schedules (connection_id)
    select id from instagram_connections where workspace_id = ${workspaceId}`.execute(db);
  await sql`insert into webhook_deliveries (id, webhook_id, event, type, message)
    select ${newId()}, id, 'aviso', 'post.published', '{}' from webhooks
    where workspace_id = ${workspaceId}`.execute(db);
  await sql`insert into audit_entries (workspace_id, kind, done_by, subject_id)
    values (${workspaceId}, 'members.joined', 'person', ${userId})`.execute(db);
  await sql`insert into insight_enrolments (workspace_id) values (${workspaceId})`.execute(db);
  const session = sql`(select id from sessions where user_id = ${userId} limit 1)`;
  await sql`insert into instagram_authorizations
      (state_hash, browser_hash, session_id, user_id, workspace_id, expires_at)
    values ('\\x01', '\\x01', ${session}, ${userId}, ${workspaceId}, app_now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into instagram_pending_grants (browser_hash, session_id, user_id, workspace_id,
      authorizer_id, adds, accounts, expires_at)
    values ('\\x01', ${session}, ${userId}, ${workspaceId}, '1', false, '', app_now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into outbox (id, channel, key, workspace_id, content, next_at)
    values (${newId()}, 'push', ${newId()}, ${workspaceId}, '{}', app_now() + interval '1 day')`.execute(
    db,
  );
}

/** The row of the deletion has both until it ends. */
const columnsOfDeletion = new Set(['deletions.user_id', 'deletions.workspace_id']);
/** Kept for six months, as the law demands. */
const columnsThatStay = ['access_log.user_id'];

/** `table.column`, of columns that name the user or the workspace. */
async function countOwnRows({ user }: Client, workspaceId: string): Promise<Map<string, number>> {
  const { db } = world.database;
  const columns = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name in ('workspace_id', 'user_id')`.execute(db);
  const counts = new Map<string, number>();
  for (const { table, column } of columns.rows) {
    const name = `${table}.${column}`;
    if (columnsOfDeletion.has(name)) continue;
    const found = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
      where ${sql.ref(column)} = ${column === 'user_id' ? user._id : workspaceId}`.execute(db);
    counts.set(name, found.rows[0]?.rows ?? 0);
  }
  return counts;
}

/** Foreign keys of rows that lose the reference and stay. */
const rowsThatStay = [
  // The answer about a post of another workspace, without the name.
  'approval_answers.user_id',
  // Instagram counts the containers of the last day; another workspace uses the account.
  'containers.file_id',
  'containers.post_id',
];

test('a deletion empties every table that refers to a user or a workspace, directly or not', async () => {
  const [client, outsider] = [await aConnectedUser(world), await aConnectedUser(world)];
  await createAllData({ world, owner: client, outsider });
  const workspaceId = await workspaceOf(world, client);
  await addBookkeeping(client, workspaceId);
  const namesWhere = (counts: Map<string, number>, isChosen: (rows: number) => boolean) =>
    [...counts].filter(([, rows]) => isChosen(rows)).map(([name]) => name);
  // A new table needs a row in `createAllData`, or in `addBookkeeping` if the export leaves it out.
  const owned = await findOwnedRows(world.database.db, {
    users: client.user._id,
    workspaces: workspaceId,
  });
  const unused = [...owned].filter(([, { ids }]) => ids.length === 0).map(([name]) => name);
  expect(unused).toEqual([]);
  const before = await countOwnRows(client, workspaceId);
  expect(namesWhere(before, (rows) => rows === 0)).toEqual([]);
  expect(before.size).toBeGreaterThan(40);

  expect(await runDeletion(await requestDeletion(client))).toBeNull();
  const after = await countOwnRows(client, workspaceId);
  expect(namesWhere(after, (rows) => rows > 0)).toEqual(columnsThatStay);
  expect(await findRemainingRows(world.database.db, owned)).toEqual(rowsThatStay);
  const { _id: user, email } = client.user;
  expect(await remainingTraces({ user, workspace: workspaceId, email })).toEqual([]);
});
