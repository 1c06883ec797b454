import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Link } from 'react-router';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { paths } from '../../ui/page/paths.ts';
import { toPercent } from '../../composer/when/day-line-axis.tsx';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { dotStatus, statusLabel } from '../../posts/status-label.tsx';
import { postLabel } from '../../calendar/calendar-labels.ts';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { DOT_SPACING, MAX_ROWS, type DayLinePost, type DayOverflow } from './day-line-layout.ts';

/** The distance in px from the bottom to the line, where the first row is centered. */
const LINE_BOTTOM_PX = 31;

const rowBottom = (row: number) => LINE_BOTTOM_PX - DOT_SPACING / 2 + row * DOT_SPACING;

export function DayLinePostButton(props: {
  linePost: DayLinePost;
  atRisk: boolean;
  onOpen: (post: Post) => void;
}) {
  const { linePost, atRisk, onOpen } = props;
  const { post, time, position, row, hasThumb } = linePost;
  const accountName = useInstagramAccountNames()(post);
  return (
    <li
      style={{ left: toPercent(position), bottom: rowBottom(row) }}
      className="absolute z-[1] -translate-x-1/2 focus-within:z-[2] hover:z-[2]"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${postLabel(post, accountName)}, ${statusLabel(post)}${atRisk ? ', em risco' : ''}`}
        onClick={() => onOpen(post)}
        className={cx(
          'group relative grid justify-items-center rounded-sm',
          hasThumb ? 'pt-[18px]' : 'size-6 place-items-center rounded-full!',
        )}
      >
        <time
          dateTime={time.toISOString()}
          className={cx(
            'font-heading text-2xs leading-none! font-semibold lg:text-[13px]',
            hasThumb
              ? 'absolute -top-0.5 bg-surface px-0.5 py-0.5'
              : 'pointer-events-none absolute bottom-full mb-0.5 hidden rounded-full bg-ink px-2 py-1 text-on-ink group-hover:block group-focus-visible:block',
          )}
        >
          {formatTime(time)}
        </time>
        {hasThumb ? (
          <>
            <MediaThumb
              item={post.mediaItems[0]}
              type={post.mediaType}
              className={cx(
                'h-10 w-8 rounded-[6px] transition-shadow group-hover:shadow-pop lg:h-[58px] lg:w-[46px] lg:rounded-[7px]',
                hasPublishingFailed(post) && 'outline-2 outline-bad',
              )}
            />
            <InstagramAccountTag
              account={post.instagramAccountId}
              pictureOnly
              className="-mt-3 -mr-2 self-end"
            />
            <span className="mt-0.5 h-2.5 w-[1.5px] bg-line-strong" />
          </>
        ) : null}
        <span
          className={cx(
            'grid size-5 place-items-center rounded-full bg-surface',
            hasThumb && '-mt-1 mb-0.5',
          )}
        >
          <Dot
            status={dotStatus(post)}
            size={14}
            className={atRisk ? 'outline-2 outline-offset-1 outline-warn' : undefined}
          />
        </span>
      </button>
    </li>
  );
}

export function DayLineOverflowLink({
  overflow: { position, time, count, hasFailed },
}: {
  overflow: DayOverflow;
}) {
  return (
    <li
      style={{ left: toPercent(position), bottom: rowBottom(MAX_ROWS) }}
      className="absolute z-[1] -translate-x-1/2"
    >
      <Link
        to={paths.schedule}
        aria-label={`Mais ${count} ${count === 1 ? 'post' : 'posts'} a partir de ${formatTime(time)}${hasFailed ? ', com falhas' : ''}, no calendário`}
        className={cx(
          'tnum grid h-6 min-w-9 place-items-center rounded-full px-2 text-2xs leading-none! font-bold hover:bg-hover',
          hasFailed ? 'bg-bad-soft text-bad-text' : 'bg-sunken',
        )}
      >
        +{count}
      </Link>
    </li>
  );
}
