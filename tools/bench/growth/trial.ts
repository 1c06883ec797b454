import { randomBytes } from 'node:crypto';
import { mediaTypes, type MediaType } from '@pontual/contract/posts/posts.ts';
import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { sql } from 'kysely';
import { createApp } from '../../../server/src/composition/app.ts';
import { openDatabase, type Db } from '../../../server/src/platform/database/database.ts';
import { readEnv } from '../../../server/src/platform/env.ts';
import { newId } from '../../../server/src/platform/ids.ts';
import { createKeyRing } from '../../../server/src/platform/key-ring.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { startWorker } from '../../../server/src/composition/worker.ts';
import { createServices } from '../../../server/src/composition/services.ts';
import { freePort } from '../../../server/testing/free-port.ts';
import { aVideo } from '../../../server/testing/videos.ts';
import { sendRequest, buildForm, type FormFile } from '../api/client.ts';
import { openSession } from '../api/rows.ts';
import { createPicture } from '../api/pictures.ts';
import { pause } from '../publish/process-group.ts';
import type { Databases } from '../publish/databases.ts';
import { startExternalServices } from '../publish/external-services.ts';
import { connectAccounts } from '../publish/rows.ts';

const ACCOUNTS = 4;
const DUE_IN_MS = 60_000;
/** The last job of a post, which reads its address, comes some seconds after its hour. */
const PUBLISH_TIMEOUT_MS = 90_000;
const CAROUSEL_SIZE = 5;

/** What one post of each type leads to, its account's own share among it. */
export interface Trial {
  posts: number;
  /** Per post of a type; the key is the call's method and the shape of its path. */
  calls: Record<MediaType, Record<string, number>>;
  /** Per post, by queue. */
  jobs: Record<string, number>;
  /** Of them, those that begin at the post's hour or after it. */
  jobsFromDueTime: number;
  /** Of a job that has ended, as long as it is kept. */
  jobBytes: number;
  /** Per post, by table. */
  rows: Record<string, number>;
  /** Of one row with its share of the indexes, by table: an estimate from its values. */
  bytes: Record<string, number>;
}

/** Has the whole product publish posts of every type, one type after the other, and counts. */
export async function runTrial(
  databases: Databases,
  printLine: (text: string) => void,
): Promise<Trial> {
  const externalServices = await startExternalServices();
  const freshDatabase = await databases.createFresh();
  const port = await freePort();
  const keys = `bench:${randomBytes(32).toString('base64')}`;
  const env = readEnv({
    ...externalServices.services,
    PORT: String(port),
    DATABASE_URL: freshDatabase.url,
    DATA_DIR: freshDatabase.dataDir,
    SECRET_KEYS: keys,
    LOG_LEVEL: 'error',
  });
  const database = openDatabase(freshDatabase.url);
  const log = createLog('error');
  const keyRing = createKeyRing(keys);
  const services = await createServices({ env, database, keyRing, log });
  const worker = startWorker(services);
  const app = await createApp(services, {
    publicUrl: env.PUBLIC_URL,
    webDist: `${freshDatabase.dataDir}/no-web`,
    metricsToken: undefined,
    isDraining: () => false,
  });
  try {
    await app.listen({ port, host: '127.0.0.1' });
    const { accounts } = await externalServices.prepare(ACCOUNTS, []);
    await externalServices.control.settings({ logCalls: true });
    const owners = await connectAccounts(database, keyRing, accounts);
    const tokens = await Promise.all(owners.map(({ userId }) => openSession(database.db, userId)));
    await sql`update workspaces set plan = 'premium'`.execute(database.db);
    const calls = {} as Trial['calls']; // each type is put in below
    let seenCalls = 0;
    for (const type of mediaTypes) {
      const due = new Date(Date.now() + DUE_IN_MS);
      for (const token of tokens) await schedulePostOfType(env.PUBLIC_URL, token, type, due);
      await waitUntilPublished(database.db, due);
      const all = await externalServices.control.calls();
      calls[type] = countPerPost(
        Map.groupBy(all.slice(seenCalls), ({ method, path }) => `${method} ${normalizePath(path)}`),
      );
      seenCalls = all.length;
      printLine(`  ${type}: ${tokens.length} posts are out`);
    }
    return { posts: mediaTypes.length * ACCOUNTS, calls, ...(await countStored(database.db)) };
  } finally {
    await app.close();
    await worker.close();
    await services.close();
    await database.close();
    await freshDatabase.drop();
    await externalServices.close();
  }
}

