import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type RefObject,
} from 'react';
import { followPointer, type ScreenPoint } from '../ui/pointer.ts';
import {
  clampDrag,
  displacementDuringDrag,
  positionAfterKey,
  positionDuringDrag,
  nearestPosition,
  scrollStep,
  type ListOffset,
} from './sorting.rules.ts';

/** Movement in px from which a press is a drag. */
const DRAG_THRESHOLD_PX = 6;
const SETTLE_MS = 180;
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface Drag {
  from: number;
  to: number;
  offset: ListOffset;
  /** Offsets of all items at the start of the drag. */
  offsets: readonly ListOffset[];
}

export interface Sorting {
  draggedIndex: number | null;
  /** The position that an item would have if the drag ended now. */
  positionOf: (index: number) => number;
  itemStyle: (index: number) => CSSProperties | undefined;
  /** Touch drags only by the handle, so that the rest of the item still scrolls. */
  onPointerDown: (event: PointerEvent<HTMLElement>, index: number) => void;
  positionAfterKey: (key: string, index: number) => number | null;
  moveTo: (from: number, to: number) => void;
  /** Whether the press that ends now was a drag. */
  wasDragged: () => boolean;
}

export function useSorting(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): Sorting {
  const [drag, setDrag] = useState<Drag | null>(null);
  const running = useRef<AbortController>(null);
  const dragging = useRef(false);
  const { settle } = useSettleAnimation(list);
  useEffect(() => () => running.current?.abort(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    dragging.current = false;
    const element = list.current;
    if (element === null || count < 2 || event.button !== 0 || !event.isPrimary) return;
    const control = event.target instanceof Element ? event.target.closest('button') : null;
    const isOnGrip = control?.hasAttribute('data-grip') === true;
    if (!isOnGrip && (control !== null || event.pointerType === 'touch')) return;

    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    const offsets = measureOffsets(element);
    const scroller = findScroller(element);
    const startPoint = toListOffset(element, event);
    let pointer: ScreenPoint = { clientX: event.clientX, clientY: event.clientY };
    let current: Drag | null = null;

    const update = () => {
      const at = toListOffset(element, pointer);
      const pointerOffset = { left: at.left - startPoint.left, top: at.top - startPoint.top };
      const offset = clampDrag(offsets, from, pointerOffset);
      if (current === null && Math.hypot(offset.left, offset.top) < DRAG_THRESHOLD_PX) return;
      if (current === null) requestAnimationFrame(scrollAlong);
      dragging.current = true;
      current = { from, to: nearestPosition(offsets, from, offset), offset, offsets };
      setDrag(current);
    };
    const scrollAlong = () => {
      if (run.signal.aborted) return;
      const before = scroller.scrollTop;
      scroller.scrollTop += scrollStep(pointer.clientY, scroller.getBoundingClientRect());
      if (scroller.scrollTop !== before) update();
      requestAnimationFrame(scrollAlong);
    };
    followPointer(event.pointerId, run.signal, {
      onMove: (at) => {
        pointer = at;
        update();
      },
      onEnd: (dropped) => {
        run.abort();
        if (current === null) return;
        settle();
        setDrag(null);
        if (dropped && current.to !== from) onMove(from, current.to);
      },
    });
  };

  return {
    draggedIndex: drag === null ? null : drag.from,
    positionOf: (index) => (drag === null ? index : positionDuringDrag(index, drag)),
    itemStyle: (index) => (drag === null ? undefined : dragStyle(drag, index)),
    onPointerDown,
    positionAfterKey: (key, index) =>
      list.current === null
        ? null
        : positionAfterKey(key, index, {
            count,
            columns: countColumns(measureOffsets(list.current)),
          }),
    moveTo: (from, to) => {
      settle();
      onMove(from, to);
    },
    wasDragged: () => dragging.current,
  };
}

function dragStyle(drag: Drag, index: number): CSSProperties {
  if (index === drag.from) {
    const { left, top } = drag.offset;
    return { translate: `${left}px ${top}px`, rotate: '-2.5deg', zIndex: 10 };
  }
  const { left, top } = displacementDuringDrag(drag.offsets, index, drag);
  return { translate: `${left}px ${top}px`, transition: `translate var(--t-base) ${EASING}` };
}

function useSettleAnimation(list: RefObject<HTMLElement | null>) {
  const before = useRef<ReadonlyMap<Element, DOMRect>>(null);
  useLayoutEffect(() => {
    const remembered = before.current;
    before.current = null;
    if (remembered === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const item of list.current?.children ?? []) {
      const was = remembered.get(item);
      const is = item.getBoundingClientRect();
      const left = (was?.left ?? is.left) - is.left;
      const top = (was?.top ?? is.top) - is.top;
      if (left === 0 && top === 0) continue;
      const away = { translate: `${left}px ${top}px` };
      item.animate([away, { translate: '0 0' }], { duration: SETTLE_MS, easing: EASING });
    }
  });
  const settle = () => {
    const items = [...(list.current?.children ?? [])];
    before.current = new Map(items.map((item) => [item, item.getBoundingClientRect()]));
  };
  return { settle };
}

const measureOffsets = (list: HTMLElement): ListOffset[] =>
  [...list.children].map((item) =>
    item instanceof HTMLElement
      ? { left: item.offsetLeft, top: item.offsetTop }
      : { left: 0, top: 0 },
  );

function countColumns(offsets: readonly ListOffset[]): number {
  const [first] = offsets;
  return offsets.filter(({ top }) => top === first?.top).length;
}

function toListOffset(list: HTMLElement, at: ScreenPoint): ListOffset {
  const { left, top } = list.getBoundingClientRect();
  return { left: at.clientX - left, top: at.clientY - top };
}

function findScroller(element: HTMLElement): Element {
  const ancestor = element.parentElement;
  if (ancestor === null) return document.documentElement;
  const { overflowY } = getComputedStyle(ancestor);
  return overflowY === 'auto' || overflowY === 'scroll' ? ancestor : findScroller(ancestor);
}
