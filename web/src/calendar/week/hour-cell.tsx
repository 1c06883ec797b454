import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { Plus } from 'lucide-react';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import type { AccountNameLookup } from '../../instagram/instagram-account-names.ts';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { captionLine } from '../../posts/caption-line.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { dotStatus, statusLabel } from '../../posts/status-label.tsx';
import { postLabel } from '../calendar-labels.ts';
import { getDueAt } from '../../posts/due-at.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { BLOCK_MINUTES, type Block, type WeekOverflow } from './week-layout.ts';
import type { HourSlot } from './week-keyboard.ts';

interface HourCellProps {
  slot: HourSlot;
  label: string;
  nameOf: AccountNameLookup;
  blocks: readonly Block[];
  overflows: readonly WeekOverflow[];
  isOpen: boolean;
  /** Whether two lines fit into half a column. */
  hasRoom: boolean;
  tabStop: boolean;
  /** Minutes past the hour when the current time is in this hour; otherwise null. */
  now: number | null;
  onActivate: () => void;
  onOpen: (post: Post) => void;
  onOpenOverflow: () => void;
}

const HOUR = 60;
const toPercent = (part: number, whole: number) => `${(part / whole) * 100}%`;

export function HourCell(props: HourCellProps) {
  const { slot, label, blocks, overflows, isOpen, hasRoom, tabStop, now, onActivate } = props;
  return (
    <td
      className={cx(
        'relative h-14 border-t border-l border-line p-0 lg:h-12',
        isOpen ? 'lg:hover:bg-hover' : 'bg-paper',
      )}
    >
      <button
        type="button"
        data-day={slot.day}
        data-hour={slot.hour}
        tabIndex={tabStop ? 0 : -1}
        onClick={onActivate}
        className={cx(
          'group absolute inset-0 -outline-offset-2! focus-visible:z-[2]',
          isOpen ? '' : 'cursor-default!',
        )}
      >
        <span className="sr-only">{label}</span>
        {isOpen ? (
          <span
            aria-hidden="true"
            className="absolute right-1 bottom-1 hidden size-5 place-items-center rounded-full bg-ink text-on-ink lg:group-hover:grid"
          >
            <Plus size={14} />
          </span>
        ) : null}
      </button>
      {blocks.map((block) => (
        <PostBlock
          key={block.post._id}
          block={block}
          slot={slot}
          label={postLabel(block.post, props.nameOf(block.post))}
          isNarrow={block.lanes > 1 && !hasRoom}
          onOpen={() => props.onOpen(block.post)}
        />
      ))}
      {overflows.map((rest) => (
        <button
          key={rest.minute}
          type="button"
          tabIndex={-1}
          aria-haspopup="dialog"
          aria-label={`Mais ${rest.count} ${rest.count === 1 ? 'post' : 'posts'}${rest.hasFailed ? ', com falhas' : ''}`}
          onClick={props.onOpenOverflow}
          style={blockStyle(rest, slot)}
          className={cx(
            blockClass,
            'tnum grid place-items-center text-2xs font-bold',
            rest.hasFailed ? 'bg-bad-soft text-bad-text' : 'bg-sunken',
          )}
        >
          +{rest.count}
        </button>
      ))}
      {now === null ? null : (
        <span
          aria-hidden="true"
          style={{ top: toPercent(now, HOUR) }}
          className="pointer-events-none absolute inset-x-0 z-[3] h-0.5 -translate-y-px bg-ink forced-mark before:absolute before:top-1/2 before:left-0 before:size-2.5 before:-translate-x-1/2 before:-translate-y-1/2 before:rounded-full before:bg-ipe before:shadow-[0_0_0_2px_var(--ink)]"
        />
      )}
    </td>
  );
}

const blockClass =
  'absolute z-[1] overflow-hidden rounded-sm border border-line shadow-card focus-visible:z-[2]';

function blockStyle(
  { minute, lane, lanes }: Pick<Block, 'minute' | 'lane' | 'lanes'>,
  slot: HourSlot,
) {
  return {
    top: toPercent(minute - slot.hour * HOUR, HOUR),
    height: toPercent(BLOCK_MINUTES, HOUR),
    left: `calc(${toPercent(lane, lanes)} + 1px)`,
    width: `calc(${toPercent(1, lanes)} - 2px)`,
  };
}

interface PostBlockProps {
  block: Block;
  slot: HourSlot;
  label: string;
  isNarrow: boolean;
  onOpen: () => void;
}

function PostBlock({ block, slot, label, isNarrow, onOpen }: PostBlockProps) {
  const { post, atRisk } = block;
  const dueAt = getDueAt(post);
  return (
    <button
      type="button"
      // The keyboard reaches the posts through the button of the hour.
      tabIndex={-1}
      aria-haspopup="dialog"
      data-post={post._id}
      data-placed
      onClick={onOpen}
      style={blockStyle(block, slot)}
      className={cx(
        blockClass,
        'flex touch-manipulation flex-col justify-center gap-[3px] px-1 text-left [-webkit-touch-callout:none] select-none hover:border-line-strong data-lifted:opacity-40',
        hasPublishingFailed(post) ? 'bg-bad-soft' : 'bg-surface',
      )}
    >
      <span className="sr-only">
        {label}, {statusLabel(post)}
        {atRisk ? ', em risco' : ''}
      </span>
      <span
        aria-hidden="true"
        className="flex w-full items-center gap-1 max-2xl:has-data-face:gap-0.5 text-[11px] leading-[13px]"
      >
        <Dot
          status={dotStatus(post)}
          size={8}
          className={atRisk ? 'outline-2 outline-offset-1 outline-warn' : undefined}
        />
        {isNarrow ? null : <DueTime dueAt={dueAt} />}
        <InstagramAccountTag
          account={post.instagramAccountId}
          pictureOnly
          className="order-last ml-auto"
        />
        <span className="ml-auto text-ink-3 [[data-face]~&]:hidden">
          <MediaTypeIcon type={post.mediaType} size={13} />
        </span>
      </span>
      <span
        aria-hidden="true"
        className="flex w-full items-center gap-1 text-[11px] leading-[14px] text-ink-2"
      >
        {isNarrow ? (
          <DueTime dueAt={dueAt} />
        ) : (
          <>
            <MediaThumb
              item={post.mediaItems[0]}
              type={post.mediaType}
              className="size-4 rounded-xs"
            />
            <span className="truncate">{captionLine(post.caption)}</span>
          </>
        )}
      </span>
    </button>
  );
}

function DueTime({ dueAt }: { dueAt: Date | null }) {
  return <time className="font-semibold text-ink">{dueAt === null ? '' : formatTime(dueAt)}</time>;
}
