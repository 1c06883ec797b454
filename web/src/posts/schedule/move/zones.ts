import type { OnScreen } from '../../../ui/pointer.ts';
import type { DayKey } from '../month-grid.ts';
import { snapped, type Place } from './moves.ts';

/** Where a post can be dropped, with the frame that shows it. */
export interface Zone {
  key: string;
  place: Place;
  /** In px, from the top left of the window. */
  box: { left: number; top: number; width: number; height: number };
}

const HOUR_MINUTES = 60;

/** Of an hour's height: so far a block may slip and is still where it was. */
const SLIP = 1 / 8;

/**
 * Finds the place under a pointer that has taken hold of a block on a line of hours: its beginning
 * is put down, wherever it was taken. At the height where it stands it keeps its minute, which is
 * not where it is drawn: that may lie between quarters, and late in the day above its hour.
 */
export function zonesFor(block: Element | null, begun: OnScreen): (at: OnScreen) => Zone | null {
  if (block === null) return (at) => zoneAt(at);
  const grab = begun.clientY - block.getBoundingClientRect().top;
  return (at) => {
    const top = at.clientY - grab;
    const zone = zoneAt({ ...at, clientY: top });
    if (zone === null) return null;
    const gone = Math.abs(top - block.getBoundingClientRect().top);
    return gone < zone.box.height * SLIP
      ? { ...zone, place: { ...zone.place, minute: null } }
      : zone;
  };
}

/**
 * The place under a pointer. By the boxes of what is marked `data-day`, and `data-hour` within a
 * day, not by what is hit: a list that is still closing may lie above.
 */
function zoneAt({ clientX, clientY }: OnScreen): Zone | null {
  const isIn = ({ left, right, top, bottom }: DOMRect) =>
    clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  const scroller = document.querySelector('[data-drop-scroller]');
  // Hours that are scrolled away lie under what stands around them.
  if (scroller !== null && !isIn(scroller.getBoundingClientRect())) return null;
  for (const cell of document.querySelectorAll<HTMLElement>('[data-drop] [data-day]')) {
    const box = cell.getBoundingClientRect();
    if (!isIn(box)) continue;
    const { day = '', hour } = cell.dataset;
    if (hour !== undefined) return quarterAt(day, Number(hour), box, clientY);
    const { left, top, width, height } = box;
    return { key: day, place: { day, minute: null }, box: { left, top, width, height } };
  }
  return null;
}

function quarterAt(day: DayKey, hour: number, box: DOMRect, y: number): Zone {
  const passed = ((y - box.top) / box.height) * HOUR_MINUTES;
  const minute = snapped(hour * HOUR_MINUTES + passed);
  const top = box.top + ((minute - hour * HOUR_MINUTES) / HOUR_MINUTES) * box.height;
  const { left, width, height } = box;
  return { key: `${day} ${minute}`, place: { day, minute }, box: { left, top, width, height } };
}
