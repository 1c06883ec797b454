import type { Database } from '../../platform/database/database.ts';
import type { SupportEmailKind } from '../../platform/database/tables-support.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { MailError, type Mailer } from '../../platform/mail/mailer.ts';
import { createSupportEmailsRepository, type ClaimedMessage } from './support-emails.repository.ts';
import { buildSenderEmail, buildTeamEmail } from './support-emails.presenter.ts';

/** A letter's job: there is one of each. After an outage those with priority go out first. */
export const emailJob = (messageId: string, kind: SupportEmailKind, isPriority: boolean) => ({
  data: { messageId, kind },
  priority: isPriority ? 1 : 0,
  key: `${messageId}.${kind}`,
});

/** The mails that messages to the team have sent: written down with the message, sent by a job. */
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
    /**
     * Sends a letter unless it was sent or another delivery has it in hand. One that is repeated
     * after a crash has the same Message-ID. What the mail server refuses for good is given up; what
     * is for a team whose address this process does not know waits for one that does.
     */
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

    /** Has sent what the job that should have sent it could not; what is too old is given up. */
    async deliverOverdue(): Promise<void> {
      for (const letter of await repository.giveUpStale()) {
        log.error(letter, 'a mail of the support has waited too long');
      }
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'support-letter',
        waiting.map(({ messageId, kind, isPriority }) => emailJob(messageId, kind, isPriority)),
      );
    },
  };
}
