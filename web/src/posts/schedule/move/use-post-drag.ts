import type { Post } from '@pontual/contract/posts.ts';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefCallback,
} from 'react';
import { followPointer, type OnScreen } from '../../../ui/pointer.ts';
import { scrollStep } from '../../create/sorting.ts';
import { zonesFor, type Zone } from './zones.ts';

/** So many px of movement are a drag of the mouse, and a scroll of a finger that has not waited. */
const DRAG_FROM = 6;
/** A finger that rests for so long picks up. */
const HOLD_MS = 450;

export interface Drag {
  post: Post;
  /** Where it began. */
  at: OnScreen;
  zone: Zone | null;
}

interface PostDragOptions {
  /** The post that is picked up here, if there is one that may be moved. */
  postOf: (target: Element) => Post | null;
  /** What covers the places to drop goes away. */
  onLift: () => void;
  onDrop: (post: Post, zone: Zone) => void;
}

interface PostDrag {
  drag: Drag | null;
  /** On what holds posts. */
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** On the same: the press that ended a drag is no click. */
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  /** Ref of whatever posts are lifted from: a finger that drags does not scroll. */
  hold: RefCallback<HTMLElement>;
}

/** Drags posts to other places: by mouse and pen at once, by finger after it has rested. */
export function usePostDrag({ postOf, onLift, onDrop }: PostDragOptions): PostDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const running = useRef<AbortController>(null);
  const lifted = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    lifted.current = false;
    const { target, pointerId, pointerType } = event;
    if (!(target instanceof Element) || event.button !== 0 || !event.isPrimary) return;
    const post = postOf(target);
    if (post === null) return;

    running.current?.abort();
    const run = new AbortController();
    const { signal } = run;
    running.current = run;
    const byFinger = pointerType === 'touch';
    const begun: OnScreen = { clientX: event.clientX, clientY: event.clientY };
    const source = target.closest('[data-post]');
    const zoneOf = zonesFor(target.closest('[data-placed]'), begun);
    let pointer = begun;
    let zone: Zone | null = null;

    const aim = () => {
      zone = zoneOf(pointer);
      setDrag((last) =>
        last !== null && last.zone?.key === zone?.key ? last : { post, at: pointer, zone },
      );
    };
    const scrollAlong = () => {
      if (signal.aborted) return;
      if (scrollUnder(pointer)) aim();
      requestAnimationFrame(scrollAlong);
    };
    const lift = () => {
      lifted.current = true;
      source?.setAttribute('data-lifted', '');
      if (byFinger) navigator.vibrate?.(10);
      onLift();
      aim();
      requestAnimationFrame(scrollAlong);
    };
    const timer = byFinger ? setTimeout(lift, HOLD_MS) : undefined;
    const stop = (name: string) =>
      target.addEventListener(name, (each) => each.preventDefault(), { signal, passive: false });
    // The browser's own drag of a picture, and the menu of a finger that rests.
    stop('dragstart');
    if (byFinger) stop('contextmenu');
    // What it was lifted from may be gone by then: events of this touch still come here.
    target.addEventListener('touchmove', (each) => lifted.current && each.preventDefault(), {
      signal,
      passive: false,
    });
    followPointer(pointerId, signal, {
      onMove: (at) => {
        pointer = at;
        const gone = Math.hypot(at.clientX - begun.clientX, at.clientY - begun.clientY);
        if (lifted.current) aim();
        else if (gone >= DRAG_FROM && byFinger) end(false);
        else if (gone >= DRAG_FROM) lift();
      },
      onEnd: (dropped) => end(dropped),
    });
    const end = (dropped: boolean) => {
      run.abort();
      setDrag(null);
      if (dropped && lifted.current && zone !== null) onDrop(post, zone);
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.removeAttribute('data-lifted');
    });
  };

  const hold = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const stay = (event: TouchEvent) => {
      if (lifted.current) event.preventDefault();
    };
    // Known before the touch begins, or the browser scrolls without asking.
    element.addEventListener('touchmove', stay, { passive: false });
    return () => element.removeEventListener('touchmove', stay);
  }, []);

  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    // A key's click has no detail.
    if (!lifted.current || event.detail === 0) return;
    lifted.current = false;
    event.preventDefault();
    event.stopPropagation();
  };

  return { drag, onPointerDown, onClickCapture, hold };
}

/** Scrolls what lies under a pointer near its edge; whether it went on. */
function scrollUnder({ clientX, clientY }: OnScreen): boolean {
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
