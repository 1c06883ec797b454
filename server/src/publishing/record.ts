import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Nudges } from '../nudges.ts';
import type { Move, Problem } from './moves.ts';
import { NET_MS } from './publishing.rules.ts';

type UnpublishedMove = Exclude<Move, { kind: 'published' }>;

/** Whose move it is: the fence refuses whoever was overtaken. */
export interface Held {
  id: string;
  fence: number;
  workspace_id: string;
}

const problemColumns = (problem: Problem | undefined) => sql`
  error_code = ${problem?.code ?? null}, error_message = ${problem?.cause ?? null},
  error_action = ${problem?.action ?? null}`;

const inMs = (ms: number) => sql`app_now() + make_interval(secs => ${ms / 1000})`;

/** The columns that a move changes. */
function columnsOf(move: UnpublishedMove): RawBuilder<unknown> {
  switch (move.kind) {
    case 'wait':
      return sql`next_look_at = ${inMs(move.ms)}, ${problemColumns(move.problem)},
        looks = looks + ${move.isLook ? 1 : 0},
        late_excused = late_excused or (${move.onInstagram ?? false} and scheduled_time <= app_now()),
        status = case when scheduled_time <= app_now() then 'pending' else status end`;
    case 'wait-for-hour':
      return sql`next_look_at = greatest(app_now(), scheduled_time)`;
    case 'prepared':
      return sql`stage = 'prepared', container_id = ${move.containerId},
        ig_user_id = ${move.igUserId}, looks = 0, ${problemColumns(undefined)},
        next_look_at = greatest(app_now(), scheduled_time) + make_interval(secs => ${NET_MS / 1000})`;
    case 'prepare-again':
      // Without a problem of its own, what was shown stays until the post is prepared.
      return sql`stage = 'preparing', container_id = null, looks = 0, next_look_at = ${inMs(move.ms)},
        containers_failed = containers_failed + ${move.containerFailed ? 1 : 0}
        ${move.problem === undefined ? sql`` : sql`, ${problemColumns(move.problem)}`}`;
    case 'doubt':
      // Its owner is told nothing yet: it may well be published.
      return sql`stage = 'doubt', looks = 0, next_look_at = ${inMs(move.ms)},
        publish_error = ${move.code},
        container_id = coalesce(${move.container?.id ?? null}, container_id),
        ig_user_id = coalesce(${move.container?.igUserId ?? null}, ig_user_id)`;
    case 'publish-again':
      return sql`stage = 'prepared', looks = 0, next_look_at = ${inMs(move.ms + NET_MS)},
        publish_attempts = publish_attempts - ${move.uncounted === undefined ? 0 : 1},
        intent_at = case when ${move.uncounted === 'never-sent'} and publish_attempts <= 1
                         then null else intent_at end,
        ${problemColumns(move.problem)}`;
    case 'ended':
      return sql`stage = 'idle', status = ${move.status}, next_look_at = null,
        ${problemColumns(move.problem)}`;
  }
}

/** Kinds after which what people see is another. */
const isVisible = (move: Move) => move.kind !== 'doubt' && move.kind !== 'wait-for-hour';

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * Writes moves, gives their leases back and sends the jobs of the next steps, in one transaction.
 * A move whose fence has moved on changes nothing.
 */
export function createRecorder(deps: { database: Database; jobs: Jobs; nudges: Nudges }) {
  const { database, jobs, nudges } = deps;

  async function write(tx: Tx, held: Held, move: UnpublishedMove): Promise<boolean> {
    const written = await sql<{ next_look_at: Date | null }>`
      update posts set ${columnsOf(move)}, lease_until = null, updated_at = app_now()
      where id = ${held.id} and fence = ${held.fence} and stage <> 'idle'
      returning next_look_at`.execute(tx);
    const [row] = written.rows;
    if (row === undefined) return false;
    if (row.next_look_at !== null) {
      await jobs.send(tx, 'post-advance', [
        { data: { postId: held.id }, startAfter: row.next_look_at },
      ]);
    }
    return true;
  }

  /** The outcome of nearly every post at the hour, for all of them in three statements. */
  async function writePublished(tx: Tx, published: readonly PublishedOutcome[]): Promise<Held[]> {
    if (published.length === 0) return [];
    const written = await sql<Held & { container_id: string }>`
      update posts p
      set stage = 'idle', status = 'published', media_id = o.media_id, published_at = app_now(),
          next_look_at = null, lease_until = null, updated_at = app_now(),
          ${problemColumns(undefined)}
      from jsonb_to_recordset(${JSON.stringify(published)}::jsonb)
        as o(id uuid, fence integer, media_id text)
      where p.id = o.id and p.fence = o.fence and p.stage <> 'idle'
      returning p.id, p.fence, p.workspace_id, p.container_id`.execute(tx);
    const containers = written.rows.map((row) => row.container_id);
    await sql`update containers set state = 'published' where id = any(${containers})`.execute(tx);
    const done = written.rows.map(({ id }) => ({ data: { postId: id } }));
    await jobs.send(tx, 'post-afterwards', done);
    return written.rows;
  }

  async function recordAll(moves: readonly { held: Held; move: Move }[]): Promise<void> {
    const published: PublishedOutcome[] = [];
    const others: { held: Held; move: UnpublishedMove }[] = [];
    for (const { held, move } of moves) {
      if (move.kind !== 'published') others.push({ held, move });
      else published.push({ id: held.id, fence: held.fence, media_id: move.mediaId });
    }
    const seen = await database.inTransaction(async (tx) => {
      const shown = await writePublished(tx, published);
      for (const { held, move } of others) {
        if ((await write(tx, held, move)) && isVisible(move)) shown.push(held);
      }
      return shown;
    });
    for (const workspaceId of new Set(seen.map((held) => held.workspace_id))) {
      nudges.send({ topic: 'posts', workspaceId });
    }
    nudges.send({ topic: 'work' });
  }

  return {
    recordAll,
    record: (held: Held, move: Move) => recordAll([{ held, move }]),
  };
}

interface PublishedOutcome {
  id: string;
  fence: number;
  media_id: string | null;
}
