import { dayKey, monthOf, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { listPosts, postStats } from '@pontual/contract/posts.ts';
import { schedulePost } from '@pontual/contract/post-changes.ts';
import { sql } from 'kysely';
import type { Db } from '../../src/database/database.ts';
import { newId } from '../../src/ids.ts';
import { formOf, type Asked } from './client.ts';
import type { Bare } from './floor.process.ts';
import { gridOf, type Owner } from './rows.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** What a scenario may use: an installation with somebody who has a session. */
export interface Installation {
  url: string;
  token: string;
  owner: Owner;
  db: Db;
  now: Date;
  /** Finished uploads, one for each post that is made. */
  uploads: string[];
}

export interface Scenario {
  name: string;
  title: string;
  /** The CPU that the issue allows, in ms, and the p99. */
  target?: { cpuMs: number; p99?: number };
  /** The next request. */
  ask(installation: Installation): Asked;
  /** The statements that it cannot do without. */
  statements(installation: Installation): Bare['statements'];
  /** Readies what one request finds, outside the process that is measured. */
  before?(installation: Installation): Promise<void>;
}

/** A request of the API with the session of whoever is measured. */
export const authorised = ({ token }: Installation, asked: Asked): Asked => ({
  ...asked,
  headers: { ...asked.headers, authorization: `Bearer ${token}` },
});

const list = (installation: Installation, query: Record<string, string>): Asked => ({
  method: listPosts.method,
  url: `${installation.url}/api${listPosts.path}?${new URLSearchParams(query).toString()}`,
});

const monthQuery = ({ now }: Installation) => {
  const { from, to } = gridOf(now);
  return { from: from.toISOString(), to: to.toISOString(), limit: '1000' };
};

const today = ({ now }: Installation) => startOfDay(dayKey(now));

/** Posts and their files as they lie there, in two statements. */
function rowsOf(condition: string, values: readonly unknown[], limit: number): Bare['statements'] {
  const posts = `posts p where p.workspace_id = $1 and ${condition}
    order by p.scheduled_time, p.id limit ${limit}`;
  return [
    { text: `select p.* from ${posts}`, values },
    {
      text: `select m.*, f.* from (select p.id from ${posts}) p
        join post_media m on m.post_id = p.id join media_files f on f.id = m.file_id`,
      values,
    },
  ];
}

const monthRows = ({ owner, now }: Installation) => {
  const { from, to } = gridOf(now);
  const values = [owner.workspaceId, from, to];
  return rowsOf('p.scheduled_time >= $2 and p.scheduled_time < $3', values, 1000);
};

/** Rewrites rows as they are: each is another version of the same post. */
async function touchMonth({ db, owner, now }: Installation, limit: number): Promise<void> {
  const { from, to } = gridOf(now);
  await sql`update posts set updated_at = app_now() where id in (
    select id from posts where workspace_id = ${owner.workspaceId}
      and scheduled_time >= ${from} and scheduled_time < ${to}
    order by id desc limit ${limit})`.execute(db);
}

let made = 0;

export const scenarios: Scenario[] = [
  {
    name: 'month',
    title: 'month of 1,000 posts',
    target: { cpuMs: 5, p99: 50 },
    ask: (installation) => list(installation, monthQuery(installation)),
    statements: monthRows,
  },
  {
    name: 'month-one',
    title: 'the same, one post changed since the last time',
    ask: (installation) => list(installation, monthQuery(installation)),
    statements: monthRows,
    before: (installation) => touchMonth(installation, 1),
  },
  {
    name: 'month-all',
    title: 'the same, every post changed since the last time',
    ask: (installation) => list(installation, monthQuery(installation)),
    statements: monthRows,
    before: (installation) => touchMonth(installation, 1000),
  },
  {
    name: 'timeline',
    title: 'timeline from today, its first page of 1,000',
    ask: (installation) =>
      list(installation, { from: today(installation).toISOString(), limit: '1000' }),
    statements: (installation) =>
      rowsOf('p.scheduled_time >= $2', [installation.owner.workspaceId, today(installation)], 1000),
  },
  {
    name: 'drafts',
    title: 'drafts, a page of 20',
    ask: (installation) => list(installation, { status: 'draft', limit: '20' }),
    statements: ({ owner }) => rowsOf(`p.status = 'draft'`, [owner.workspaceId], 20),
  },
  {
    name: 'filtered',
    title: 'failed reels, a page of 20',
    ask: (installation) =>
      list(installation, { mediaType: 'REELS', status: 'failed', limit: '20' }),
    statements: ({ owner }) =>
      rowsOf(
        `p.media_type = 'REELS' and p.status in ('failed', 'error', 'expired')`,
        [owner.workspaceId],
        20,
      ),
  },
  {
    name: 'stats',
    title: 'counts by state and the next post',
    ask: ({ url }) => ({ method: postStats.method, url: `${url}/api${postStats.path}` }),
    statements: ({ owner }) => [
      {
        text: 'select status, count(*) from posts where workspace_id = $1 group by status',
        values: [owner.workspaceId],
      },
    ],
  },
  {
    name: 'banner',
    title: 'how many posts a month has',
    ask(installation) {
      const { from, to } = monthOf(installation.now);
      return list(installation, { from: from.toISOString(), to: to.toISOString(), limit: '1' });
    },
    statements({ owner, now }) {
      const { from, to } = monthOf(now);
      const counted = `select count(*) from posts
        where workspace_id = $1 and scheduled_time >= $2 and scheduled_time < $3`;
      return [{ text: counted, values: [owner.workspaceId, from, to] }];
    },
  },
  {
    name: 'create',
    title: 'a post is scheduled, its picture sent before',
    target: { cpuMs: 3 },
    ask(installation) {
      made += 1;
      const due = new Date(installation.now.getTime() + 2 * HOUR_MS + made * MINUTE_MS);
      const form = formOf({
        mediaType: 'IMAGE',
        caption: `Fornada ${made} de canecas esmaltadas à mão #ceramica #feitoamao`,
        scheduledTime: due.toISOString(),
        uploadIds: JSON.stringify([installation.uploads.pop()]),
      });
      return {
        method: schedulePost.method,
        url: `${installation.url}/api${schedulePost.path}`,
        ...form,
        headers: { ...form.headers, 'idempotency-key': newId() },
      };
    },
    statements: ({ owner }) => [
      { text: 'begin', values: [] },
      {
        text: `with p as (
            insert into posts (id, workspace_id, created_by, media_type, status, caption,
              scheduled_time, stage, next_look_at)
            values (gen_random_uuid(), $1, $2, 'IMAGE', 'scheduled', 'Fornada', now() + interval '1 hour',
              'preparing', now()) returning id),
          m as (
            insert into post_media (post_id, position, file_id)
            select p.id, 0, (select file_id from uploads limit 1) from p)
          insert into post_events (post_id, kind) select id, 'scheduled' from p`,
        values: [owner.workspaceId, owner.userId],
      },
      { text: 'commit', values: [] },
    ],
  },
];
