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
/** Its hour is another one: nobody has kept it waiting, and no pause held it. */
const notLate = sql`late_excused = false, late_by_others = false, held_at = null`;
/** As if nobody had ever tried to publish it. */
const resetPublication = sql`
  revision = revision + 1, looks = 0, container_id = null, ig_user_id = null, good_until = null,
  intent_at = null, publish_attempts = 0, publish_error = null, ${notLate},
  live_story_ids = null, published_at = null, media_id = null,
  stage = 'preparing', ${noIssue}, ${takeFence}`;

const activeConnections = sql`instagram_connections k
  where k.workspace_id = posts.workspace_id and k.ended_at is null`;
const needsApproval = sql`exists (select from approvals a where a.post_id = posts.id)`;
/**
 * Its owner was told that its account is gone and which one it can go to: to try again is to say so, where
 * nobody else has a say.
 */
const isAccountConfirmed = sql`(error_code is not distinct from ${OTHER_ACCOUNT} and not ${needsApproval})`;
/**
 * The one that its owner chose, or that it was meant for before; else the first. What was meant for one that
 * is gone waits for its owner's word, who saw it, and had it approved, as a post of that one.
 */
const resolvedAccount = sql`case
  when account_chosen or target_ig_user_id is not null and not ${isAccountConfirmed} then target_ig_user_id
  else (select k.ig_user_id from ${activeConnections}
    order by (k.ig_user_id = posts.target_ig_user_id) desc nulls last, ${connectionOrder} limit 1) end`;

/** Whoever asks to publish now has been to Instagram and seen what it wanted. */
async function clearBlock(tx: Tx, postId: string): Promise<void> {
  await sql`
    update instagram_accounts set paused_reason = null, paused_code = null, paused_until = null
    where paused_reason = 'blocked' and ig_user_id in (
      select k.ig_user_id from instagram_connections k
      join posts p on p.workspace_id = k.workspace_id
      where p.id = ${postId} and k.ended_at is null
        and k.ig_user_id = coalesce(p.target_ig_user_id, k.ig_user_id))`.execute(tx);
}

/**
 * Of a post that nobody could verify, only the container of the attempt still says something: the
 * others may have gone out with it.
 */
async function discardUnverifiable(tx: Tx, postId: string): Promise<void> {
  await sql`
    update containers c set state = 'dead' from posts p
    where p.id = ${postId} and p.error_code = ${unverifiableCode} and c.post_id = p.id
      and c.id is distinct from p.container_id`.execute(tx);
}

/** Whether it was tried, on its account while that is connected, with a container that may still live. */
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
 * What an owner's change of a post means for the engine. The caller holds the post's row (`for
 * update`), has found it in one of the stages idle, preparing and prepared, and has written the
 * columns that its owner sees: whichever of this and an intent commits first, wins.
 */
export function createOwnerChanges(jobs: Jobs) {
  const applyChange = createApplyChange(jobs);

  const onScheduled = (tx: Tx, postId: string) =>
    applyChange(
      tx,
      postId,
      sql`${resetPublication}, status = 'scheduled', next_look_at = ${firstCheckAt}, edited_at = null,
        target_ig_user_id = case when account_chosen or not demo then ${resolvedAccount}
                                 when ${needsApproval} then target_ig_user_id end,
        ${clearManualOnSchedule}`,
      { kind: 'scheduled' },
    );

  return {
    /**
     * A draft has been given an hour. Unless it is a demonstration it is meant for the account that
     * its owner chose, or for the first that is connected now. What was approved stays meant for the account
     * of which it was.
     */
    onScheduled,

    /** The same for a post that did not go out. */
    async onScheduledAfterEnd(tx: Tx, postId: string): Promise<void> {
      await discardUnverifiable(tx, postId);
      await onScheduled(tx, postId);
    },

    /** What a scheduled post publishes has changed; containers that still fit are found again. */
    onEdited: (tx: Tx, postId: string) =>
      applyChange(
        tx,
        postId,
        sql`revision = revision + 1, edited_at = app_now(), stage = 'preparing', looks = 0,
          container_id = null, good_until = null, next_look_at = ${firstCheckAt}, ${noIssue}, ${takeFence}`,
        { kind: 'edited' },
      ),

    /** What a post that did not go out says has changed: what is left is to try again. */
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

    /** Only the hour of a scheduled post has changed: everything prepared stays. */
    onMoved: (tx: Tx, postId: string) =>
      applyChange(
        tx,
        postId,
        sql`${notLate}, ${takeFence}, ${clearManualOnMove}, ${clearPausedIssue},
          next_look_at = case when stage = 'prepared' and plan_b_at is null then ${nextCheckWhenPrepared}
                              else ${firstCheckAt} end`,
        { kind: 'moved' },
      ),

    /** A scheduled post is to go out at once; `scheduled_time` is now. */
    async onPublishNow(tx: Tx, postId: string): Promise<void> {
      await clearBlock(tx, postId);
      await applyChange(
        tx,
        postId,
        sql`edited_at = null, ${notLate}, ${takeFence}, ${markAutomatic},
          next_look_at = case when stage = 'prepared' and plan_b_at is null then app_now() + ${safetyCheckDelay}
                              else app_now() end`,
        { kind: 'publish_now' },
      );
    },

    /**
     * A post that did not go out is to be tried again at once; `scheduled_time` is now. While the
     * container it was tried with may live, that one is looked at first: it may be published.
     */
    async onPublishAgain(tx: Tx, postId: string): Promise<void> {
      await clearBlock(tx, postId);
      const isTried = await wasTried(tx, postId);
      await discardUnverifiable(tx, postId);
      const columns = isTried
        ? sql`status = 'pending', stage = 'doubt', next_look_at = app_now(), looks = 0,
            publish_attempts = 0, unseen_since = null, unseen_until = null, late_by_others = false, held_at = null,
            publish_error = case when error_code = ${unverifiableCode} then ${OWNER_INSISTS} end,
            ${noIssue}, ${takeFence}, ${markAutomatic}`
        : sql`${resetPublication}, ${markAutomatic}, unseen_since = null, unseen_until = null, status = 'pending', next_look_at = app_now(), edited_at = null,
            target_ig_user_id = ${resolvedAccount}`;
      await applyChange(tx, postId, columns, { kind: 'publish_now' });
    },

    ...createApprovalChanges(applyChange),
    ...createManualChanges(applyChange),

    onAccountConfirmed: (tx: Tx, workspaceId: string, postIds: readonly string[] | undefined) =>
      confirmAccount(tx, jobs, workspaceId, postIds),
  };
}
