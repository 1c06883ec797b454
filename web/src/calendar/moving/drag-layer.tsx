import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { dotStatus } from '../../posts/status-label.tsx';
import { longDateTimeText } from '../calendar-labels.ts';
import type { PostMoves } from './use-post-moves.ts';
import type { Drag } from './use-post-drag.ts';

/** The distance in px between the pointer and the dragged post, because a finger hides what is under it. */
const POINTER_OFFSET_PX = 14;

export function DragLayer({
  drag,
  previewMove,
}: {
  drag: Drag;
  previewMove: PostMoves['previewMove'];
}) {
  const { post, start, zone } = drag;
  const chip = useRef<HTMLDivElement>(null);
  // The element follows the pointer without React renders; only a change of the drop zone renders.
  useEffect(() => {
    const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const element = chip.current;
      if (element === null) return;
      const left = Math.min(
        clientX + POINTER_OFFSET_PX,
        window.innerWidth - element.offsetWidth - 8,
      );
      const top = Math.max(8, clientY - element.offsetHeight - POINTER_OFFSET_PX);
      element.style.translate = `${Math.max(8, left)}px ${top}px`;
    };
    follow(start);
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, [start]);
  const preview = zone === null ? null : previewMove(post, zone.target);
  const isRefused = preview?.error != null;
  return createPortal(
    <div aria-hidden="true" className="fixed inset-0 z-70 cursor-grabbing overflow-hidden">
      {zone === null ? null : (
        <div
          style={zone.box}
          className={cx(
            'absolute rounded-sm',
            isRefused
              ? 'bg-bad-soft/60 outline-2 -outline-offset-2 outline-bad outline-dashed'
              : 'bg-ipe-soft/60 outline-2 -outline-offset-2 outline-ink',
          )}
        />
      )}
      <div
        ref={chip}
        className="absolute top-0 left-0 flex max-w-[280px] items-center gap-2.5 rounded-md border border-line bg-surface p-2 pr-3.5 text-ink shadow-dialog"
      >
        <MediaThumb
          item={post.mediaItems[0]}
          type={post.mediaType}
          className="h-10 w-8 rounded-sm"
        />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-heading text-base leading-none! font-semibold">
            <Dot status={dotStatus(post)} size={9} />
            {preview === null ? 'Solte em um dia' : formatTime(preview.dueAt)}
          </span>
          {preview === null ? null : (
            <span className={cx('mt-1 block text-xs', isRefused ? 'text-bad-text' : 'text-ink-2')}>
              {preview.error ?? longDateTimeText(preview.dueAt).replace(/, \d\d:\d\d$/, '')}
            </span>
          )}
        </span>
      </div>
    </div>,
    document.body,
  );
}
