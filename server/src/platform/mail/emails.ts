import { z } from 'zod';
import type { Db, Tx } from '../database/database.ts';
import { enqueueMessages, type NewMessage } from '../outbox/outbox.repository.ts';
import { renderEmail, type EmailContent } from './email-template.ts';
import type { OutboxMessage } from '../outbox/channel.ts';
import type { Email } from './mailer.ts';
import { emailSorts, type EmailSort } from './recipients.ts';

/** `written` has its text from the start; the others are built when they are sent. */
export const emailKindNames = [
  'written',
  'password-reset',
  'email-verification',
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
    /** Default: `ordinary`. */
    sort?: EmailSort;
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
  'email-verification': 2,
  notifications: 2,
  support: 0,
  'weekly-summary': -1,
};

export interface NewEmail extends NewMessage {
  kind: EmailKindName;
}

/** An email with the key of an earlier one of its kind is not stored. */
export async function enqueueEmails(tx: Db | Tx, emails: readonly NewEmail[]): Promise<void> {
  const messages = emails.map(({ kind, key, content, priority = 0, ...email }) => ({
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

const writtenText = z.object({
  title: z.string(),
  paragraphs: z.array(z.string()),
  /** `path` is completed by the public URL when the email is sent. */
  button: z.object({ label: z.string(), path: z.string() }),
});
export type WrittenText = z.infer<typeof writtenText>;

const writtenContent = z.object({
  to: z.string(),
  text: writtenText,
  sort: z.enum(emailSorts),
});

/** @returns the content of an email of the kind `written` */
export const writtenTo = (
  to: string,
  text: WrittenText,
  sort: EmailSort = 'ordinary',
): z.infer<typeof writtenContent> => ({ to, text, sort });

export const createWrittenEmail = ({ publicUrl }: { publicUrl: string }): EmailKind => ({
  async build(content) {
    const { to, text, sort } = writtenContent.parse(content);
    const { label, path } = text.button;
    const button = { label, url: `${publicUrl}${path}` };
    return { emails: [addressEmail(to, { ...text, button })], sort };
  },
});
