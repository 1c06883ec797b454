import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostStatus } from '@pontual/contract/posts/posts.ts';
import { APPROVED_LATE, UNAPPROVED } from '@pontual/contract/posts/issue-codes.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';

/** A member of a workspace and their email settings. */
export interface Recipient {
  email: string;
  is_owner: boolean;
  /** An approver gets only approval requests. */
  is_approver: boolean;
  notify_failed: boolean;
  notify_at_risk: boolean;
}

/** A notification with the current status of its post; null for an account notification. */
interface NotificationFacts {
  id: string;
  code: string;
  status: PostStatus | null;
}

interface AddressedEmail<N> {
  to: string[];
  notifications: N[];
}

/** Code of a post that waits for an approval. */
export const APPROVAL_REQUESTED = 'approval-asked';

/** New sign-in methods and deleted data: the owner always gets these, regardless of the settings. */
const alwaysSentCodes: ReadonlySet<string> = new Set([
  'google-linked',
  'google-taken-over',
  'instagram-removed',
]);

/**
 * Groups notifications by recipients according to their settings; members with the same selection share one
 * email.
 */
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
      .filter((notice) =>
        alwaysSentCodes.has(notice.code)
          ? recipient.is_owner
          : isFailure(notice)
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

/** The due time of these posts has passed, and they are drafts again. */
export const returnedToDraftCodes = [HELD_BY_PAUSE, UNAPPROVED, APPROVED_LATE] as const;
const returnedToDraft: ReadonlySet<string> = new Set(returnedToDraftCodes);

/** The outcome is unknown. The message must not call it a failure, or the owner publishes the post twice. */
export const isUnknownOutcome = (code: string | null): boolean => code === UNVERIFIABLE;

/**
 * Returns true for a post that ended, or returned to draft, without being known as published. Other
 * notifications are warnings.
 */
export const isFailure = ({ code, status }: Pick<NotificationFacts, 'code' | 'status'>) =>
  status === 'failed' || status === 'error' || status === 'expired' || returnedToDraft.has(code);
