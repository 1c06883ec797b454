import { z } from 'zod';
import type { Db, Tx } from '../database/database.ts';
import { enqueueMessages, type NewMessage } from '../outbox/outbox.repository.ts';
import { renderEmail, type EmailContent } from './email-template.ts';
import type { EmailKind } from './email.channel.ts';

/** `written` has its text from the start; the others are built when they are sent. */
export const emailKindNames = [
  'written',
  'password-reset',
  'notifications',
  'weekly-summary',
  'support',
] as const;
export type EmailKindName = (typeof emailKindNames)[number];

/** A mail server that is down for a weekend loses nothing. */
const LIFETIME_SECONDS = 3 * 24 * 3600;

/** An email with the key of an earlier one of its kind is not stored. */
export async function enqueueEmails(
  tx: Db | Tx,
  kind: EmailKindName,
  emails: readonly NewMessage[],
): Promise<void> {
  const messages = emails.map(({ key, content, ...email }) => ({
    lifetimeSeconds: LIFETIME_SECONDS,
    ...email,
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

const writtenContent = z.object({
  to: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

export const writtenEmail: EmailKind = {
  build: (content) => Promise.resolve({ emails: [writtenContent.parse(content)] }),
};
