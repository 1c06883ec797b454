import type { User } from '@pontual/contract/auth.ts';
import { roleNames, type Role } from '@pontual/contract/roles.ts';
import type { AccountNews } from '../account/account-news.ts';
import { createAccountRepository } from '../account/account.repository.ts';
import { proveOwner } from '../account/prove-owner.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { AuthenticatedSession, Member } from '../auth/auth.service.ts';
import { sendAddress } from '../billing/billing.address.ts';
import { createBillingRepository } from '../billing/billing.repository.ts';
import { isLive } from '../billing/billing.rules.ts';
import type { Database, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createTellMember, removePerson } from './removing.ts';

export type Members = ReturnType<typeof createMembers>;

/** What those who are of a workspace may do in it, and their end there. */
export function createMembers(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  userById(userId: string, workspaceId?: string): Promise<User>;
  mail: Pick<AccountNews, 'tell'>;
  nudges: Pick<Nudges, 'send'>;
  publicUrl: string;
}) {
  const { database, jobs, userById, mail, nudges, publicUrl } = deps;

  /** Changes somebody who is of the workspace and does not answer for it, while nobody else does. */
  async function change(
    { workspaceId }: Member,
    userId: string,
    act: (tx: Tx, person: { id: string; email: string; role: Role }) => Promise<void>,
  ): Promise<void> {
    await database.inTransaction(async (tx) => {
      await holdWorkspace(tx, workspaceId);
      const person = await createPeopleRepository(tx).find(workspaceId, userId);
      if (person === undefined) throw new AppError('NOT_FOUND', { message: UNKNOWN });
      if (person.role === 'owner') throw new AppError('OWNER_STAYS');
      await act(tx, person);
    });
    nudges.send([{ topic: 'account', workspaceId }]);
  }

  const tell = createTellMember(mail, publicUrl);

  return {
    /** @throws AppError NOT_FOUND or OWNER_STAYS */
    setRole: (caller: Member, userId: string, role: Role) =>
      change(caller, userId, async (tx, person) => {
        if (person.role === role) return;
        const { workspaceId } = caller;
        await createPeopleRepository(tx).setRole(workspaceId, userId, role);
        const detail = { from: person.role, to: role };
        await writeAct(tx, { workspaceId, kind: 'people.role', subjectId: userId, detail });
        const { label } = await createPeopleRepository(tx).workspace(workspaceId);
        await tell(tx, person.email, {
          title: 'Seu acesso a uma equipe mudou',
          paragraphs: [`Na equipe ${label}, o seu acesso agora é “${roleNames[role]}”.`],
        });
      }),

    /**
     * It holds at once: what they had begun is refused, and their open windows are told.
     * @throws AppError NOT_FOUND or OWNER_STAYS
     */
    remove: (caller: Member, userId: string) =>
      change(caller, userId, (tx, person) => removePerson(tx, caller.workspaceId, person, tell)),

    /** @throws AppError OWNER_STAYS */
    async leave(caller: Member): Promise<User> {
      const { userId, workspaceId } = caller;
      await change(caller, userId, async (tx) => {
        await writeAct(tx, { workspaceId, kind: 'people.left' });
        await createPeopleRepository(tx).remove(workspaceId, userId);
      });
      return userById(userId);
    },

    /**
     * Somebody else answers for the workspace; the caller stays as an editor.
     * @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN, NOT_FOUND or OWNER_STAYS
     */
    async handOver(
      caller: AuthenticatedSession,
      userId: string,
      password: string | undefined,
    ): Promise<User> {
      const { workspaceId } = caller;
      const found = await createAccountRepository(database.db).credentials(caller);
      await proveOwner(found, password, 'password');
      await change(caller, userId, async (tx, person) => {
        const label = await passOn(tx, caller, userId);
        await sendAddress(tx, jobs, [workspaceId]);
        await tell(tx, person.email, newOwnerLetter(found?.email, label));
        const paid = await createBillingRepository(tx).subscription(workspaceId);
        const isPaying = paid !== undefined && isLive(paid.status);
        const letter = formerOwnerLetter(person.email, label, isPaying);
        if (found !== undefined) await tell(tx, found.email, letter);
      });
      return userById(caller.userId, workspaceId);
    },
  };
}

const UNKNOWN = 'Esta pessoa não faz mais parte da equipe.';

/** Answers what the workspace is called. */
async function passOn(tx: Tx, caller: Member, userId: string): Promise<string> {
  const { workspaceId } = caller;
  const people = createPeopleRepository(tx);
  const { label } = await people.workspace(workspaceId);
  await writeAct(tx, { workspaceId, kind: 'people.owner', subjectId: userId });
  await people.setRole(workspaceId, userId, 'owner');
  await people.setRole(workspaceId, caller.userId, 'editor');
  // Everybody has a workspace of their own to go back to.
  if (!(await people.ownsAnother(workspaceId, caller.userId))) {
    await people.addOwn(newId(), caller.userId);
  }
  return label;
}

const newOwnerLetter = (
  before: string | undefined,
  team: string,
): Pick<Letter, 'title' | 'paragraphs'> => ({
  title: 'Você é responsável por uma equipe',
  paragraphs: [
    `${before ?? 'Quem respondia por ela'} passou a você a responsabilidade pela equipe ${team}. A conexão com o Instagram, o plano e as pessoas agora são com você.`,
    'Se o plano é pago, os recibos passam a chegar neste e-mail. Confira em Planos o cartão e os dados da cobrança.',
  ],
});

const formerOwnerLetter = (
  now: string,
  team: string,
  isPaying: boolean,
): Pick<Letter, 'title' | 'paragraphs'> => ({
  title: 'Você passou a responsabilidade por uma equipe',
  paragraphs: [
    `A equipe ${team} agora é da responsabilidade de ${now}. Você continua nela e pode editar.`,
    ...(isPaying
      ? [
          `A assinatura segue no cartão que está cadastrado, mesmo que seja seu: ele continua sendo cobrado até ser trocado em Planos, e só ${now} pode trocá-lo ou cancelar o plano. Combine a troca.`,
        ]
      : []),
  ],
});
