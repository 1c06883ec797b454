import type { User } from '@pontual/contract/identity/auth.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { notify } from '../../notifications/notify.ts';
import { createUserRepository } from '../users/user.repository.ts';
import { reauthenticate } from '../users/reauthenticate.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { AuthenticatedSession, Member } from '../../platform/http/authentication.ts';
import { enqueueBillingEmailSync } from '../../billing/sync/email-sync.ts';
import { createBillingRepository } from '../../billing/billing.repository.ts';
import { isLiveStatus } from '../../billing/billing.rules.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { createMembersRepository } from './members.repository.ts';
import { endMembership } from './end-membership.ts';

export type Members = ReturnType<typeof createMembers>;

export function createMembers(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  userById(userId: string, workspaceId?: string): Promise<User>;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, jobs, userById, wakeUps } = deps;

  /** Refuses the owner; locks the workspace. */
  async function changeMember(
    { workspaceId }: Member,
    userId: string,
    act: (tx: Tx, member: { id: string; email: string; role: Role }) => Promise<void>,
  ): Promise<void> {
    await database.inTransaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const member = await createMembersRepository(tx).find(workspaceId, userId);
      if (member === undefined) throw new AppError('NOT_FOUND', { message: NOT_A_MEMBER });
      if (member.role === 'owner') throw new AppError('OWNER_CANNOT_LEAVE');
      await act(tx, member);
    });
    wakeUps.send([{ topic: 'account', workspaceId }]);
  }

  return {
    /** @throws AppError NOT_FOUND or OWNER_CANNOT_LEAVE */
    setRole: (caller: Member, userId: string, role: Role) =>
      changeMember(caller, userId, async (tx, member) => {
        if (member.role === role) return;
        const { workspaceId } = caller;
        await createMembersRepository(tx).setRole(workspaceId, userId, role);
        const detail = { from: member.role, to: role };
        await recordAudit(tx, { workspaceId, kind: 'members.role', subjectId: userId, detail });
        const { label: team } = await createMembersRepository(tx).workspace(workspaceId);
        await notify(tx, { kind: 'role-changed', userId, team, role });
      }),

    /** Running requests are refused, open tabs notified. @throws AppError NOT_FOUND, OWNER_CANNOT_LEAVE */
    remove: (caller: Member, userId: string) =>
      changeMember(caller, userId, (tx) => endMembership(tx, caller.workspaceId, userId)),

    /** @throws AppError OWNER_CANNOT_LEAVE */
    async leave(caller: Member): Promise<User> {
      const { userId, workspaceId } = caller;
      await changeMember(caller, userId, async (tx) => {
        await recordAudit(tx, { workspaceId, kind: 'members.left' });
        await createMembersRepository(tx).remove(workspaceId, userId);
      });
      return userById(userId);
    },

    /**
     * The caller stays as an editor.
     * @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN, NOT_FOUND or OWNER_CANNOT_LEAVE
     */
    async transferOwnership(
      caller: AuthenticatedSession,
      userId: string,
      password: string | undefined,
    ): Promise<User> {
      const { workspaceId } = caller;
      const credentials = await createUserRepository(database.db).credentials(caller);
      const { email: formerOwner } = await reauthenticate(credentials, password, 'password');
      await changeMember(caller, userId, async (tx, member) => {
        const team = await swapOwner(tx, caller, userId);
        await enqueueBillingEmailSync(tx, jobs, [workspaceId]);
        const subscription = await createBillingRepository(tx).subscription(workspaceId);
        const isPaying = subscription !== undefined && isLiveStatus(subscription.status);
        await notify(
          tx,
          { kind: 'ownership-received', userId, team, formerOwner },
          {
            kind: 'ownership-transferred',
            userId: caller.userId,
            team,
            newOwner: member.email,
            isPaying,
          },
        );
      });
      return userById(caller.userId, workspaceId);
    },
  };
}

const NOT_A_MEMBER = 'Esta pessoa não faz mais parte da equipe.';

async function swapOwner(tx: Tx, caller: Member, userId: string): Promise<string> {
  const { workspaceId } = caller;
  const members = createMembersRepository(tx);
  const { label } = await members.workspace(workspaceId);
  await recordAudit(tx, { workspaceId, kind: 'members.owner', subjectId: userId });
  await members.setRole(workspaceId, userId, 'owner');
  await members.setRole(workspaceId, caller.userId, 'editor');
  // Every user owns at least one workspace.
  if (!(await members.ownsAnother(workspaceId, caller.userId))) {
    await members.addOwnWorkspace(newId(), caller.userId);
  }
  return label;
}
