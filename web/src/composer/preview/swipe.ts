/** In px: a pointer that moved less counts as a tap. */
export const TAP_DISTANCE_PX = 6;
/** Part of the movement that remains when dragging past an end. */
const RESISTANCE = 0.3;
/** Part of the width after which a swipe changes the item. */
const SWIPE_THRESHOLD = 0.25;

/** In px, when the pointer was dragged `dx` px from item `index`. */
export function swipeOffset(dx: number, index: number, count: number): number {
  const isPastEnd = (dx > 0 && index === 0) || (dx < 0 && index === count - 1);
  return isPastEnd ? dx * RESISTANCE : dx;
}

export function indexAfterSwipe(dx: number, width: number, index: number, count: number): number {
  if (Math.abs(dx) < width * SWIPE_THRESHOLD) return index;
  return Math.min(count - 1, Math.max(0, dx < 0 ? index + 1 : index - 1));
}
