import { useRef, useState, type PointerEvent } from 'react';
import { swipeOffset, indexAfterSwipe, TAP_DISTANCE_PX } from './swipe.ts';

interface Swipe {
  /** How far the row is dragged, in px; null without a drag. */
  dragOffset: number | null;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
}

/** A tap still reaches the elements in the row. */
export function useSwipe(index: number, count: number, onTurn: (to: number) => void): Swipe {
  const dragStart = useRef<{ id: number; x: number } | null>(null);
  const [dragOffset, setDragged] = useState<number | null>(null);
  const endSwipe = () => {
    dragStart.current = null;
    setDragged(null);
  };
  return {
    dragOffset,
    handlers: {
      onPointerDown: ({ isPrimary, button, pointerId, clientX }) => {
        if (isPrimary && button === 0) dragStart.current = { id: pointerId, x: clientX };
      },
      onPointerMove: ({ pointerId, clientX, currentTarget }) => {
        if (dragStart.current?.id !== pointerId) return;
        const dx = clientX - dragStart.current.x;
        if (dragOffset === null) {
          if (Math.abs(dx) < TAP_DISTANCE_PX) return;
          // From here on it is a drag; the capture keeps the pointer events from the buttons below.
          currentTarget.setPointerCapture(pointerId);
        }
        setDragged(swipeOffset(dx, index, count));
      },
      onPointerUp: ({ pointerId, clientX, currentTarget }) => {
        if (dragStart.current?.id === pointerId && dragOffset !== null) {
          onTurn(
            indexAfterSwipe(clientX - dragStart.current.x, currentTarget.clientWidth, index, count),
          );
        }
        endSwipe();
      },
      onPointerCancel: endSwipe,
    },
  };
}
