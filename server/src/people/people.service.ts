import type { User } from '@pontual/contract/auth.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { AuditEntry, listPeople, readAudit } from '@pontual/contract/people.ts';
import { createAuditRepository, type AuditRow } from '../audit/audit.repository.ts';
import { describeAct, nameOfActor } from '../audit/audit.words.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Nudges } from '../nudges.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createPeopleRepository } from './people.repository.ts';

/** Entries of the trail in one answer. */
const AUDIT_PAGE = 30;

export type People = ReturnType<typeof createPeople>;

/** Who is of a workspace, and who did what. */
export function createPeople(deps: {
  database: Database;
  userById(userId: string, workspaceId?: string): Promise<User>;
  nudges: Pick<Nudges, 'send'>;
}) {
  const { database, userById, nudges } = deps;
  const repository = createPeopleRepository(database.db);
  const audit = createAuditRepository(database.db);

  return {
    async list({ workspaceId, userId, role }: Member): Promise<DataOf<typeof listPeople>> {
      const invitations = createInvitationsRepository(database.db);
      const { name } = await repository.workspace(workspaceId);
      const people = await repository.all(workspaceId);
      return {
        name,
        people: people.map((one) => ({
          _id: one.id,
          email: one.email,
          role: one.role,
          joinedAt: one.joined_at.toISOString(),
          isYou: one.id === userId,
        })),
        invitations: role === 'owner' ? await invitations.open(workspaceId) : [],
      };
    },

    async rename({ workspaceId }: Member, name: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        await createPeopleRepository(tx).rename(workspaceId, name);
        await writeAct(tx, { workspaceId, kind: 'people.named', detail: { name } });
      });
      nudges.send([{ topic: 'account', workspaceId }]);
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
      const rows = await audit.page(workspaceId, before, AUDIT_PAGE + 1);
      return {
        entries: rows.slice(0, AUDIT_PAGE).map(presentEntry),
        hasMore: rows.length > AUDIT_PAGE,
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
    text: describeAct(kind, { detail, subject: row.subject ?? 'alguém que excluiu a conta' }),
    postId: row.post_id,
  };
}
