import { useRef, useState, type PointerEvent } from 'react';
import { swipeOffset, indexAfterSwipe, TAP_DISTANCE_PX } from './swipe.ts';

interface Swipe {
  /** How far the row is dragged, in px; null while it rests. */
  dragOffset: number | null;
  /** For what is swiped over. */
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
}

/** Turns a row by finger and by mouse; a tap reaches what lies in it. */
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
          // From here on it is no tap: the buttons below hear nothing of it.
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
