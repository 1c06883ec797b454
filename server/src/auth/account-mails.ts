import type { Database, Tx } from '../database/database.ts';
import type { AccountMailKind } from '../database/tables.accounts.ts';
import { hashToken, newId, newToken } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import { passwordChangedLetter, resetLetter } from './account-mails.letters.ts';
import { createAccountMailsRepository, type AccountMail } from './account-mails.repository.ts';
import { createRecoveryRepository } from './recovery.repository.ts';

export type AccountMails = ReturnType<typeof createAccountMails>;

/** What users are told of their accounts by mail: written down first, sent by a job. */
export function createAccountMails(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, jobs, mailer, publicUrl, log } = deps;
  const repository = createAccountMailsRepository(database.db);
  const resets = createRecoveryRepository(database.db);

  /** Undefined when there is nothing to tell any more. */
  async function letterOf({ id, kind, created_at: at }: AccountMail) {
    if (kind === 'password-changed') {
      return passwordChangedLetter({ at, recoverUrl: `${publicUrl}/forgot-password` });
    }
    // Made now, so that no table and no job ever holds what opens an account.
    const token = newToken();
    const expiresAt = await resets.arm(id, hashToken(token));
    if (expiresAt === undefined) return undefined;
    return resetLetter({ url: `${publicUrl}/reset-password?token=${token}`, expiresAt });
  }

  async function tell(mail: AccountMail): Promise<void> {
    const letter = await letterOf(mail);
    if (letter === undefined) return;
    // A name of its own each time: of two alike a reader keeps one, and only the last link works.
    await mailer.send({ to: [mail.email], messageId: `conta.${newId()}`, ...letter });
    log.info({ userId: mail.user_id, kind: mail.kind }, 'a user was told by mail');
  }

  const send = (tx: Parameters<Jobs['send']>[0], ids: readonly string[]) =>
    jobs.send(
      tx,
      'account-mail',
      ids.map((mailId) => ({ data: { mailId } })),
    );

  return {
    /** Writes down what a user is to be told, in the transaction in which it happened. */
    async add(tx: Tx, userId: string, kind: AccountMailKind): Promise<void> {
      const id = newId();
      await createAccountMailsRepository(tx).insert({ id, userId, kind });
      await send(tx, [id]);
    },

    /** Has a mail sent that may not exist: whoever asks for a stranger's takes as long. */
    sendIfAny: (tx: Tx, mailId: string) => send(tx, [mailId]),

    /** Sends a mail, unless another delivery has it in hand or it is no longer wanted. */
    async deliver(mailId: string): Promise<void> {
      const mail = await repository.take(mailId);
      if (mail === undefined) return;
      try {
        await tell(mail);
      } catch (error) {
        await repository.putBack(mailId);
        throw error;
      }
      await repository.delete(mailId);
    },

    /** Has sent what the job that should have sent it could not. */
    deliverOverdue: async () => send(database.db, await repository.overdue()),

    async forgetUnawaited(): Promise<void> {
      const lost = await repository.forgetUnawaited();
      if (lost > 0) log.error({ lost }, 'links for new passwords never went out');
    },
  };
}
