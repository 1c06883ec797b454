import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  INVITATION_DAYS,
  MAX_MEMBERS,
  type Invitation,
  type inviteMember,
} from '@pontual/contract/identity/members.ts';
import { roleNames } from '@pontual/contract/shared/roles.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import { renderEmail, type EmailContent } from '../../platform/mail/email-template.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { requireVerifiedEmail } from '../sign-in/require-verified-email.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { endInvitation } from './invitation-responses.service.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createMembersRepository } from './members.repository.ts';
import { createSeatsRepository } from './seats.repository.ts';

export type Invitations = ReturnType<typeof createInvitations>;

/** A link is sent to one address and is valid only for this address. */
export function createInvitations(deps: {
  database: Database;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  throttle: Throttle;
  log: Log;
}) {
  const { database, throttle } = deps;
  const { db } = database;
  const repository = createInvitationsRepository(db);

  const sendInvitationEmail = createInvitationSender(deps);
  const createInvitation = createInvitationWriter(database);

  /** @throws AppError NOT_FOUND */
  async function findInvitation({ workspaceId }: Member, id: string) {
    const found = await repository.find(workspaceId, id);
    if (found === undefined) throw new AppError('NOT_FOUND', { message: INVITATION_ENDED });
    return found;
  }

  /** Per address and day across all teams, because the caller may enter any address. */
  const withRecipientThrottle = <T>(account: string, address: string, act: () => Promise<T>) =>
    throttle.attempt({ what: 'invite-address', account, address }, act);

  return {
    /**
     * Revokes an invitation whose email cannot be sent. `ip` is the address of the caller.
     * @throws AppError EMAIL_NOT_VERIFIED, PLAN_REQUIRED, MEMBER_ALREADY, INVITED_ALREADY, INVITATION_DECLINED, TEAM_FULL,
     * RATE_LIMITED, MAIL_UNAVAILABLE
     */
    async invite(
      caller: Member,
      { email, role }: RequestOf<typeof inviteMember>['body'],
      ip: string,
    ): Promise<Invitation> {
      await requireVerifiedEmail(db, caller.userId);
      await requirePlan(db, caller.workspaceId, 'members');
      return withRecipientThrottle(email, ip, async () => {
        const token = newToken();
        const invitation = await createInvitation(caller, { email, role }, hashToken(token));
        try {
          await sendInvitationEmail(caller, { email, role }, token);
        } catch (error) {
          await repository.end(invitation._id, 'revoked');
          throw error;
        }
        return invitation;
      });
    },

    /** @throws AppError EMAIL_NOT_VERIFIED, NOT_FOUND, PLAN_REQUIRED, TEAM_FULL, RATE_LIMITED or MAIL_UNAVAILABLE */
    async resend(caller: Member, id: string, ip: string): Promise<Invitation> {
      const { workspaceId } = caller;
      await requireVerifiedEmail(db, caller.userId);
      await requirePlan(db, workspaceId, 'members');
      const { email, role } = await findInvitation(caller, id);
      return withRecipientThrottle(email, ip, async () => {
        await database.inTransaction((tx) => reserveSeat(tx, workspaceId, id));
        const token = newToken();
        // When sending fails, the earlier link stays valid.
        await sendInvitationEmail(caller, { email, role }, token);
        return database.inTransaction(async (tx) => {
          await reserveSeat(tx, workspaceId, id);
          const renewed = await createInvitationsRepository(tx).renew(id, hashToken(token));
          if (renewed === undefined) throw new AppError('NOT_FOUND', { message: INVITATION_ENDED });
          await recordAudit(tx, { workspaceId, kind: 'members.reinvited', detail: { email } });
          return renewed;
        });
      });
    },

    /** @throws AppError NOT_FOUND */
    async revoke(caller: Member, id: string): Promise<void> {
      const { workspaceId } = caller;
      const { email } = await findInvitation(caller, id);
      await database.inTransaction(async (tx) => {
        await endInvitation(tx, id, 'revoked');
        await recordAudit(tx, {
          workspaceId,
          kind: 'members.invitation_revoked',
          detail: { email },
        });
      });
    },

    forgetOld: () => repository.forgetOld(),
  };
}

