/** In px, from the top left of the list. */
export interface ListOffset {
  left: number;
  top: number;
}

/** A list with one item moved to another place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1);
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? others : [...others.slice(0, to), item, ...others.slice(to)];
}

/** Where a key takes the item at `from`, in a grid of so many columns; null for any other key. */
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

/** Px by which a dragged item may leave the list: enough to see that there is nothing beyond. */
const DRAG_SLACK_PX = 24;

/** How far an item is moved by a pointer that went so far: it stays with its list. */
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

/** The place that is nearest to a dragged item, which has moved so far from its own. */
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

/** The place of an item while another is dragged from one place to another. */
export function positionDuringDrag(
  index: number,
  { from, to }: { from: number; to: number },
): number {
  if (index === from) return to;
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}

/** How far an item makes way while another is dragged from one place to another. */
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

/** Px from an edge within which dragging scrolls, and the most it scrolls in a frame. */
const SCROLL_EDGE = 64;
const SCROLL_STEP = 14;

/** How many px to scroll in a frame, with the pointer at `y` between two edges. */
export function scrollStep(y: number, edges: { top: number; bottom: number }): number {
  const above = edges.top + SCROLL_EDGE - y;
  const below = y - (edges.bottom - SCROLL_EDGE);
  const share = Math.min(1, Math.max(above, below) / SCROLL_EDGE);
  return share <= 0 ? 0 : Math.round(share * SCROLL_STEP) * (above > below ? -1 : 1);
}
