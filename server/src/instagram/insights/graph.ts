import { startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import * as z from 'zod';
import type { Graph, Usage } from '../graph/graph.ts';
import { createGraphReader, type ReadingAccount } from '../graph/reader.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';

export const postCounts = [
  ...(['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'total_interactions'] as const),
] as const;
export type PostCounts = Record<(typeof postCounts)[number], number | null>;

const dayCounts = ['reach', 'views', 'accounts_engaged', 'total_interactions'] as const;
export type DayCounts = Record<(typeof dayCounts)[number], number | null>;

/**
 * Instagram refuses the whole request when it includes likes, comments or saves for a story.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media/insights
 */
const STORY_METRICS = new Set<string>(['views', 'reach', 'shares', 'total_interactions']);

const mediumInsights = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.number() })) })),
});
const dayInsights = z.object({
  data: z.array(
    z.object({ name: z.string(), total_value: z.object({ value: z.number() }).optional() }),
  ),
});
const accountFields = z.object({ followers_count: z.number().optional() });

export type InsightsGraph = ReturnType<typeof createInsightsGraph>;

/** A metric is null when Instagram does not report it. Failures are an InstagramError. */
export function createInsightsGraph(graph: Graph, callLimiter: CallLimiter) {
  const { read } = createGraphReader(graph, callLimiter);
  type OnUsage = (usage: Usage) => void;

  return {
    async fetchPostCounts(
      account: ReadingAccount,
      { mediaId, mediaType }: { mediaId: string; mediaType: MediaType },
      onUsage: OnUsage,
    ): Promise<PostCounts> {
      const isStory = mediaType === 'STORIES';
      const metric = postCounts.filter((name) => !isStory || STORY_METRICS.has(name)).join(',');
      const { data } = await read(
        account,
        `${mediaId}/insights`,
        { metric },
        mediumInsights,
        onUsage,
      );
      const values = data.map(({ name, values: [last] }) => [name, last?.value] as const);
      return pickCounts(postCounts, new Map(values));
    },

    /** `day`: in Brasília time, for example `2026-06-09`. */
    async fetchDayCounts(
      account: ReadingAccount,
      day: string,
      onUsage: OnUsage,
    ): Promise<DayCounts> {
      const params = {
        metric: dayCounts.join(','),
        period: 'day',
        metric_type: 'total_value',
        since: seconds(startOfDay(day)),
        until: seconds(startOfDay(day, 1)),
      };
      const { data } = await read(
        account,
        `${account.igUserId}/insights`,
        params,
        dayInsights,
        onUsage,
      );
      const values = data.map(({ name, total_value: total }) => [name, total?.value] as const);
      return pickCounts(dayCounts, new Map(values));
    },

    /** Instagram does not report past numbers. */
    async fetchFollowers(account: ReadingAccount, onUsage: OnUsage): Promise<number | null> {
      const params = { fields: 'id,followers_count' };
      const answer = await read(account, account.igUserId, params, accountFields, onUsage);
      return answer.followers_count ?? null;
    },
  };
}

const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1000));

function pickCounts<N extends string>(
  names: readonly N[],
  values: ReadonlyMap<string, number | undefined>,
): Record<N, number | null> {
  const entries = names.map((name) => [name, values.get(name) ?? null]);
  return Object.fromEntries(entries) as Record<N, number | null>;
}
