import { dayKey, formatTime, fromBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { afterLead } from '../../create/when/bounds.ts';
import type { WallFields } from '../../create/when/wall-fields.ts';
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
}

/** Posts for which there was no column, gathered where the first of them would be. */
export interface Rest {
  minute: number;
  count: number;
  lane: number;
  lanes: number;
}

interface Timed {
  post: Post;
  minute: number;
}

/** Sets the posts of one day, in order, side by side where their blocks would overlap. */
export function laidOut(
  posts: readonly Post[],
  mostLanes: number,
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
    const { placed, left } = all.left.length === 0 ? all : inLanes(cluster, mostLanes - 1);
    const [first] = left;
    const used = Math.max(...placed.map(({ lane }) => lane), 0) + 1;
    const lanes = first === undefined ? used : mostLanes;
    blocks.push(...placed.map(({ post, minute, lane }) => ({ post, minute, lane, lanes })));
    if (first !== undefined) {
      rests.push({ minute: first.minute, count: left.length, lane: lanes - 1, lanes });
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
export function hoursOf(posts: readonly Post[], mostLanes: number): HourOfDay[] {
  const hours = Array.from({ length: 24 }, (): HourOfDay => ({ posts: [], blocks: [], rests: [] }));
  const at = (minute: number) => hours[Math.floor(minute / 60)];
  const { blocks, rests } = laidOut(posts, mostLanes);
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

function inLanes(cluster: readonly Timed[], most: number) {
  const ends: number[] = [];
  const placed: (Timed & { lane: number })[] = [];
  const left: Timed[] = [];
  for (const each of cluster) {
    const free = ends.findIndex((end) => end <= each.minute);
    const lane = free === -1 ? ends.length : free;
    if (lane >= most) {
      left.push(each);
      continue;
    }
    ends[lane] = each.minute + BLOCK;
    placed.push({ ...each, lane });
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
