import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../database/database.ts';
import { enqueueMessages, type NewMessage } from '../outbox/outbox.repository.ts';
import { renderEmail, type EmailContent } from './email-template.ts';
import type { OutboxMessage } from '../outbox/channel.ts';
import type { Email } from './mailer.ts';

/** `written` has its text from the start; the others are built when they are sent. */
export const emailKindNames = [
  'written',
  'password-reset',
  'notifications',
  'weekly-summary',
  'support',
] as const;
export type EmailKindName = (typeof emailKindNames)[number];

/** `messageId` only if it must not be equal for each attempt. */
type ComposedEmail = Omit<Email, 'messageId'> & { messageId?: string };

export interface EmailKind {
  /**
   * Builds the emails of one message from the current rows; none when they are no longer needed. `record` runs
   * in the transaction of the end; the emails are not sent if a server has refused one, or none was needed.
   */
  build(
    content: object,
    message: OutboxMessage,
  ): Promise<{
    emails: readonly ComposedEmail[];
    /** A visitor typed the address: a refusal is no fault of ours. */
    isAddressUnverified?: boolean;
    record?: (tx: Tx, end: { areSent: boolean }) => Promise<void>;
  }>;
}

/** A mail server that is down for a weekend loses nothing. */
const LIFETIME_SECONDS = 3 * 24 * 3600;

/** An awaited email does not wait behind a thousand summaries; a priority of its own is added to this. */
const priorities: Readonly<Record<EmailKindName, number>> = {
  written: 2,
  'password-reset': 2,
  notifications: 2,
  support: 0,
  'weekly-summary': -1,
};

/** An email with the key of an earlier one of its kind is not stored. */
export async function enqueueEmails(
  tx: Db | Tx,
  kind: EmailKindName,
  emails: readonly NewMessage[],
): Promise<void> {
  const messages = emails.map(({ key, content, priority = 0, ...email }) => ({
    lifetimeSeconds: LIFETIME_SECONDS,
    ...email,
    priority: priorities[kind] + priority,
    key: `${kind} ${key}`,
    content: { kind, ...content },
  }));
  await enqueueMessages(tx, 'email', messages);
}

export const addressEmail = (to: string, email: EmailContent) => ({
  to: [to],
  subject: email.title,
  ...renderEmail(email),
});

/** `key` tells the emails apart; a second one with the same key is not sent. */
export const enqueueWrittenEmail = (
  tx: Db | Tx,
  { key, to, email }: { key: string; to: string; email: EmailContent },
): Promise<void> => enqueueEmails(tx, 'written', [{ key, content: addressEmail(to, email) }]);

/** Of an address that belongs to no account any more. Emails that are built later find no account. */
export async function deleteWaitingEmails(tx: Tx, address: string): Promise<void> {
  await sql`delete from outbox
    where channel = 'email' and state = 'waiting' and content -> 'to' ? ${address}`.execute(tx);
}

const writtenContent = z.object({
  to: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

export const writtenEmail: EmailKind = {
  build: (content) => Promise.resolve({ emails: [writtenContent.parse(content)] }),
};
