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

/** So many px of movement are a drag of the mouse, and a scroll of a finger that has not waited. */
const DRAG_THRESHOLD_PX = 6;
/** A finger that rests for so long picks up. */
const LONG_PRESS_MS = 450;

export interface Drag {
  post: Post;
  /** Where it began. */
  start: ScreenPoint;
  zone: DropZone | null;
}

interface PostDragOptions {
  /** The post that is picked up here, if there is one that may be moved. */
  findPost: (target: Element) => Post | null;
  /** What covers the places to drop goes away. */
  onDragStart: () => void;
  onDrop: (post: Post, zone: DropZone) => void;
}

interface PostDrag {
  drag: Drag | null;
  /** On what holds posts. */
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** On the same: the press that ended a drag is no click. */
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  /** Ref of whatever posts are lifted from: a finger that drags does not scroll. */
  dragRootRef: RefCallback<HTMLElement>;
}

/** Drags posts to other places: by mouse and pen at once, by finger after it has rested. */
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
    // The browser's own drag of a picture, and the menu of a finger that rests.
    preventDefaultOf('dragstart');
    if (isTouch) preventDefaultOf('contextmenu');
    // What it was lifted from may be gone by then: events of this touch still come here.
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
    // Known before the touch begins, or the browser scrolls without asking.
    element.addEventListener('touchmove', preventScroll, { passive: false });
    return () => element.removeEventListener('touchmove', preventScroll);
  }, []);

  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    // A key's click has no detail.
    if (!isDragging.current || event.detail === 0) return;
    isDragging.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  return { drag, onPointerDown, onClickCapture, dragRootRef };
}

/** Scrolls what lies under a pointer near its edge; whether it went on. */
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
