import { captionCounts } from '@pontual/contract/posts/captions.ts';
import { limitsByPlan, planIds } from '@pontual/contract/billing/plans.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { firstReadAge } from './schedule.rules.ts';

export const plansWithInsights = planIds.filter((id) => limitsByPlan[id].analytics);
export const hasInsights = sql`w.plan = any (${plansWithInsights}::text[])`;

const BATCH_SIZE = 500;
/** Minus an hour, because a post may have been publishing at the time of the enrolment. */
const recent = sql`
  (select min(entered_at) from insight_enrolments) - interval '1 hour'`;
/** More than the six months that the analytics show. */
const backfillWindow = sql`interval '190 days'`;

interface PublishedPost extends Row<'posts', 'id' | 'media_type' | 'caption'> {
  has_media: boolean;
  age_ms: number;
}

export function createEnrolmentRepository(db: Db) {
  /** A post without a media id is enrolled, but never read. */
  async function enrol(filter: RawBuilder<unknown>): Promise<void> {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
      const found = await sql<PublishedPost>`
        select p.id, p.media_type, p.caption, p.media_id is not null as has_media,
          (extract(epoch from app_now() - p.published_at) * 1000)::float8 as age_ms
        from posts_with_publication p join workspaces w on w.id = p.workspace_id
        where p.status = 'published' and p.ig_user_id is not null and ${hasInsights} and ${filter}
          and not exists (select from post_insights i where i.post_id = p.id)
        limit ${BATCH_SIZE}`.execute(db);
      await insert(found.rows);
      count = found.rows.length;
    }
  }

  async function insert(posts: readonly PublishedPost[]): Promise<void> {
    if (posts.length === 0) return;
    const rows = posts.map((post) => ({
      id: post.id,
      hashtags: captionCounts(post.caption).hashtags,
      first_ms: post.has_media ? firstReadAge(post.media_type, post.age_ms) : null,
    }));
    await sql`
      insert into post_insights
        (post_id, workspace_id, ig_user_id, media_type, scheduled_time, hashtags, next_read_at)
      select p.id, p.workspace_id, p.ig_user_id, p.media_type,
        coalesce(p.scheduled_time, p.published_at), r.hashtags,
        p.published_at + make_interval(secs => r.first_ms / 1000)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(id uuid, hashtags integer, first_ms float8)
        join posts_with_publication p on p.id = r.id
      where p.status = 'published' and p.ig_user_id is not null
      on conflict (post_id) do nothing`.execute(db);
  }

  return {
    async enrolPublished(): Promise<void> {
      await enrol(sql`p.published_at > ${recent}`);
      // Moved once a day, which bounds the posts that each run searches.
      await sql`update insight_enrolments set entered_at = app_now()
        where entered_at < app_now() - interval '1 day'`.execute(db);
      await sql`delete from insight_enrolments n using workspaces w
        where w.id = n.workspace_id and not ${hasInsights}`.execute(db);
      const newWorkspaces = await sql<{ id: string }>`
        select w.id from workspaces w
        where ${hasInsights}
          and not exists (select from insight_enrolments n where n.workspace_id = w.id)`.execute(
        db,
      );
      for (const { id } of newWorkspaces.rows) {
        await enrol(sql`p.workspace_id = ${id} and p.published_at > app_now() - ${backfillWindow}`);
        await sql`insert into insight_enrolments (workspace_id)
          select id from workspaces where id = ${id} on conflict do nothing`.execute(db);
      }
    },
  };
}
