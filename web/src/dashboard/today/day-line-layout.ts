import type { Post } from '@pontual/contract/posts/posts.ts';
import { severityRank, type IsAtRisk } from '../../posts/issues/at-risk.ts';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { positionOf, type Span } from '../../composer/when/day-line.ts';

export interface DayLinePost {
  post: Post;
  time: Date;
  /** 0 (left) to 1. */
  position: number;
  /** Row 0 lies on the line. */
  row: number;
  hasThumb: boolean;
}

/** Posts without a row, grouped at the time of the first of them. */
export interface DayOverflow {
  position: number;
  time: Date;
  count: number;
  hasFailed: boolean;
}

export interface DayLineLayout {
  linePosts: DayLinePost[];
  overflows: DayOverflow[];
}

interface DayLineOptions {
  /** In px. */
  width: number;
  /** The distance in px to both neighbors at which a post shows its picture. */
  minGap: number;
  /** The position of the current time, from 0 to 1; its dot lies on the line as well. */
  now: number | null;
  /** Without room for all posts, the posts with the worst states are visible. */
  isAtRisk?: IsAtRisk;
}

/** The minimum spacing in px of dots as touch targets (WCAG 2.2, 2.5.8). */
export const DOT_SPACING = 24;
/** Higher stacks would leave the card. */
export const MAX_ROWS = 3;
/** The width in px of two adjacent `+N` labels. */
const OVERFLOW_SPACING = 44;

export function layoutDayLine(
  posts: readonly Post[],
  span: Span,
  { width, minGap, now, isAtRisk = () => false }: DayLineOptions,
): DayLineLayout {
  const timed = posts
    .flatMap((post) => {
      const time = new Date(post.scheduledTime ?? NaN);
      return time >= span.from && time < span.to
        ? [{ post, time, position: positionOf(time, span) }]
        : [];
    })
    .toSorted(byTime);
  const placed: DayLinePost[] = [];
  const overflow: typeof timed = [];
  const byRank = [...timed.entries()].toSorted(
    ([, a], [, b]) => severityRank(a.post, isAtRisk) - severityRank(b.post, isAtRisk),
  );
  for (const [index, each] of byRank) {
    const x = each.position * width;
    const isApart = (other: { position: number } | undefined) =>
      other === undefined || Math.abs(other.position * width - x) > minGap - 1;
    const hasThumb = isApart(timed[index - 1]) && isApart(timed[index + 1]);
    // The dot of the current time would cover the dot of the post; a picture is above both.
    const isUnderNow = !hasThumb && now !== null && Math.abs(now * width - x) < DOT_SPACING / 2;
    let row = isUnderNow ? 1 : 0;
    const isTaken = () =>
      placed.some((one) => one.row === row && Math.abs(one.position * width - x) < DOT_SPACING);
    while (row < MAX_ROWS && isTaken()) row += 1;
    if (row < MAX_ROWS) placed.push({ ...each, row, hasThumb });
    else overflow.push(each);
  }
  return {
    linePosts: placed.toSorted(byTime),
    overflows: groupOverflow(overflow.toSorted(byTime), width),
  };
}

interface TimedPost {
  post: Post;
  time: Date;
  position: number;
}

const byTime = (a: TimedPost, b: TimedPost) =>
  a.position - b.position || a.post._id.localeCompare(b.post._id);

function groupOverflow(overflow: readonly TimedPost[], width: number): DayOverflow[] {
  const overflows: DayOverflow[] = [];
  for (const { post, position, time } of overflow) {
    const lastGroup = overflows.at(-1);
    const hasFailed = hasPublishingFailed(post);
    if (lastGroup !== undefined && (position - lastGroup.position) * width < OVERFLOW_SPACING) {
      lastGroup.count += 1;
      lastGroup.hasFailed ||= hasFailed;
    } else overflows.push({ position, time, count: 1, hasFailed });
  }
  return overflows;
}
