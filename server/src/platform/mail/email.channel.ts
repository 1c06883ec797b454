import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { Channel, Delivery } from '../outbox/channel.ts';
import { retryDelaySeconds } from '../outbox/retry-delay.ts';
import { emailKindNames, type EmailKind, type EmailKindName } from './emails.ts';
import type { Recipients } from './recipients.ts';
import { MailError, type Email, type Mailer } from './mailer.ts';

/** A server with wrong settings also refuses everything for good, and its operator may be mending them. */
const MAX_REFUSALS = 3;

const emailContent = z.looseObject({ kind: z.enum(emailKindNames) });

/** A repeated email has the same Message-ID, by which mail programs recognise it. */
export function createEmailChannel(deps: {
  mailer: Pick<Mailer, 'send'>;
  kinds: Readonly<Record<EmailKindName, EmailKind>>;
  recipients: Recipients;
  log: Log;
}): Channel {
  const { mailer, kinds, recipients, log } = deps;

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
    leaseSeconds: 5 * 60,
    async deliver(message): Promise<Delivery> {
      const { kind, ...content } = emailContent.parse(message.content);
      const built = await kinds[kind].build(content, message);
      const { sort = 'ordinary', isAddressUnverified, record } = built;
      const endAs = (state: 'sent' | 'dropped' | 'failed', result?: string): Delivery => ({
        kind: state,
        ...(result === undefined ? {} : { result }),
        ...(record === undefined
          ? {}
          : { record: (tx) => record(tx, { areSent: state === 'sent' }) }),
      });
      const allowed = await recipients.findAllowed(
        built.emails.flatMap(({ to }) => to),
        sort,
      );
      const emails: (typeof built.emails)[number][] = [];
      for (const email of built.emails) {
        const to = email.to.filter((address) => allowed.includes(address));
        if (to.length > 0) emails.push({ ...email, to });
      }
      if (emails.length === 0) return endAs('dropped');
      // All of them wait: those of a workspace are then combined with the next ones.
      const inSeconds = await recipients.admit(allowed, sort, message.id);
      if (inSeconds > 0) {
        log.warn({ kind, inSeconds }, 'an email waits: its recipient has had too many');
        return { kind: 'retry', inSeconds, result: 'too many emails to the recipient' };
      }
      const failures: MailError[] = [];
      for (const [index, email] of emails.entries()) {
        const messageId = `${kind}.${message.id}${index === 0 ? '' : `.${index}`}`;
        const failure = await send({ messageId, ...email });
        if (failure !== undefined) failures.push(failure);
      }
      const [first] = failures;
      if (first === undefined) return endAs('sent');
      const { attempts } = message;
      log.info({ kind, failures: failures.length, error: first }, 'an email was not accepted');
      // The server accepts others: it refuses the recipient.
      const isOfRecipient = failures.length < emails.length;
      const isFinal =
        failures.every(({ isPermanent }) => isPermanent) &&
        (isOfRecipient || attempts >= MAX_REFUSALS);
      return isFinal
        ? endAs(isAddressUnverified ? 'dropped' : 'failed', first.message)
        : { kind: 'retry', inSeconds: retryDelaySeconds(attempts), result: first.message };
    },
  };
}
