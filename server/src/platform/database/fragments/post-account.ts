import { sql } from 'kysely';
import { firstConnection } from './connection-order.ts';

/** What was tried elsewhere may be meant for another by now. */
export const postAccountId = sql`case when p.status = 'published'
  then coalesce(p.ig_user_id, p.target_ig_user_id)
  else coalesce(p.target_ig_user_id, p.ig_user_id) end`;

/** Of `p`: what names no account yet is for the first. */
export const displayedAccountId = sql`
  coalesce(${postAccountId}, (
    select k.ig_user_id from instagram_connections k
    where k.id = ${firstConnection(sql`p.workspace_id`)}))`;
