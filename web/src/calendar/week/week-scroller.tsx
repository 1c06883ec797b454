import { useLayoutEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';

const SWIPE_THRESHOLD_PX = 60;

/** Later changes of `hour` do not scroll. */
function useInitialScroll(hour: number): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const first = useRef(hour);
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector('tbody tr');
    const height = row?.getBoundingClientRect().height ?? 0;
    scroller.current?.scrollTo({ top: Math.max(0, first.current) * height, behavior: 'instant' });
  }, []);
  return scroller;
}

function useSwipe(onSwipe: (days: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === 'touch' ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null) return;
      const deltaX = clientX - from.x;
      if (
        Math.abs(deltaX) < SWIPE_THRESHOLD_PX ||
        Math.abs(deltaX) < 2 * Math.abs(clientY - from.y)
      )
        return;
      onSwipe(deltaX < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

interface WeekScrollerProps {
  initialHour: number;
  /** Null where all days are visible. */
  onSwipe: ((days: 1 | -1) => void) | null;
  children: ReactNode;
}

export function WeekScroller({ initialHour, onSwipe, children }: WeekScrollerProps) {
  const scroller = useInitialScroll(initialHour);
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
