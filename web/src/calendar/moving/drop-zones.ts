import type { ScreenPoint } from '../../ui/pointer.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { snapToQuarter, type MoveTarget } from './move.rules.ts';

/** Where a post can be dropped, with the frame that shows it. */
export interface DropZone {
  key: string;
  target: MoveTarget;
  /** In px, from the top left of the window. */
  box: { left: number; top: number; width: number; height: number };
}

const HOUR_MINUTES = 60;

/** Of an hour's height: so far a block may slip and is still where it was. */
const SNAP_BACK_RATIO = 1 / 8;

/**
 * Finds the place under a pointer that has taken hold of a block on a line of hours: its beginning
 * is put down, wherever it was taken. At the height where it stands it keeps its minute, which is
 * not where it is drawn: that may lie between quarters, and late in the day above its hour.
 */
export function createDropZoneFinder(
  block: Element | null,
  start: ScreenPoint,
): (at: ScreenPoint) => DropZone | null {
  if (block === null) return (at) => findDropZone(at);
  const grab = start.clientY - block.getBoundingClientRect().top;
  return (at) => {
    const top = at.clientY - grab;
    const zone = findDropZone({ ...at, clientY: top });
    if (zone === null) return null;
    const distance = Math.abs(top - block.getBoundingClientRect().top);
    return distance < zone.box.height * SNAP_BACK_RATIO
      ? { ...zone, target: { ...zone.target, minute: null } }
      : zone;
  };
}

/**
 * The place under a pointer. By the boxes of what is marked `data-day`, and `data-hour` within a
 * day, not by what is hit: a list that is still closing may lie above.
 */
function findDropZone({ clientX, clientY }: ScreenPoint): DropZone | null {
  const isIn = ({ left, right, top, bottom }: DOMRect) =>
    clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  const scroller = document.querySelector('[data-drop-scroller]');
  // Hours that are scrolled away lie under what stands around them.
  if (scroller !== null && !isIn(scroller.getBoundingClientRect())) return null;
  for (const cell of document.querySelectorAll<HTMLElement>('[data-drop] [data-day]')) {
    const box = cell.getBoundingClientRect();
    if (!isIn(box)) continue;
    const { day = '', hour } = cell.dataset;
    if (hour !== undefined) return quarterZone(day, Number(hour), box, clientY);
    const { left, top, width, height } = box;
    return { key: day, target: { day, minute: null }, box: { left, top, width, height } };
  }
  return null;
}

function quarterZone(day: DayKey, hour: number, box: DOMRect, y: number): DropZone {
  const passed = ((y - box.top) / box.height) * HOUR_MINUTES;
  const minute = snapToQuarter(hour * HOUR_MINUTES + passed);
  const top = box.top + ((minute - hour * HOUR_MINUTES) / HOUR_MINUTES) * box.height;
  const { left, width, height } = box;
  return { key: `${day} ${minute}`, target: { day, minute }, box: { left, top, width, height } };
}
