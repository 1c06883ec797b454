import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import type { Generated, JSONColumnType } from 'kysely';
import type { PostContent } from './stored-content.ts';

/** The tables of posts that come again by a rule. */
export interface SeriesTables {
  post_series: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: MediaType;
    content: JSONColumnType<PostContent> | null;
    account: string | null;
    rule: JSONColumnType<SeriesRule>;
    minute: number;
    first_on: string;
    last_on: string | null;
    needs_approval: Generated<boolean>;
    problem_code: string | null;
    problem_message: string | null;
    next_look_at: Date | null;
    created_at: Generated<Date>;
  };
  post_series_media: {
    series_id: string;
    position: number;
    file_id: string;
    alt_text: string | null;
  };
  post_series_skips: { series_id: string; skipped_on: string };
}
