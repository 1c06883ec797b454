import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { SEQUENCE_TEXT } from '@pontual/contract/posts/sequence-text.ts';
import { useSession } from '../api/session.tsx';
import { explicitAccount } from '../instagram/has-several-accounts.ts';
import { instagramLimits } from '../instagram/installed-limits.ts';
import { monthOfDay } from '../ui/dates/month-grid.ts';
import { getDueAt } from './due-at.ts';
import { useMonthPosts } from './lists-queries.ts';
import { readNow } from './now.ts';

interface SequenceNoteProps {
  /** Null without a complete time. */
  dueAt: Date | null;
  /** Null for the first account of the workspace. */
  instagramAccountId: string | null;
  /** The post itself, if it exists. */
  postId?: string | undefined;
}

const isWaiting = ({ status }: Post) => status === 'scheduled' || status === 'pending';

/** Where another post of the account has the same due time: an account publishes one after the other. */
export function SequenceNote({ dueAt, instagramAccountId, postId }: SequenceNoteProps) {
  const { user } = useSession();
  const hasGap = user !== null && dueAt !== null && instagramLimits().publishGapSeconds > 0;
  const { data } = useMonthPosts(monthOfDay(dayKey(dueAt ?? readNow())), hasGap);
  const account = explicitAccount(user, instagramAccountId);
  const isShared = data?.some(
    (post) =>
      post._id !== postId &&
      isWaiting(post) &&
      getDueAt(post)?.getTime() === dueAt?.getTime() &&
      (account === undefined || post.instagramAccountId === account),
  );
  if (!hasGap || isShared !== true) return null;
  return (
    <p className="mt-3 text-sm text-ink-2">
      Há outro post desta conta neste horário. {SEQUENCE_TEXT}
    </p>
  );
}

export const SequenceNoteOfPost = ({ post }: { post: Post }) =>
  isWaiting(post) ? (
    <SequenceNote
      dueAt={getDueAt(post)}
      instagramAccountId={post.instagramAccountId}
      postId={post._id}
    />
  ) : null;
