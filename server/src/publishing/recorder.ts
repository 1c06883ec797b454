import type { FencedPost, PreviousState } from './fenced-post.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { Notifications } from '../notifications/notifications.service.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { recordFailure } from './record-failure.ts';
import { writeEvents } from './events.ts';
import { faultOf } from './fault.rules.ts';
import { createRecordMetrics } from './record-metrics.ts';
import { columnsForTransition, type UnpublishedTransition } from './transition-columns.ts';
import { manualPromptReason } from './manual-publishing.ts';
import { eventsForTransition, notificationsFor } from './transition-effects.ts';
import type { Transition } from './transitions.ts';
import { writePublished, type PublishedOutcome } from './record-published.ts';
import type { Observe } from './observe.ts';
import { ruleSql } from './removable-rules.ts';

/** Publications must not wait for the other transitions. */
const TRANSACTION_SIZE = 50;

/** `publish-again` applies once, even if the response of its commit is lost and the write is repeated. */
const isApplicable = ({ kind }: UnpublishedTransition) =>
  kind === 'publish-again'
    ? sql`publication_state in ('publishing', 'reconciling')`
    : sql`publication_state <> 'idle'`;

const isVisibleChange = (transition: Transition) =>
  transition.kind !== 'reconciling' && transition.kind !== 'seen';

export type Recorder = ReturnType<typeof createRecorder>;

async function prepareNotifications(
  tx: Tx,
  post: FencedPost,
  transition: UnpublishedTransition,
  previous: PreviousState,
): Promise<readonly NewNotification[]> {
  const manualPrompt = manualPromptReason(transition, previous);
  if (manualPrompt !== undefined) {
    await sql`update posts
      set manual_prompted_at = coalesce(manual_prompted_at, app_now()), manual_prompted_for = scheduled_time
      where id = ${post.id}`.execute(tx);
  }
  return notificationsFor(post, transition, manualPrompt);
}

/** Each transition is atomic and releases its lease; one with an outdated fence changes nothing. */
export function createRecorder(deps: {
  database: Database;
  jobs: Jobs;
  notifications: Notifications;
  wakeUps: WakeUps;
  observe: Observe;
  metrics: Pick<Metrics, 'recordPublished' | 'recordPostEnded'>;
  log: Log;
}) {
  const { database, jobs, notifications, wakeUps, observe } = deps;
  const recordMetrics = createRecordMetrics(deps);

  async function write(
    tx: Tx,
    post: FencedPost,
    transition: UnpublishedTransition,
  ): Promise<boolean> {
    const written = await sql<PreviousState & { next_step_at: Date | null }>`
      with held as (
        select id, error_code, publication_state, manual_since is not null as is_by_hand,
          manual_prompted_for is not distinct from scheduled_time as is_notified
        from posts
        where id = ${post.id} ${ruleSql('R1', sql`and fence = ${post.fence}`)}
          and ${isApplicable(transition)} for update)
      update posts set ${columnsForTransition(transition)}, lease_until = null, updated_at = app_now()
      from held where posts.id = held.id
      returning posts.next_step_at, held.error_code, held.publication_state, held.is_by_hand, held.is_notified,
        posts.awaiting_since is not null as is_awaiting,
        (extract(epoch from app_now() - posts.scheduled_time) * 1000)::float8 as since_due_ms`.execute(
      tx,
    );
    const [row] = written.rows;
    if (row === undefined) return false;
    if (transition.kind === 'prepared') {
      await sql`update containers set revision = p.revision from posts p
        where p.id = ${post.id} and containers.id = any(${transition.preparation.containerIds})`.execute(
        tx,
      );
    }
    if (row.next_step_at !== null) {
      await jobs.send(tx, 'post-advance', [
        { data: { postId: post.id }, startAfter: row.next_step_at, group: post.workspace_id },
      ]);
    }
    await writeEvents(tx, eventsForTransition(post, transition, row));
    if (transition.kind === 'ended' && faultOf(transition.status, transition.issue) === 'ours') {
      await recordFailure(tx);
    }
    await notifications.add(tx, await prepareNotifications(tx, post, transition, row));
    return true;
  }

  async function recordAll(
    outcomes: readonly { post: FencedPost; transition: Transition }[],
  ): Promise<void> {
    const published: PublishedOutcome[] = [];
    const others: { post: FencedPost; transition: UnpublishedTransition }[] = [];
    for (const { post, transition } of outcomes) {
      if (transition.kind !== 'published') others.push({ post, transition });
      else {
        published.push({
          id: post.id,
          fence: post.fence,
          media_id: transition.mediaId,
          ig_user_id: transition.igUserId ?? null,
          is_verified: transition.isVerified ?? false,
          is_by_hand: transition.isManual ?? false,
        });
      }
    }
    const publishedPosts = await writePublished(database.db, published);
    recordMetrics.countPublished(publishedPosts);
    wakeWorkspaces(publishedPosts);
    for (let index = 0; index < others.length; index += TRANSACTION_SIZE) {
      wakeWorkspaces(await writeOthers(others.slice(index, index + TRANSACTION_SIZE)));
      wakeUps.recheckDue();
    }
    for (const { post } of outcomes) await observe('recorded', post.id);
  }

  async function writeOthers(
    others: readonly { post: FencedPost; transition: UnpublishedTransition }[],
  ): Promise<FencedPost[]> {
    const written: (typeof others)[number][] = [];
    await database.inTransaction(async (tx) => {
      for (const other of others)
        if (await write(tx, other.post, other.transition)) written.push(other);
    });
    recordMetrics.countTransitions(written);
    return written.filter(({ transition }) => isVisibleChange(transition)).map(({ post }) => post);
  }

  function wakeWorkspaces(changedPosts: readonly FencedPost[]): void {
    const workspaces = new Set(changedPosts.map((post) => post.workspace_id));
    wakeUps.send([...workspaces].map((workspaceId) => ({ topic: 'posts', workspaceId })));
  }

  return {
    recordAll,
    record: (post: FencedPost, transition: Transition) => recordAll([{ post, transition }]),
  };
}