async function schedulePostOfType(
  url: string,
  token: string,
  type: MediaType,
  due: Date,
): Promise<void> {
  const form = buildForm(
    {
      mediaType: type,
      caption: type === 'STORIES' ? '' : `Fornada ${type} de canecas #ceramica #feitoamao`,
      scheduledTime: due.toISOString(),
    },
    await buildFiles(type),
  );
  await sendRequest({
    method: schedulePost.method,
    url: `${url}/api${schedulePost.path}`,
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${token}`, 'idempotency-key': newId() },
  });
}

async function buildFiles(type: MediaType): Promise<FormFile[]> {
  const picture = async (index: number): Promise<FormFile> => ({
    filename: `caneca-${index}.jpg`,
    type: 'image/jpeg',
    bytes: await createPicture(),
  });
  if (type === 'CAROUSEL')
    return Promise.all(Array.from({ length: CAROUSEL_SIZE }, (_, n) => picture(n)));
  if (type === 'IMAGE' || type === 'STORIES') return [await picture(0)];
  const bytes = Buffer.from(await (await aVideo()).arrayBuffer());
  return [{ filename: 'torno.mp4', type: 'video/mp4', bytes }];
}

/** Until all are out and their addresses are read. */
async function waitUntilPublished(db: Db, due: Date): Promise<void> {
  for (;;) {
    const remaining = await sql<{ count: number }>`select count(*)::int as count from posts
      where status <> 'published' or (permalink is null and media_type <> 'STORIES')`.execute(db);
    if (remaining.rows[0]?.count === 0) return;
    if (Date.now() > due.getTime() + PUBLISH_TIMEOUT_MS)
      throw new Error('a post of the trial is not out');
    await pause(200);
  }
}

/** Ids are numbers: `/123/media` and `/456/media` are the same call. */
const normalizePath = (path: string) => path.replaceAll(/\d{6,}/g, ':id');

const countPerPost = (groups: ReadonlyMap<string, readonly unknown[]>): Record<string, number> =>
  Object.fromEntries([...groups].map(([name, group]) => [name, group.length / ACCOUNTS]));

/** What of it lies in the database; the queues keep what has ended for an hour. */
async function countStored(
  db: Db,
): Promise<Pick<Trial, 'jobs' | 'jobsFromDueTime' | 'jobBytes' | 'rows' | 'bytes'>> {
  const posts = mediaTypes.length * ACCOUNTS;
  const jobs = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from pgboss.job group by name order by name`.execute(db);
  const jobTotals = await sql<{ late: number; bytes: number }>`
    select count(*) filter (where j.started_on >= p.scheduled_time)::int as late,
      avg(pg_column_size(j.*))::float8 as bytes
    from pgboss.job j left join posts p on p.id::text = j.data ->> 'postId'`.execute(db);
  const [endedJobs = { late: 0, bytes: 0 }] = jobTotals.rows;
  const tables = await sql<{ name: string; indexes: number }>`
    select c.relname as name, count(i.indexrelid)::int as indexes
    from pg_class c left join pg_index i on i.indrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.relname order by c.relname`.execute(db);
  const rows: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  for (const { name, indexes } of tables.rows) {
    const found = await sql<{ count: number; bytes: number | null }>`
      select count(*)::int as count, avg(pg_column_size(t.*))::float8 as bytes
      from ${sql.table(name)} t`.execute(db);
    const [{ count, bytes: own } = { count: 0, bytes: null }] = found.rows;
    if (count === 0 || own === null) continue;
    rows[name] = count / posts;
    bytes[name] = own + ROW_OVERHEAD + indexes * INDEX_ENTRY;
  }
  return {
    jobs: Object.fromEntries(jobs.rows.map(({ name, count }) => [name, count / posts])),
    jobsFromDueTime: endedJobs.late / posts,
    jobBytes: endedJobs.bytes + ROW_OVERHEAD + JOB_INDEXES * INDEX_ENTRY,
    rows,
    bytes,
  };
}

/** Of a row its pointer in the page; of an index entry a UUID's or a pair's, pages two thirds full. */
const ROW_OVERHEAD = 4;
const INDEX_ENTRY = 48;
/** Those of pg-boss's table that hold every job; the others are of jobs that wait. */
const JOB_INDEXES = 2;
