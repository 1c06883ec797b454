import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type RefObject,
} from 'react';
import { followPointer, type OnScreen } from '../../ui/pointer.ts';
import {
  heldBack,
  makingWay,
  placeByKey,
  placeDuring,
  placeUnder,
  scrollStep,
  type Slot,
} from './sorting.ts';

/** So many px of movement are a drag and no press. */
const DRAG_FROM = 6;
const SETTLE_MS = 180;
const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface Drag {
  from: number;
  to: number;
  /** How far the item is from its own place. */
  moved: Slot;
  /** The places of all items when it began. */
  slots: readonly Slot[];
}

export interface Sorting {
  /** Which item is dragged. */
  dragged: number | null;
  /** The place that an item would have if the drag ended now. */
  placeOf: (index: number) => number;
  /** Where an item is drawn while something is dragged. */
  styleOf: (index: number) => CSSProperties | undefined;
  /** Begins a drag. A finger drags by the grip only, so that the rest still scrolls. */
  onPointerDown: (event: PointerEvent<HTMLElement>, index: number) => void;
  /** Where a key takes the item, null if it is not for moving. */
  placeByKey: (key: string, index: number) => number | null;
  /** Puts an item to another place; all glide to where they belong. */
  place: (from: number, to: number) => void;
  /** Whether the press that ends now was a drag. */
  wasDragged: () => boolean;
}

/** Sorts the items of a list that may have several columns, by mouse, pen, finger and keyboard. */
export function useSorting(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): Sorting {
  const [drag, setDrag] = useState<Drag | null>(null);
  const running = useRef<AbortController>(null);
  const dragging = useRef(false);
  const { settle } = useSettling(list);
  useEffect(() => () => running.current?.abort(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    dragging.current = false;
    const element = list.current;
    if (element === null || count < 2 || event.button !== 0 || !event.isPrimary) return;
    const control = event.target instanceof Element ? event.target.closest('button') : null;
    const byGrip = control?.hasAttribute('data-grip') === true;
    if (!byGrip && (control !== null || event.pointerType === 'touch')) return;

    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    const slots = slotsOf(element);
    const scroller = scrollerOf(element);
    const begun = pointIn(element, event);
    let pointer: OnScreen = { clientX: event.clientX, clientY: event.clientY };
    let current: Drag | null = null;

    const update = () => {
      const at = pointIn(element, pointer);
      const gone = { left: at.left - begun.left, top: at.top - begun.top };
      const moved = heldBack(slots, from, gone);
      if (current === null && Math.hypot(moved.left, moved.top) < DRAG_FROM) return;
      if (current === null) requestAnimationFrame(scrollAlong);
      dragging.current = true;
      current = { from, to: placeUnder(slots, from, moved), moved, slots };
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
    dragged: drag === null ? null : drag.from,
    placeOf: (index) => (drag === null ? index : placeDuring(index, drag)),
    styleOf: (index) => (drag === null ? undefined : drawn(drag, index)),
    onPointerDown,
    placeByKey: (key, index) =>
      list.current === null
        ? null
        : placeByKey(key, index, { count, columns: columnsOf(slotsOf(list.current)) }),
    place: (from, to) => {
      settle();
      onMove(from, to);
    },
    wasDragged: () => dragging.current,
  };
}

function drawn(drag: Drag, index: number): CSSProperties {
  if (index === drag.from) {
    const { left, top } = drag.moved;
    return { translate: `${left}px ${top}px`, rotate: '-2.5deg', zIndex: 10 };
  }
  const { left, top } = makingWay(drag.slots, index, drag);
  return { translate: `${left}px ${top}px`, transition: `translate var(--t-base) ${EASE}` };
}

/** Lets the items of a list glide from where they were to where they are after a change. */
function useSettling(list: RefObject<HTMLElement | null>) {
  const before = useRef<ReadonlyMap<Element, DOMRect>>(null);
  // After every render: only the one after `settle` finds something remembered.
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
      item.animate([away, { translate: '0 0' }], { duration: SETTLE_MS, easing: EASE });
    }
  });
  const settle = () => {
    const items = [...(list.current?.children ?? [])];
    before.current = new Map(items.map((item) => [item, item.getBoundingClientRect()]));
  };
  return { settle };
}

const slotsOf = (list: HTMLElement): Slot[] =>
  [...list.children].map((item) =>
    item instanceof HTMLElement
      ? { left: item.offsetLeft, top: item.offsetTop }
      : { left: 0, top: 0 },
  );

function columnsOf(slots: readonly Slot[]): number {
  const [first] = slots;
  return slots.filter(({ top }) => top === first?.top).length;
}

/** A place on the screen, seen from the list: the same however far it is scrolled. */
function pointIn(list: HTMLElement, at: OnScreen): Slot {
  const { left, top } = list.getBoundingClientRect();
  return { left: at.clientX - left, top: at.clientY - top };
}

function scrollerOf(element: HTMLElement): Element {
  const ancestor = element.parentElement;
  if (ancestor === null) return document.documentElement;
  const { overflowY } = getComputedStyle(ancestor);
  return overflowY === 'auto' || overflowY === 'scroll' ? ancestor : scrollerOf(ancestor);
}
