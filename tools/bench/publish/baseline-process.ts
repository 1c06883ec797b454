import { systemClock } from '@pontual/server/platform/clock.ts';
import { createGraph } from '@pontual/server/instagram/graph/graph.ts';
import { createInstagramPublishing } from '@pontual/server/instagram/graph/publishing.ts';
import {
  createCallLimiter,
  PUBLISH_CALLS_PER_ACCOUNT,
} from '@pontual/server/instagram/graph/call-limiter.ts';
import { readEnv } from '@pontual/server/platform/env.ts';
import type { BaselinePost } from './messages.ts';
import { createMeter } from './meter.ts';

/** The baseline: timers over a list in memory and the publish call. The engine's database costs the rest. */
const env = readEnv(process.env);
const graph = createGraph(
  {
    graphUrl: env.META_GRAPH_URL,
    version: env.META_GRAPH_VERSION,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
  },
  { clock: systemClock },
);
const publishing = createInstagramPublishing(graph, createCallLimiter());
const meter = createMeter();

interface Account {
  calling: number;
  queue: BaselinePost[];
}
const accounts = new Map<string, Account>();
const ready: BaselinePost[] = [];
let calling = 0;

function findAccount({ igUserId }: BaselinePost): Account {
  const account = accounts.get(igUserId) ?? { calling: 0, queue: [] };
  accounts.set(igUserId, account);
  return account;
}

function startOrQueue(post: BaselinePost): void {
  const account = findAccount(post);
  if (account.calling >= PUBLISH_CALLS_PER_ACCOUNT) {
    account.queue.push(post);
    return;
  }
  account.calling += 1;
  if (calling >= env.PUBLISH_SLOTS) ready.push(post);
  else void send(post, account);
}

async function send(post: BaselinePost, account: Account): Promise<void> {
  calling += 1;
  try {
    meter.intended(post.id);
    await publishing.publish(post, post.graphId);
    meter.answered(post.id);
    meter.published(post.id);
  } catch (error) {
    process.stderr.write(`baseline: ${String(error)}\n`);
  }
  calling -= 1;
  account.calling -= 1;
  const queued = account.queue.shift();
  if (queued !== undefined) {
    account.calling += 1;
    ready.push(queued);
  }
  const next = ready.shift();
  if (next !== undefined) void send(next, findAccount(next));
}

/** Timers may fire a little early, but a post must not be published before its due time. */
function scheduleAt(post: BaselinePost): void {
  const remainingMs = post.dueAt - Date.now();
  if (remainingMs > 0) setTimeout(scheduleAt, remainingMs, post);
  else startOrQueue(post);
}

meter.serve(({ baselinePosts }) => baselinePosts.forEach(scheduleAt));
