import type { RawBuilder } from 'kysely';
import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import type { AuthorAction } from '../../platform/audit/audit.repository.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { writeEvents, type PostEvent } from './events.repository.ts';
import type { FencedPost } from './fenced-post.ts';
import { draftOf, toColumns, toPublication } from './publication-row.ts';
import { createPublicationsRepository } from './publications.repository.ts';
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
    const repository = createPublicationsRepository(tx);
    const loaded = await repository.lock(ids);
    const written = loaded.flatMap((row) => {
      const before = toPublication(row);
      const event = eventOf(before);
      const outcome = event && transition(before, event, row.now);
      const wasLeased = row.lease_until !== null && row.lease_until > row.now;
      return event && outcome ? [{ before, event, wasLeased, ...outcome }] : [];
    });
    const rows = written.map(toRow);
    if (rows.length > 0) await repository.write(rows, actionsOf(written), options);
    await perform(tx, written);
    return written;
  }

  async function perform(tx: Tx, written: readonly WrittenPublication[]): Promise<void> {
    const repository = createPublicationsRepository(tx);
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
            await repository.countFailure();
            break;
          case 'lift_block':
            await repository.liftBlock(postId);
            break;
          case 'discard_containers':
            await repository.discardContainers(postId, effect.except);
            break;
          case 'discard_container':
            await repository.discardContainer(effect.id, effect.failure);
            break;
          case 'container_published':
            await repository.recordContainerPublished(effect.id);
            break;
          case 'block_account':
            // After the commit (recorder.ts): a change of the account locks it before its posts.
            break;
          case 'task':
            // The row has changed since the worker asked: it takes another step.
            break;
          case 'adopt_containers':
            await repository.adoptContainers(postId, effect.ids);
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
      await createPublicationsRepository(tx).insert(toRow(written), actionsOf([written]));
      await perform(tx, [written]);
    },

    /** Of a new post, whose row the caller has inserted. */
    insertDraft: (tx: Tx, postId: string): Promise<void> =>
      createPublicationsRepository(tx).insertDraft(postId),

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
      const found = await createPublicationsRepository(tx).findIds(selection);
      const publications: Publication[] = [];
      for (let index = 0; index < found.length; index += BATCH_SIZE) {
        const ids = found.slice(index, index + BATCH_SIZE);
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

const toRow = ({ before, publication, isOvertaking }: WrittenPublication) => ({
  post_id: before.post.id,
  fence: before.fence + (isOvertaking ? 1 : 0),
  ...toColumns(publication),
});

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
