import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { PostStage } from '../database/tables.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Notice } from '../notices/notices.repository.ts';
import type { Notices } from '../notices/notices.ts';
import type { Nudges } from '../nudges.ts';
import { noteFailure } from '../status/status.counts.ts';
import { writeEvents } from './events.ts';
import { faultOf } from './fault.rules.ts';
import { createRecordFigures } from './record-figures.ts';
import { columnsOf, type UnpublishedMove } from './move-columns.ts';
import { planBOf } from './by-hand.ts';
import { eventsOf, noticesOf } from './move-news.ts';
import type { Move } from './moves.ts';
import { writePublished, type PublishedOutcome } from './record-published.ts';
import type { Observe } from './observe.ts';
import { partOf } from './removable-rules.ts';

/** Whose move it is: the fence refuses whoever was overtaken. */
export interface Held {
  id: string;
  fence: number;
  workspace_id: string;
}

/** Moves other than publications that one transaction writes: what publishes waits for none. */
const IN_A_TRANSACTION = 50;

/** A call is taken back once, however often the commit's answer is lost. */
const isOpenFor = ({ kind }: UnpublishedMove) =>
  kind === 'publish-again' ? sql`stage in ('publishing', 'doubt')` : sql`stage <> 'idle'`;

/** Kinds after which what people see is the same. */
const isVisible = (move: Move) => move.kind !== 'doubt' && move.kind !== 'seen';

export type Recorder = ReturnType<typeof createRecorder>;

/** What is told of a move. Once for each hour of a post that is how its owner publishes it by hand. */
async function toTell(
  tx: Tx,
  held: Held,
  move: UnpublishedMove,
  before: Before,
): Promise<readonly Notice[]> {
  const planB = planBOf(move, before);
  if (planB !== undefined) {
    await sql`update posts
      set plan_b_at = coalesce(plan_b_at, app_now()), plan_b_for = scheduled_time
      where id = ${held.id}`.execute(tx);
  }
  return noticesOf(held, move, planB);
}

/** What a row was before a move changed it. */
export interface Before {
  error_code: string | null;
  stage: PostStage;
  since_due_ms: number;
  /** Its owner publishes it by hand. */
  is_by_hand: boolean;
  /** They were told how, of this hour. */
  is_told: boolean;
  /** Nobody has approved it yet. */
  is_awaiting: boolean;
}

/**
 * Writes moves, gives their leases back, sends the jobs of the next steps, and puts down what there
 * is to tell: each move whole, or not at all. A move whose fence has moved on changes nothing.
 */
export function createRecorder(deps: {
  database: Database;
  jobs: Jobs;
  notices: Notices;
  nudges: Nudges;
  observe: Observe;
  metrics: Pick<Metrics, 'postPublished' | 'postEnded'>;
  log: Log;
}) {
  const { database, jobs, notices, nudges, observe } = deps;
  const figures = createRecordFigures(deps);

  async function write(tx: Tx, held: Held, move: UnpublishedMove): Promise<boolean> {
    const written = await sql<Before & { next_look_at: Date | null }>`
      with held as (
        select id, error_code, stage, by_hand_since is not null as is_by_hand,
          plan_b_for is not distinct from scheduled_time as is_told
        from posts
        where id = ${held.id} ${partOf('R1', sql`and fence = ${held.fence}`)}
          and ${isOpenFor(move)} for update)
      update posts set ${columnsOf(move)}, lease_until = null, updated_at = app_now()
      from held where posts.id = held.id
      returning posts.next_look_at, held.error_code, held.stage, held.is_by_hand, held.is_told,
        posts.awaiting_since is not null as is_awaiting,
        (extract(epoch from app_now() - posts.scheduled_time) * 1000)::float8 as since_due_ms`.execute(
      tx,
    );
    const [row] = written.rows;
    if (row === undefined) return false;
    if (move.kind === 'prepared') {
      await sql`update containers set revision = p.revision from posts p
        where p.id = ${held.id} and containers.id = any(${move.made.containerIds})`.execute(tx);
    }
    if (row.next_look_at !== null) {
      await jobs.send(tx, 'post-advance', [
        { data: { postId: held.id }, startAfter: row.next_look_at, group: held.workspace_id },
      ]);
    }
    await writeEvents(tx, eventsOf(held, move, row));
    if (move.kind === 'ended' && faultOf(move.status, move.problem) === 'ours') {
      await noteFailure(tx);
    }
    await notices.add(tx, await toTell(tx, held, move, row));
    return true;
  }

  async function recordAll(moves: readonly { held: Held; move: Move }[]): Promise<void> {
    const published: PublishedOutcome[] = [];
    const others: { held: Held; move: UnpublishedMove }[] = [];
    for (const { held, move } of moves) {
      if (move.kind !== 'published') others.push({ held, move });
      else {
        published.push({
          id: held.id,
          fence: held.fence,
          media_id: move.mediaId,
          ig_user_id: move.igUserId ?? null,
          is_verified: move.isVerified ?? false,
          is_by_hand: move.isByHand ?? false,
        });
      }
    }
    const out = await writePublished(database.db, published);
    figures.published(out);
    tell(out);
    for (let index = 0; index < others.length; index += IN_A_TRANSACTION) {
      tell(await writeOthers(others.slice(index, index + IN_A_TRANSACTION)));
      nudges.lookAgain();
    }
    for (const { held } of moves) await observe('recorded', held.id);
  }

  /** @returns those that look otherwise now. */
  async function writeOthers(
    others: readonly { held: Held; move: UnpublishedMove }[],
  ): Promise<Held[]> {
    const written: (typeof others)[number][] = [];
    await database.inTransaction(async (tx) => {
      for (const other of others) if (await write(tx, other.held, other.move)) written.push(other);
    });
    figures.moved(written);
    return written.filter(({ move }) => isVisible(move)).map(({ held }) => held);
  }

  /** Whoever looks at these posts sees what became of them. */
  function tell(seen: readonly Held[]): void {
    const workspaces = new Set(seen.map((held) => held.workspace_id));
    nudges.send([...workspaces].map((workspaceId) => ({ topic: 'posts', workspaceId })));
  }

  return {
    recordAll,
    record: (held: Held, move: Move) => recordAll([{ held, move }]),
  };
}
