import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Once the connection is deleted, no further insights are written.
 * @returns the number of posts, up to `limit`
 */
export async function deleteCounts(
  tx: Tx,
  { workspaceId, igUserId }: { workspaceId: string; igUserId: string },
  limit: number,
): Promise<number> {
  await sql`delete from account_insights
    where workspace_id = ${workspaceId} and ig_user_id = ${igUserId}`.execute(tx);
  const deletedPosts = await sql`
    with gone as (
      delete from post_insights where post_id in (
        select post_id from post_insights
        where workspace_id = ${workspaceId} and ig_user_id = ${igUserId}
        limit ${limit})
      returning post_id),
    readings as (
      delete from post_insight_readings r using gone where r.post_id = gone.post_id)
    select post_id from gone`.execute(tx);
  return deletedPosts.rows.length;
}
