import { dayKey, formatTime, fromBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { rankOf, type IsAtRisk } from '../../../needs/at-risk.ts';
import { afterLead } from '../../create/when/bounds.ts';
import type { WallFields } from '../../create/when/wall-fields.ts';
import { didNotGoOut } from '../../mending.ts';
import type { DayKey } from '../month-grid.ts';
import { plannedAt } from '../timeline-groups.ts';
import { hourOf, minuteOf } from './week.ts';

/** Minutes of the line that a post's block covers. */
export const BLOCK = 50;
const DAY = 24 * 60;
const QUARTER = 15;

export interface Block {
  post: Post;
  /** Where it begins; so early that it ends within the day. */
  minute: number;
  /** Which of so many columns side by side. */
  lane: number;
  lanes: number;
  /** As things are, it will not be published. */
  atRisk: boolean;
}

/** Posts for which there was no column, gathered where the first of them would be. */
export interface Rest {
  minute: number;
  count: number;
  lane: number;
  lanes: number;
  /** One of them failed. */
  hasFailed: boolean;
}

interface Timed {
  post: Post;
  minute: number;
}

/**
 * Sets the posts of one day, in order, side by side where their blocks would overlap. Where columns end,
 * the worst are in sight.
 */
export function laidOut(
  posts: readonly Post[],
  mostLanes: number,
  isAtRisk: IsAtRisk,
): { blocks: Block[]; rests: Rest[] } {
  const timed = posts.flatMap((post): Timed[] => {
    const planned = plannedAt(post);
    return planned === null ? [] : [{ post, minute: Math.min(minuteOf(planned), DAY - BLOCK) }];
  });
  const blocks: Block[] = [];
  const rests: Rest[] = [];
  for (const cluster of clustersOf(timed)) {
    const all = inLanes(cluster, mostLanes);
    // One column fewer where some are left over: `+N` stands in the last one.
    const { placed, left } =
      all.left.length === 0 ? all : inLanes(worstFirst(cluster, isAtRisk), mostLanes - 1);
    const used = Math.max(...placed.map(({ lane }) => lane), 0) + 1;
    const lanes = left.length === 0 ? used : mostLanes;
    for (const { post, minute, lane } of placed) {
      blocks.push({ post, minute, lane, lanes, atRisk: isAtRisk(post) });
    }
    if (left.length > 0) {
      rests.push({
        minute: Math.min(...left.map(({ minute }) => minute)),
        count: left.length,
        lane: lanes - 1,
        lanes,
        hasFailed: left.some(({ post }) => didNotGoOut(post)),
      });
    }
  }
  return { blocks, rests };
}

/** What an hour of a day holds. */
export interface HourOfDay {
  /** Those that begin in it. */
  posts: Post[];
  blocks: Block[];
  rests: Rest[];
}

/** The 24 hours of a day with its posts, which come in order. */
export function hoursOf(
  posts: readonly Post[],
  mostLanes: number,
  isAtRisk: IsAtRisk,
): HourOfDay[] {
  const hours = Array.from({ length: 24 }, (): HourOfDay => ({ posts: [], blocks: [], rests: [] }));
  const at = (minute: number) => hours[Math.floor(minute / 60)];
  const { blocks, rests } = laidOut(posts, mostLanes, isAtRisk);
  for (const post of posts) hours[hourOf(post)]?.posts.push(post);
  for (const block of blocks) at(block.minute)?.blocks.push(block);
  for (const rest of rests) at(rest.minute)?.rests.push(rest);
  return hours;
}

/** Posts whose blocks overlap one another, directly or by those between them. */
function clustersOf(timed: readonly Timed[]): Timed[][] {
  const clusters: Timed[][] = [];
  let last: Timed | undefined;
  for (const each of timed) {
    const cluster = clusters.at(-1);
    if (cluster === undefined || last === undefined || each.minute >= last.minute + BLOCK) {
      clusters.push([each]);
    } else {
      cluster.push(each);
    }
    last = each;
  }
  return clusters;
}

const worstFirst = (cluster: readonly Timed[], isAtRisk: IsAtRisk) =>
  cluster.toSorted((a, b) => rankOf(a.post, isAtRisk) - rankOf(b.post, isAtRisk));

/** Each in the first column in which it overlaps none, while there are columns. */
function inLanes(cluster: readonly Timed[], most: number) {
  const lanes: Timed[][] = Array.from({ length: most }, () => []);
  const placed: (Timed & { lane: number })[] = [];
  const left: Timed[] = [];
  for (const each of cluster) {
    const lane = lanes.findIndex((others) =>
      others.every(({ minute }) => Math.abs(minute - each.minute) >= BLOCK),
    );
    if (lane === -1) left.push(each);
    else placed.push({ ...each, lane });
    lanes[lane]?.push(each);
  }
  return { placed, left };
}

/** What a click on an hour prefills: the hour, or its next quarter once it has begun; null when over. */
export function hourPrefill(day: DayKey, hour: number, now: Date): WallFields | null {
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number);
  const at = (minute: number) => fromBrasilia({ year, month, day: number, hour, minute });
  const first = afterLead(now);
  for (let minute = 0; minute < 60; minute += QUARTER) {
    const instant = at(minute);
    if (instant >= first) return { date: dayKey(instant), time: formatTime(instant) };
  }
  return null;
}
