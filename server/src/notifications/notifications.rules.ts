import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostStatus } from '@pontual/contract/posts/posts.ts';
import { APPROVED_LATE, UNAPPROVED } from '@pontual/contract/posts/issue-codes.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';

export interface Recipient {
  email: string;
  is_owner: boolean;
  /** An approver gets only approval requests. */
  is_approver: boolean;
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

export const APPROVAL_REQUESTED = 'approval-requested';

/** The owner always gets these, regardless of the settings. */
const alwaysSentCodes: ReadonlySet<string> = new Set([
  'google-linked',
  'google-taken-over',
  'instagram-removed',
]);

/** Members with the same selection share one email. */
export function groupByRecipients<N extends NotificationFacts>(
  notifications: readonly N[],
  recipients: readonly Recipient[],
): AddressedEmail<N>[] {
  const emails = new Map<string, AddressedEmail<N>>();
  for (const recipient of recipients) {
    const isForRecipient = ({ code }: NotificationFacts) =>
      (code === APPROVAL_REQUESTED) === recipient.is_approver;
    const selected = notifications
      .filter(isForRecipient)
      .filter((notification) =>
        alwaysSentCodes.has(notification.code)
          ? recipient.is_owner
          : isFailure(notification)
            ? recipient.notify_failed
            : recipient.notify_at_risk,
      );
    if (selected.length === 0) continue;
    const key = selected.map(({ id }) => id).join();
    const email = emails.get(key) ?? { to: [], notifications: selected };
    email.to.push(recipient.email);
    emails.set(key, email);
  }
  return [...emails.values()];
}

export const returnedToDraftCodes = [HELD_BY_PAUSE, UNAPPROVED, APPROVED_LATE] as const;
const returnedToDraft: ReadonlySet<string> = new Set(returnedToDraftCodes);

/** The message must not call it a failure, or the owner publishes the post twice. */
export const isUnknownOutcome = (code: string | null): boolean => code === UNVERIFIABLE;

/** Ended or returned to draft, without being known as published; other notifications are warnings. */
export const isFailure = ({ code, status }: Pick<NotificationFacts, 'code' | 'status'>) =>
  status === 'failed' || status === 'error' || status === 'expired' || returnedToDraft.has(code);
