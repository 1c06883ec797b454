import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Generated } from 'kysely';

/** What Instagram counts; null is what it does not tell. */
interface Counts {
  views: number | null;
  reach: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  total_interactions: number | null;
}

/** The tables of what posts and accounts did. */
export interface InsightTables {
  post_insights: Counts & {
    post_id: string;
    workspace_id: string;
    ig_user_id: string;
    media_type: MediaType;
    scheduled_time: Date;
    hashtags: number;
    read_at: Date | null;
    next_read_at: Date | null;
  };
  post_insight_readings: Counts & { post_id: string; read_at: Date };
  account_insights: {
    workspace_id: string;
    ig_user_id: string;
    /** `2026-06-09`, of Brasília. */
    day: string;
    followers: number | null;
    reach: number | null;
    views: number | null;
    accounts_engaged: number | null;
    total_interactions: number | null;
    read_at: Date;
  };
  insight_intakes: { workspace_id: string; entered_at: Generated<Date> };
  insight_turns: {
    connection_id: string;
    turn_until: Date | null;
    not_before: Generated<Date>;
    days_at: Generated<Date>;
    refused_at: Date | null;
  };
  insight_rests: { subject: string; until: Date };
}
