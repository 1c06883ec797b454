import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useCan } from '../api/permissions.tsx';
import { prefillTime } from '../composer/when/prefill.ts';
import { readNow } from '../posts/now.ts';
import { CalendarViews, type CalendarProps } from './calendar-views.tsx';
import type { OpenedDay } from './day-panel.tsx';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { DragLayer } from './moving/drag-layer.tsx';
import { canMove } from './moving/move.rules.ts';
import { usePostMoves } from './moving/use-post-moves.ts';
import { usePostDrag } from './moving/use-post-drag.ts';
import { loadMoveFailureDialog } from './moving/use-move-failure.ts';
import { hourOfPost, minuteOfDay } from './week/week.ts';

const DayPanel = lazy(async () => ({ default: (await import('./day-panel.tsx')).DayPanel }));

const MoveFailureDialog = lazy(async () => ({
  default: (await loadMoveFailureDialog()).MoveFailureDialog,
}));

const noPosts: readonly Post[] = [];

export function Calendar(props: CalendarProps) {
  const { onCursor, postsByDay, now, onOpen } = props;
  const root = useRef<HTMLDivElement>(null);
  const dayPanel = useDialogState<OpenedDay>();
  const { value: opened, close } = dayPanel;
  const [hour, setHour] = useState(() => Math.floor(minuteOfDay(now) / 60));
  const create = (day: DayKey) => props.onCreate(prefillTime(day, readNow()));
  const postsOf = (day: DayKey) => postsByDay.get(day) ?? noPosts;

  const canEdit = useCan('edit');
  const postMoves = usePostMoves({
    findShownPost: (id) => [...postsByDay.values()].flat().find(({ _id }) => _id === id),
    onPostMoved: props.onPostMoved,
    onUndone: (before) => {
      // Synchronous: the pressed button is removed, and the focus must move to the cell.
      flushSync(() => {
        onCursor(dayKey(before));
        setHour(Math.floor(minuteOfDay(before) / 60));
      });
      const cell = root.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]');
      cell?.focus({ preventScroll: true });
    },
  });
  const { drag, dragRootRef, onPointerDown, onClickCapture } = usePostDrag({
    findPost: (target) => (canEdit ? findMovablePost(target, postsByDay) : null),
    onDragStart: () => {
      postMoves.cancel();
      close();
    },
    onDrop: (post, { target }) => postMoves.move(post, target),
  });

  const openDay = (day: DayKey, anchor: HTMLElement) => {
    const [first, ...others] = postsOf(day);
    if (first === undefined) return;
    if (others.length === 0) onOpen(first);
    else dayPanel.show({ day, anchor });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && postMoves.post !== null) postMoves.cancel();
    const cell = event.target instanceof Element ? event.target.closest('[data-day]') : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!canEdit || event.key.toLowerCase() !== 'm' || !isPlain || !(cell instanceof HTMLElement))
      return;
    const day = cell.dataset['day'] ?? '';
    const [first, ...others] = postsOf(day).filter((post) => isAtHour(post, cell.dataset['hour']));
    if (others.length > 0) dayPanel.show({ day, anchor: cell });
    else if (first !== undefined) postMoves.pickUp(first);
  };

  return (
    // Handles what the buttons inside have in common.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      onPointerDown={onPointerDown}
      onClickCapture={onClickCapture}
      onKeyDown={onKeyDown}
      // A user near the calendar may move a post, and the dialog must be loaded before the connection fails.
      onPointerEnter={preloadMoveFailureDialog}
      onFocus={preloadMoveFailureDialog}
    >
      <div ref={dragRootRef}>
        <CalendarViews
          {...props}
          postMoves={postMoves}
          dragging={drag !== null}
          hour={hour}
          onHour={setHour}
          onOpenDay={openDay}
        />
      </div>
      <output className="sr-only">{postMoves.announcement}</output>
      <Suspense fallback={null}>
        {opened === null ? null : (
          <DayPanel
            opened={opened}
            open={dayPanel.open}
            posts={postsOf(opened.day)}
            now={now}
            dragRootRef={dragRootRef}
            onClose={close}
            onOpen={(post) => {
              close();
              onOpen(post);
            }}
            onCreate={() => {
              close();
              create(opened.day);
            }}
            onMove={(post) => {
              close();
              onCursor(opened.day);
              setHour(hourOfPost(post));
              postMoves.pickUp(post);
            }}
          />
        )}
      </Suspense>
      {drag === null ? null : <DragLayer drag={drag} previewMove={postMoves.previewMove} />}
      {postMoves.failure.value === null ? null : (
        <Suspense fallback={null}>
          <MoveFailureDialog
            failure={postMoves.failure.value}
            open={postMoves.failure.open}
            onClose={postMoves.failure.close}
          />
        </Suspense>
      )}
    </div>
  );
}

const preloadMoveFailureDialog = () => void loadMoveFailureDialog().catch(() => undefined);

const isAtHour = (post: Post, hour: string | undefined) =>
  hour === undefined || hourOfPost(post) === Number(hour);

/** A touch on a day cell picks up the only post of the day. */
function findMovablePost(target: Element, postsByDay: CalendarProps['postsByDay']): Post | null {
  const postId = target.closest<HTMLElement>('[data-post]')?.dataset['post'];
  const day = target.closest<HTMLElement>('[data-day]:not([data-hour])')?.dataset['day'];
  const posts = day === undefined ? [...postsByDay.values()].flat() : (postsByDay.get(day) ?? []);
  const only = day !== undefined && posts.length === 1 ? posts[0] : undefined;
  const post = postId === undefined ? only : posts.find(({ _id }) => _id === postId);
  return post !== undefined && canMove(post) ? post : null;
}
