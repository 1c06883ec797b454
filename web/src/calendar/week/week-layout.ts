import { dayKey, formatTime, fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { severityRank, type IsAtRisk } from '../../posts/issues/at-risk.ts';
import { earliestAfterLead } from '../../composer/when/time-bounds.rules.ts';
import type { DueTimeFields } from '../../composer/when/due-time-fields.ts';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { hourOfPost, minuteOfDay } from './week.ts';

export const BLOCK_MINUTES = 50;
const DAY_MINUTES = 24 * 60;
const QUARTER_MINUTES = 15;

export interface Block {
  post: Post;
  /** The start of the block, early enough that it ends within the day. */
  minute: number;
  /** The column, from 0, of `lanes` columns side by side. */
  lane: number;
  lanes: number;
  /** In its present state the post will not be published. */
  atRisk: boolean;
}

/** Posts without a column, grouped at the time of the first of them. */
export interface WeekOverflow {
  minute: number;
  count: number;
  lane: number;
  lanes: number;
  hasFailed: boolean;
}

interface TimedPost {
  post: Post;
  minute: number;
}

/** Expects the sorted posts of one day; without enough columns, the worst states are visible. */
export function layoutDay(
  posts: readonly Post[],
  maxLanes: number,
  isAtRisk: IsAtRisk,
): { blocks: Block[]; overflows: WeekOverflow[] } {
  const timed = posts.flatMap((post): TimedPost[] => {
    const dueAt = getDueAt(post);
    return dueAt === null
      ? []
      : [{ post, minute: Math.min(minuteOfDay(dueAt), DAY_MINUTES - BLOCK_MINUTES) }];
  });
  const blocks: Block[] = [];
  const overflows: WeekOverflow[] = [];
  for (const cluster of groupOverlapping(timed)) {
    const all = assignLanes(cluster, maxLanes);
    // With an overflow, one column fewer has posts: the last one shows `+N`.
    const { placed, overflow } =
      all.overflow.length === 0 ? all : assignLanes(worstFirst(cluster, isAtRisk), maxLanes - 1);
    const used = Math.max(...placed.map(({ lane }) => lane), 0) + 1;
    const lanes = overflow.length === 0 ? used : maxLanes;
    for (const { post, minute, lane } of placed) {
      blocks.push({ post, minute, lane, lanes, atRisk: isAtRisk(post) });
    }
    if (overflow.length > 0) {
      overflows.push({
        minute: Math.min(...overflow.map(({ minute }) => minute)),
        count: overflow.length,
        lane: lanes - 1,
        lanes,
        hasFailed: overflow.some(({ post }) => hasPublishingFailed(post)),
      });
    }
  }
  return { blocks, overflows };
}

export interface HourOfDay {
  posts: Post[];
  blocks: Block[];
  overflows: WeekOverflow[];
}

/** The posts must be sorted. */
export function layoutHours(
  posts: readonly Post[],
  maxLanes: number,
  isAtRisk: IsAtRisk,
): HourOfDay[] {
  const hours = Array.from({ length: 24 }, (): HourOfDay => ({
    posts: [],
    blocks: [],
    overflows: [],
  }));
  const at = (minute: number) => hours[Math.floor(minute / 60)];
  const { blocks, overflows } = layoutDay(posts, maxLanes, isAtRisk);
  for (const post of posts) hours[hourOfPost(post)]?.posts.push(post);
  for (const block of blocks) at(block.minute)?.blocks.push(block);
  for (const rest of overflows) at(rest.minute)?.overflows.push(rest);
  return hours;
}

/** Groups the posts whose blocks overlap, directly or through other blocks. */
function groupOverlapping(timed: readonly TimedPost[]): TimedPost[][] {
  const clusters: TimedPost[][] = [];
  let last: TimedPost | undefined;
  for (const each of timed) {
    const cluster = clusters.at(-1);
    if (cluster === undefined || last === undefined || each.minute >= last.minute + BLOCK_MINUTES) {
      clusters.push([each]);
    } else {
      cluster.push(each);
    }
    last = each;
  }
  return clusters;
}

const worstFirst = (cluster: readonly TimedPost[], isAtRisk: IsAtRisk) =>
  cluster.toSorted((a, b) => severityRank(a.post, isAtRisk) - severityRank(b.post, isAtRisk));

function assignLanes(cluster: readonly TimedPost[], maxLanes: number) {
  const lanes: TimedPost[][] = Array.from({ length: maxLanes }, () => []);
  const placed: (TimedPost & { lane: number })[] = [];
  const overflow: TimedPost[] = [];
  for (const each of cluster) {
    const lane = lanes.findIndex((others) =>
      others.every(({ minute }) => Math.abs(minute - each.minute) >= BLOCK_MINUTES),
    );
    if (lane === -1) overflow.push(each);
    else placed.push({ ...each, lane });
    lanes[lane]?.push(each);
  }
  return { placed, overflow };
}

/** The hour, its next quarter once it has begun, or null when it is over. */
export function prefillForHour(day: DayKey, hour: number, now: Date): DueTimeFields | null {
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number);
  const at = (minute: number) => fromBrasilia({ year, month, day: number, hour, minute });
  const first = earliestAfterLead(now);
  for (let minute = 0; minute < 60; minute += QUARTER_MINUTES) {
    const instant = at(minute);
    if (instant >= first) return { date: dayKey(instant), time: formatTime(instant) };
  }
  return null;
}
