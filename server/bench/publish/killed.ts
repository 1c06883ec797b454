import pg from 'pg';
import { ask, pause } from './crew.ts';
import { startEngines, type Bench } from './run.ts';
import { spreadOver } from './scenarios.ts';

const SPREAD_MS = 20_000;
/** A lease of 60 s, the quiescence of 90 s after the intent, and looks between. */
const PATIENCE_MS = 300_000;

export interface KilledResult {
  posts: number;
  published: number;
  twice: number;
  /** Posts that the killed process had claimed and not settled. */
  inItsHands: number;
  /** By the database's `published_at`, in ms; null when there were none. */
  othersMaxMs: number | null;
  inItsHandsMaxMs: number | null;
}

/** Two workers, one of them killed in the middle: who waits, and how long. */
export async function runKilled(
  { outside, databases }: Bench,
  count: number,
): Promise<KilledResult> {
  const wishes = spreadOver(count, SPREAD_MS);
  const accounts = Math.max(...wishes.map(({ account }) => account)) + 1;
  const world = await outside.prepare(accounts, wishes);
  const database = await databases.fresh();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { crew, firstAt } = await startEngines(
    outside,
    database,
    { role: 'worker', processes: 2 },
    world,
  );
  try {
    const [victim, survivor] = await killedOne(crew, firstAt + SPREAD_MS / 2 - Date.now());
    victim.child.kill('SIGKILL');
    const claimed = await client.query<{ id: string }>(
      `select id from posts where stage in ('publishing', 'doubt')`,
    );
    const survivors = new Set((await ask(survivor.child, { kind: 'hands' }, 'hands')).ids);
    const lost = claimed.rows.map(({ id }) => id).filter((id) => !survivors.has(id));
    const rows = await allPublished(client, firstAt + SPREAD_MS + PATIENCE_MS);
    const maxOf = (isLost: boolean) => {
      const late = rows.filter(({ id }) => lost.includes(id) === isLost).map((row) => row.late_ms);
      return late.length === 0 ? null : Math.max(...late);
    };
    const ledger = await outside.control.published();
    return {
      posts: count,
      published: rows.length,
      twice: ledger.length - new Set(ledger.map((media) => media.container_id)).size,
      inItsHands: lost.length,
      othersMaxMs: maxOf(false),
      inItsHandsMaxMs: maxOf(true),
    };
  } finally {
    crew.kill();
    await client.end();
    await database.drop();
  }
}

type Member = Awaited<ReturnType<typeof startEngines>>['crew']['members'][number];

/** After `ms`: the one with more in its hands first, as soon as it has any. */
async function killedOne(
  { members }: { members: readonly Member[] },
  ms: number,
): Promise<[victim: Member, survivor: Member]> {
  await pause(ms);
  for (let tries = 0; ; tries += 1) {
    const [one, other] = members.toSorted((a, b) => b.progress.inHand - a.progress.inHand);
    if (one === undefined || other === undefined) throw new Error('two processes were started');
    if (one.progress.inHand > 0 || tries > 100) return [one, other];
    await pause(20);
  }
}

async function allPublished(client: pg.Client, deadline: number) {
  for (;;) {
    const left = await client.query(`select from posts where status <> 'published' limit 1`);
    if (left.rows.length === 0 || Date.now() > deadline) break;
    await pause(500);
  }
  const found = await client.query<{ id: string; late_ms: number }>(
    `select id, (extract(epoch from published_at - scheduled_time) * 1000)::float8 as late_ms
     from posts where status = 'published'`,
  );
  return found.rows;
}
