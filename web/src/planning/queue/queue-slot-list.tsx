import { dayKey, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { ArrowDown, ArrowUp, CalendarClock, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { paths } from '../../ui/page/paths.ts';
import { announceCreated } from '../../posts/announce.ts';
import { captionLine } from '../../posts/caption-line.ts';
import { dotStatus } from '../../posts/status-label.tsx';
import { dayHeading, relativeDay } from '../../ui/dates/day-text.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useLoadMoreFocus } from '../../ui/use-load-more-focus.ts';
import { PostLine } from './queue-post-button.tsx';
import {
  useMoveInQueue,
  type QueueSlotOccurrence,
  type QueueView,
} from '../../posts/queue-queries.ts';

/** The dialog is large and rare, so it is loaded on demand. */
const MoveOutOfQueueDialog = lazy(async () => ({
  default: (await import('./move-out-of-queue-dialog.tsx')).MoveOutOfQueueDialog,
}));

const INITIAL_ROWS = 12;

const PostDetailDialog = lazy(async () => ({
  default: (await import('../../posts/detail/post-detail-dialog.tsx')).PostDetailDialog,
}));

type Direction = 'up' | 'down';

interface QueueMoveHandlers {
  onMove: (post: Post, to: Date, direction: Direction) => void;
  onMoveOut: (post: Post) => void;
  onOpen: (post: Post) => void;
  isMoving: boolean;
}

export function QueueSlotList({ view, connected }: { view: QueueView; connected: boolean }) {
  const { upcomingSlots, next } = view;
  const [isExpanded, setExpanded] = useState(false);
  const visibleSlots =
    isExpanded || upcomingSlots.length <= INITIAL_ROWS
      ? upcomingSlots
      : upcomingSlots.slice(0, INITIAL_ROWS);
  const remaining = upcomingSlots.length - visibleSlots.length;
  const { list, beforeLoad } = useLoadMoreFocus<HTMLOListElement>();
  const details = useDialogState<string>();
  const moveDialog = useDialogState<Post>();
  const [announcement, setAnnouncement] = useState('');
  const now = useMinute();
  const move = useMoveInQueue();
  const pressedButton = useRef<{ id: string; direction: Direction } | null>(null);
  const restoreFocus = useFocusAfterRender(() => {
    const { id, direction } = pressedButton.current ?? {};
    const button = document.querySelector<HTMLElement>(`[data-moves="${direction} ${id}"]`);
    if (button === null) focusPage();
    else button.focus();
  });
  const onMove = (post: Post, to: Date, direction: Direction) => {
    if (move.isPending) return;
    pressedButton.current = { id: post._id, direction };
    move.mutate(
      { postId: post._id, to },
      {
        onSuccess: ({ swapped }) => {
          const other = swapped === null ? '' : ', trocado com o post que estava lá';
          setAnnouncement(`Post movido para ${relativeDay(to, now)}, ${formatTime(to)}${other}.`);
        },
        onError: failureToast('Não foi possível mover o post. Tente de novo.'),
        onSettled: restoreFocus,
      },
    );
  };
  const moveHandlers: QueueMoveHandlers = {
    onMove,
    onMoveOut: moveDialog.show,
    onOpen: ({ _id }) => details.show(_id),
    isMoving: move.isPending,
  };
  return (
    <section aria-labelledby="na-fila">
      <h2 id="na-fila" className="h-part max-lg:text-[1.375rem]">
        Na fila
      </h2>
      <ol ref={list} className="mt-1">
        {visibleSlots.map((slot, index) => (
          <QueueSlotRow
            key={slot.at}
            slot={slot}
            day={
              isSameDay(slot, visibleSlots[index - 1])
                ? null
                : dayHeading(dayKey(new Date(slot.at)), now)
            }
            previousSlot={upcomingSlots[index - 1]}
            nextSlot={upcomingSlots[index + 1]}
            isNext={slot.at === next}
            {...moveHandlers}
          />
        ))}
      </ol>
      {remaining > 0 ? (
        <Button
          variant="line"
          className="mt-3"
          onClick={() => {
            beforeLoad();
            setExpanded(true);
          }}
        >
          Mostrar mais {remaining} {remaining === 1 ? 'horário' : 'horários'}
        </Button>
      ) : null}
      <p className="mt-4 text-xs text-pretty text-ink-3">
        Mostra as próximas 4 semanas. Posts em outros horários estão no{' '}
        <Link to={paths.schedule} className="text-link">
          calendário
        </Link>
        .
      </p>
      <output className="sr-only">{announcement}</output>
      <Suspense fallback={null}>
        {details.value === null ? null : (
          <PostDetailDialog
            key={details.value}
            id={details.value}
            open={details.open}
            connected={connected}
            onScheduled={announceCreated}
            onClose={details.close}
          />
        )}
        {moveDialog.value === null ? null : (
          <MoveOutOfQueueDialog
            key={moveDialog.key}
            post={moveDialog.value}
            open={moveDialog.open}
            onClose={moveDialog.close}
          />
        )}
      </Suspense>
    </section>
  );
}

const isSameDay = (one: QueueSlotOccurrence, other: QueueSlotOccurrence | undefined) =>
  other !== undefined && dayKey(new Date(one.at)) === dayKey(new Date(other.at));

interface QueueSlotRowProps extends QueueMoveHandlers {
  slot: QueueSlotOccurrence;
  day: { title: string; detail: string } | null;
  previousSlot: QueueSlotOccurrence | undefined;
  nextSlot: QueueSlotOccurrence | undefined;
  isNext: boolean;
}

function QueueSlotRow({ slot, day, isNext, ...moveHandlers }: QueueSlotRowProps) {
  const at = new Date(slot.at);
  const [first] = slot.posts;
  return (
    <li>
      {day === null ? null : (
        <h3 className="flex items-baseline gap-2 pt-5 pb-1.5">
          <b className="h-card leading-[1.2]!">{day.title}</b>
          <span className="text-xs text-ink-3">{day.detail}</span>
        </h3>
      )}
      <div className="relative grid grid-cols-[44px_24px_minmax(0,1fr)] items-start before:absolute before:inset-y-0 before:left-[55px] before:w-0.5 before:bg-line before:forced-mark lg:grid-cols-[44px_32px_minmax(0,1fr)] lg:before:left-[59px]">
        <time
          dateTime={slot.at}
          className="tnum pt-[18px] font-heading text-base leading-none! font-semibold"
        >
          {formatTime(at)}
        </time>
        <span className="relative mt-4 grid size-5 place-items-center justify-self-center rounded-full bg-paper">
          {first === undefined ? (
            <FreeDot isNext={isNext} />
          ) : (
            <Dot status={dotStatus(first)} size={12} />
          )}
        </span>
        {first === undefined ? (
          <FreeSlot at={at} isNext={isNext} />
        ) : (
          <ul className="grid min-w-0 gap-1">
            {slot.posts.map((post) => (
              <QueuedPost key={post._id} post={post} {...moveHandlers} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function FreeDot({ isNext }: { isNext: boolean }) {
  return (
    <i
      aria-hidden="true"
      className={cx(
        'rounded-full forced-color-adjust-none',
        isNext
          ? 'size-4 bg-ipe shadow-[0_0_0_2px_var(--ink)]'
          : 'size-3 shadow-[inset_0_0_0_2px_var(--line-strong)]',
      )}
    />
  );
}

function FreeSlot({ at, isNext }: { at: Date; isNext: boolean }) {
  const now = useMinute();
  const canEdit = useCan('edit');
  return (
    <div className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-3 pl-2.5">
      <span className={cx('text-sm', isNext ? 'font-semibold' : 'text-ink-3')}>
        {isNext ? 'Livre, o próximo' : 'Livre'}
      </span>
      {canEdit ? (
        <Link
          to={paths.createPost}
          state={{ scheduledTime: at.toISOString() }}
          aria-label={`Criar post para ${relativeDay(at, now)}, ${formatTime(at)}`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <Plus size={16} />
          Criar post
        </Link>
      ) : null}
    </div>
  );
}

type QueuedPostProps = QueueMoveHandlers &
  Pick<QueueSlotRowProps, 'previousSlot' | 'nextSlot'> & { post: Post };

function QueuedPost(props: QueuedPostProps) {
  const { post, previousSlot, nextSlot, onMove, onMoveOut, onOpen, isMoving } = props;
  const canEdit = useCan('edit');
  const accountName = useInstagramAccountNames()(post);
  const name = `${captionLine(post.caption).slice(0, CAPTION_LABEL_MAX)}${formatInAccount(accountName)}`;
  const button = (direction: Direction, to: QueueSlotOccurrence | undefined) => (
    <IconButton
      size="sm"
      data-moves={`${direction} ${post._id}`}
      label={`Mover ${direction === 'up' ? 'para antes' : 'para depois'}: ${name}`}
      icon={direction === 'up' ? <ArrowUp size={18} /> : <ArrowDown size={18} />}
      // `aria-disabled` keeps the focus on the button at the ends of the list.
      aria-disabled={to === undefined || isMoving || undefined}
      onClick={() => (to === undefined ? undefined : onMove(post, new Date(to.at), direction))}
    />
  );
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 lg:flex-nowrap">
      <div className="min-w-0 flex-[1_1_100%] lg:flex-1">
        <PostLine post={post} onOpen={onOpen} />
      </div>
      {canEdit && post.status === 'scheduled' ? (
        <div className="flex items-center pl-1.5 lg:pl-0">
          {button('up', previousSlot)}
          {button('down', nextSlot)}
          <IconButton
            size="sm"
            label={`Tirar da fila: ${name}`}
            aria-haspopup="dialog"
            icon={<CalendarClock size={18} />}
            onClick={() => onMoveOut(post)}
          />
        </div>
      ) : null}
    </li>
  );
}

const CAPTION_LABEL_MAX = 60;
