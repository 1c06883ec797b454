import type { EmailContent } from './email-template.ts';

/** What an owner is told of the account, whatever mails are switched off. */
export type UserEmailContent =
  | { kind: 'password-changed' }
  | { kind: 'email-asked' | 'email-changed'; newEmail: string }
  /** Worded by whoever has something to say. */
  | { kind: 'letter'; letter: EmailContent };

/** A job of the queue `account-news`: it names its address, which the account may have no longer. */
export interface UserEmailJob {
  id: string;
  to: string;
  at: string;
  news: UserEmailContent;
}
