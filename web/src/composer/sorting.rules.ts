/** In px, from the top left of the list. */
export interface ListOffset {
  left: number;
  top: number;
}

/** Returns the list with one item moved to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1);
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? others : [...others.slice(0, to), item, ...others.slice(to)];
}

/** Returns the position after a key, for the item at `from` in a grid; null for any other key. */
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

/** How far in px a dragged item may leave the list: enough to show that there is nothing beyond. */
const DRAG_SLACK_PX = 24;

/** Returns the offset of a dragged item in px, limited to the area of the list. */
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

/** Returns the position that is nearest to a dragged item; `offset` is relative to its own position. */
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

/** Returns the position of an item while another one is dragged. */
export function positionDuringDrag(
  index: number,
  { from, to }: { from: number; to: number },
): number {
  if (index === from) return to;
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}

/** Returns how far an item moves aside in px while another one is dragged. */
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

/** Returns how many px to scroll per frame, for a pointer at `y` between two edges. */
export function scrollStep(y: number, edges: { top: number; bottom: number }): number {
  const above = edges.top + SCROLL_EDGE - y;
  const below = y - (edges.bottom - SCROLL_EDGE);
  const share = Math.min(1, Math.max(above, below) / SCROLL_EDGE);
  return share <= 0 ? 0 : Math.round(share * SCROLL_STEP) * (above > below ? -1 : 1);
}
