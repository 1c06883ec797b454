import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { exportApprovals, noApprovals } from './approvals.ts';

const POSTS_PER_PAGE = 500;
const ACCESS_WINDOW_MS = 7 * 24 * 3_600_000;

export type ExportPages = ReturnType<typeof createExportPages>;
export type ExportedPosts = Awaited<ReturnType<ExportPages['posts']>>;

export function createExportPages(db: Db) {
  return {
    async posts(workspaceId: string, after: string | undefined) {
      // By id alone PostgreSQL might scan the posts of all workspaces for the last page.
      const posts = await db
        .with(
          (own) => own('own').materialized(),
          (own) =>
            own
              .selectFrom('posts_with_publication')
              .select('id')
              .where('workspace_id', '=', workspaceId),
        )
        .selectFrom('posts_with_publication')
        .selectAll()
        .where('id', 'in', (among) => {
          const next = among
            .selectFrom('own')
            .select('own.id')
            .orderBy('own.id')
            .limit(POSTS_PER_PAGE);
          return after === undefined ? next : next.where('own.id', '>', after);
        })
        .orderBy('id')
        .execute();
      const ids = posts.map(({ id }) => id);
      if (ids.length === 0)
        return {
          posts,
          files: [],
          events: [],
          comments: [],
          insights: [],
          readings: [],
          approvals: noApprovals,
        };
      const files = await db
        .selectFrom('post_media as m')
        .innerJoin('media_files as f', 'f.id', 'm.file_id')
        .selectAll('f')
        .select(['m.post_id', 'm.position', 'm.alt_text'])
        .where('m.post_id', 'in', ids)
        .orderBy('m.post_id')
        .orderBy('m.position')
        .execute();
      const events = await db
        .selectFrom('post_events')
        .select(['post_id', 'at', 'kind', 'detail'])
        .where('post_id', 'in', ids)
        .orderBy('id')
        .execute();
      const insights = await db
        .selectFrom('post_insights')
        .selectAll()
        .where('post_id', 'in', ids)
        .execute();
      const readings = await db
        .selectFrom('post_insight_readings')
        .selectAll()
        .where('post_id', 'in', ids)
        .orderBy('post_id')
        .orderBy('read_at')
        .execute();
      const comments = await db
        .selectFrom('first_comments')
        .select(['post_id', 'state', 'comment_id', 'reason', 'ended_at'])
        .where('post_id', 'in', ids)
        .execute();
      const approvals = await exportApprovals(db, ids);
      return { posts, files, events, comments, insights, readings, approvals };
    },

    async *accesses(userId: string) {
      const span = await sql<{ first: Date | null; now: Date }>`
        select (select min(at) from access_log where user_id = ${userId}) as first, app_now() as now`.execute(
        db,
      );
      const { first, now } = span.rows[0] ?? {};
      if (first == null || now === undefined) return;
      for (let from = first.getTime(); from <= now.getTime(); from += ACCESS_WINDOW_MS) {
        const start = new Date(from);
        const found = await sql<{ at: Date; event: string; address: string; port: number | null }>`
          select at, event, address, port from access_log
          where user_id = ${userId} and at >= ${start}
            and at < ${start}::timestamptz + ${interval(ACCESS_WINDOW_MS)}
          order by at`.execute(db);
        yield* found.rows;
      }
    },
  };
}
