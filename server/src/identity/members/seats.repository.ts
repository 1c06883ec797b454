import { DECLINE_COOLDOWN_DAYS } from '@pontual/contract/identity/members.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export function createSeatsRepository(db: Db | Tx) {
  return {
    /** `invited` are open invitations other than this one. */
    async countSeats(
      workspaceId: string,
      invitationId: string,
    ): Promise<{ members: number; invited: number }> {
      const found = await sql<{ members: number; invited: number }>`
        select
          (select count(*) from workspace_members where workspace_id = ${workspaceId})::int as members,
          (select count(*) from invitations
           where workspace_id = ${workspaceId} and id <> ${invitationId}
             and ended_at is null and expires_at > app_now())::int as invited`.execute(db);
      return found.rows[0] ?? { members: 0, invited: 0 };
    },

    async hasDeclinedRecently(workspaceId: string, email: string): Promise<boolean> {
      const found = await sql`
        select from invitations
        where workspace_id = ${workspaceId} and lower(email) = lower(${email})
          and outcome = 'declined'
          and ended_at > app_now() - make_interval(days => ${sql.lit(DECLINE_COOLDOWN_DAYS)})`.execute(
        db,
      );
      return found.rows.length > 0;
    },

    async isMember(workspaceId: string, email: string): Promise<boolean> {
      const found = await sql`
        select from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`.execute(db);
      return found.rows.length > 0;
    },
  };
}
