import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import {
  postAccountId,
  displayedAccountId,
} from '../../platform/database/fragments/post-account.ts';

export function createPartiesRepository(db: Db | Tx) {
  return {
    /** Returns the account that a post is shown for; null: the post has none and none is connected. */
    async findInstagramAccount(postId: string): Promise<string | null> {
      const found = await sql<{ account: string | null }>`
        select ${displayedAccountId} as account from posts_with_publication p where p.id = ${postId}`.execute(
        db,
      );
      return found.rows[0]?.account ?? null;
    },

    /** A post that has none keeps the approved account; another one needs the confirmation of the owner. */
    async assignInstagramAccount(postId: string, instagramAccountId: string): Promise<void> {
      await sql`
        update posts set target_ig_user_id = ${instagramAccountId}
        where id in (
          select p.id from posts_with_publication p
          where p.id = ${postId} and ${postAccountId} is null)`.execute(db);
    },

    async findRequester(post: { id: string; workspace_id: string; location_id: string | null }) {
      const found = await sql<{
        team: string | null;
        username: string | null;
        location: string | null;
      }>`
        select w.name as team,
          -- The account of the post, even if it is disconnected, or else the first account.
          (select a.username from posts_with_publication p
             join instagram_accounts a on a.ig_user_id = ${displayedAccountId}
           where p.id = ${post.id}) as username,
          (select s.name from saved_locations s
           where s.workspace_id = w.id and s.location_id = ${post.location_id}) as location
        from workspaces w where w.id = ${post.workspace_id}`.execute(db);
      return found.rows[0] ?? { team: null, username: null, location: null };
    },

    async findEmail(userId: string): Promise<string> {
      const found = await sql<{ email: string }>`
        select email from users where id = ${userId}`.execute(db);
      return found.rows[0]?.email ?? 'alguém da equipe';
    },

    async hasApprovers(workspaceId: string): Promise<boolean> {
      const found = await sql`
        select from workspace_members
        where workspace_id = ${workspaceId} and role = 'approver' limit 1`.execute(db);
      return found.rows.length > 0;
    },
  };
}
