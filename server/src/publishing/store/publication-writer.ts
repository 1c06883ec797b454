import { sql, type RawBuilder } from 'kysely';
import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import { recordActions, type AuthorAction } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import type { PublicationRow } from '../../platform/database/rows.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { writeEvents, type PostEvent } from './events.repository.ts';
import type { FencedPost } from './fenced-post.ts';
import { decidedColumns, draftOf, toColumns, toPublication } from './publication-row.ts';
import { isRuleActive } from '../removable-rules.ts';
import { isActive, type Publication, type PublicationPost } from '../state.ts';
import { transition } from '../transition.ts';
import type {
  AccountEvent,
  AuthorEvent,
  EngineEvent,
  PublicationEvent,
} from '../transition-events.ts';
import type { Outcome } from '../transitions/transition-outcome.ts';

/** So many rows are read and written by one statement. */
const BATCH_SIZE = 1000;

/** What a worker has found of a post that it has in hand. */
export interface WorkerFinding {
  post: FencedPost;
  event: EngineEvent;
}

export interface WrittenPublication extends Outcome {
  before: Publication;
  event: PublicationEvent;
  /** A step was running: its job is used up. */
  wasLeased: boolean;
}

export type PublicationWriter = ReturnType<typeof createPublicationWriter>;

/**
 * The only writer of publications, apart from the dispatcher's claim and its record of what is published
 * (claim-and-record.ts). It loads them under a lock, applies an event to each, writes them whole,
 * and hands on the effects, all in the transaction of the caller.
 */
export function createPublicationWriter({ jobs }: { jobs: Jobs }) {
  async function applyEach(
    tx: Tx,
    ids: readonly string[],
    eventOf: (publication: Publication) => PublicationEvent | undefined,
    options: { endsLease: boolean },
  ): Promise<WrittenPublication[]> {
    // All lock in the same order.
    const loaded = await sql<PublicationRow & { id: string; now: Date }>`
      select *, post_id as id, app_now() as now from publications
      where post_id = any(${[...ids]}::uuid[]) order by post_id for no key update`.execute(tx);
    const written = loaded.rows.flatMap((row) => {
      const before = toPublication(row);
      const event = eventOf(before);
      const outcome = event && transition(before, event, row.now);
      const wasLeased = row.lease_until !== null && row.lease_until > row.now;
      return event && outcome ? [{ before, event, wasLeased, ...outcome }] : [];
    });
    await writeRows(tx, written, options);
    await perform(tx, written);
    return written;
  }

  async function perform(tx: Tx, written: readonly WrittenPublication[]): Promise<void> {
    const history: PostEvent[] = [];
    const notifications: WorkspaceNotification[] = [];
    for (const { before, effects } of written) {
      const { id: postId } = before.post;
      for (const effect of effects) {
        switch (effect.kind) {
          case 'history':
            history.push({ ...effect, postId, kind: effect.event });
            break;
          case 'action':
            // Recorded by the statement that writes the row.
            break;
          case 'notify':
            notifications.push(effect.notification);
            break;
          case 'count_failure':
            await sql`insert into status_failures default values`.execute(tx);
            break;
          case 'lift_block':
            await liftBlock(tx, postId);
            break;
          case 'discard_containers':
            await sql`update containers set state = 'dead'
              where post_id = ${postId} and id is distinct from ${effect.except}::uuid`.execute(tx);
            break;
          case 'discard_container':
            await sql`update containers set state = 'dead', failure = ${effect.failure}
              where id = ${effect.id}`.execute(tx);
            break;
          case 'container_published':
            await sql`update containers set state = 'published' where id = ${effect.id}`.execute(
              tx,
            );
            break;
          case 'block_account':
            // After the commit (recorder.ts): a change of the account locks it before its posts.
            break;
          case 'task':
            // The row has changed since the worker asked: it takes another step.
            break;
          case 'adopt_containers':
            await sql`update containers set revision = p.revision from publications p
              where p.post_id = ${postId} and containers.id = any(${[...effect.ids]}::uuid[])`.execute(
              tx,
            );
            break;
        }
      }
    }
    await writeEvents(tx, history);
    await notify(tx, ...notifications);
    await jobs.send(tx, 'post-advance', written.flatMap(nextStepJobs));
  }

  async function tryApply(
    tx: Tx,
    postId: string,
    event: AuthorEvent,
  ): Promise<Publication | undefined> {
    const [written] = await applyEach(tx, [postId], () => event, { endsLease: false });
    return written?.publication;
  }

  return {
    /** Of a new post, whose row the caller has inserted; `now` is the time of the database. */
    async insertScheduled(tx: Tx, post: PublicationPost, now: Date): Promise<void> {
      const before = draftOf(post);
      const event = { kind: 'scheduled' } as const;
      const outcome = transition(before, event, now);
      if (outcome === undefined) throw new Error(`the new post ${post.id} cannot be scheduled`);
      const written = { before, event, wasLeased: false, ...outcome };
      await insertRow(tx, written);
      await perform(tx, [written]);
    },

    /** Of a new post, whose row the caller has inserted. */
    async insertDraft(tx: Tx, postId: string): Promise<void> {
      await sql`insert into publications (${copiedColumns})
        select ${copiesOfPost} from posts where id = ${postId}`.execute(tx);
    },

    /** @returns undefined when the event does not concern a publication in its state */
    tryApply,

    /** @throws Error when the event does not concern a publication in its state: the caller has checked that */
    async apply(tx: Tx, postId: string, event: AuthorEvent): Promise<void> {
      const publication = await tryApply(tx, postId, event);
      if (publication === undefined) throw new Error(`${event.kind} does not concern ${postId}`);
    },

    /** `selection`: a condition on `posts_with_publication p`. @returns those that the event concerns */
    async applyToAll(
      tx: Tx,
      selection: RawBuilder<unknown>,
      event: AccountEvent,
    ): Promise<Publication[]> {
      const found = await sql<{ id: string }>`
        select p.id from posts_with_publication p where ${selection} order by p.id`.execute(tx);
      const publications: Publication[] = [];
      for (let index = 0; index < found.rows.length; index += BATCH_SIZE) {
        const ids = found.rows.slice(index, index + BATCH_SIZE).map(({ id }) => id);
        const written = await applyEach(tx, ids, () => event, { endsLease: false });
        for (const { publication } of written) publications.push(publication);
      }
      return publications;
    },

    /** Ends the leases. Ignores a post that has a newer fence. @returns those that were written */
    applyByWorker(tx: Tx, findings: readonly WorkerFinding[]): Promise<WrittenPublication[]> {
      const newestLast = findings.toSorted((one, other) => one.post.fence - other.post.fence);
      const byId = new Map(newestLast.map((finding) => [finding.post.id, finding]));
      const eventOf = ({ post, fence }: Publication) => {
        const finding = byId.get(post.id);
        const isOvertaken = isRuleActive('one-worker') && finding?.post.fence !== fence;
        return isOvertaken ? undefined : finding?.event;
      };
      return applyEach(tx, [...byId.keys()], eventOf, { endsLease: true });
    },
  };
}

