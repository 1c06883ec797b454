import { useRef, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';
import { pointAfterKey, pointFromPointer, pointText, type Point } from './tag-points.ts';

interface TagMarkerProps {
  username: string;
  point: Point;
  pictureRef: RefObject<HTMLElement | null>;
  describedBy: string;
  isNew: boolean;
  onMove: (point: Point) => void;
  onRemove: () => void;
}

/** Below this share of the height the label is above its point, so that it stays within the picture. */
const LOW_EDGE = 0.8;

export function TagMarker(props: TagMarkerProps) {
  const { username, point, pictureRef, describedBy, isNew, onMove, onRemove } = props;
  /** From the point to the pointer, in px. */
  const dragOffset = useRef<{ x: number; y: number }>(null);
  const isLow = point.y > LOW_EDGE;

  return (
    <div
      className="absolute size-0"
      style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
    >
      <i
        aria-hidden="true"
        className={cx(
          'absolute -left-[5px] size-2.5 rotate-45 bg-[#121212]',
          isLow ? '-top-[11px]' : 'top-px',
        )}
      />
      <button
        ref={isNew ? focusOn : undefined}
        type="button"
        aria-label={`@${username}, ${pointText(point)}`}
        aria-describedby={describedBy}
        onPointerDown={(event) => {
          const box = event.currentTarget.parentElement?.getBoundingClientRect();
          if (box === undefined || event.button !== 0) return;
          dragOffset.current = { x: event.clientX - box.left, y: event.clientY - box.top };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const box = pictureRef.current?.getBoundingClientRect();
          if (dragOffset.current === null || box === undefined) return;
          const { x, y } = dragOffset.current;
          onMove(pointFromPointer(box, { clientX: event.clientX - x, clientY: event.clientY - y }));
        }}
        onLostPointerCapture={() => {
          dragOffset.current = null;
        }}
        onKeyDown={(event) => {
          const next = pointAfterKey(event, point);
          if (next !== null) onMove(next);
          else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
          else return;
          event.preventDefault();
        }}
        style={{ translate: `${point.x * -100}% 0` }}
        className={cx(
          'absolute left-0 min-h-8 cursor-grab touch-none rounded-full bg-[#121212] px-3 text-xs font-semibold whitespace-nowrap text-[#fff] select-none before:absolute before:-inset-1.5 active:cursor-grabbing',
          isLow ? 'bottom-1.5' : 'top-1.5',
        )}
      >
        @{username}
      </button>
    </div>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
