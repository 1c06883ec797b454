import { Popover } from '@base-ui/react/popover';
import { dayKey, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { CalendarPlus, Move } from 'lucide-react';
import { useState, type RefCallback } from 'react';
import { useCan } from '../api/permissions.tsx';
import { InstagramAccountTag } from '../instagram/instagram-account-tag.tsx';
import { useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { AtRiskMark } from '../posts/issues/at-risk-mark.tsx';
import { useIsAtRisk } from '../posts/issues/issues-queries.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Dot } from '../ui/dot.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { StatusText } from '../ui/status-text.tsx';
import { useLoadMoreFocus } from '../ui/use-load-more-focus.ts';
import { useIsWide } from '../ui/use-is-wide.ts';
import { captionLine } from '../posts/caption-line.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { AwaitingApprovalMark, dotStatus } from '../posts/status-label.tsx';
import { postCount } from './day-cell-label.ts';
import { dayTitle, postLabel } from './calendar-labels.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { canMove } from './moving/move.rules.ts';
import { getDueAt } from '../posts/due-at.ts';
import { mediaTypeText } from '../posts/media-type-text.ts';

export interface OpenedDay {
  day: DayKey;
  /** Gets the focus back when the panel closes. */
  anchor: HTMLElement;
}

interface DayPanelProps {
  opened: OpenedDay;
  open: boolean;
  posts: readonly Post[];
  now: Date;
  onClose: () => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
  onMove: (post: Post) => void;
  dragRootRef: RefCallback<HTMLElement>;
}

export function DayPanel(props: DayPanelProps) {
  const { opened, open, posts, onClose } = props;
  const { day, anchor } = opened;
  const isWide = useIsWide();
  const title = dayTitle(day);
  // When the calendar shows another month, the anchor is gone and the page decides where the focus goes.
  const focusAfter = () => (anchor.isConnected ? anchor : null);
  if (!isWide) {
    return (
      <Dialog open={open} onOpenChange={onClose} title={title} finalFocus={focusAfter}>
        <p className="mb-2 text-xs text-ink-3">{postCount(posts.length)}</p>
        <PostList key={day} {...props} isDraggable={false} />
        <CreatePostButton {...props} className="mt-4" />
      </Dialog>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="right"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-40 outline-none"
        >
          <Popover.Popup
            finalFocus={() => focusAfter() ?? true}
            className="flex max-h-[min(520px,var(--available-height))] w-[352px] max-w-(--available-width) flex-col rounded-lg border border-line bg-surface text-ink shadow-pop transition-[translate,opacity] duration-(--t-base) data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0"
          >
            <div className="flex items-baseline gap-2 px-4 pt-3.5 pb-2">
              <Popover.Title className="h-card">{title}</Popover.Title>
              <span className="ml-auto text-xs whitespace-nowrap text-ink-3">
                {postCount(posts.length)}
              </span>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2">
              <PostList key={day} {...props} isDraggable />
            </div>
            <CreatePostButton {...props} className="border-t border-line px-4 py-3" />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The number of rows that render without a noticeable delay; a day may have a thousand posts. */
const PAGE_SIZE = 50;

/** A sheet covers the days to drop on, so there only the button moves a post. */
interface PostListProps extends DayPanelProps {
  isDraggable: boolean;
}

function PostList({ posts, now, isDraggable, dragRootRef, onOpen, onMove }: PostListProps) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const remaining = posts.length - shown;
  const isAtRisk = useIsAtRisk();
  const { list, beforeLoad } = useLoadMoreFocus<HTMLDivElement>();
  return (
    <div ref={list}>
      <ol ref={dragRootRef} className="max-lg:-mx-2">
        {posts.slice(0, shown).map((post) => (
          <Row
            key={post._id}
            post={post}
            isAtRisk={isAtRisk(post)}
            now={now}
            isDraggable={isDraggable}
            onOpen={onOpen}
            onMove={onMove}
          />
        ))}
      </ol>
      {remaining > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          block
          onClick={() => {
            beforeLoad();
            setShown(shown + PAGE_SIZE);
          }}
        >
          Mostrar mais {Math.min(remaining, PAGE_SIZE)} de {remaining}
        </Button>
      ) : null}
    </div>
  );
}

interface RowProps extends Pick<PostListProps, 'now' | 'isDraggable' | 'onOpen' | 'onMove'> {
  post: Post;
  isAtRisk: boolean;
}

function Row({ post, isAtRisk, now, isDraggable, onOpen, onMove }: RowProps) {
  const dueAt = getDueAt(post);
  const canEdit = useCan('edit');
  const nameOf = useInstagramAccountNames();
  if (dueAt === null) return null;
  const caption = post.caption.trim();
  return (
    <li
      data-post={isDraggable ? post._id : undefined}
      className="flex items-center gap-1 select-none"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(post)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md p-2 text-left -outline-offset-2! hover:bg-hover"
      >
        <MediaThumb
          item={post.mediaItems[0]}
          type={post.mediaType}
          className="h-[50px] w-10 rounded-sm"
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <time
              dateTime={dueAt.toISOString()}
              className={cx(
                'font-heading text-base leading-none! font-semibold',
                dueAt <= now ? 'text-ink-3' : 'text-ink',
              )}
            >
              {formatTime(dueAt)}
            </time>
            <Dot status={dotStatus(post)} size={9} />
            <span className="inline-flex items-center gap-[5px] text-xs font-medium text-ink-3">
              <MediaTypeIcon type={post.mediaType} size={14} />
              {mediaTypeText(post)}
            </span>
            <StatusText status={post.status} className="ml-auto">
              {postStatusNames[post.status]}
            </StatusText>
          </span>
          <AwaitingApprovalMark post={post} />
          {isAtRisk ? <AtRiskMark /> : null}
          <InstagramAccountTag account={post.instagramAccountId} className="mt-0.5" />
          <span
            className={cx(
              'mt-0.5 line-clamp-2 text-sm leading-[1.35] wrap-anywhere',
              caption === '' ? 'text-ink-3' : 'text-ink',
            )}
          >
            {captionLine(post.caption)}
          </span>
        </span>
      </button>
      {canEdit && canMove(post) ? (
        <IconButton
          size="sm"
          label={`Mover ${postLabel(post, nameOf(post))}`}
          icon={<Move size={16} />}
          onClick={() => onMove(post)}
        />
      ) : null}
    </li>
  );
}

function CreatePostButton(props: DayPanelProps & { className: string }) {
  const { opened, now, onCreate, className } = props;
  const canEdit = useCan('edit');
  if (!canEdit || opened.day < dayKey(now)) return null;
  return (
    <div className={className}>
      <Button variant="line" size="sm" block icon={<CalendarPlus size={16} />} onClick={onCreate}>
        Criar post
      </Button>
    </div>
  );
}
