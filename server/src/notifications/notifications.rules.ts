import type { PostStatus } from '@pontual/contract/posts/posts.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { handlingOf } from './kinds/workspace-notifications.ts';

export interface Recipient {
  email: string;
  role: Role;
  notify_failed: boolean;
  notify_at_risk: boolean;
}

interface NotificationFacts {
  id: string;
  code: string;
  status: PostStatus | null;
}

interface AddressedEmail<N> {
  to: string[];
  notifications: N[];
}

/** Members with the same selection share one email. */
export function groupByRecipients<N extends NotificationFacts>(
  notifications: readonly N[],
  recipients: readonly Recipient[],
): AddressedEmail<N>[] {
  const emails = new Map<string, AddressedEmail<N>>();
  for (const recipient of recipients) {
    const selected = notifications.filter((notification) => isFor(recipient, notification));
    if (selected.length === 0) continue;
    const key = selected.map(({ id }) => id).join();
    const email = emails.get(key) ?? { to: [], notifications: selected };
    email.to.push(recipient.email);
    emails.set(key, email);
  }
  return [...emails.values()];
}

function isFor(recipient: Recipient, notification: NotificationFacts): boolean {
  const { channels, recipients, isMandatory } = handlingOf(notification.code);
  if (!channels.includes('email') || !recipients.includes(recipient.role)) return false;
  if (isMandatory) return true;
  return isFailure(notification) ? recipient.notify_failed : recipient.notify_at_risk;
}

/** The message must not call it a failure, or the owner publishes the post twice. */
export const isUnknownOutcome = (code: string): boolean => handlingOf(code).severity === 'unknown';

/** Ended or returned to draft, without being known as published; other notifications are warnings. */
export const isFailure = ({ code, status }: Pick<NotificationFacts, 'code' | 'status'>) =>
  status === 'failed' ||
  status === 'error' ||
  status === 'expired' ||
  handlingOf(code).severity === 'failure';
