import { systemClock } from '../../src/clock.ts';
import { createGraph } from '../../src/instagram/instagram.graph.ts';
import { createInstagramPublishing } from '../../src/instagram/instagram.publishing.ts';
import { createTurns, PUBLISH_CALLS_PER_ACCOUNT } from '../../src/instagram/instagram.turns.ts';
import { readEnv } from '../../src/env.ts';
import type { FloorPost } from './messages.ts';
import { createMeter } from './meter.ts';

/**
 * The least that publishing can cost: plain timers over a prepared list in memory, and the engine's
 * own call. What the engine takes longer than this is its database and its bookkeeping.
 */
const env = readEnv(process.env);
const graph = createGraph(
  {
    graphUrl: env.META_GRAPH_URL,
    dialogUrl: env.META_DIALOG_URL,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
  },
  { clock: systemClock },
);
const publishing = createInstagramPublishing(graph, createTurns());
const meter = createMeter();

interface Account {
  calling: number;
  waiting: FloorPost[];
}
const accounts = new Map<string, Account>();
/** Posts whose account has room and that wait for a slot. */
const ready: FloorPost[] = [];
let calling = 0;

function accountOf({ igUserId }: FloorPost): Account {
  const known = accounts.get(igUserId) ?? { calling: 0, waiting: [] };
  accounts.set(igUserId, known);
  return known;
}

function fallDue(post: FloorPost): void {
  const account = accountOf(post);
  if (account.calling >= PUBLISH_CALLS_PER_ACCOUNT) {
    account.waiting.push(post);
    return;
  }
  account.calling += 1;
  // As many as the engine's hour has.
  if (calling >= env.PUBLISH_SLOTS) ready.push(post);
  else void send(post, account);
}

async function send(post: FloorPost, account: Account): Promise<void> {
  calling += 1;
  try {
    meter.intended(post.id);
    await publishing.publish(post, post.graphId);
    meter.answered(post.id);
    meter.published(post.id);
  } catch (error) {
    process.stderr.write(`floor: ${String(error)}\n`);
  }
  calling -= 1;
  account.calling -= 1;
  const own = account.waiting.shift();
  if (own !== undefined) {
    account.calling += 1;
    ready.push(own);
  }
  const next = ready.shift();
  if (next !== undefined) void send(next, accountOf(next));
}

/** Timers can fire a little early; the hour may not. */
function at(post: FloorPost): void {
  const left = post.dueAt - Date.now();
  if (left > 0) setTimeout(at, left, post);
  else fallDue(post);
}

meter.serve(({ floor }) => floor.forEach(at));
