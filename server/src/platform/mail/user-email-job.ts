import type { EmailContent } from './email-template.ts';

/** An email about the user account, which is sent regardless of the notification settings. */
export type UserEmailContent =
  | { kind: 'password-changed' }
  | { kind: 'email-asked' | 'email-changed'; newEmail: string }
  /** The caller supplies the text. */
  | { kind: 'written'; email: EmailContent };

/**
 * A job of the queue `user-email`. It contains its recipient, since the account may have a new email
 * address.
 */
export interface UserEmailJob {
  id: string;
  to: string;
  at: string;
  content: UserEmailContent;
}
