import { sql, type RawBuilder } from 'kysely';
import type { Notifications } from '../notifications/notifications.service.ts';
import { recordPostActions } from '../platform/audit/audit.service.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { writeEvents } from './events.ts';
import {
  publicationColumns,
  toColumns,
  toPublication,
  type PublicationRow,
} from './publication-row.ts';
import { keepMediaType } from './record-published.ts';
import { isRuleActive } from './removable-rules.ts';
import { isActive, type Publication } from './state.ts';
import { transition } from './transition.ts';
import type { AccountEvent, AuthorEvent, PublicationEvent } from './transition-events.ts';
import type { Effect, Outcome } from './transition-outcome.ts';
import type { Transition } from './transitions.ts';

/** A post in the hands of a worker; another turn of the post has a higher fence. */
export interface Turn {
  id: string;
  fence: number;
}

interface Written extends Outcome {
  before: Publication;
}

export type PublicationWriter = ReturnType<typeof createPublicationWriter>;

/**
 * The only writer of publications, apart from the dispatcher's claim (claim.ts) and its record of what is
 * published (record-published.ts). It loads them under a lock, applies an event to each, writes them whole,
 * and hands on the effects, all in the transaction of the caller.
 */
export function createPublicationWriter(deps: {
  jobs: Jobs;
  notifications: Pick<Notifications, 'add'>;
}) {
  const { jobs, notifications } = deps;

  async function applyEach(
    tx: Tx,
    selection: RawBuilder<unknown>,
    eventOf: (publication: Publication) => PublicationEvent | undefined,
    isWorker: boolean,
  ): Promise<Written[]> {
    // All lock in the same order.
    const loaded = await sql<PublicationRow & { now: Date }>`
      select p.*, app_now() as now from posts p where ${selection} order by p.id for update of p`.execute(
      tx,
    );
    const written = loaded.rows.flatMap((row) => {
      const before = toPublication(row);
      const event = eventOf(before);
      const outcome = event && transition(before, event, row.now);
      return outcome === undefined ? [] : [{ before, ...outcome }];
    });
    await writeRows(tx, written, isWorker);
    await perform(tx, written);
    return written;
  }

  async function perform(tx: Tx, written: readonly Written[]): Promise<void> {
    const effects = written.flatMap(({ before, effects: own }) =>
      own.map((effect) => ({ ...effect, post: before.post })),
    );
    const entries = <Kind extends 'history' | 'action'>(kind: Kind) =>
      effects.flatMap((effect) => {
        if (effect.kind !== kind) return [];
        const { post, event, detail } = effect as Extract<typeof effect, { kind: Kind }>;
        return [{ postId: post.id, kind: event, ...(detail && { detail }) }];
      });
    await writeEvents(tx, entries('history'));
    await recordPostActions(tx, entries('action'));
    await notifications.add(
      tx,
      effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.notification] : [])),
    );
    for (const { post, ...effect } of effects) await performOne(tx, post.id, effect);
    await jobs.send(tx, 'post-advance', written.flatMap(nextStepJobs));
  }

  return {
    /** @returns the publication after the event; undefined when it does not concern one in this state */
    async apply(
      tx: Tx,
      postId: string,
      event: AuthorEvent | AccountEvent,
    ): Promise<Publication | undefined> {
      const [written] = await applyEach(tx, sql`p.id = ${postId}`, () => event, false);
      return written?.publication;
    },

    /** @returns those that the event concerns */
    async applyToAll(
      tx: Tx,
      selection: RawBuilder<unknown>,
      event: AccountEvent | ((publication: Publication) => AccountEvent),
    ): Promise<Publication[]> {
      const eventOf = typeof event === 'function' ? event : () => event;
      const written = await applyEach(tx, selection, eventOf, false);
      return written.map(({ publication }) => publication);
    },

    /** Releases the lease. Ignores a turn that has been overtaken. @returns the posts that were written */
    async applyByWorker(
      tx: Tx,
      outcomes: readonly { turn: Turn; event: Transition }[],
    ): Promise<Publication[]> {
      const byId = new Map(outcomes.map((outcome) => [outcome.turn.id, outcome]));
      const written = await applyEach(
        tx,
        sql`p.id = any(${[...byId.keys()]}::uuid[])`,
        ({ post, fence }) => {
          const outcome = byId.get(post.id);
          const isOvertaken = isRuleActive('R1') && outcome?.turn.fence !== fence;
          return isOvertaken ? undefined : outcome?.event;
        },
        true,
      );
      return written.map(({ publication }) => publication);
    },
  };
}

const assignments = sql.join(
  publicationColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`o.${name}`)}`),
);

async function writeRows(tx: Tx, written: readonly Written[], isWorker: boolean): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(({ before, publication, isOvertaking }) => ({
    id: before.post.id,
    fence: before.fence + (isOvertaking ? 1 : 0),
    ...toColumns(publication),
  }));
  await sql`
    update posts p
    set ${keepMediaType}, ${assignments}, fence = o.fence, updated_at = app_now(),
      lease_until = case when o.fence > p.fence or ${isWorker} then null else p.lease_until end
    from jsonb_populate_recordset(null::posts, ${JSON.stringify(rows)}::jsonb) as o
    where p.id = o.id`.execute(tx);
}

function nextStepJobs({ before, publication }: Written) {
  const { post, state } = publication;
  if (!isActive(state) || state === before.state) return [];
  return [{ data: { postId: post.id }, startAfter: state.nextStepAt, group: post.workspaceId }];
}

async function performOne(tx: Tx, postId: string, effect: Effect): Promise<void> {
  switch (effect.kind) {
    case 'count_failure':
      await sql`insert into status_failures default values`.execute(tx);
      return;
    case 'lift_block':
      await sql`
        update instagram_accounts set throttle_reason = null, throttle_code = null, throttled_until = null
        where throttle_reason = 'blocked' and ig_user_id in (
          select k.ig_user_id from instagram_connections k
          join posts p on p.workspace_id = k.workspace_id
          where p.id = ${postId} and k.ended_at is null
            and k.ig_user_id = coalesce(p.target_ig_user_id, k.ig_user_id))`.execute(tx);
      return;
    case 'discard_containers':
      await sql`update containers set state = 'dead'
        where post_id = ${postId} and id is distinct from ${effect.except}::uuid`.execute(tx);
      return;
    case 'adopt_containers':
      await sql`update containers set revision = p.revision from posts p
        where p.id = ${postId} and containers.id = any(${[...effect.ids]}::uuid[])`.execute(tx);
      return;
    case 'history':
    case 'action':
    case 'notify':
      return;
  }
}
