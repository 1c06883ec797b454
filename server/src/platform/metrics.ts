import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queueNames, type QueueName } from './jobs/queues.ts';
import { channelNames, type ChannelName } from './outbox/channel-names.ts';

/** In seconds; the promised punctuality is measured at 60, and at 10 (docs/operations.md). */
const LATENESS_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 3600];
const RESPONSE_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LAG_BUCKETS_S = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400];

const SECOND_MS = 1000;

export type WebhookSender = 'stripe' | 'meta';

export interface CompletedRequest {
  method: string;
  route: string;
  status: number;
  /** Undefined where the client's connection determines the duration. */
  tookMs: number | undefined;
}

interface InstagramCall {
  kind: string;
  result: string;
  tookMs: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    ...createPostMetrics(registry),
    ...createSystemMetrics(registry),
  };
}

function createPostMetrics(registry: Registry) {
  const registers = [registry];
  const latenessHistogram = new Histogram({
    name: 'pontual_publish_lateness_seconds',
    help: 'Seconds from the due time of a post to its publication; excused: Instagram delayed it; delayed_by_gap: its call waited for the gap after another post of its account.',
    labelNames: ['excused', 'delayed_by_gap'],
    buckets: LATENESS_BUCKETS_S,
    registers,
  });
  const endedPosts = new Counter({
    name: 'pontual_posts_ended_total',
    help: 'Posts that ended without being published, by status and by fault.',
    labelNames: ['status', 'fault'],
    registers,
  });
  // A time series that begins with its first event shows no increase for that event.
  for (const excused of ['yes', 'no']) {
    for (const byGap of ['yes', 'no']) latenessHistogram.zero({ excused, delayed_by_gap: byGap });
  }
  for (const status of ['failed', 'error', 'expired']) {
    for (const fault of ['ours', 'instagram', 'owner']) {
      endedPosts.inc({ status, fault }, 0);
    }
  }
  return {
    recordPublished(lateMs: number, post: { isExcused: boolean; isDelayedByGap: boolean }): void {
      latenessHistogram.observe(
        {
          excused: post.isExcused ? 'yes' : 'no',
          delayed_by_gap: post.isDelayedByGap ? 'yes' : 'no',
        },
        Math.max(0, lateMs) / SECOND_MS,
      );
    },
    recordPostEnded: (status: string, fault: string): void => endedPosts.inc({ status, fault }),
  };
}

function createSystemMetrics(registry: Registry) {
  const registers = [registry];
  const calls = new Histogram({
    name: 'pontual_graph_call_seconds',
    help: 'Duration of calls to Instagram in seconds, by kind and result.',
    labelNames: ['kind', 'result'],
    buckets: RESPONSE_BUCKETS_S,
    registers,
  });
  const webhooks = new Counter({
    name: 'pontual_received_webhooks_total',
    help: 'Webhooks that we received, by result: taken, known (a duplicate) or refused.',
    labelNames: ['sender', 'result'],
    registers,
  });
  const lag = new Histogram({
    name: 'pontual_webhook_lag_seconds',
    help: 'Seconds from an event at the sender until we have stored it.',
    labelNames: ['sender'],
    buckets: LAG_BUCKETS_S,
    registers,
  });
  const jobs = new Counter({
    name: 'pontual_jobs_total',
    help: 'Finished runs of jobs and attempts to send a message of the outbox (queue: its channel); a failed one is retried as often as its queue allows.',
    labelNames: ['queue', 'result'],
    registers,
  });
  const requests = new Counter({
    name: 'pontual_http_requests_total',
    help: 'HTTP requests that got a response, by method, route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestDurations = new Histogram({
    name: 'pontual_http_request_seconds',
    help: 'Seconds from a request to the end of its response, by route pattern.',
    labelNames: ['route'],
    buckets: RESPONSE_BUCKETS_S,
    registers,
  });
  const ownLinks = new Gauge({
    name: 'pontual_own_links_reachable',
    help: '1 if this web process could fetch a media link through PUBLIC_URL, else 0; absent until it has tried.',
    registers,
  });
  ownLinks.remove();
  for (const kind of ['publish', 'create', 'trial', 'read', 'insights']) {
    for (const result of ['ok', 'refused', 'unfit', 'no_answer', 'not_sent']) {
      calls.zero({ kind, result });
    }
  }
  for (const queue of [...queueNames, ...channelNames]) {
    for (const result of ['done', 'failed']) jobs.inc({ queue, result }, 0);
  }
  return {
    recordGraphCall({ kind, result, tookMs }: InstagramCall): void {
      calls.observe({ kind, result }, tookMs / SECOND_MS);
    },
    recordOwnLinks: (isReachable: boolean): void => ownLinks.set(isReachable ? 1 : 0),
    recordWebhookAccepted(sender: WebhookSender, lagMs: number): void {
      webhooks.inc({ sender, result: 'taken' });
      if (Number.isFinite(lagMs)) lag.observe({ sender }, Math.max(0, lagMs) / SECOND_MS);
    },
    recordWebhookIgnored: (sender: WebhookSender, result: 'known' | 'refused'): void =>
      webhooks.inc({ sender, result }),
    recordJobEnd: (queue: QueueName | ChannelName, result: 'done' | 'failed'): void =>
      jobs.inc({ queue, result }),
    /** Creates the series of a route with 0, so that the first failure shows as an increase. */
    registerRoute: (method: string, route: string): void =>
      requests.inc({ method, route, status: '5xx' }, 0),
    recordRequest({ method, route, status, tookMs }: CompletedRequest): void {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      if (tookMs !== undefined) requestDurations.observe({ route }, tookMs / SECOND_MS);
    },
  };
}
