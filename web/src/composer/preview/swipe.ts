/** In px: a finger or a mouse that moved less has only tapped. */
export const TAP_DISTANCE_PX = 6;
/** Whoever drags past the end feels it give only so much. */
const RESISTANCE = 0.3;
/** As a part of the width: dragged so far, the next one comes. */
const SWIPE_THRESHOLD = 0.25;

/** How far the row is moved, in px, while `dx` px were dragged from the one at `at`. */
export function swipeOffset(dx: number, index: number, count: number): number {
  const isPastEnd = (dx > 0 && index === 0) || (dx < 0 && index === count - 1);
  return isPastEnd ? dx * RESISTANCE : dx;
}

/** Which one is shown after it was dragged by `dx` px over `width` px. */
export function indexAfterSwipe(dx: number, width: number, index: number, count: number): number {
  if (Math.abs(dx) < width * SWIPE_THRESHOLD) return index;
  return Math.min(count - 1, Math.max(0, dx < 0 ? index + 1 : index - 1));
}
