// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a select cannot stand beside a caret, and its keys belong to the field
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';
import { computePlacement } from './list-placement.ts';

interface HashtagListProps {
  id: string;
  names: readonly string[];
  active: number;
  anchor: RefObject<HTMLElement | null>;
  onAccept: (name: string) => void;
}

export const optionId = (id: string, index: number) => `${id}-${index}`;

/** The focus stays in the field. */
export function HashtagList({ id, names, active, anchor, onAccept }: HashtagListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const updatePosition = () => {
      if (list.current !== null && anchor.current !== null)
        positionList(list.current, anchor.current);
    };
    updatePosition();
    const { signal, abort } = createAbortable();
    window.addEventListener('resize', updatePosition, { signal });
    window.addEventListener('scroll', updatePosition, { signal, capture: true, passive: true });
    window.visualViewport?.addEventListener('resize', updatePosition, { signal });
    return abort;
  });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Sugestões de hashtags"
      // Keeps the focus and the caret in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute z-10 w-[250px] max-w-[calc(100%-32px)] animate-pop scroll-py-1.5 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1.5 shadow-pop"
    >
      {names.map((name, index) => (
        <div
          key={name}
          ref={index === active ? showOption : undefined}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onAccept(name)}
          className={cx(
            'flex min-h-11 cursor-pointer items-center rounded-sm px-3 text-sm leading-[1.2]! wrap-anywhere lg:min-h-[34px]',
            index === active
              ? 'bg-ipe-soft font-semibold forced-colors:outline-2 forced-colors:-outline-offset-2'
              : 'hover:bg-hover',
          )}
        >
          #{name}
        </div>
      ))}
    </div>
  );
}

/** Stable identity, because React then calls it only when another option becomes active. */
function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function createAbortable() {
  const listening = new AbortController();
  return { signal: listening.signal, abort: () => listening.abort() };
}

function positionList(list: HTMLElement, anchor: HTMLElement): void {
  const frame = list.offsetParent?.getBoundingClientRect();
  const lines = [...anchor.getClientRects()];
  const [first, last] = [lines[0], lines.at(-1)];
  if (frame === undefined || first === undefined || last === undefined) return;
  const box = list.getBoundingClientRect();
  const { left, edge, maxHeight } = computePlacement({
    anchor: { left: first.left, top: first.top, bottom: last.bottom },
    frame,
    visibleRange: visibleRangeOf(list),
    size: { width: box.width, height: list.scrollHeight + list.offsetHeight - list.clientHeight },
  });
  list.style.left = `${left - frame.left}px`;
  list.style.maxHeight = `${maxHeight}px`;
  list.style.top = 'top' in edge ? `${edge.top - frame.top}px` : '';
  list.style.bottom = 'bottom' in edge ? `${frame.bottom - edge.bottom}px` : '';
}

/** Without the keyboard of a phone and what ancestors clip. */
function visibleRangeOf(element: HTMLElement): { top: number; bottom: number } {
  const { visualViewport } = window;
  let top = visualViewport?.offsetTop ?? 0;
  let bottom = top + (visualViewport?.height ?? window.innerHeight);
  let ancestor = element.parentElement;
  while (ancestor !== null && ancestor !== document.body) {
    if (getComputedStyle(ancestor).overflowY !== 'visible') {
      const box = ancestor.getBoundingClientRect();
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    ancestor = ancestor.parentElement;
  }
  return { top, bottom };
}
