import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { Channel, Delivery } from '../outbox/channel.ts';
import { retryDelaySeconds } from '../outbox/retry-delay.ts';
import { emailKindNames, type EmailKind, type EmailKindName } from './emails.ts';
import { MailError, type Email, type Mailer } from './mailer.ts';

const emailContent = z.looseObject({ kind: z.enum(emailKindNames) });

/** A repeated email has the same Message-ID, by which mail programs recognise it. */
export function createEmailChannel(deps: {
  mailer: Pick<Mailer, 'send'>;
  kinds: Readonly<Record<EmailKindName, EmailKind>>;
  log: Log;
}): Channel {
  const { mailer, kinds, log } = deps;

  /** Returns the error of a mail server that has not accepted or refused the email. */
  async function send(email: Email): Promise<MailError | undefined> {
    try {
      await mailer.send(email);
      return undefined;
    } catch (error) {
      if (error instanceof MailError) return error;
      throw error;
    }
  }

  return {
    concurrency: 5,
    perGroup: 1,
    async deliver(message): Promise<Delivery> {
      const { kind, ...content } = emailContent.parse(message.content);
      const { emails, record } = await kinds[kind].build(content, message);
      const end = record === undefined ? {} : { record };
      if (emails.length === 0) return { kind: 'dropped', ...end };
      const failures: MailError[] = [];
      for (const [index, email] of emails.entries()) {
        const messageId = `${kind}.${message.id}${index === 0 ? '' : `.${index}`}`;
        const failure = await send({ messageId, ...email });
        if (failure !== undefined) failures.push(failure);
      }
      const [first] = failures;
      if (first === undefined) return { kind: 'sent', ...end };
      log.info({ kind, failures: failures.length, error: first }, 'an email was not accepted');
      const result = first.message;
      return failures.some(({ isPermanent }) => !isPermanent)
        ? { kind: 'retry', inSeconds: retryDelaySeconds(message.attempts), result }
        : { kind: 'failed', result, ...end };
    },
  };
}
