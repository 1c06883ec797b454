import type { Post } from '@pontual/contract/posts/posts.ts';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefCallback,
} from 'react';
import { followPointer, type ScreenPoint } from '../../ui/pointer.ts';
import { scrollStep } from '../../composer/sorting.rules.ts';
import { createDropZoneFinder, type DropZone } from './drop-zones.ts';

/** This many px of movement start a drag of the mouse, and a scroll of a finger without a long press. */
const DRAG_THRESHOLD_PX = 6;
/** A touch of this many ms picks up a post. */
const LONG_PRESS_MS = 450;

export interface Drag {
  post: Post;
  start: ScreenPoint;
  zone: DropZone | null;
}

interface PostDragOptions {
  findPost: (target: Element) => Post | null;
  /** Closes whatever covers the drop zones. */
  onDragStart: () => void;
  onDrop: (post: Post, zone: DropZone) => void;
}

interface PostDrag {
  drag: Drag | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Suppresses the click that ends a drag. */
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  /** The element from which posts are dragged; a touch drag does not scroll it. */
  dragRootRef: RefCallback<HTMLElement>;
}

/** Mouse and pen drag at once, touch after a long press. */
export function usePostDrag({ findPost, onDragStart, onDrop }: PostDragOptions): PostDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const activeDrag = useRef<AbortController>(null);
  const isDragging = useRef(false);
  useEffect(() => () => activeDrag.current?.abort(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    isDragging.current = false;
    const { target, pointerId, pointerType } = event;
    if (!(target instanceof Element) || event.button !== 0 || !event.isPrimary) return;
    const post = findPost(target);
    if (post === null) return;

    activeDrag.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    activeDrag.current = controller;
    const isTouch = pointerType === 'touch';
    const start: ScreenPoint = { clientX: event.clientX, clientY: event.clientY };
    const source = target.closest('[data-post]');
    const findZone = createDropZoneFinder(target.closest('[data-placed]'), start);
    let pointer = start;
    let zone: DropZone | null = null;

    const updateZone = () => {
      zone = findZone(pointer);
      setDrag((last) =>
        last !== null && last.zone?.key === zone?.key ? last : { post, start: pointer, zone },
      );
    };
    const autoScroll = () => {
      if (signal.aborted) return;
      if (scrollAtEdge(pointer)) updateZone();
      requestAnimationFrame(autoScroll);
    };
    const startDrag = () => {
      isDragging.current = true;
      source?.setAttribute('data-lifted', '');
      if (isTouch) navigator.vibrate?.(10);
      onDragStart();
      updateZone();
      requestAnimationFrame(autoScroll);
    };
    const timer = isTouch ? setTimeout(startDrag, LONG_PRESS_MS) : undefined;
    const preventDefaultOf = (name: string) =>
      target.addEventListener(name, (each) => each.preventDefault(), { signal, passive: false });
    preventDefaultOf('dragstart');
    if (isTouch) preventDefaultOf('contextmenu');
    // The element of the touch may be removed, but still receives the events of this touch.
    target.addEventListener('touchmove', (each) => isDragging.current && each.preventDefault(), {
      signal,
      passive: false,
    });
    followPointer(pointerId, signal, {
      onMove: (at) => {
        pointer = at;
        const distance = Math.hypot(at.clientX - start.clientX, at.clientY - start.clientY);
        if (isDragging.current) updateZone();
        else if (distance >= DRAG_THRESHOLD_PX && isTouch) end(false);
        else if (distance >= DRAG_THRESHOLD_PX) startDrag();
      },
      onEnd: (dropped) => end(dropped),
    });
    const end = (dropped: boolean) => {
      controller.abort();
      setDrag(null);
      if (dropped && isDragging.current && zone !== null) onDrop(post, zone);
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.removeAttribute('data-lifted');
    });
  };

  const dragRootRef = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const preventScroll = (event: TouchEvent) => {
      if (isDragging.current) event.preventDefault();
    };
    // The listener must exist before the touch begins; otherwise the browser scrolls.
    element.addEventListener('touchmove', preventScroll, { passive: false });
    return () => element.removeEventListener('touchmove', preventScroll);
  }, []);

  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    // A keyboard click has no detail.
    if (!isDragging.current || event.detail === 0) return;
    isDragging.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  return { drag, onPointerDown, onClickCapture, dragRootRef };
}

/** Returns whether it scrolled. */
function scrollAtEdge({ clientX, clientY }: ScreenPoint): boolean {
  const scroller = document.querySelector('[data-drop-scroller]');
  const box = scroller?.getBoundingClientRect();
  if (scroller !== null && box !== undefined && clientX >= box.left && clientX <= box.right) {
    const before = scroller.scrollTop;
    scroller.scrollTop += scrollStep(clientY, box);
    if (scroller.scrollTop !== before) return true;
  }
  const before = window.scrollY;
  const top = scrollStep(clientY, { top: 0, bottom: window.innerHeight });
  window.scrollBy({ top, behavior: 'instant' });
  return window.scrollY !== before;
}
