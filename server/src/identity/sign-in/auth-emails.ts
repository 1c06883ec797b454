import type { Database, Tx } from '../../platform/database/database.ts';
import type { AccountEmailKind } from '../../platform/database/tables-users.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { passwordChangedEmail, passwordResetEmail } from './auth-emails.presenter.ts';
import { createAuthEmailsRepository, type AuthEmailRow } from './auth-emails.repository.ts';
import { createPasswordResetRepository } from './password-reset.repository.ts';

export type AuthEmails = ReturnType<typeof createAuthEmails>;

/** What users are told of their accounts by mail: written down first, sent by a job. */
export function createAuthEmails(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, jobs, mailer, publicUrl, log } = deps;
  const repository = createAuthEmailsRepository(database.db);
  const resets = createPasswordResetRepository(database.db);

  /** Undefined when there is nothing to tell any more. */
  async function buildEmail({ id, kind, created_at: at }: AuthEmailRow) {
    if (kind === 'password-changed') {
      return passwordChangedEmail({ at, recoverUrl: `${publicUrl}/forgot-password` });
    }
    // Made now, so that no table and no job ever holds what opens an account.
    const token = newToken();
    const expiresAt = await resets.setToken(id, hashToken(token));
    if (expiresAt === undefined) return undefined;
    return passwordResetEmail({ url: `${publicUrl}/reset-password?token=${token}`, expiresAt });
  }

  async function sendEmail(mail: AuthEmailRow): Promise<void> {
    const email = await buildEmail(mail);
    if (email === undefined) return;
    // A name of its own each time: of two alike a reader keeps one, and only the last link works.
    await mailer.send({ to: [mail.email], messageId: `conta.${newId()}`, ...email });
    log.info({ userId: mail.user_id, kind: mail.kind }, 'a user was told by mail');
  }

  const enqueueJobs = (tx: Parameters<Jobs['send']>[0], ids: readonly string[]) =>
    jobs.send(
      tx,
      'account-mail',
      ids.map((mailId) => ({ data: { mailId } })),
    );

  return {
    /** Writes down what a user is to be told, in the transaction in which it happened. */
    async enqueue(tx: Tx, userId: string, kind: AccountEmailKind): Promise<void> {
      const id = newId();
      await createAuthEmailsRepository(tx).insert({ id, userId, kind });
      await enqueueJobs(tx, [id]);
    },

    /** Has a mail sent that may not exist: whoever asks for a stranger's takes as long. */
    enqueueIfExists: (tx: Tx, mailId: string) => enqueueJobs(tx, [mailId]),

    /** Sends a mail, unless another delivery has it in hand or it is no longer wanted. */
    async deliver(mailId: string): Promise<void> {
      const mail = await repository.claim(mailId);
      if (mail === undefined) return;
      try {
        await sendEmail(mail);
      } catch (error) {
        await repository.release(mailId);
        throw error;
      }
      await repository.delete(mailId);
    },

    /** Has sent what the job that should have sent it could not. */
    deliverOverdue: async () => enqueueJobs(database.db, await repository.findOverdue()),

    async deleteStaleLinks(): Promise<void> {
      const lost = await repository.deleteStaleLinks();
      if (lost > 0) log.error({ lost }, 'links for new passwords never went out');
    },
  };
}
