import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import {
  postAccountId,
  displayedAccountId,
} from '../../platform/database/fragments/post-account.ts';

/** SQL of whom an approval concerns: whose post it is, who asks, and who answers. */
export function createPartiesRepository(db: Db | Tx) {
  return {
    /** The account of which a post is shown; null where it has none and none is connected. */
    async findInstagramAccount(postId: string): Promise<string | null> {
      const found = await sql<{ account: string | null }>`
        select ${displayedAccountId} as account from posts p where p.id = ${postId}`.execute(db);
      return found.rows[0]?.account ?? null;
    },

    /** What names no account goes to the one of which it was approved, or asks. */
    async assignInstagramAccount(postId: string, instagramAccountId: string): Promise<void> {
      await sql`
        update posts p set target_ig_user_id = ${instagramAccountId}
        where p.id = ${postId} and ${postAccountId} is null`.execute(db);
    },

    /** For whom it is made, as whoever opens the link reads it. */
    async findRequester(post: { id: string; workspace_id: string; location_id: string | null }) {
      const found = await sql<{
        team: string | null;
        username: string | null;
        place: string | null;
      }>`
        select w.name as team,
          -- Its own, also where that is gone; of a draft that has none yet, the first.
          (select a.username from posts p
             join instagram_accounts a on a.ig_user_id = ${displayedAccountId}
           where p.id = ${post.id}) as username,
          (select s.name from saved_places s
           where s.workspace_id = w.id and s.place_id = ${post.location_id}) as place
        from workspaces w where w.id = ${post.workspace_id}`.execute(db);
      return found.rows[0] ?? { team: null, username: null, place: null };
    },

    /** Who somebody of the workspace is, for those who read what they said. */
    async findEmail(userId: string): Promise<string> {
      const found = await sql<{ email: string }>`
        select email from users where id = ${userId}`.execute(db);
      return found.rows[0]?.email ?? 'alguém da equipe';
    },

    /** Whether anybody of a workspace is there to approve, and for nothing more. */
    async hasApprovers(workspaceId: string): Promise<boolean> {
      const found = await sql`
        select from workspace_members
        where workspace_id = ${workspaceId} and role = 'approver' limit 1`.execute(db);
      return found.rows.length > 0;
    },
  };
}
