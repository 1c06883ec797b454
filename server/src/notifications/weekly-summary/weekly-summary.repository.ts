import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { workspaceName } from '../../platform/database/fragments/workspace-name.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { displayedAccountId } from '../../platform/database/fragments/post-account.ts';

export interface SummaryPost {
  /** `unknown`: the outcome of the publish call is unknown. */
  outcome: 'published' | 'failed' | 'unknown' | 'scheduled';
  caption: string;
  media_type: MediaType;
  scheduled_time: Date;
  username: string | null;
  /** Set only for a member of several teams. */
  team: string | null;
}

interface Week {
  from: Date;
  week: Date;
  to: Date;
}

const retention = sql`interval '60 days'`;

/** The past week, or `scheduled` for the coming one. */
const outcomeIn = ({ from, week, to }: Week) => sql<SummaryPost['outcome'] | null>`case
  when p.scheduled_time >= ${from} and p.scheduled_time < ${week} then case
    when p.status = 'published' then 'published'
    when p.status = 'error' and p.error_code = ${UNVERIFIABLE} then 'unknown'
    when p.status in ('failed', 'error', 'expired') then 'failed' end
  when p.scheduled_time >= ${week} and p.scheduled_time < ${to}
    and p.status in ('scheduled', 'pending') then 'scheduled' end`;
const isInSpan = ({ from, to }: Week) =>
  sql`(p.scheduled_time >= ${from} and p.scheduled_time < ${to})`;

export function createWeeklyRepository(db: Db | Tx) {
  return {
    async now(): Promise<Date> {
      const found = await sql<{ now: Date }>`select app_now() as now`.execute(db);
      const [row] = found.rows;
      if (row === undefined) throw new Error('the database does not tell the time');
      return row.now;
    },

    /** Those who want the summary, have posts in it, and have not received it yet. */
    async listDueUsers(span: Week): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select u.id from users u
        where u.notify_weekly
          and not exists (select from weekly_summaries s
            where s.user_id = u.id and s.week = ${span.week})
          and not exists (select from outbox o where o.channel = 'email'
            and o.key = 'weekly-summary ' || u.id || ' ' || ${span.week.toISOString()})
          and exists (select from posts_with_publication p
            join workspace_members m on m.workspace_id = p.workspace_id
            where m.user_id = u.id and m.role in ('owner', 'editor') and ${isInSpan(span)} and ${outcomeIn(span)} is not null)`.execute(
        db,
      );
      return found.rows.map(({ id }) => id);
    },

    /** Returns undefined when the user no longer wants the summary. */
    async findRecipient(userId: string): Promise<string | undefined> {
      const found = await sql<{ email: string }>`
        select email from users where id = ${userId} and notify_weekly`.execute(db);
      return found.rows[0]?.email;
    },

    async posts(userId: string, span: Week): Promise<SummaryPost[]> {
      const found = await sql<SummaryPost>`
        select ${outcomeIn(span)} as outcome, p.caption, p.media_type, p.scheduled_time, a.username,
          case when (select count(*) from workspace_members o
            where o.user_id = m.user_id and o.role in ('owner', 'editor')) > 1
            then ${workspaceName} end as team
        from posts_with_publication p join workspace_members m on m.workspace_id = p.workspace_id
          join workspaces w on w.id = p.workspace_id
          left join instagram_accounts a on a.ig_user_id = ${displayedAccountId}
        where m.user_id = ${userId} and m.role in ('owner', 'editor')
          and ${isInSpan(span)} and ${outcomeIn(span)} is not null
        order by p.scheduled_time, p.id`.execute(db);
      return found.rows;
    },

    async recordSent(userId: string, week: Date): Promise<void> {
      await sql`insert into weekly_summaries (user_id, week) values (${userId}, ${week})
        on conflict do nothing`.execute(db);
    },

    async deleteOld(): Promise<void> {
      await sql`delete from weekly_summaries where week < app_now() - ${retention}`.execute(db);
    },
  };
}
