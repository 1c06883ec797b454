import type { Post } from '@pontual/contract/posts.ts';
import { placeOf, type Span } from '../../posts/create/when/day-line.ts';

/** A post on the line of its day. */
export interface Place {
  post: Post;
  time: Date;
  /** From 0 at the left end of the line to 1 at its right. */
  at: number;
  /** Row 0 lies on the line, the others above it. */
  row: number;
  /** Far enough from its neighbours to show its picture. */
  hasThumb: boolean;
}

/** Posts for which there was no row, gathered where the first of them would be. */
export interface Rest {
  at: number;
  time: Date;
  count: number;
}

export interface DayPlaces {
  places: Place[];
  rests: Rest[];
}

interface Room {
  /** The line's, in px. */
  width: number;
  /** How far from both its neighbours a post shows its picture, in px. */
  apart: number;
  /** Where now is, from 0 to 1; its dot lies on the line as well. */
  now: number | null;
}

/** Dots nearer than this could not be told apart by a finger (WCAG 2.2, 2.5.8). */
export const DOT_ROOM = 24;
/** Higher stacks would leave the card. */
export const ROWS = 3;
/** Two `+N` side by side. */
const REST_ROOM = 44;

/** Where the posts of a span lie on a line of so many px, in order. */
export function placesOn(
  posts: readonly Post[],
  span: Span,
  { width, apart, now }: Room,
): DayPlaces {
  const timed = posts
    .flatMap((post) => {
      const time = new Date(post.scheduledTime ?? NaN);
      return time >= span.from && time < span.to ? [{ post, time, at: placeOf(time, span) }] : [];
    })
    .toSorted((a, b) => a.at - b.at || a.post._id.localeCompare(b.post._id));
  const places: Place[] = [];
  const rests: Rest[] = [];
  /** Where the last dot of each row lies, in px. */
  const last: number[] = [];
  for (const [index, each] of timed.entries()) {
    const x = each.at * width;
    const isApart = (other: { at: number } | undefined) =>
      other === undefined || Math.abs(other.at * width - x) > apart - 1;
    const hasThumb = isApart(timed[index - 1]) && isApart(timed[index + 1]);
    // The dot of now would lie over its own; a picture stands above both.
    const isUnderNow = !hasThumb && now !== null && Math.abs(now * width - x) < DOT_ROOM / 2;
    let row = isUnderNow ? 1 : 0;
    while (row < ROWS && x - (last[row] ?? -Infinity) < DOT_ROOM) row += 1;
    if (row < ROWS) {
      last[row] = x;
      places.push({ ...each, row, hasThumb });
      continue;
    }
    const rest = rests.at(-1);
    if (rest !== undefined && x - rest.at * width < REST_ROOM) rest.count += 1;
    else rests.push({ at: each.at, time: each.time, count: 1 });
  }
  return { places, rests };
}
