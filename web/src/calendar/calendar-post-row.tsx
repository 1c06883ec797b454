import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { InstagramAccountTag } from '../instagram/instagram-account-tag.tsx';
import { AtRiskMark } from '../posts/issues/at-risk-mark.tsx';
import { useMinute } from '../ui/page/use-minute.ts';
import { cx } from '../ui/cx.ts';
import { StatusText } from '../ui/status-text.tsx';
import { AwaitingApprovalMark } from '../posts/status-label.tsx';
import { captionLine } from '../posts/caption-line.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { hasFollowingPosts } from '../posts/series-post.ts';
import { hasPublishingFailed, getRecoveryAction } from '../posts/post-issue.rules.ts';
import { ManualPublishingLink } from '../posts/manual-publishing-link.tsx';
import { PostIssueText } from '../posts/post-issue-text.tsx';
import { relativeDay } from '../ui/dates/day-text.ts';
import { getDueAt } from '../posts/due-at.ts';
import { mediaTypeText } from '../posts/media-type-text.ts';

/** Most posts need no recovery action, so the button is loaded on demand. */
const RecoveryActionButton = lazy(async () => ({
  default: (await import('../posts/change/recovery-action-button.tsx')).RecoveryActionButton,
}));

const SeriesMark = lazy(async () => ({
  default: (await import('../planning/series/series-mark.tsx')).SeriesMark,
}));

interface PostRowProps {
  post: Post;
  isAtRisk: boolean;
  /** Such as `em 3 h 28 min`, for the next post. */
  countdown: string | null;
  /** No post is published while no Instagram account is connected. */
  connected: boolean;
  onOpen: (post: Post) => void;
}

/** A press anywhere in the row opens the details, except on the recovery action. */
export function CalendarPostRow({ post, isAtRisk, countdown, connected, onOpen }: PostRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const failed = hasPublishingFailed(post);
  const normalClass = countdown === null ? 'border-transparent' : 'border-line bg-surface';
  return (
    <div
      className={cx(
        'relative grid grid-cols-[48px_minmax(0,1fr)] items-center gap-3 rounded-md border py-[9px] pr-2 pl-[9px] transition-colors',
        failed
          ? 'my-1 border-bad/40 bg-bad-soft'
          : cx(normalClass, 'hover:border-line hover:bg-surface'),
      )}
    >
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-15 w-12 rounded-sm"
      />
      <div className="min-w-0">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(post)}
          className="block w-full text-left shadow-none! outline-none! before:absolute before:-inset-px before:rounded-md focus-visible:before:shadow-[0_0_0_3px_var(--focus-halo)] focus-visible:before:outline-2 focus-visible:before:outline-offset-3 focus-visible:before:outline-(--focus-line)"
        >
          <span className="mb-0.5 flex flex-wrap items-center gap-x-2">
            <span className="inline-flex items-center gap-[5px] text-xs font-medium whitespace-nowrap text-ink-3">
              <MediaTypeIcon type={post.mediaType} size={15} />
              {mediaTypeText(post)}
            </span>
            <span aria-hidden="true" className="text-xs text-ink-3">
              ·
            </span>
            <StatusText status={post.status}>{postStatusNames[post.status]}</StatusText>
            <AwaitingApprovalMark post={post} />
            {isAtRisk ? <AtRiskMark /> : null}
            <InstagramAccountTag account={post.instagramAccountId} />
            {hasFollowingPosts(post) ? (
              <Suspense fallback={null}>
                <SeriesMark rule={post.series.rule} />
              </Suspense>
            ) : null}
            <SpokenDueTime post={post} />
            {countdown === null ? null : <Countdown text={countdown} />}
          </span>
          <span
            className={cx(
              'line-clamp-2 text-sm wrap-anywhere',
              post.caption.trim() === '' && 'text-ink-3',
            )}
          >
            {captionLine(post.caption)}
          </span>
        </button>
        <PostIssueText post={post} connected={connected} className="mt-0.5" />
        {/* Above the row's button, which covers the whole row. */}
        <div className="relative z-[1] mt-2 flex w-fit flex-wrap items-center gap-x-4 empty:hidden">
          <LazyRecoveryAction post={post} connected={connected} focusTarget={button} />
          <ManualPublishingLink post={post} />
        </div>
      </div>
    </div>
  );
}

interface RecoveryActionProps extends Pick<PostRowProps, 'post' | 'connected'> {
  focusTarget: RefObject<HTMLElement | null>;
}

/** An open dialog stays although the state of the post changes meanwhile. */
function LazyRecoveryAction({ post, connected, focusTarget }: RecoveryActionProps) {
  const isNeeded = getRecoveryAction(post, connected) !== null;
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return wasNeeded ? (
    <Suspense fallback={null}>
      <RecoveryActionButton post={post} focusTarget={focusTarget} />
    </Suspense>
  ) : null;
}

/** The time is outside the button, so screen readers need it inside as well. */
function SpokenDueTime({ post }: { post: Post }) {
  const now = useMinute();
  const dueAt = getDueAt(post);
  if (dueAt === null) return null;
  return (
    <span className="sr-only">
      {relativeDay(dueAt, now)}, {formatTime(dueAt)}
    </span>
  );
}

/** On a phone the line is too short for the last word of `3 h 28 min`. */
function Countdown({ text }: { text: string }) {
  const [hours, minutes] = text.split(/(?<= h \d+) (?=min)/);
  return (
    <span className="tnum ml-auto rounded-full bg-ipe-soft px-2 py-0.5 text-2xs font-semibold whitespace-nowrap">
      {hours}
      {minutes === undefined ? null : <span className="max-lg:sr-only"> {minutes}</span>}
    </span>
  );
}
