import { listPosts } from '@pontual/contract/posts/posts.ts';
import { saveDraft, updatePost } from '@pontual/contract/posts/post-changes.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import type { Databases } from '../publish/databases.ts';
import { percentiles } from '../publish/statistics.ts';
import { registerUsers } from '../upload/client.ts';
import { startWeb, type ServerProcess } from '../upload/server-process.ts';
import { watchProcess } from '../upload/watch.ts';
import { sendRequest, buildForm, type BenchRequest } from './client.ts';
import { createPicture } from './pictures.ts';
import {
  fillDatabase,
  getCalendarGrid,
  findOnlyOwner,
  openWithoutTimeout,
  openSession,
} from './rows.ts';

const USERS = 100;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;

const SHARES = { reading: 80, edit: 15, upload: 5 } as const;
type Kind = keyof typeof SHARES;
const ORDER: readonly Kind[] = Array.from({ length: 20 }, (_, turn) => {
  if (turn === 9) return 'upload';
  return turn % 7 === 3 ? 'edit' : 'reading';
});

interface BenchUser {
  token: string;
  posts: string[];
}

const PACES = { 'once a second': 1000, 'without a pause': 0 } as const;
type Pace = keyof typeof PACES;

/** The result of a mixed load with this number of web processes. Times in ms, memory in MB. */
export interface MixedRow {
  processes: number;
  pace: Pace;
  posts: number;
  perSecond: number;
  kinds: Record<Kind, { p50: number; p99: number; requests: number }>;
  cpuMs: number;
  largestMb: number;
  failed: number;
}

/** Simulates a hundred users: 80% read a month of the calendar, the others edit or upload. */
export async function runMixed(
  databases: Databases,
  posts: number,
  printLine: (text: string) => void,
): Promise<MixedRow[]> {
  const { url, dataDir, drop } = await databases.createFresh();
  const db = openWithoutTimeout(url);
  const rows: MixedRow[] = [];
  try {
    const first = await startWeb(url, dataDir);
    await registerUsers(first.url, 1);
    await first.stop();
    const own = { ownPosts: 1000, postsInMonth: 1000, drafts: 0 };
    const size = { name: 'mixed', ...own, otherPosts: posts - own.ownPosts };
    await fillDatabase(db, await findOnlyOwner(db), size, new Date());
    const users = await openSessions(db);
    printLine(`  mixed: ${posts} posts, ${users.length} people`);
    for (const [processes, pace] of RUNS) {
      const web: ServerProcess[] = [];
      try {
        while (web.length < processes) web.push(await startWeb(url, dataDir));
        rows.push({ processes, pace, posts, ...(await runLoad(web, users, PACES[pace])) });
      } finally {
        for (const process of web) await process.stop();
      }
      printLine(
        `  mixed, ${processes} processes, ${pace}: ${rows.at(-1)?.perSecond.toFixed(0)} a second`,
      );
    }
    return rows;
  } finally {
    await db.destroy();
    await drop();
  }
}

const RUNS: readonly (readonly [processes: number, Pace])[] = [
  [1, 'once a second'],
  [1, 'without a pause'],
  [2, 'without a pause'],
  [4, 'without a pause'],
];

async function openSessions(db: Db): Promise<BenchUser[]> {
  const members = await sql<{ workspace_id: string; user_id: string }>`
    select workspace_id, user_id from workspace_members m
    where not exists (select from instagram_connections c where c.workspace_id = m.workspace_id)
    order by workspace_id limit ${USERS}`.execute(db);
  return Promise.all(
    members.rows.map(async ({ workspace_id: workspaceId, user_id: userId }, index) => {
      const igUserId = `1784150${String(index).padStart(10, '0')}`;
      await sql`update workspaces set plan = 'premium' where id = ${workspaceId}`.execute(db);
      const token = await openSession(db, userId);
      await sql`insert into instagram_accounts (ig_user_id, username, quota_total, quota_used, quota_read_at)
        values (${igUserId}, ${`atelie.${index}`}, 100, 0, app_now())`.execute(db);
      await sql`insert into instagram_connections (id, workspace_id, ig_user_id, page_id,
          authorizer_id, user_token, page_token, connected_by)
        values (${newId()}, ${workspaceId}, ${igUserId}, '1', '1', '', '', ${userId})`.execute(db);
      const scheduled = await sql<{ id: string }>`select id from posts_with_publication
        where workspace_id = ${workspaceId} and status = 'scheduled'
          and scheduled_time > app_now() + interval '2 days'
        order by scheduled_time limit 50`.execute(db);
      return { token, posts: scheduled.rows.map(({ id }) => id) };
    }),
  );
}

