import type { MonthlyReport, ReportTotals } from '@pontual/contract/reports.ts';
import { percent } from '../analytics/analytics.rules.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { AccountDay, HourCount } from './reports.figures.ts';
import type { ShownPost, TopPost } from './reports.repository.ts';
import {
  bestHours,
  daily,
  failureCauses,
  followersOf,
  hashtagsOf,
  shares,
  totalsOf,
} from './reports.rules.ts';

interface Read {
  month: string;
  firstMonth: string;
  lastMonth: string;
  now: Date;
  /** Of the month, as `2026-06-09`. */
  days: readonly string[];
  username: string | null;
  hours: readonly HourCount[];
  before: ReportTotals | null;
  failures: readonly { code: string; posts: number }[];
  /** Of each post with a caption. */
  hashtags: readonly number[];
  account: readonly AccountDay[];
  tiles: readonly ShownPost[];
  topPosts: readonly TopPost[];
}

/** A report as the contract has it, from what was read for it. */
export function presentReport(read: Read, links: MediaLinks): MonthlyReport {
  const { hours, account, username } = read;
  const shown = ({ id, mediaType, caption, scheduledTime, fileId }: ShownPost) => ({
    _id: id,
    mediaType,
    caption,
    scheduledTime: scheduledTime.toISOString(),
    thumbnailUrl: fileId === null ? null : links.forOwner(fileId, 'thumbnail'),
  });
  return {
    month: read.month,
    firstMonth: read.firstMonth,
    lastMonth: read.lastMonth,
    readAt: read.now.toISOString(),
    account: username === null ? null : { username, followers: followersOf(account) },
    totals: totalsOf(hours),
    before: read.before,
    days: daily(read.days, hours, account),
    types: shares(hours),
    bestHours: bestHours(hours),
    topPosts: read.topPosts.map((post) => ({
      ...shown(post),
      permalink: post.permalink,
      engagement: percent(post.interactions, post.reach) ?? 0,
      reach: post.reach,
      interactions: post.interactions,
    })),
    grid: read.tiles.map(shown),
    hashtags: hashtagsOf(read.hashtags),
    failures: failureCauses(read.failures),
  };
}