const writtenColumns = ['fence', ...decidedColumns];
const columnList = sql.join(writtenColumns.map((name) => sql.ref(name)));
const assignments = sql.join(
  writtenColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`o.${name}`)}`),
);

const toRow = ({ before, publication, isOvertaking }: WrittenPublication) => ({
  fence: before.fence + (isOvertaking ? 1 : 0),
  ...toColumns(publication),
});

/** Records the actions of the author in the same statement. */
async function insertRow(tx: Tx, written: WrittenPublication): Promise<void> {
  const row = JSON.stringify(toRow(written));
  await sql`
    with inserted as (
      insert into publications (${copiedColumns}, ${columnList})
      select copies.*, ${columnList}
      from (select ${copiesOfPost} from posts where id = ${written.before.post.id}) copies,
        (select ${columnList} from jsonb_populate_record(null::publications, ${row}::jsonb)) o)
    ${recordActions(actionsOf([written]))}`.execute(tx);
}

/** Records the actions of the author in the same statement. */
async function writeRows(
  tx: Tx,
  written: readonly WrittenPublication[],
  { endsLease }: { endsLease: boolean },
): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((one) => ({ post_id: one.before.post.id, ...toRow(one) }));
  await sql`
    with updated as (
      update publications p
      set ${assignments}, updated_at = app_now(),
        lease_until = case when ${endsLease} or o.fence > p.fence then null else p.lease_until end
      from jsonb_populate_recordset(null::publications, ${JSON.stringify(rows)}::jsonb) as o
      where p.post_id = o.post_id)
    ${recordActions(actionsOf(written))}`.execute(tx);
}

const actionsOf = (written: readonly WrittenPublication[]): AuthorAction[] =>
  written.flatMap(({ before, effects }) =>
    effects.flatMap((effect) =>
      effect.kind === 'action' ? [{ ...effect, postId: before.post.id, kind: effect.event }] : [],
    ),
  );

function nextStepJobs({ before, publication, wasLeased }: WrittenPublication) {
  const { post, state } = publication;
  if (!isActive(state)) return [];
  const startAfter = state.nextStepAt;
  const hasJob =
    !wasLeased &&
    isActive(before.state) &&
    before.state.nextStepAt.getTime() === startAfter.getTime();
  return hasJob ? [] : [{ data: { postId: post.id }, startAfter, group: post.workspaceId }];
}

async function liftBlock(tx: Tx, postId: string): Promise<void> {
  await sql`
    update instagram_accounts set throttle_reason = null, throttle_code = null, throttled_until = null
    where throttle_reason = 'blocked' and ig_user_id in (
      select k.ig_user_id from instagram_connections k join publications p on p.workspace_id = k.workspace_id
      where p.post_id = ${postId} and k.ended_at is null
        and k.ig_user_id = coalesce(p.target_ig_user_id, k.ig_user_id))`.execute(tx);
}
