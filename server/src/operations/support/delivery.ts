import type { Database } from '../../platform/database/database.ts';
import type { SupportEmailKind } from '../../platform/database/tables.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { MailError, type Mailer } from '../../platform/mail/mailer.ts';
import { createSupportEmailsRepository, type ClaimedMessage } from './support-emails.repository.ts';
import { buildSenderEmail, buildTeamEmail } from './support-emails.presenter.ts';

/** At most one job per email. After an outage priority emails go first. */
export const emailJob = (messageId: string, kind: SupportEmailKind, isPriority: boolean) => ({
  data: { messageId, kind },
  priority: isPriority ? 1 : 0,
  key: `${messageId}.${kind}`,
});

export function createSupportDelivery(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  teamEmail: string | undefined;
  log: Log;
}) {
  const { database, jobs, mailer, publicUrl, teamEmail, log } = deps;
  const repository = createSupportEmailsRepository(database.db);

  async function sendEmail(message: ClaimedMessage, kind: SupportEmailKind): Promise<void> {
    const messageId = `suporte.${message.id}.${kind}`;
    if (kind === 'sender') {
      await mailer.send({
        to: [message.email],
        messageId,
        ...buildSenderEmail(message, publicUrl),
      });
    } else if (teamEmail !== undefined) {
      const replyTo = message.email;
      const { isPriority: isUrgent } = message;
      await mailer.send({
        to: [teamEmail],
        replyTo,
        messageId,
        isUrgent,
        ...buildTeamEmail(message),
      });
    }
  }

  return {
    /** A retry after a crash has the same Message-ID; a process without SUPPORT_EMAIL leaves team emails. */
    async deliver(messageId: string, kind: SupportEmailKind): Promise<void> {
      if (kind === 'team' && teamEmail === undefined) return;
      const message = await repository.claim(messageId, kind);
      if (message === undefined) return;
      try {
        await sendEmail(message, kind);
      } catch (error) {
        if (error instanceof MailError && error.isPermanent) {
          await repository.giveUp(messageId, kind);
          log.error({ messageId, kind, error }, 'a mail of the support was refused for good');
          return;
        }
        await repository.release(messageId, kind);
        throw error;
      }
      await repository.markSent(messageId, kind);
    },

    async deliverOverdue(): Promise<void> {
      for (const email of await repository.giveUpStale()) {
        log.error(email, 'a mail of the support has waited too long');
      }
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'support-email',
        waiting.map(({ messageId, kind, isPriority }) => emailJob(messageId, kind, isPriority)),
      );
    },
  };
}
