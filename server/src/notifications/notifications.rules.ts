import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostStatus } from '@pontual/contract/posts/posts.ts';
import { APPROVED_LATE, UNAPPROVED } from '@pontual/contract/posts/issue-codes.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';

/** A member of a workspace, and which mails they want. */
export interface Recipient {
  email: string;
  is_owner: boolean;
  /** Not of those who see to posts: they are told what waits for their word. */
  is_approver: boolean;
  notify_failed: boolean;
  notify_at_risk: boolean;
}

/** Something to be told, as its post is now; null for what concerns the account. */
interface NotificationFacts {
  id: string;
  code: string;
  status: PostStatus | null;
}

interface AddressedEmail<N> {
  to: string[];
  notifications: N[];
}

/** A post that waits for the word of those who approve. */
export const APPROVAL_REQUESTED = 'approval-asked';

/** Who enters an account, and what is deleted of it: told to its owner, whatever they have switched off. */
const alwaysSentCodes: ReadonlySet<string> = new Set([
  'google-linked',
  'google-taken-over',
  'instagram-removed',
]);

/** Who is told what, as they have chosen: those who want the same are told in one mail. */
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

/** Of these posts the hour is over, and they are drafts again. */
export const returnedToDraftCodes = [HELD_BY_PAUSE, UNAPPROVED, APPROVED_LATE] as const;
const returnedToDraft: ReadonlySet<string> = new Set(returnedToDraftCodes);

/** Nobody knows whether the post was published: never told as a failure, or it is published twice. */
export const isUnknownOutcome = (code: string | null): boolean => code === UNVERIFIABLE;

/** A post that ended, or came back, without being known as published; everything else says that one may not be. */
export const isFailure = ({ code, status }: Pick<NotificationFacts, 'code' | 'status'>) =>
  status === 'failed' || status === 'error' || status === 'expired' || returnedToDraft.has(code);
