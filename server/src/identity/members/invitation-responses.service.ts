import type { User } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  INVITATION_DAYS,
  MAX_MEMBERS,
  type readInvitation,
} from '@pontual/contract/identity/members.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { createEmailVerificationRepository } from '../sign-in/email-verification.repository.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken } from '../../platform/ids.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { createInvitationsRepository, type InvitationByToken } from './invitations.repository.ts';
import { createMembersRepository } from './members.repository.ts';
import { createSeatsRepository } from './seats.repository.ts';

export type InvitationResponses = ReturnType<typeof createInvitationResponses>;

export function createInvitationResponses(deps: {
  database: Database;
  userById(userId: string, workspaceId?: string): Promise<User>;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, userById, wakeUps } = deps;
  const repository = createInvitationsRepository(database.db);

  /** @throws AppError INVITATION_INVALID or INVITATION_ENDED */
  async function findOpenInvitation(token: string): Promise<InvitationByToken> {
    const found = await repository.findByToken(hashToken(token));
    if (found === undefined) throw new AppError('INVITATION_INVALID');
    if (found.is_ended) throw new AppError('INVITATION_ENDED');
    if (found.is_expired) throw new AppError('INVITATION_INVALID', { message: EXPIRED });
    return found;
  }

  return {
    /** @throws AppError INVITATION_INVALID or INVITATION_ENDED */
    async read(token: string): Promise<DataOf<typeof readInvitation>> {
      const { email, role, team, ...found } = await findOpenInvitation(token);
      return {
        email,
        role,
        team,
        invitedBy: found.invited_by,
        hasAccount: found.has_account,
      };
    },

    /**
     * The caller must hold the link and have the invited address.
     * @throws AppError INVITATION_INVALID, INVITATION_ENDED, INVITATION_OTHER_ADDRESS, MEMBER_ALREADY or
     * TEAM_FULL
     */
    async accept({ userId }: Member, token: string): Promise<User> {
      const { id, workspace_id: workspaceId, email, role } = await findOpenInvitation(token);
      const caller = await userById(userId);
      if (caller.email.toLowerCase() !== email.toLowerCase()) throw otherAddressError(email);
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        await endInvitation(tx, id, 'accepted');
        const { members } = await createSeatsRepository(tx).countSeats(workspaceId, id);
        if (members >= MAX_MEMBERS) throw new AppError('TEAM_FULL', { message: TEAM_FULL });
        if (!(await createMembersRepository(tx).add(workspaceId, userId, role))) {
          throw new AppError('MEMBER_ALREADY');
        }
        // The holder of the link is logged in to the account with its address, so the address is verified.
        await createEmailVerificationRepository(tx).markVerified(userId);
        await recordAudit(tx, { workspaceId, kind: 'members.joined', detail: { role } });
      });
      wakeUps.send([{ topic: 'account', workspaceId }]);
      return userById(userId, workspaceId);
    },

    /** @throws AppError INVITATION_INVALID or INVITATION_ENDED */
    async decline(token: string): Promise<void> {
      const { id, workspace_id: workspaceId, email } = await findOpenInvitation(token);
      await database.inTransaction(async (tx) => {
        await endInvitation(tx, id, 'declined');
        await recordAudit(tx, {
          workspaceId,
          kind: 'members.invitation_declined',
          detail: { email },
        });
      });
    },
  };
}

const EXPIRED = `O convite valeu por ${INVITATION_DAYS} dias e venceu. Peça outro a quem convidou você.`;

const TEAM_FULL = 'A equipe já tem 20 pessoas. Peça a quem convidou você que abra um lugar.';

const otherAddressError = (email: string) =>
  new AppError('INVITATION_OTHER_ADDRESS', {
    message: `Este convite é para ${email}. Saia desta conta e entre com esse e-mail.`,
  });

/** @throws AppError INVITATION_ENDED when it has already ended */
export async function endInvitation(
  tx: Tx,
  id: string,
  outcome: 'accepted' | 'declined' | 'revoked',
): Promise<void> {
  const isEnded = await createInvitationsRepository(tx).end(id, outcome);
  if (!isEnded) throw new AppError('INVITATION_ENDED');
}
