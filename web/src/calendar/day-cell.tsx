import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Plus } from 'lucide-react';
import type { IsAtRisk } from '../posts/issues/at-risk.ts';
import { InstagramAccountTag } from '../instagram/instagram-account-tag.tsx';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { hasPublishingFailed } from '../posts/post-issue.rules.ts';
import { dotStatus } from '../posts/status-label.tsx';
import { SHOWN_PER_DAY, type DayAction } from './day-cell-label.ts';
import type { GridDay } from '../ui/dates/month-grid.ts';
import { getDueAt } from '../posts/due-at.ts';

export interface DayCellProps {
  day: GridDay;
  name: string;
  occasion: string | null;
  /** The visible posts come first. */
  posts: readonly Post[];
  isAtRisk: IsAtRisk;
  loading: boolean;
  action: DayAction;
  period: 'past' | 'today' | 'future';
  tabStop: boolean;
  arrivingPost: ArrivingPost | null;
  onActivate: (cell: HTMLElement) => void;
}

export interface ArrivingPost {
  postId: string;
  state: 'waiting' | 'landed';
}

export function DayCell(props: DayCellProps) {
  const { day, name, occasion, posts, loading, action, period, tabStop, arrivingPost, onActivate } =
    props;
  const { isAtRisk } = props;
  const more = posts.length - SHOWN_PER_DAY;
  const hidesFailedPost = posts.slice(SHOWN_PER_DAY).some(hasPublishingFailed);
  return (
    <td
      className={cx(
        'border-t border-line p-0 not-first:border-l',
        day.inMonth ? 'bg-surface' : 'bg-paper',
        action !== 'none' && 'lg:hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={period === 'today' ? 'date' : undefined}
        data-day={day.key}
        tabIndex={tabStop ? 0 : -1}
        onClick={({ currentTarget }) => onActivate(currentTarget)}
        className={cx(
          'group relative flex min-h-[54px] w-full touch-manipulation flex-col [-webkit-touch-callout:none] select-none items-center gap-[3px] px-0 pt-1 pb-[5px] text-left focus-visible:z-10 max-lg:-outline-offset-2! lg:min-h-[92px] lg:items-stretch lg:px-1 lg:pt-[7px] lg:pb-1.5 2xl:px-[7px]',
          action === 'none' && 'cursor-default!',
        )}
      >
        {/* Hidden text instead of aria-label, which would have to contain the visible text verbatim. */}
        <span className="sr-only">{name}</span>
        <span aria-hidden="true" className={cx(numberClass, numberClassFor(day, period))}>
          {day.day}
          {occasion === null ? null : (
            <span className="absolute bottom-[3px] h-0.5 w-2.5 rounded-full bg-current opacity-70 lg:bottom-0.5" />
          )}
        </span>
        {/* Two posts leave no space; the name of the cell and the list of the month contain it, too. */}
        {occasion === null || posts.length >= SHOWN_PER_DAY ? null : (
          <span
            aria-hidden="true"
            className={cx(
              'pl-0.5 text-[11px] tracking-[-.02em] wrap-anywhere hyphens-auto 2xl:pr-0.5 2xl:pl-2 2xl:tracking-normal leading-[14px] text-ink-3 max-lg:hidden',
              posts.length === 0 && !loading ? 'mb-auto line-clamp-2' : 'truncate',
            )}
          >
            {occasion}
          </span>
        )}
        <span
          aria-hidden="true"
          className="flex items-center gap-[3px] has-data-face:gap-0.5 lg:contents"
        >
          {posts.slice(0, SHOWN_PER_DAY).map((post) => (
            <PostMark
              key={post._id}
              post={post}
              atRisk={isAtRisk(post)}
              past={period === 'past'}
              arrivingPost={arrivingPost}
            />
          ))}
          {loading ? (
            <SkeletonBar className="h-[9px] w-6 animate-late lg:mt-1.5 lg:ml-1 lg:h-2.5 lg:w-3/5" />
          ) : null}
          {more > 0 ? (
            <span
              className={cx(
                'tnum text-[11px] leading-[9px] font-bold lg:absolute lg:top-3 lg:right-2.5 lg:rounded-full lg:px-1.5 lg:text-2xs lg:leading-[18px]',
                hidesFailedPost ? 'text-bad-text lg:bg-bad-soft' : 'text-ink-2 lg:bg-sunken',
              )}
            >
              +{more}
            </span>
          ) : null}
        </span>
        {action === 'create' ? (
          <span
            aria-hidden="true"
            className="absolute right-2 bottom-2 hidden size-[26px] place-items-center rounded-full bg-ink text-on-ink lg:group-hover:grid"
          >
            <Plus size={16} />
          </span>
        ) : null}
      </button>
    </td>
  );
}

const numberClass =
  'tnum relative grid h-7 w-[30px] place-items-center rounded-full font-heading text-base leading-none! lg:w-7 lg:text-sm';

function numberClassFor(day: GridDay, period: DayCellProps['period']): string {
  if (period === 'today') return 'bg-ipe font-bold text-on-ipe max-lg:-my-px max-lg:h-[30px]';
  if (!day.inMonth) return 'font-normal text-ink-3';
  return period === 'past' ? 'font-semibold text-ink-3' : 'font-semibold';
}

/** There is no room beside the picture. */
const onAvatarClass =
  '[[data-face]+&]:absolute [[data-face]+&]:-right-px [[data-face]+&]:-bottom-1 [[data-face]+&]:shadow-[0_0_0_1.5px_var(--surface)] lg:[[data-face]+&]:-right-0.5 lg:[[data-face]+&]:-bottom-0.5';

interface PostMarkProps {
  post: Post;
  atRisk: boolean;
  past: boolean;
  arrivingPost: ArrivingPost | null;
}

function PostMark({ post, atRisk, past, arrivingPost }: PostMarkProps) {
  const dueAt = getDueAt(post);
  const arrival = arrivingPost?.postId === post._id ? arrivingPost.state : null;
  return (
    <span
      data-post={post._id}
      className={cx(
        'flex h-[9px] items-center gap-1.5 text-2xs font-medium whitespace-nowrap data-lifted:opacity-40 max-lg:has-data-face:h-3.5 lg:h-5 lg:pr-0.5 lg:not-has-data-face:pl-1 lg:max-2xl:gap-1 2xl:pl-2 2xl:has-data-face:pl-0.5',
        past && 'text-ink-2',
        arrival === 'waiting' && 'invisible',
      )}
    >
      <span className="relative inline-flex shrink-0">
        <InstagramAccountTag account={post.instagramAccountId} pictureOnly />
        <Dot
          // A new key remounts the element: its animation plays after the dialog has closed.
          key={arrival}
          status={dotStatus(post)}
          size={9}
          className={cx(
            onAvatarClass,
            arrival === 'landed' && 'animate-land',
            atRisk && 'outline-2 outline-offset-1 outline-warn',
          )}
        />
      </span>
      <time className="max-lg:hidden">{dueAt === null ? '' : formatTime(dueAt)}</time>
      {/* A narrow cell has space for one of them; its name contains both. */}
      <span className="ml-auto text-ink-3 max-lg:hidden max-[1599px]:[:has([data-face])>&]:hidden">
        <MediaTypeIcon type={post.mediaType} size={14} />
      </span>
    </span>
  );
}
