import type { Database } from '../database/database.ts';
import type { SupportLetterKind } from '../database/tables.support.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { MailError, type Mailer } from '../mail/mailer.ts';
import { createSupportLettersRepository, type MessageInHand } from './letters.repository.ts';
import { senderLetter, teamLetter } from './support.letters.ts';

/** A letter's job: there is one of each. After an outage those with priority go out first. */
export const letterJob = (messageId: string, kind: SupportLetterKind, isPriority: boolean) => ({
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
  const repository = createSupportLettersRepository(database.db);

  async function tell(message: MessageInHand, kind: SupportLetterKind): Promise<void> {
    const messageId = `suporte.${message.id}.${kind}`;
    if (kind === 'sender') {
      await mailer.send({ to: [message.email], messageId, ...senderLetter(message, publicUrl) });
    } else if (teamEmail !== undefined) {
      const replyTo = message.email;
      const { isPriority: isUrgent } = message;
      await mailer.send({ to: [teamEmail], replyTo, messageId, isUrgent, ...teamLetter(message) });
    }
  }

  return {
    /**
     * Sends a letter unless it was sent or another delivery has it in hand. One that is repeated
     * after a crash has the same Message-ID. What the mail server refuses for good is given up; what
     * is for a team whose address this process does not know waits for one that does.
     */
    async deliver(messageId: string, kind: SupportLetterKind): Promise<void> {
      if (kind === 'team' && teamEmail === undefined) return;
      const message = await repository.take(messageId, kind);
      if (message === undefined) return;
      try {
        await tell(message, kind);
      } catch (error) {
        if (error instanceof MailError && error.isFinal) {
          await repository.giveUp(messageId, kind);
          log.error({ messageId, kind, error }, 'a mail of the support was refused for good');
          return;
        }
        await repository.putBack(messageId, kind);
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
        waiting.map(({ messageId, kind, isPriority }) => letterJob(messageId, kind, isPriority)),
      );
    },
  };
}
