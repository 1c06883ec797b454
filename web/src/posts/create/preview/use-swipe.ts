import { useRef, useState, type PointerEvent } from 'react';
import { pulled, settled, TAP } from './swipe.ts';

interface Swipe {
  /** How far the row is dragged, in px; null while it rests. */
  dragged: number | null;
  /** For what is swiped over. */
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
}

/** Turns a row by finger and by mouse; a tap reaches what lies in it. */
export function useSwipe(at: number, count: number, onTurn: (to: number) => void): Swipe {
  const from = useRef<{ id: number; x: number } | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const rest = () => {
    from.current = null;
    setDragged(null);
  };
  return {
    dragged,
    handlers: {
      onPointerDown: ({ isPrimary, button, pointerId, clientX }) => {
        if (isPrimary && button === 0) from.current = { id: pointerId, x: clientX };
      },
      onPointerMove: ({ pointerId, clientX, currentTarget }) => {
        if (from.current?.id !== pointerId) return;
        const dx = clientX - from.current.x;
        if (dragged === null) {
          if (Math.abs(dx) < TAP) return;
          // From here on it is no tap: the buttons below hear nothing of it.
          currentTarget.setPointerCapture(pointerId);
        }
        setDragged(pulled(dx, at, count));
      },
      onPointerUp: ({ pointerId, clientX, currentTarget }) => {
        if (from.current?.id === pointerId && dragged !== null) {
          onTurn(settled(clientX - from.current.x, currentTarget.clientWidth, at, count));
        }
        rest();
      },
      onPointerCancel: rest,
    },
  };
}
