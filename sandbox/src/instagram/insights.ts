import { accountForCall, requireAccount } from './access.ts';
import { calculateAccountMetrics, ACCOUNT_METRICS } from './account-insights.ts';
import { countsOf, type Counts } from './audience.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError, createParameterError, createUnknownObjectError } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { DAY, SECOND } from './graph-time.ts';
import type { Medium } from './media-records.ts';
import { requireScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

/** Hashtags in a caption that simulate too few viewers, or no data. */
const FEW_VIEWERS_HASHTAG = '#poucaaudiencia';
const NO_DATA_HASHTAG = '#semdados';
const MIN_STORY_VIEWERS = 5;
const MAX_RANGE_DAYS = 30;
const RETENTION_DAYS = 90;

export function insightEndpoints(context: InstagramContext): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/insights',
      step: 'insights',
      params: ['metric', 'period', 'metric_type', 'since', 'until'],
      access: 'token',
      handle: (call) => {
        const medium = context.records.media.get(call.id);
        return medium
          ? readMediumInsights(context, call, medium)
          : readAccountInsights(context, call);
      },
    },
  ];
}

const SHARED_METRICS = {
  reach: ({ reach }: Counts) => reach,
  views: ({ views }: Counts) => views,
  shares: ({ shares }: Counts) => shares,
  total_interactions: ({ likes, comments, saved, shares }: Counts) =>
    likes + comments + saved + shares,
  reposts: ({ shares }: Counts) => Math.floor(shares / 5),
  facebook_views: () => 0,
  total_views: ({ views }: Counts) => views,
};
const POST_METRICS = {
  ...SHARED_METRICS,
  comments: ({ comments }: Counts) => comments,
  likes: ({ likes }: Counts) => likes,
  saved: ({ saved }: Counts) => saved,
  total_comments: ({ comments }: Counts) => comments,
  total_likes: ({ likes }: Counts) => likes,
};
const VISIT_METRICS = {
  follows: ({ follows }: Counts) => follows,
  profile_visits: ({ profileVisits }: Counts) => profileVisits,
  profile_activity: ({ profileVisits }: Counts) => Math.floor(profileVisits / 4),
};

/** The metrics of each kind of medium; others are refused, as in the real API. */
const METRICS: Record<Medium['product'], Record<string, (counts: Counts) => number>> = {
  FEED: { ...POST_METRICS, ...VISIT_METRICS },
  REELS: {
    ...POST_METRICS,
    crossposted_views: ({ views }) => views,
    ig_reels_avg_watch_time: () => 4200,
    ig_reels_video_view_total_time: ({ views }) => views * 4200,
    reels_skip_rate: () => 31,
  },
  STORY: {
    ...SHARED_METRICS,
    ...VISIT_METRICS,
    replies: ({ comments }) => comments,
    navigation: ({ views }) => Math.floor(views * 1.1),
    link_clicks: () => 0,
  },
};

function readMediumInsights(
  context: InstagramContext,
  call: SignedCall,
  medium: Medium,
): { data: unknown[] } {
  requireAccount(context, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_insights');
  const hasExpired = medium.product === 'STORY' && medium.publishedAt + DAY <= context.clock.now();
  if (hasExpired) throw createUnknownObjectError('get', call.id);
  for (const name of ['metric_type', 'since', 'until']) {
    if (call.params[name] !== undefined)
      throw createParameterError(`Param ${name} is of accounts only`);
  }
  const period = call.params['period'] ?? 'lifetime';
  if (period !== 'lifetime') throw createParameterError('period must be one of: lifetime');
  const known = METRICS[medium.product];
  const names = readMetrics(call, Object.keys(known));
  const counts = countsOf(context, medium);
  const caption = readTypedCaption(context, medium);
  const hasFewViewers = medium.product === 'STORY' && counts.reach < MIN_STORY_VIEWERS;
  if (caption.includes(FEW_VIEWERS_HASHTAG) || hasFewViewers) throw new GraphError('10/insights');
  if (caption.includes(NO_DATA_HASHTAG)) return { data: [] };
  return {
    data: names.map((name) =>
      formatInsight(call.id, name, 'lifetime', { values: [{ value: known[name]?.(counts) ?? 0 }] }),
    ),
  };
}

/** A story has no caption; its container stores the text that was typed. */
function readTypedCaption({ records }: InstagramContext, { options, containerId }: Medium): string {
  return (options.caption ?? records.containers.get(containerId)?.sentinels ?? '').toLowerCase();
}

function readAccountInsights(context: InstagramContext, call: SignedCall): { data: unknown[] } {
  const account = accountForCall(context, call);
  requireScope(call.token, 'instagram_manage_insights');
  const names = readMetrics(call, ACCOUNT_METRICS);
  if (requireParam(call.params, 'period') !== 'day') {
    throw createParameterError('period must be one of: day');
  }
  if (call.params['metric_type'] !== 'total_value') {
    throw createParameterError(`The metric ${names[0] ?? ''} should be specified with total_value`);
  }
  const now = context.clock.now();
  const until = readTimestamp(call, 'until') ?? now;
  const since = readTimestamp(call, 'since') ?? until - DAY;
  if (since >= until) throw createParameterError('since must be before until');
  if (until - since > MAX_RANGE_DAYS * DAY) {
    throw createParameterError(
      'There cannot be more than 30 days (2592000 s) between since and until',
    );
  }
  if (until < now - RETENTION_DAYS * DAY) return { data: [] };
  const values = calculateAccountMetrics(context, account, since, Math.min(until, now));
  return {
    data: names.map((name) =>
      formatInsight(call.id, name, 'day', { total_value: { value: values[name] ?? 0 } }),
    ),
  };
}

function readMetrics({ params }: SignedCall, known: readonly string[]): string[] {
  const names = requireParam(params, 'metric').split(',');
  const wrongIndex = names.findIndex((name) => !known.includes(name));
  if (wrongIndex === -1) return names;
  throw createParameterError(
    `metric[${wrongIndex}] must be one of the following values: ${known.toSorted().join(', ')}`,
  );
}

function readTimestamp({ params }: SignedCall, name: string): number | undefined {
  const text = params[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw createParameterError(`Param ${name} must be a unix timestamp`);
  return Number(text) * SECOND;
}

const formatInsight = (id: string, name: string, period: string, value: object) => ({
  ...value,
  name,
  period,
  title: name.replaceAll('_', ' '),
  description: `The ${name.replaceAll('_', ' ')} of this object.`,
  id: `${id}/insights/${name}/${period}`,
});
