import type { Database, Tx } from '../../platform/database/database.ts';
import type { AccountEmailKind } from '../../platform/database/tables.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { passwordChangedEmail, passwordResetEmail } from './auth-emails.presenter.ts';
import { createAuthEmailsRepository, type AuthEmailRow } from './auth-emails.repository.ts';
import { createPasswordResetRepository } from './password-reset.repository.ts';

export type AuthEmails = ReturnType<typeof createAuthEmails>;

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

  /** Returns undefined when the email is obsolete. */
  async function buildEmail({ id, kind, created_at: at }: AuthEmailRow) {
    if (kind === 'password-changed') {
      return passwordChangedEmail({ at, recoverUrl: `${publicUrl}/forgot-password` });
    }
    // Created at sending time: no table or job ever holds a secret that opens the account.
    const token = newToken();
    const expiresAt = await resets.setToken(id, hashToken(token));
    if (expiresAt === undefined) return undefined;
    return passwordResetEmail({ url: `${publicUrl}/reset-password?token=${token}`, expiresAt });
  }

  async function sendEmail(mail: AuthEmailRow): Promise<void> {
    const email = await buildEmail(mail);
    if (email === undefined) return;
    // A mail client drops one of two equal ids, and only the newest link works.
    await mailer.send({ to: [mail.email], messageId: `conta.${newId()}`, ...email });
    log.info({ userId: mail.user_id, kind: mail.kind }, 'a user was notified by email');
  }

  const enqueueJobs = (tx: Parameters<Jobs['send']>[0], ids: readonly string[]) =>
    jobs.send(
      tx,
      'account-mail',
      ids.map((mailId) => ({ data: { mailId } })),
    );

  return {
    async enqueue(tx: Tx, userId: string, kind: AccountEmailKind): Promise<void> {
      const id = newId();
      await createAuthEmailsRepository(tx).insert({ id, userId, kind });
      await enqueueJobs(tx, [id]);
    },

    /** A request for an unknown address takes as long as one for a known address. */
    enqueueIfExists: (tx: Tx, mailId: string) => enqueueJobs(tx, [mailId]),

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

    /** Their job may have been lost. */
    deliverOverdue: async () => enqueueJobs(database.db, await repository.findOverdue()),

    async deleteStaleLinks(): Promise<void> {
      const lost = await repository.deleteStaleLinks();
      if (lost > 0) log.error({ lost }, 'links for new passwords never went out');
    },
  };
}
