import { sql } from 'kysely';

/** The columns of `publications` that repeat `posts`; a trigger keeps them equal (0005-posts.sql). */
export const copiedColumns = sql`post_id, workspace_id, media_type, scheduled_time, revision,
  target_ig_user_id, in_flight_key, has_first_comment`;

/** Their values, of a row of `posts`. */
export const copiesOfPost = sql`id, workspace_id, media_type, scheduled_time, revision,
  target_ig_user_id, in_flight_key, first_comment <> ''`;
