import { sql } from 'kysely';
import { firstConnection } from './connection-order.ts';

/** An unpublished post may have a new target after an attempt on another account. */
export const postAccountId = sql`case when p.status = 'published'
  then coalesce(p.ig_user_id, p.target_ig_user_id)
  else coalesce(p.target_ig_user_id, p.ig_user_id) end`;

/** A post without an account belongs to the default one. */
export const displayedAccountId = sql`
  coalesce(${postAccountId}, (
    select k.ig_user_id from instagram_connections k
    where k.id = ${firstConnection(sql`p.workspace_id`)}))`;
