import type { RequestOf } from '@pontual/contract/endpoint.ts';
import {
  INVITATION_DAYS,
  MAX_PEOPLE,
  type Invitation,
  type invitePerson,
} from '@pontual/contract/people.ts';
import { roleNames } from '@pontual/contract/roles.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Throttle } from '../auth/throttle.ts';
import type { Database, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { hashToken, newId, newToken } from '../ids.ts';
import type { Log } from '../log.ts';
import { renderMail, type Letter } from '../mail/mail-template.ts';
import type { Mailer } from '../mail/mailer.ts';
import { requirePlan } from '../plans/require-plan.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { endInvitation } from './invitations.answers.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createPlacesRepository } from './places.repository.ts';

export type Invitations = ReturnType<typeof createInvitations>;

/** Who is asked to join a workspace, by a link that is mailed to an address and good for it alone. */
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

  const send = createSending(deps);
  const write = createWriting(database);

  /** @throws AppError NOT_FOUND */
  async function ofCaller({ workspaceId }: Member, id: string) {
    const found = await repository.find(workspaceId, id);
    if (found === undefined) throw new AppError('NOT_FOUND', { message: OVER });
    return found;
  }

  /** One address is anybody's: it gets so many a day, from however many teams. */
  const mailing = <T>(account: string, address: string, act: () => Promise<T>) =>
    throttle.attempt({ what: 'invite-address', account, address }, act);

  return {
    /**
     * What cannot be mailed leaves no invitation behind. It comes from that IP address.
     * @throws AppError PLAN_REQUIRED, MEMBER_ALREADY, INVITED_ALREADY, INVITATION_DECLINED, PEOPLE_FULL,
     *   RATE_LIMITED, MAIL_UNAVAILABLE
     */
    async invite(
      caller: Member,
      { email, role }: RequestOf<typeof invitePerson>['body'],
      ip: string,
    ): Promise<Invitation> {
      await requirePlan(db, caller.workspaceId, 'people');
      return mailing(email, ip, async () => {
        const token = newToken();
        const invitation = await write(caller, { email, role }, hashToken(token));
        try {
          await send(caller, { email, role }, token);
        } catch (error) {
          await repository.end(invitation._id, 'revoked');
          throw error;
        }
        return invitation;
      });
    },

    /** @throws AppError NOT_FOUND, PLAN_REQUIRED, PEOPLE_FULL, RATE_LIMITED or MAIL_UNAVAILABLE */
    async resend(caller: Member, id: string, ip: string): Promise<Invitation> {
      const { workspaceId } = caller;
      await requirePlan(db, workspaceId, 'people');
      const { email, role } = await ofCaller(caller, id);
      return mailing(email, ip, async () => {
        await database.inTransaction((tx) => holdPlace(tx, workspaceId, id));
        const token = newToken();
        // Before anything changes: what was mailed before goes on holding where this one is not sent.
        await send(caller, { email, role }, token);
        return database.inTransaction(async (tx) => {
          await holdPlace(tx, workspaceId, id);
          const renewed = await createInvitationsRepository(tx).renew(id, hashToken(token));
          if (renewed === undefined) throw new AppError('NOT_FOUND', { message: OVER });
          await writeAct(tx, { workspaceId, kind: 'people.reinvited', detail: { email } });
          return renewed;
        });
      });
    },

    /** @throws AppError NOT_FOUND */
    async revoke(caller: Member, id: string): Promise<void> {
      const { workspaceId } = caller;
      const { email } = await ofCaller(caller, id);
      await database.inTransaction(async (tx) => {
        await endInvitation(tx, id, 'revoked');
        await writeAct(tx, { workspaceId, kind: 'people.invitation_revoked', detail: { email } });
      });
    },

    forgetOld: () => repository.forgetOld(),
  };
}

/** Room for one more, or for whom this invitation asks; it stays while the workspace is held. @throws AppError */
async function holdPlace(tx: Tx, workspaceId: string, invitationId: string): Promise<void> {
  await holdWorkspace(tx, workspaceId);
  const places = createPlacesRepository(tx);
  const { members, asked } = await places.countPeople(workspaceId, invitationId);
  if (members + asked >= MAX_PEOPLE) throw new AppError('PEOPLE_FULL');
}

/** @throws AppError MEMBER_ALREADY, INVITED_ALREADY, INVITATION_DECLINED or PEOPLE_FULL */
function createWriting(database: Database) {
  return (
    { workspaceId, userId: invitedBy }: Member,
    { email, role }: { email: string; role: Invitation['role'] },
    tokenHash: Buffer,
  ): Promise<Invitation> =>
    database.inTransaction(async (tx) => {
      const id = newId();
      await holdPlace(tx, workspaceId, id);
      const invitations = createInvitationsRepository(tx);
      const places = createPlacesRepository(tx);
      if (await places.isMember(workspaceId, email)) throw ofEmail('MEMBER_ALREADY');
      if (await places.hasDeclinedLately(workspaceId, email)) {
        throw ofEmail('INVITATION_DECLINED');
      }
      const made = await invitations.insert({ id, workspaceId, email, role, tokenHash, invitedBy });
      if (made === undefined) throw ofEmail('INVITED_ALREADY');
      await writeAct(tx, { workspaceId, kind: 'people.invited', detail: { email, role } });
      return made;
    });
}

const OVER = 'Este convite já foi respondido ou cancelado.';

function ofEmail(code: 'MEMBER_ALREADY' | 'INVITED_ALREADY' | 'INVITATION_DECLINED'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: { email: message } });
}

const letterOf = (of: {
  inviter: string | undefined;
  team: string;
  email: string;
  role: Invitation['role'];
  url: string;
}): Letter => ({
  title: `Convite para a equipe ${of.team}`,
  paragraphs: [
    `${of.inviter ?? 'A equipe'} convidou você para agendar e acompanhar os posts de Instagram da equipe ${of.team} na Pontual. O seu acesso: “${roleNames[of.role]}”.`,
    `O convite vale por ${INVITATION_DAYS} dias e só para ${of.email}. Se você ainda não tem conta, crie uma com este e-mail: é grátis.`,
    'Se você não esperava este convite, ignore esta mensagem: nada acontece.',
  ],
  button: { label: 'Ver o convite', url: of.url },
});

/** At once and by no queue: a job would write down its token. @throws AppError MAIL_UNAVAILABLE */
function createSending(deps: {
  database: Database;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, mailer, publicUrl, log } = deps;
  const people = createPeopleRepository(database.db);
  return async (
    { workspaceId, userId }: Member,
    { email, role }: { email: string; role: Invitation['role'] },
    token: string,
  ): Promise<void> => {
    const { label: team } = await people.workspace(workspaceId);
    const inviter = await people.find(workspaceId, userId);
    const letter = letterOf({
      inviter: inviter?.email,
      team,
      email,
      role,
      url: `${publicUrl}/invite#${token}`,
    });
    const messageId = `convite.${newId()}`;
    try {
      await mailer.send({ to: [email], subject: letter.title, messageId, ...renderMail(letter) });
    } catch (error) {
      log.error({ error }, 'an invitation was not sent');
      throw new AppError('MAIL_UNAVAILABLE');
    }
  };
}