async function runLoad(
  web: readonly ServerProcess[],
  users: readonly BenchUser[],
  pauseMs: number,
) {
  const picture = await createPicture();
  const ms: Record<Kind, number[]> = { reading: [], edit: [], upload: [] };
  let failed = 0;
  const runUser = async (user: BenchUser, index: number, until: number, isCounted: boolean) => {
    const url = web[index % web.length]?.url ?? '';
    await delay((pauseMs * index) / users.length);
    for (let turn = index; performance.now() < until; turn += 1) {
      const kind = ORDER[turn % ORDER.length] ?? 'reading';
      const pause = delay(pauseMs);
      try {
        const response = await sendRequest(buildRequest(kind, user, { url, turn, picture }));
        if (isCounted) ms[kind].push(response.ms);
      } catch {
        failed += 1;
      }
      await pause;
    }
  };
  const runAll = (seconds: number, isCounted: boolean) => {
    const until = performance.now() + seconds * 1000;
    return Promise.all(users.map((user, index) => runUser(user, index, until, isCounted)));
  };
  await runAll(WARM_UP_SECONDS, false);
  const watchers = web.map(({ pid }) => watchProcess(pid));
  const startedAt = performance.now();
  await runAll(SECONDS, true);
  const seconds = (performance.now() - startedAt) / 1000;
  const usages = watchers.map((one) => one.read());
  for (const one of watchers) one.end();
  const requests = ms.reading.length + ms.edit.length + ms.upload.length;
  const cpuSeconds = usages.reduce((sum, one) => sum + one.cpuSeconds, 0);
  const summarize = (kind: Kind) => ({ ...percentiles(ms[kind]), requests: ms[kind].length });
  return {
    perSecond: requests / seconds,
    kinds: { reading: summarize('reading'), edit: summarize('edit'), upload: summarize('upload') },
    cpuMs: (cpuSeconds * 1000) / requests,
    largestMb: Math.max(...usages.map(({ peakMb }) => peakMb)),
    failed,
  };
}

function buildRequest(
  kind: Kind,
  { token, posts }: BenchUser,
  { url, turn, picture }: { url: string; turn: number; picture: Buffer },
): BenchRequest {
  const authorization = `Bearer ${token}`;
  const caption = `Fornada ${turn} de canecas esmaltadas à mão #ceramica #feitoamao`;
  if (kind === 'reading') {
    const { from, to } = getCalendarGrid(new Date());
    const query = { from: from.toISOString(), to: to.toISOString(), limit: '1000' };
    const path = `${listPosts.path}?${new URLSearchParams(query).toString()}`;
    return { method: listPosts.method, url: `${url}/api${path}`, headers: { authorization } };
  }
  if (kind === 'edit') {
    const id = posts[turn % posts.length] ?? '';
    const { headers, ...form } = buildForm({ caption });
    const path = updatePost.path.replace(':id', id);
    const { method } = updatePost;
    return { method, url: `${url}/api${path}`, headers: { ...headers, authorization }, ...form };
  }
  const file = { filename: 'caneca.jpg', type: 'image/jpeg', bytes: picture };
  const { headers, ...form } = buildForm({ mediaType: 'IMAGE', caption }, [file]);
  const ownHeaders = { ...headers, authorization, 'idempotency-key': newId() };
  return {
    method: saveDraft.method,
    url: `${url}/api${saveDraft.path}`,
    headers: ownHeaders,
    ...form,
  };
}

export function mixedToMarkdown(rows: readonly MixedRow[]): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const formatLatency = ({ p50, p99 }: { p50: number; p99: number }) =>
    `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`;
  const columns = [
    'Web processes',
    'Each of 100 asks',
    'Posts stored',
    'Requests a second',
    'Month read, p50 / p99',
    'Post edited',
    'Picture brought',
    'CPU per request',
    'Largest RSS',
    'Failed',
  ];
  const cells = (row: MixedRow) => [
    String(row.processes),
    row.pace,
    String(row.posts),
    row.perSecond.toFixed(0),
    formatLatency(row.kinds.reading),
    formatLatency(row.kinds.edit),
    formatLatency(row.kinds.upload),
    `${row.cpuMs.toFixed(1)} ms`,
    `${row.largestMb.toFixed(0)} MB`,
    String(row.failed),
  ];
  return [
    formatRow(columns),
    formatRow(columns.map(() => '---')),
    ...rows.map((row) => formatRow(cells(row))),
    '',
    `${USERS} people for ${SECONDS} s, each once a second or with a request under way all the time: ${SHARES.reading} %`,
    `read a month, ${SHARES.edit} % edit, ${SHARES.upload} % bring a picture. Clients and database are on the same cores.`,
  ].join('\n');
}
