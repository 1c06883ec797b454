import type { PostStatus } from '@pontual/contract/posts.ts';
import { APPROVED_LATE, UNAPPROVED } from '../publishing/awaiting.ts';
import { HELD } from '../publishing/holding.ts';
import { unverifiable } from '../publishing/moves.ts';

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
interface News {
  id: string;
  code: string;
  status: PostStatus | null;
}

interface LetterTo<N> {
  to: string[];
  wanted: N[];
}

/** A post that waits for the word of those who approve. */
export const APPROVAL_ASKED = 'approval-asked';

/** Who enters an account, and what is deleted of it: told to its owner, whatever they have switched off. */
const always: ReadonlySet<string> = new Set([
  'google-linked',
  'google-taken-over',
  'instagram-removed',
]);

/** Who is told what, as they have chosen: those who want the same are told in one mail. */
export function lettersFor<N extends News>(
  news: readonly N[],
  recipients: readonly Recipient[],
): LetterTo<N>[] {
  const letters = new Map<string, LetterTo<N>>();
  for (const recipient of recipients) {
    const isTheirs = ({ code }: News) => (code === APPROVAL_ASKED) === recipient.is_approver;
    const wanted = news
      .filter(isTheirs)
      .filter((notice) =>
        always.has(notice.code)
          ? recipient.is_owner
          : tellsOfFailure(notice)
            ? recipient.notify_failed
            : recipient.notify_at_risk,
      );
    if (wanted.length === 0) continue;
    const key = wanted.map(({ id }) => id).join();
    const letter = letters.get(key) ?? { to: [], wanted };
    letter.to.push(recipient.email);
    letters.set(key, letter);
  }
  return [...letters.values()];
}

/** Of these posts the hour is over, and they are drafts again. */
export const returnedCodes = [HELD, UNAPPROVED, APPROVED_LATE] as const;
const returned: ReadonlySet<string> = new Set(returnedCodes);

/** Nobody knows whether the post was published: never told as a failure, or it is published twice. */
export const isUnknown = (code: string | null): boolean => code === unverifiable.problem.code;

/** A post that ended, or came back, without being known as published; everything else says that one may not be. */
export const tellsOfFailure = ({ code, status }: Pick<News, 'code' | 'status'>) =>
  status === 'failed' || status === 'error' || status === 'expired' || returned.has(code);
