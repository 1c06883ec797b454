/** In px, all from the same corner. */
interface Room {
  top: number;
  bottom: number;
}

interface Asked {
  /** The hashtag in the field. */
  anchor: Room & { left: number };
  /** The editor's frame. */
  frame: { left: number; right: number };
  /** What can be seen of the page: below it may be a keyboard, or a dialog's end. */
  view: Room;
  /** Of the list, with all its rows. */
  size: { width: number; height: number };
}

export interface Place {
  left: number;
  /** Where its upper edge is, or its lower one where there is more room above. */
  edge: { top: number } | { bottom: number };
  maxHeight: number;
}

const GAP = 6;
/** So much of the list is to be seen; what is more scrolls. */
const LEAST = 120;
/** Narrower than this the list stands below the line and not below the word. */
const NARROW = 480;
const INDENT = 16;

/** Where the list of suggestions goes: below the hashtag if it fits there, within the frame. */
export function placeOf({ anchor, frame, view, size }: Asked): Place {
  const wide = frame.right - frame.left >= NARROW;
  const wished = wide ? anchor.left : frame.left + INDENT;
  const left = Math.max(frame.left, Math.min(wished, frame.right - size.width));
  const below = view.bottom - anchor.bottom - 2 * GAP;
  const above = anchor.top - view.top - 2 * GAP;
  const goesBelow = below >= Math.min(size.height, 2 * LEAST) || below >= above;
  return {
    left,
    edge: goesBelow ? { top: anchor.bottom + GAP } : { bottom: anchor.top - GAP },
    maxHeight: Math.max(LEAST, Math.min(size.height, goesBelow ? below : above)),
  };
}
