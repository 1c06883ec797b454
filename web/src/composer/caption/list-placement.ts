/** In px, all from the same corner. */
interface VerticalRange {
  top: number;
  bottom: number;
}

interface PlacementInput {
  /** The hashtag in the field. */
  anchor: VerticalRange & { left: number };
  /** The editor's frame. */
  frame: { left: number; right: number };
  /** What can be seen of the page: below it may be a keyboard, or a dialog's end. */
  visibleRange: VerticalRange;
  /** Of the list, with all its rows. */
  size: { width: number; height: number };
}

export interface Placement {
  left: number;
  /** Where its upper edge is, or its lower one where there is more room above. */
  edge: { top: number } | { bottom: number };
  maxHeight: number;
}

const GAP = 6;
/** So much of the list is to be seen; what is more scrolls. */
const MIN_HEIGHT = 120;
/** Narrower than this the list stands below the line and not below the word. */
const NARROW_WIDTH = 480;
const INDENT = 16;

/** Where the list of suggestions goes: below the hashtag if it fits there, within the frame. */
export function computePlacement({ anchor, frame, visibleRange, size }: PlacementInput): Placement {
  const wide = frame.right - frame.left >= NARROW_WIDTH;
  const preferredLeft = wide ? anchor.left : frame.left + INDENT;
  const left = Math.max(frame.left, Math.min(preferredLeft, frame.right - size.width));
  const below = visibleRange.bottom - anchor.bottom - 2 * GAP;
  const above = anchor.top - visibleRange.top - 2 * GAP;
  const isBelow = below >= Math.min(size.height, 2 * MIN_HEIGHT) || below >= above;
  return {
    left,
    edge: isBelow ? { top: anchor.bottom + GAP } : { bottom: anchor.top - GAP },
    maxHeight: Math.max(MIN_HEIGHT, Math.min(size.height, isBelow ? below : above)),
  };
}
