import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import { sql } from 'kysely';
import { recordPostActions } from '../platform/audit/audit.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { takeFence, type ApplyChange } from './apply-change.ts';
import { manualColumns } from './manual-columns.ts';
import { writeEvents } from './events.ts';

/** How far back a manual publication is searched, but not to before the due time. */
const MANUAL_LOOKBACK = sql`interval '1 day'`;

const markManual = sql`
  manual_since = coalesce(manual_since, app_now()), manual_prompted_for = scheduled_time,
  manual_prompted_at = coalesce(manual_prompted_at, greatest(scheduled_time, app_now() - ${MANUAL_LOOKBACK})),
  manual_checked_at = null`;

const isUnverifiable = sql`error_code is not distinct from ${UNVERIFIABLE}`;

/** An immediate attempt checks the account first (manual-publishing.ts). */
export const markAutomatic = sql`
  manual_since = null, manual_checked_at = null,
  manual_prompted_at = case when ${isUnverifiable} then null else manual_prompted_at end`;

/**
 * The new due time must be punctual, so the preparation searches for a manual publication until now. The
 * owner of an unverifiable post has checked Instagram already.
 */
export const clearManualOnSchedule = sql`
  manual_since = null, manual_checked_at = null, manual_prompted_at = null,
  outage_since = case when ${isUnverifiable} then null else manual_prompted_at end,
  outage_until = case when ${isUnverifiable} or manual_prompted_at is null then null else app_now() end,
  outage_manual = manual_prompted_at is not null`;

export const clearManualOnMove = sql`
  manual_checked_at = null, manual_prompted_at = null, outage_since = least(outage_since, manual_prompted_at),
  outage_until = case when manual_prompted_at is null then outage_until else app_now() end,
  outage_manual = case when manual_prompted_at is null then outage_manual 
                        else outage_manual or outage_since is null end,
  publication_state = case when manual_prompted_at is null then publication_state else 'preparing' end`;

/** The caller locks the post as for any change (owner-changes.ts). */
export const createManualChanges = (applyChange: ApplyChange) => ({
  /** The first commit wins: this or an intent. A post that may be published is reconciled first. */
  async onManualPublishing(tx: Tx, postId: string): Promise<void> {
    const found = await sql<{ may_be_out: boolean }>`
      select publication_state in ('publishing', 'reconciling') or outage_since is not null as may_be_out
      from posts where id = ${postId}`.execute(tx);
    const mayBePublished = found.rows[0]?.may_be_out ?? true;
    const columns = mayBePublished
      ? sql`${markManual}, updated_at = app_now()`
      : sql`${markManual}, ${manualColumns}, ${takeFence}`;
    await applyChange(tx, postId, columns, { kind: 'manual_publishing_started' });
  },

  /**
   * The engine itself closes a post that is not idle.
   * @returns whether the post was still open
   */
  async onManualPublicationFound(
    tx: Tx,
    postId: string,
    publication: { mediaId: string; permalink: string | null; igUserId: string },
  ): Promise<boolean> {
    const closed = await sql`
      update posts
      set ${manuallyPublishedColumns}, media_id = ${publication.mediaId}, permalink = ${publication.permalink},
        ig_user_id = ${publication.igUserId}
      where id = ${postId} and ${isEndedUnpublished}
        and not exists (select from posts o where o.media_id = ${publication.mediaId})
      returning id`.execute(tx);
    if (closed.rows.length === 0) return false;
    await writeEvents(tx, [{ postId, kind: 'published_manually' }]);
    return true;
  },

  async onManualPublicationConfirmed(tx: Tx, postId: string): Promise<boolean> {
    const closed = await sql`
      update posts
      -- The owner published on the account that the post targets now, even after an attempt on another one.
      set ${manuallyPublishedColumns},
        ig_user_id = case when ig_user_id is not null
          then coalesce(target_ig_user_id, ig_user_id) end
      where id = ${postId} and ${isEndedUnpublished} returning id`.execute(tx);
    if (closed.rows.length === 0) return false;
    await recordPostActions(tx, [{ postId, kind: 'marked_by_hand' }]);
    return true;
  },
});

const isEndedUnpublished = sql`publication_state = 'idle' and status in ('failed', 'error', 'expired')`;

/** All figures count the post as late through no fault of ours. */
const manuallyPublishedColumns = sql`
  status = 'published', published_at = app_now(), late_by_others = true,
  manual_since = coalesce(manual_since, app_now()), error_code = null, error_message = null,
  error_action = null, forecast_at = null, updated_at = app_now(), fence = fence + 1`;
