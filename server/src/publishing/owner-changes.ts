import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { connectionOrder } from '../platform/database/fragments/connection-order.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { confirmAccount } from './account-confirmation.ts';
import { createApprovalChanges } from './approval-changes.ts';
import { createApplyChange, firstCheckAt, takeFence } from './apply-change.ts';
import {
  clearManualOnSchedule,
  createManualChanges,
  clearManualOnMove,
  markAutomatic,
} from './manual-publishing-changes.ts';
import { clearPausedIssue } from './pause-hold.ts';
import { nextCheckWhenPrepared } from './transition-columns.ts';
import { OTHER_ACCOUNT, OWNER_INSISTS, unverifiable } from './transitions.ts';
import { CONTAINER_LIFE_MS, SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';

const safetyCheckDelay = interval(SAFETY_CHECK_DELAY_MS);
const noIssue = sql`
  error_code = null, error_message = null, error_action = null, forecast_at = null`;
const unverifiableCode = unverifiable.issue.code;
const notLate = sql`late_excused = false, late_by_others = false, missed_at = null`;
const resetPublication = sql`
  revision = revision + 1, poll_count = 0, container_id = null, ig_user_id = null, good_until = null,
  intent_at = null, publish_attempts = 0, publish_error = null, ${notLate},
  live_story_ids = null, published_at = null, media_id = null,
  publication_state = 'preparing', ${noIssue}, ${takeFence}`;

const activeConnections = sql`instagram_connections k
  where k.workspace_id = posts.workspace_id and k.ended_at is null`;
const needsApproval = sql`exists (select from approvals a where a.post_id = posts.id)`;
/** After the question for another account a retry confirms it, unless the post needs an approval. */
const isAccountConfirmed = sql`(error_code is not distinct from ${OTHER_ACCOUNT} and not ${needsApproval})`;
/**
 * A post of a disconnected account keeps its target until the owner confirms another: it was approved for it.
 */
const resolvedAccount = sql`case
  when account_chosen or target_ig_user_id is not null and not ${isAccountConfirmed} then target_ig_user_id
  else (select k.ig_user_id from ${activeConnections}
    order by (k.ig_user_id = posts.target_ig_user_id) desc nulls last, ${connectionOrder} limit 1) end`;

/** A request to publish now implies that the owner has resolved the block on Instagram. */
async function clearBlock(tx: Tx, postId: string): Promise<void> {
  await sql`
    update instagram_accounts set throttle_reason = null, throttle_code = null, throttled_until = null
    where throttle_reason = 'blocked' and ig_user_id in (
      select k.ig_user_id from instagram_connections k
      join posts p on p.workspace_id = k.workspace_id
      where p.id = ${postId} and k.ended_at is null
        and k.ig_user_id = coalesce(p.target_ig_user_id, k.ig_user_id))`.execute(tx);
}

/** The other containers of an unverifiable post may have been published with that of its attempt. */
async function discardUnverifiable(tx: Tx, postId: string): Promise<void> {
  await sql`
    update containers c set state = 'dead' from posts p
    where p.id = ${postId} and p.error_code = ${unverifiableCode} and c.post_id = p.id
      and c.id is distinct from p.container_id`.execute(tx);
}

async function wasTried(tx: Tx, postId: string): Promise<boolean> {
  const life = interval(CONTAINER_LIFE_MS);
  const tried = await sql<{ found: boolean }>`
    select p.container_id is not null and p.intent_at > app_now() - ${life}
      and p.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id) as found
    from posts p join instagram_connections k
      on k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id and k.ended_at is null
    where p.id = ${postId}`.execute(tx);
  return tried.rows[0]?.found ?? false;
}

const EDITED_CAUSE = 'Post alterado. Publique agora ou escolha um novo horário.';

export type OwnerChanges = ReturnType<typeof createOwnerChanges>;

/**
 * The caller has locked the row (`for update`), found it idle, preparing or prepared (for manual publishing:
 * in any state), and written the visible columns. The first commit wins: this change or an intent.
 */
export function createOwnerChanges(jobs: Jobs) {
  const applyChange = createApplyChange(jobs);

  const onScheduled = (tx: Tx, postId: string) =>
    applyChange(
      tx,
      postId,
      sql`${resetPublication}, status = 'scheduled', next_step_at = ${firstCheckAt}, edited_at = null,
        target_ig_user_id = case when account_chosen or not demo then ${resolvedAccount}
                                 when ${needsApproval} then target_ig_user_id end,
        ${clearManualOnSchedule}`,
      { kind: 'scheduled' },
    );

  return {
    /** An approved post keeps the account of its approval. */
    onScheduled,

    async onScheduledAfterEnd(tx: Tx, postId: string): Promise<void> {
      await discardUnverifiable(tx, postId);
      await onScheduled(tx, postId);
    },

    onEdited: (tx: Tx, postId: string) =>
      applyChange(
        tx,
        postId,
        sql`revision = revision + 1, edited_at = app_now(), publication_state = 'preparing', poll_count = 0,
          container_id = null, good_until = null, next_step_at = ${firstCheckAt}, ${noIssue}, ${takeFence}`,
        { kind: 'edited' },
      ),

    /** The recovery action becomes a retry. */
    onEditedAfterEnd: (tx: Tx, postId: string) =>
      applyChange(
        tx,
        postId,
        sql`revision = revision + 1, updated_at = app_now(),
          error_message = case when error_action in ('edit', 'change_media') then ${EDITED_CAUSE}
                               else error_message end,
          error_action = case when error_action in ('edit', 'change_media') then 'try_again'
                              else error_action end`,
        { kind: 'edited' },
      ),

    onMoved: (tx: Tx, postId: string) =>
      applyChange(
        tx,
        postId,
        sql`${notLate}, ${takeFence}, ${clearManualOnMove}, ${clearPausedIssue},
          next_step_at = case when publication_state = 'prepared' and manual_prompted_at is null then ${nextCheckWhenPrepared}
                              else ${firstCheckAt} end`,
        { kind: 'moved' },
      ),

    /** The caller has set `scheduled_time` to now, here and for `onPublishAgain`. */
    async onPublishNow(tx: Tx, postId: string): Promise<void> {
      await clearBlock(tx, postId);
      await applyChange(
        tx,
        postId,
        sql`edited_at = null, ${notLate}, ${takeFence}, ${markAutomatic},
          next_step_at = case when publication_state = 'prepared' and manual_prompted_at is null then app_now() + ${safetyCheckDelay}
                              else app_now() end`,
        { kind: 'publish_now' },
      );
    },

    /** The container of the last attempt is checked first, because it may be published. */
    async onPublishAgain(tx: Tx, postId: string): Promise<void> {
      await clearBlock(tx, postId);
      const isTried = await wasTried(tx, postId);
      await discardUnverifiable(tx, postId);
      const columns = isTried
        ? sql`status = 'pending', publication_state = 'reconciling', next_step_at = app_now(), poll_count = 0,
            publish_attempts = 0, outage_since = null, outage_until = null, late_by_others = false, missed_at = null,
            publish_error = case when error_code = ${unverifiableCode} then ${OWNER_INSISTS} end,
            ${noIssue}, ${takeFence}, ${markAutomatic}`
        : sql`${resetPublication}, ${markAutomatic}, outage_since = null, outage_until = null, status = 'pending', next_step_at = app_now(), edited_at = null,
            target_ig_user_id = ${resolvedAccount}`;
      await applyChange(tx, postId, columns, { kind: 'publish_now' });
    },

    ...createApprovalChanges(applyChange),
    ...createManualChanges(applyChange),

    onAccountConfirmed: (tx: Tx, workspaceId: string, postIds: readonly string[] | undefined) =>
      confirmAccount(tx, jobs, workspaceId, postIds),
  };
}
