import type { Post } from '@pontual/contract/posts.ts';
import { rankOf, type IsAtRisk } from '../../needs/at-risk.ts';
import { didNotGoOut } from '../../posts/mending.ts';
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
  /** One of them failed. */
  hasFailed: boolean;
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
  /** Where room ends the worst stay in sight. */
  isAtRisk?: IsAtRisk;
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
  { width, apart, now, isAtRisk = () => false }: Room,
): DayPlaces {
  const timed = posts
    .flatMap((post) => {
      const time = new Date(post.scheduledTime ?? NaN);
      return time >= span.from && time < span.to ? [{ post, time, at: placeOf(time, span) }] : [];
    })
    .toSorted(byTime);
  const placed: Place[] = [];
  const left: typeof timed = [];
  const byRank = [...timed.entries()].toSorted(
    ([, a], [, b]) => rankOf(a.post, isAtRisk) - rankOf(b.post, isAtRisk),
  );
  for (const [index, each] of byRank) {
    const x = each.at * width;
    const isApart = (other: { at: number } | undefined) =>
      other === undefined || Math.abs(other.at * width - x) > apart - 1;
    const hasThumb = isApart(timed[index - 1]) && isApart(timed[index + 1]);
    // The dot of now would lie over its own; a picture stands above both.
    const isUnderNow = !hasThumb && now !== null && Math.abs(now * width - x) < DOT_ROOM / 2;
    let row = isUnderNow ? 1 : 0;
    const isTaken = () =>
      placed.some((one) => one.row === row && Math.abs(one.at * width - x) < DOT_ROOM);
    while (row < ROWS && isTaken()) row += 1;
    if (row < ROWS) placed.push({ ...each, row, hasThumb });
    else left.push(each);
  }
  return { places: placed.toSorted(byTime), rests: restsOf(left.toSorted(byTime), width) };
}

interface Timed {
  post: Post;
  time: Date;
  at: number;
}

const byTime = (a: Timed, b: Timed) => a.at - b.at || a.post._id.localeCompare(b.post._id);

/** Posts without a row, gathered where their count has room. */
function restsOf(left: readonly Timed[], width: number): Rest[] {
  const rests: Rest[] = [];
  for (const { post, at, time } of left) {
    const rest = rests.at(-1);
    const hasFailed = didNotGoOut(post);
    if (rest !== undefined && (at - rest.at) * width < REST_ROOM) {
      rest.count += 1;
      rest.hasFailed ||= hasFailed;
    } else rests.push({ at, time, count: 1, hasFailed });
  }
  return rests;
}
