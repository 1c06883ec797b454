import { emptyContent } from '../../posts/content/content.ts';
import { limitsByPlan, planIds, type PlanId } from '@pontual/contract/billing/plans.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { firstConnection } from '../../platform/database/fragments/connection-order.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';

export interface SeriesItem {
  fileId: string;
  altText: string | null;
}

export interface SeriesSource {
  content: PostContent;
  account: string | null;
  media: SeriesItem[];
}

export type SeriesRow = SeriesSource &
  Row<
    'post_series',
    | 'id'
    | 'workspace_id'
    | 'created_by'
    | 'media_type'
    | 'rule'
    | 'minute'
    | 'first_on'
    | 'last_on'
    | 'needs_approval'
    | 'issue_code'
  >;

export interface NewSeries extends Omit<SeriesRow, 'needs_approval' | 'issue_code'> {}

export interface SeriesListRow extends SeriesRow, Row<'post_series', 'issue_message'> {
  thumbnail_of: string | null;
  next: { postId: string; at: string }[];
}

/** Of a series that was started while no account was connected, the next check stores the first one. */
const resolvedAccount = sql`coalesce(s.account, (
  select k.ig_user_id from instagram_connections k where k.id = ${firstConnection(sql`s.workspace_id`)}))`;

const columns = sql`
  -- Stored content lacks properties that are newer than the series.
  s.id, s.workspace_id, s.created_by, s.media_type, ${JSON.stringify(emptyContent)}::jsonb || s.content as content,
  ${resolvedAccount} as account, s.rule, s.minute,
  s.first_on, s.last_on, s.needs_approval, s.issue_code,
  coalesce((
    select json_agg(json_build_object('fileId', m.file_id, 'altText', m.alt_text) order by m.position)
    from post_series_media m where m.series_id = s.id), '[]') as media`;

const plansWithSeries = planIds.filter((id) => limitsByPlan[id].advancedScheduling);
const retryInterval = sql`interval '1 hour'`;
const isIssueResolved = sql`(
  s.issue_code = 'PLAN_REQUIRED' and exists (
    select from workspaces w
    where w.id = s.workspace_id and w.plan = any (${plansWithSeries}::text[]))
  or s.issue_code = 'INSTAGRAM_NOT_CONNECTED' and exists (
    select from instagram_connections k
    where k.workspace_id = s.workspace_id and k.ended_at is null
      and k.connected_at > s.next_step_at - ${retryInterval}))`;

const isOngoing = sql`s.next_step_at is not null`;

