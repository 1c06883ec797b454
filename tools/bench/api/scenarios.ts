import { dayKey, monthOf, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { listPosts, postStats } from '@pontual/contract/posts/posts.ts';
import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { sql } from 'kysely';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { buildForm, type BenchRequest } from './client.ts';
import type { BaselineAnswer } from './baseline-process.ts';
import { getCalendarGrid, type Owner } from './rows.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface Installation {
  url: string;
  token: string;
  owner: Owner;
  db: Db;
  now: Date;
  uploads: string[];
}

export interface Scenario {
  name: string;
  title: string;
  target?: { cpuMs: number; p99?: number };
  buildRequest(installation: Installation): BenchRequest;
  statements(installation: Installation): BaselineAnswer['statements'];
  /** Prepares the state for one request outside the measured process. */
  prepare?(installation: Installation): Promise<void>;
}

export const authorize = ({ token }: Installation, request: BenchRequest): BenchRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

const buildListRequest = (
  installation: Installation,
  query: Record<string, string>,
): BenchRequest => ({
  method: listPosts.method,
  url: `${installation.url}/api${listPosts.path}?${new URLSearchParams(query).toString()}`,
});

const buildMonthQuery = ({ now }: Installation) => {
  const { from, to } = getCalendarGrid(now);
  return { from: from.toISOString(), to: to.toISOString(), limit: '1000' };
};

const buildMonthRequest = (installation: Installation): BenchRequest => ({
  ...buildListRequest(installation, buildMonthQuery(installation)),
  isRevalidated: true,
});

const getToday = ({ now }: Installation) => startOfDay(dayKey(now));

function buildPostStatements(
  condition: string,
  values: readonly unknown[],
  limit: number,
): BaselineAnswer['statements'] {
  const posts = `posts_with_publication p where p.workspace_id = $1 and ${condition}
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

const buildMonthStatements = ({ owner, now }: Installation) => {
  const { from, to } = getCalendarGrid(now);
  const values = [owner.workspaceId, from, to];
  return buildPostStatements('p.scheduled_time >= $2 and p.scheduled_time < $3', values, 1000);
};

/** Rewrites the row of one post of the month without a change, which gives it a new version. */
async function touchPost({ db, owner, now }: Installation): Promise<void> {
  const { from, to } = getCalendarGrid(now);
  await sql`update posts set updated_at = app_now() where id = (
    select id from posts_with_publication where workspace_id = ${owner.workspaceId}
      and scheduled_time >= ${from} and scheduled_time < ${to}
    order by id desc limit 1)`.execute(db);
}

let createdCount = 0;

export const scenarios: Scenario[] = [
  {
    name: 'month',
    title: 'month of 1,000 posts, unchanged since the last time',
    target: { cpuMs: 5, p99: 50 },
    buildRequest: buildMonthRequest,
    statements: buildMonthStatements,
  },
  {
    name: 'month-changed',
    title: 'month of 1,000 posts, one changed since the last time',
    buildRequest: buildMonthRequest,
    statements: buildMonthStatements,
    prepare: touchPost,
  },
  {
    name: 'timeline',
    title: 'timeline from today, its first page of 1,000',
    buildRequest: (installation) =>
      buildListRequest(installation, { from: getToday(installation).toISOString(), limit: '1000' }),
    statements: (installation) =>
      buildPostStatements(
        'p.scheduled_time >= $2',
        [installation.owner.workspaceId, getToday(installation)],
        1000,
      ),
  },
  {
    name: 'drafts',
    title: 'drafts, a page of 20',
    buildRequest: (installation) =>
      buildListRequest(installation, { status: 'draft', limit: '20' }),
    statements: ({ owner }) => buildPostStatements(`p.status = 'draft'`, [owner.workspaceId], 20),
  },
  {
    name: 'filtered',
    title: 'failed reels, a page of 20',
    buildRequest: (installation) =>
      buildListRequest(installation, { mediaType: 'REELS', status: 'failed', limit: '20' }),
    statements: ({ owner }) =>
      buildPostStatements(
        `p.media_type = 'REELS' and p.status in ('failed', 'error', 'expired')`,
        [owner.workspaceId],
        20,
      ),
  },
  {
    name: 'stats',
    title: 'counts by state and the next post',
    buildRequest: ({ url }) => ({ method: postStats.method, url: `${url}/api${postStats.path}` }),
    statements: ({ owner }) => [
      {
        text: 'select status, count(*) from publications where workspace_id = $1 group by status',
        values: [owner.workspaceId],
      },
    ],
  },
  {
    name: 'banner',
    title: 'how many posts a month has',
    buildRequest(installation) {
      const { from, to } = monthOf(installation.now);
      return buildListRequest(installation, {
        from: from.toISOString(),
        to: to.toISOString(),
        limit: '1',
      });
    },
    statements({ owner, now }) {
      const { from, to } = monthOf(now);
      const statement = `select count(*) from publications
        where workspace_id = $1 and scheduled_time >= $2 and scheduled_time < $3`;
      return [{ text: statement, values: [owner.workspaceId, from, to] }];
    },
  },
  {
    name: 'create',
    title: 'a post is scheduled, its picture sent before',
    target: { cpuMs: 3 },
    buildRequest(installation) {
      createdCount += 1;
      const due = new Date(installation.now.getTime() + 2 * HOUR_MS + createdCount * MINUTE_MS);
      const form = buildForm({
        mediaType: 'IMAGE',
        caption: `Fornada ${createdCount} de canecas esmaltadas à mão #ceramica #feitoamao`,
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
            insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
            values (gen_random_uuid(), $1, $2, 'IMAGE', 'Fornada', now() + interval '1 hour')
            returning *),
          q as (
            insert into publications (post_id, workspace_id, media_type, scheduled_time, revision,
              target_ig_user_id, in_flight_key, has_first_comment, state, next_step_at)
            select id, workspace_id, media_type, scheduled_time, revision, target_ig_user_id, in_flight_key,
              first_comment <> '', 'preparing', now() from p),
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
