import type { User } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { AuditEntry, listMembers, readAudit } from '@pontual/contract/identity/members.ts';
import { createAuditRepository, type AuditRow } from '../../platform/audit/audit.repository.ts';
import { describeEntry, nameOfActor } from '../../platform/audit/audit.presenter.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createMembersRepository } from './members.repository.ts';

const AUDIT_PAGE_SIZE = 30;

export type TeamService = ReturnType<typeof createTeamService>;

export function createTeamService(deps: {
  database: Database;
  userById(userId: string, workspaceId?: string): Promise<User>;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, userById, wakeUps } = deps;
  const repository = createMembersRepository(database.db);
  const audit = createAuditRepository(database.db);

  return {
    async list({ workspaceId, userId, role }: Member): Promise<DataOf<typeof listMembers>> {
      const invitations = createInvitationsRepository(database.db);
      const { name } = await repository.workspace(workspaceId);
      const members = await repository.list(workspaceId);
      return {
        name,
        members: members.map((one) => ({
          _id: one.id,
          email: one.email,
          role: one.role,
          joinedAt: one.joined_at.toISOString(),
          isYou: one.id === userId,
        })),
        invitations: role === 'owner' ? await invitations.listOpen(workspaceId) : [],
      };
    },

    async rename({ workspaceId }: Member, name: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        await createMembersRepository(tx).rename(workspaceId, name);
        await recordAudit(tx, { workspaceId, kind: 'members.named', detail: { name } });
      });
      wakeUps.send([{ topic: 'account', workspaceId }]);
    },

    /** @throws AppError NOT_FOUND */
    async choose({ userId }: Member, workspaceId: string): Promise<User> {
      if (!(await repository.choose(workspaceId, userId))) {
        throw new AppError('NOT_FOUND', { message: 'Você não faz parte desta equipe.' });
      }
      return userById(userId, workspaceId);
    },

    async audit(
      { workspaceId }: Member,
      before: string | undefined,
    ): Promise<DataOf<typeof readAudit>> {
      const rows = await audit.listPage(workspaceId, before, AUDIT_PAGE_SIZE + 1);
      return {
        entries: rows.slice(0, AUDIT_PAGE_SIZE).map(presentEntry),
        hasMore: rows.length > AUDIT_PAGE_SIZE,
      };
    },

    forgetOld: () => audit.forgetOld(),
  };
}

function presentEntry(row: AuditRow): AuditEntry {
  const { kind, detail, done_by: by } = row;
  return {
    _id: row.id,
    at: row.at.toISOString(),
    who: row.actor ?? nameOfActor(kind, by),
    byProgram: by === 'program',
    text: describeEntry(kind, { detail, subject: row.subject ?? 'alguém que excluiu a conta' }),
    postId: row.post_id,
  };
}
