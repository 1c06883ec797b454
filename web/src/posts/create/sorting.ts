/** In px, from the top left of the list. */
export interface Slot {
  left: number;
  top: number;
}

/** A list with one item moved to another place. */
export function withMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1);
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? others : [...others.slice(0, to), item, ...others.slice(to)];
}

/** Where a key takes the item at `from`, in a grid of so many columns; null for any other key. */
export function placeByKey(
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

/** The place that is nearest to a dragged item, which has moved so far from its own. */
export function placeUnder(slots: readonly Slot[], from: number, moved: Slot): number {
  const own = slots[from];
  if (own === undefined) return from;
  const distances = slots.map(({ left, top }) =>
    Math.hypot(own.left + moved.left - left, own.top + moved.top - top),
  );
  return distances.indexOf(Math.min(...distances));
}

/** How far an item makes way while another is dragged from one place to another. */
export function makingWay(
  slots: readonly Slot[],
  index: number,
  { from, to }: { from: number; to: number },
): Slot {
  const still: Slot = { left: 0, top: 0 };
  const shifted =
    index > from && index <= to ? index - 1 : index < from && index >= to ? index + 1 : index;
  const own = slots[index];
  const other = slots[shifted];
  if (own === undefined || other === undefined) return still;
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
