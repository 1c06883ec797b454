import type { InsightTables } from '../../platform/database/tables-insights.ts';
import { samePolicy, internal, ownership, type ColumnPolicy } from './column-policy.ts';

/** Stands with the post itself. */
const withPost = 'not: stands with its post';

/** What becomes of the counts that Instagram gave. */
export const insightColumns = {
  post_insights: {
    ...samePolicy(withPost, ['post_id', 'ig_user_id', 'media_type', 'scheduled_time', 'hashtags']),
    workspace_id: ownership,
    views: 'posts: insights.views',
    reach: 'posts: insights.reach',
    likes: 'posts: insights.likes',
    comments: 'posts: insights.comments',
    saved: 'posts: insights.saved',
    shares: 'posts: insights.shares',
    total_interactions: 'posts: insights.interactions',
    read_at: 'posts: insights.readAt',
    next_read_at: internal,
  },
  post_insight_readings: {
    post_id: withPost,
    read_at: 'posts: insights.readings.readAt',
    views: 'posts: insights.readings.views',
    reach: 'posts: insights.readings.reach',
    likes: 'posts: insights.readings.likes',
    comments: 'posts: insights.readings.comments',
    saved: 'posts: insights.readings.saved',
    shares: 'posts: insights.readings.shares',
    total_interactions: 'posts: insights.readings.interactions',
  },
  account_insights: {
    workspace_id: ownership,
    ig_user_id: 'metricas: instagramAccountId',
    day: 'metricas: date',
    followers: 'metricas: followers',
    reach: 'metricas: reach',
    views: 'metricas: views',
    accounts_engaged: 'metricas: accountsEngaged',
    total_interactions: 'metricas: interactions',
    read_at: 'metricas: readAt',
  },
  insight_intakes: samePolicy(internal, ['workspace_id', 'entered_at']),
  insight_turns: samePolicy(internal, [
    ...(['connection_id', 'turn_until', 'not_before', 'days_at', 'refused_at'] as const),
  ]),
  insight_rests: samePolicy(internal, ['subject', 'until']),
} as const satisfies { [T in keyof InsightTables]: Record<keyof InsightTables[T], ColumnPolicy> };
