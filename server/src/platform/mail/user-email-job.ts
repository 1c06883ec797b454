import type { EmailContent } from './email-template.ts';

/** Sent regardless of the notification settings. */
export type UserEmailContent =
  | { kind: 'password-changed' }
  | { kind: 'email-requested' | 'email-changed'; newEmail: string }
  | { kind: 'written'; email: EmailContent };

/** Contains its recipient, since the account may have a new email address. */
export interface UserEmailJob {
  id: string;
  to: string;
  at: string;
  content: UserEmailContent;
}
