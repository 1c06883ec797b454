import { useLayoutEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';

/** Px of a finger's way across that turn to another day. */
const SWIPE = 60;

/** Ref of what scrolls: it begins at this hour, and is left alone afterwards. */
function useFirstHour(hour: number): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const first = useRef(hour);
  // Before it is painted; scrolling belongs to the document.
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector('tbody tr');
    const height = row?.getBoundingClientRect().height ?? 0;
    scroller.current?.scrollTo({ top: Math.max(0, first.current) * height, behavior: 'instant' });
  }, []);
  return scroller;
}

/** A finger's way across, in days. */
function useSwipe(onSwipe: (days: 1 | -1) => void) {
  const begun = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      begun.current = pointerType === 'touch' ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = begun.current;
      begun.current = null;
      if (from === null) return;
      const across = clientX - from.x;
      if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(clientY - from.y)) return;
      onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      begun.current = null;
    },
  };
}

interface WeekScrollerProps {
  /** At which it begins. */
  hour: number;
  /** Turns by so many days; null where all days are in sight. */
  onSwipe: ((days: 1 | -1) => void) | null;
  children: ReactNode;
}

/** The hours of a day are more than a screen shows. */
export function WeekScroller({ hour, onSwipe, children }: WeekScrollerProps) {
  const scroller = useFirstHour(hour);
  const swipe = useSwipe((days) => onSwipe?.(days));
  return (
    <div
      ref={scroller}
      data-drop-scroller
      className="relative h-[62dvh] touch-pan-y overflow-y-auto overscroll-contain lg:h-[600px]"
      {...swipe}
    >
      {children}
    </div>
  );
}