export function createSeriesRepository(db: Db | Tx) {
  async function writeMedia(id: string, media: readonly SeriesItem[]): Promise<void> {
    await db.deleteFrom('post_series_media').where('series_id', '=', id).execute();
    if (media.length === 0) return;
    const rows = media.map(({ fileId, altText }, position) => ({
      series_id: id,
      position,
      file_id: fileId,
      alt_text: altText,
    }));
    await db.insertInto('post_series_media').values(rows).execute();
  }

  return {
    async count(workspaceId: string): Promise<number> {
      const found = await sql<{ total: number }>`
        select count(*)::int as total from post_series s
        where s.workspace_id = ${workspaceId} and ${isOngoing}`.execute(db);
      return found.rows[0]?.total ?? 0;
    },

    /** Returns undefined when the series has ended. */
    async lock(workspaceId: string, id: string): Promise<SeriesRow | undefined> {
      const found = await sql<SeriesRow>`
        select ${columns} from post_series s
        where s.id = ${id} and s.workspace_id = ${workspaceId} and ${isOngoing}
        for update of s`.execute(db);
      return found.rows[0];
    },

    async insert(series: NewSeries): Promise<void> {
      await sql`
        insert into post_series (id, workspace_id, created_by, media_type, content, account, rule,
          minute, first_on, last_on, next_step_at)
        values (${series.id}, ${series.workspace_id}, ${series.created_by}, ${series.media_type},
          ${JSON.stringify(series.content)}::jsonb, ${series.account},
          ${JSON.stringify(series.rule)}::jsonb, ${series.minute}, ${series.first_on}::date,
          ${series.last_on}::date, app_now())`.execute(db);
      await writeMedia(series.id, series.media);
    },

    /** For future posts. */
    async writeSource(id: string, source: SeriesSource & { minute: number }): Promise<void> {
      await sql`
        update post_series
        set content = ${JSON.stringify(source.content)}::jsonb, account = ${source.account},
          minute = ${source.minute}
        where id = ${id}`.execute(db);
      await writeMedia(id, source.media);
    },

    /** All later posts have the account of the first one. */
    async copyAccountFromPost(id: string, postId: string): Promise<void> {
      await sql`update post_series s set account = coalesce(p.target_ig_user_id, s.account)
        from posts p where s.id = ${id} and p.id = ${postId}`.execute(db);
    },

    async writeApproval(id: string, isNeeded: boolean): Promise<void> {
      await sql`update post_series set needs_approval = ${isNeeded} where id = ${id}`.execute(db);
    },

    async scheduleNextCheck(
      id: string,
      at: Date,
      issue: { code: string; message: string } | null,
    ): Promise<void> {
      await sql`
        update post_series s
        set next_step_at = ${at}, account = ${resolvedAccount}, issue_code = ${issue?.code ?? null},
          issue_message = ${issue?.message ?? null}
        where id = ${id}`.execute(db);
    },

    /** The posts keep their content and files. */
    async end(id: string): Promise<void> {
      await sql`
        update post_series
        set content = null, next_step_at = null, issue_code = null, issue_message = null
        where id = ${id}`.execute(db);
      await writeMedia(id, []);
      // Each post shows whether its series has ended, so its row gets a new version.
      await sql`update posts set updated_at = app_now() where series_id = ${id}`.execute(db);
    },

    async due(limit: number): Promise<{ id: string; workspace_id: string }[]> {
      const found = await sql<{ id: string; workspace_id: string }>`
        select id, workspace_id from post_series s where next_step_at <= app_now() or ${isIssueResolved}
        order by next_step_at, id limit ${limit}`.execute(db);
      return found.rows;
    },

    /** A failed check must not delay the other series. */
    async postpone(id: string): Promise<void> {
      await sql`update post_series set next_step_at = app_now() + ${retryInterval}
        where id = ${id} and next_step_at is not null`.execute(db);
    },
  };
}

/**
 * For series whose account is disconnected, after the owner has confirmed the new one: all, or those of these
 * posts. The caller has locked the workspace.
 */
export async function moveSeriesToConnectedAccount(
  tx: Tx,
  workspaceId: string,
  postIds: readonly string[] | undefined,
): Promise<void> {
  const postFilter =
    postIds === undefined
      ? sql``
      : sql`and s.id in (select series_id from posts where id = any(${[...postIds]}::uuid[]))`;
  await sql`
    update post_series s set account = k.ig_user_id, next_step_at = app_now()
    from instagram_connections k
    where k.id = ${firstConnection(sql`${workspaceId}::uuid`)}
      and s.workspace_id = k.workspace_id and ${isOngoing} and not exists (
        select from instagram_connections o
        where o.workspace_id = s.workspace_id and o.ig_user_id = ${resolvedAccount}
          and o.ended_at is null) ${postFilter}`.execute(tx);
}

export async function checkSeriesNow(tx: Tx, workspaceId: string): Promise<void> {
  await sql`
    update post_series s set next_step_at = app_now()
    where s.workspace_id = ${workspaceId} and ${isOngoing}`.execute(tx);
}

export async function listSeriesRows(db: Db, workspaceId: string): Promise<SeriesListRow[]> {
  const found = await sql<SeriesListRow>`
        select ${columns}, s.issue_message,
          (select m.file_id from post_series_media m
           where m.series_id = s.id and m.position = 0) as thumbnail_of,
          coalesce((
            select json_agg(json_build_object('postId', p.id, 'at', p.scheduled_time)
                            order by p.scheduled_time)
            from posts_with_publication p where p.series_id = s.id and p.status = 'scheduled'
              and p.scheduled_time > app_now()), '[]') as next
        from post_series s where s.workspace_id = ${workspaceId} and ${isOngoing}
        order by s.created_at desc, s.id desc`.execute(db);
  return found.rows;
}

export async function loadPlanAndPause(db: Db | Tx, workspaceId: string) {
  const found = await sql<{ now: Date; plan: PlanId; is_paused: boolean; until: Date | null }>`
        select app_now() as now, w.plan, z.id is not null as is_paused, z.until
        from workspaces w left join publishing_pauses z
          on z.workspace_id = w.id and (z.until is null or z.until > app_now())
        where w.id = ${workspaceId}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('a series without its workspace');
  return row;
}
