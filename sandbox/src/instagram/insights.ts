import { accountForCall, accountWithin } from './access.ts';
import { accountValues, ACCOUNT_METRICS } from './account-insights.ts';
import { countsOf, type Counts } from './audience.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { GraphError, parameterError, unknownObject } from './graph-error.ts';
import { requireParam } from './graph-params.ts';
import { DAY, SECOND } from './graph-time.ts';
import type { Medium } from './media-records.ts';
import { requireScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** Typed into a caption: too few people have seen it, or nothing is known of it. */
const FEW_VIEWERS = '#poucaaudiencia';
const NO_DATA = '#semdados';
/** Of a story that fewer people have seen nothing is told. */
const VIEWERS_OF_STORY = 5;
const MOST_DAYS = 30;
const DAYS_KEPT = 90;

/** What people did, of a medium in its lifetime or of an account between two moments. */
export function insightEndpoints(world: InstagramWorld): GraphEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/:id/insights',
      step: 'insights',
      params: ['metric', 'period', 'metric_type', 'since', 'until'],
      access: 'token',
      answer: (call) => {
        const medium = world.records.media.get(call.id);
        return medium ? ofMedium(world, call, medium) : ofAccount(world, call);
      },
    },
  ];
}

const SHARED = {
  reach: ({ reach }: Counts) => reach,
  views: ({ views }: Counts) => views,
  shares: ({ shares }: Counts) => shares,
  total_interactions: ({ likes, comments, saved, shares }: Counts) =>
    likes + comments + saved + shares,
  reposts: ({ shares }: Counts) => Math.floor(shares / 5),
  facebook_views: () => 0,
  total_views: ({ views }: Counts) => views,
};
const OF_POSTS = {
  ...SHARED,
  comments: ({ comments }: Counts) => comments,
  likes: ({ likes }: Counts) => likes,
  saved: ({ saved }: Counts) => saved,
  total_comments: ({ comments }: Counts) => comments,
  total_likes: ({ likes }: Counts) => likes,
};
const OF_VISITS = {
  follows: ({ follows }: Counts) => follows,
  profile_visits: ({ profileVisits }: Counts) => profileVisits,
  profile_activity: ({ profileVisits }: Counts) => Math.floor(profileVisits / 4),
};

/** What is counted of each kind; anything else is refused, as the real API does. */
const METRICS: Record<Medium['product'], Record<string, (counts: Counts) => number>> = {
  FEED: { ...OF_POSTS, ...OF_VISITS },
  REELS: {
    ...OF_POSTS,
    crossposted_views: ({ views }) => views,
    ig_reels_avg_watch_time: () => 4200,
    ig_reels_video_view_total_time: ({ views }) => views * 4200,
    reels_skip_rate: () => 31,
  },
  STORY: {
    ...SHARED,
    ...OF_VISITS,
    replies: ({ comments }) => comments,
    navigation: ({ views }) => Math.floor(views * 1.1),
    link_clicks: () => 0,
  },
};

function ofMedium(world: InstagramWorld, call: SignedCall, medium: Medium): { data: unknown[] } {
  accountWithin(world, call, medium.accountId);
  requireScope(call.token, 'instagram_manage_insights');
  const isOver = medium.product === 'STORY' && medium.publishedAt + DAY <= world.clock.now();
  if (isOver) throw unknownObject('get', call.id);
  for (const name of ['metric_type', 'since', 'until']) {
    if (call.params[name] !== undefined) throw parameterError(`Param ${name} is of accounts only`);
  }
  const period = call.params['period'] ?? 'lifetime';
  if (period !== 'lifetime') throw parameterError('period must be one of: lifetime');
  const known = METRICS[medium.product];
  const names = metricsOf(call, Object.keys(known));
  const counts = countsOf(world, medium);
  const typed = typedText(world, medium);
  const isUnseen = medium.product === 'STORY' && counts.reach < VIEWERS_OF_STORY;
  if (typed.includes(FEW_VIEWERS) || isUnseen) throw new GraphError('10/insights');
  if (typed.includes(NO_DATA)) return { data: [] };
  return {
    data: names.map((name) =>
      told(call.id, name, 'lifetime', { values: [{ value: known[name]?.(counts) ?? 0 }] }),
    ),
  };
}

/** A story has no caption of its own: what was typed for it lies with its container. */
function typedText({ records }: InstagramWorld, { wishes, containerId }: Medium): string {
  return (wishes.caption ?? records.containers.get(containerId)?.sentinels ?? '').toLowerCase();
}

function ofAccount(world: InstagramWorld, call: SignedCall): { data: unknown[] } {
  const account = accountForCall(world, call);
  requireScope(call.token, 'instagram_manage_insights');
  const names = metricsOf(call, ACCOUNT_METRICS);
  if (requireParam(call.params, 'period') !== 'day') {
    throw parameterError('period must be one of: day');
  }
  if (call.params['metric_type'] !== 'total_value') {
    throw parameterError(`The metric ${names[0] ?? ''} should be specified with total_value`);
  }
  const now = world.clock.now();
  const until = momentOf(call, 'until') ?? now;
  const since = momentOf(call, 'since') ?? until - DAY;
  if (since >= until) throw parameterError('since must be before until');
  if (until - since > MOST_DAYS * DAY) {
    throw parameterError('There cannot be more than 30 days (2592000 s) between since and until');
  }
  if (until < now - DAYS_KEPT * DAY) return { data: [] };
  const values = accountValues(world, account, since, Math.min(until, now));
  return {
    data: names.map((name) =>
      told(call.id, name, 'day', { total_value: { value: values[name] ?? 0 } }),
    ),
  };
}

function metricsOf({ params }: SignedCall, known: readonly string[]): string[] {
  const names = requireParam(params, 'metric').split(',');
  const wrong = names.findIndex((name) => !known.includes(name));
  if (wrong === -1) return names;
  throw parameterError(
    `metric[${wrong}] must be one of the following values: ${known.toSorted().join(', ')}`,
  );
}

function momentOf({ params }: SignedCall, name: string): number | undefined {
  const text = params[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw parameterError(`Param ${name} must be a unix timestamp`);
  return Number(text) * SECOND;
}

const told = (id: string, name: string, period: string, value: object) => ({
  ...value,
  name,
  period,
  title: name.replaceAll('_', ' '),
  description: `The ${name.replaceAll('_', ' ')} of this object.`,
  id: `${id}/insights/${name}/${period}`,
});
