import type { Invitation } from '@pontual/contract/identity/members.ts';
import { INVITATION_DAYS } from '@pontual/contract/identity/members.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { workspaceName } from '../../platform/database/fragments/workspace-name.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

type InvitedRole = Exclude<Role, 'owner'>;

interface InvitationRow extends Row<
  'invitations',
  'id' | 'email' | 'role' | 'sent_at' | 'expires_at'
> {
  is_expired: boolean;
}

export interface InvitationByToken extends Row<
  'invitations',
  'id' | 'workspace_id' | 'email' | 'role'
> {
  is_expired: boolean;
  is_ended: boolean;
  team: string;
  invited_by: string | null;
  has_account: boolean;
}

const lifetime = sql`make_interval(days => ${sql.lit(INVITATION_DAYS)})`;
/** The link of an ended invitation still explains why it is invalid. */
const retention = sql`interval '90 days'`;
const columns = sql`id, email, role, sent_at, expires_at, expires_at <= app_now() as is_expired`;

export function createInvitationsRepository(db: Db | Tx) {
  return {
    async listOpen(workspaceId: string): Promise<Invitation[]> {
      const found = await sql<InvitationRow>`
        select ${columns} from invitations
        where workspace_id = ${workspaceId} and ended_at is null order by created_at desc, id desc
        `.execute(db);
      return found.rows.map(presentInvitation);
    },

    /** Replaces an expired invitation to the same address. Returns undefined when another one is open. */
    async insert(invitation: {
      id: string;
      workspaceId: string;
      email: string;
      role: InvitedRole;
      tokenHash: Buffer;
      invitedBy: string;
    }): Promise<Invitation | undefined> {
      const { id, workspaceId, email, role, tokenHash, invitedBy } = invitation;
      await sql`delete from invitations where workspace_id = ${workspaceId}
        and lower(email) = lower(${email}) and ended_at is null and expires_at <= app_now()`.execute(
        db,
      );
      const inserted = await sql<InvitationRow>`
        insert into invitations (id, workspace_id, email, role, token_hash, invited_by, expires_at)
        values (${id}, ${workspaceId}, ${email}, ${role}, ${tokenHash}, ${invitedBy},
          app_now() + ${lifetime})
        on conflict do nothing returning ${columns}`.execute(db);
      const [row] = inserted.rows;
      return row && presentInvitation(row);
    },

    async find(workspaceId: string, id: string): Promise<InvitationRow | undefined> {
      const found = await sql<InvitationRow>`
        select ${columns} from invitations
        where id = ${id} and workspace_id = ${workspaceId} and ended_at is null`.execute(db);
      return found.rows[0];
    },

    /** Invalidates the old link. Returns undefined when the invitation has ended. */
    async renew(id: string, tokenHash: Buffer): Promise<Invitation | undefined> {
      const renewed = await sql<InvitationRow>`
        update invitations set token_hash = ${tokenHash}, sent_at = app_now(),
          expires_at = app_now() + ${lifetime}
        where id = ${id} and ended_at is null returning ${columns}`.execute(db);
      const [row] = renewed.rows;
      return row && presentInvitation(row);
    },

    async end(id: string, outcome: 'accepted' | 'declined' | 'revoked'): Promise<boolean> {
      const ended = await sql`
        update invitations set outcome = ${outcome}, ended_at = app_now()
        where id = ${id} and ended_at is null returning id`.execute(db);
      return ended.rows.length > 0;
    },

    async revokeAll(workspaceId: string): Promise<string[]> {
      const revoked = await sql<{ email: string }>`
        update invitations set outcome = 'revoked', ended_at = app_now()
        where workspace_id = ${workspaceId} and ended_at is null returning email`.execute(db);
      return revoked.rows.map(({ email }) => email);
    },

    async findByToken(tokenHash: Buffer): Promise<InvitationByToken | undefined> {
      const found = await sql<InvitationByToken>`
        select i.id, i.workspace_id, i.email, i.role, i.expires_at <= app_now() as is_expired,
          i.ended_at is not null as is_ended, ${workspaceName} as team, b.email as invited_by,
          exists (select from users u where lower(u.email) = lower(i.email)) as has_account
        from invitations i join workspaces w on w.id = i.workspace_id
          left join users b on b.id = i.invited_by
        where i.token_hash = ${tokenHash}`.execute(db);
      return found.rows[0];
    },

    async forgetOld(): Promise<void> {
      await sql`delete from invitations
        where coalesce(ended_at, expires_at) < app_now() - ${retention}`.execute(db);
    },
  };
}

export const presentInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role,
  sentAt: row.sent_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.is_expired,
});