/** Does not count this invitation; the result holds under the workspace lock. @throws AppError TEAM_FULL */
async function reserveSeat(tx: Tx, workspaceId: string, invitationId: string): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  const seats = createSeatsRepository(tx);
  const { members, invited } = await seats.countSeats(workspaceId, invitationId);
  if (members + invited >= MAX_MEMBERS) throw new AppError('TEAM_FULL');
}

/** @throws AppError MEMBER_ALREADY, INVITED_ALREADY, INVITATION_DECLINED or TEAM_FULL */
function createInvitationWriter(database: Database) {
  return (
    { workspaceId, userId: invitedBy }: Member,
    { email, role }: { email: string; role: Invitation['role'] },
    tokenHash: Buffer,
  ): Promise<Invitation> =>
    database.inTransaction(async (tx) => {
      const id = newId();
      await reserveSeat(tx, workspaceId, id);
      const invitations = createInvitationsRepository(tx);
      const seats = createSeatsRepository(tx);
      if (await seats.isMember(workspaceId, email)) throw emailFieldError('MEMBER_ALREADY');
      if (await seats.hasDeclinedRecently(workspaceId, email)) {
        throw emailFieldError('INVITATION_DECLINED');
      }
      const invitation = await invitations.insert({
        id,
        workspaceId,
        email,
        role,
        tokenHash,
        invitedBy,
      });
      if (invitation === undefined) throw emailFieldError('INVITED_ALREADY');
      await recordAudit(tx, { workspaceId, kind: 'members.invited', detail: { email, role } });
      return invitation;
    });
}

const INVITATION_ENDED = 'Este convite já foi respondido ou cancelado.';

function emailFieldError(
  code: 'MEMBER_ALREADY' | 'INVITED_ALREADY' | 'INVITATION_DECLINED',
): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: { email: message } });
}

const invitationEmail = (details: {
  inviter: string | undefined;
  team: string;
  email: string;
  role: Invitation['role'];
  url: string;
}): EmailContent => ({
  title: `Convite para a equipe ${details.team}`,
  paragraphs: [
    `${details.inviter ?? 'A equipe'} convidou você para agendar e acompanhar os posts de Instagram da equipe ${details.team} na Pontual. O seu acesso: “${roleNames[details.role]}”.`,
    `O convite vale por ${INVITATION_DAYS} dias e só para ${details.email}. Se você ainda não tem conta, crie uma com este e-mail: é grátis.`,
    'Se você não esperava este convite, ignore esta mensagem: nada acontece.',
  ],
  button: { label: 'Ver o convite', url: details.url },
});

/** Sends at once, because a job would store the token. @throws AppError MAIL_UNAVAILABLE */
function createInvitationSender(deps: {
  database: Database;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, mailer, publicUrl, log } = deps;
  const members = createMembersRepository(database.db);
  return async (
    { workspaceId, userId }: Member,
    { email, role }: { email: string; role: Invitation['role'] },
    token: string,
  ): Promise<void> => {
    const { label: team } = await members.workspace(workspaceId);
    const inviter = await members.find(workspaceId, userId);
    const content = invitationEmail({
      inviter: inviter?.email,
      team,
      email,
      role,
      url: `${publicUrl}/invite#${token}`,
    });
    const messageId = `convite.${newId()}`;
    try {
      await mailer.send({
        to: [email],
        subject: content.title,
        messageId,
        ...renderEmail(content),
      });
    } catch (error) {
      log.error({ error }, 'an invitation was not sent');
      throw new AppError('MAIL_UNAVAILABLE');
    }
  };
}
