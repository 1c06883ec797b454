/** In px, from the top left of the list. */
export interface ListOffset {
  left: number;
  top: number;
}

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1);
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? others : [...others.slice(0, to), item, ...others.slice(to)];
}

/** Null for a key that does not move the item. */
export function positionAfterKey(
  key: string,
  from: number,
  { count, columns }: { count: number; columns: number },
): number | null {
  const last = count - 1;
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, from + step));
}

/** In px: enough to show that there is nothing beyond the list. */
const DRAG_SLACK_PX = 24;

/** In px, limited to the area of the list. */
export function clampDrag(
  offsets: readonly ListOffset[],
  from: number,
  dragOffset: ListOffset,
): ListOffset {
  const own = offsets[from];
  if (own === undefined) return dragOffset;
  const clampSide = (side: 'left' | 'top') => {
    const sides = offsets.map((slot) => slot[side] - own[side]);
    const [least, most] = [Math.min(...sides) - DRAG_SLACK_PX, Math.max(...sides) + DRAG_SLACK_PX];
    return Math.min(most, Math.max(least, dragOffset[side]));
  };
  return { left: clampSide('left'), top: clampSide('top') };
}

/** `offset` is relative to the item's own position. */
export function nearestPosition(
  offsets: readonly ListOffset[],
  from: number,
  dragOffset: ListOffset,
): number {
  const own = offsets[from];
  if (own === undefined) return from;
  const distances = offsets.map(({ left, top }) =>
    Math.hypot(own.left + dragOffset.left - left, own.top + dragOffset.top - top),
  );
  return distances.indexOf(Math.min(...distances));
}

export function positionDuringDrag(
  index: number,
  { from, to }: { from: number; to: number },
): number {
  if (index === from) return to;
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}

export function displacementDuringDrag(
  offsets: readonly ListOffset[],
  index: number,
  drag: { from: number; to: number },
): ListOffset {
  const own = offsets[index];
  const other = offsets[positionDuringDrag(index, drag)];
  if (own === undefined || other === undefined) return { left: 0, top: 0 };
  return { left: other.left - own.left, top: other.top - own.top };
}

/** Distance from an edge in px within which dragging scrolls, and the maximum px per frame. */
const SCROLL_EDGE = 64;
const SCROLL_STEP = 14;

/** In px per frame, for a pointer at `y`. */
export function scrollStep(y: number, edges: { top: number; bottom: number }): number {
  const above = edges.top + SCROLL_EDGE - y;
  const below = y - (edges.bottom - SCROLL_EDGE);
  const share = Math.min(1, Math.max(above, below) / SCROLL_EDGE);
  return share <= 0 ? 0 : Math.round(share * SCROLL_STEP) * (above > below ? -1 : 1);
}
