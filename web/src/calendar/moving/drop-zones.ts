import type { ScreenPoint } from '../../ui/pointer.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { snapToQuarter, type MoveTarget } from './move.rules.ts';

export interface DropZone {
  key: string;
  target: MoveTarget;
  /** In px, relative to the top left of the window. */
  box: { left: number; top: number; width: number; height: number };
}

const HOUR_MINUTES = 60;

/** A block that moves less than this fraction of an hour's height keeps its place. */
const SNAP_BACK_RATIO = 1 / 8;

/**
 * The top of the block counts, not the grabbed point. Near its own position the post keeps its minute,
 * because a block may be drawn elsewhere: between quarters, or above its time late in the day.
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

/** The boxes of the cells decide, not a hit test, because a list that is still closing may cover them. */
function findDropZone({ clientX, clientY }: ScreenPoint): DropZone | null {
  const isIn = ({ left, right, top, bottom }: DOMRect) =>
    clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  const scroller = document.querySelector('[data-drop-scroller]');
  // Hours that are scrolled out of view lie under other elements.
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
