/** In px, relative to the same corner. */
interface VerticalRange {
  top: number;
  bottom: number;
}

interface PlacementInput {
  anchor: VerticalRange & { left: number };
  frame: { left: number; right: number };
  /** Without a keyboard or what a dialog clips. */
  visibleRange: VerticalRange;
  size: { width: number; height: number };
}

export interface Placement {
  left: number;
  /** The upper edge, or the lower edge where there is more space above. */
  edge: { top: number } | { bottom: number };
  maxHeight: number;
}

const GAP = 6;
/** In px; the rest of the list scrolls. */
const MIN_HEIGHT = 120;
/** On a narrower frame the list starts at the left edge and not at the hashtag. */
const NARROW_WIDTH = 480;
const INDENT = 16;

/** In px: below the hashtag if the list fits there, within the frame. */
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
