import type { MonthlyReport, ReportTotals } from '@pontual/contract/insights/reports.ts';
import { percent } from '../analytics/analytics.rules.ts';
import type { MediaLinks } from '../../media/links.ts';
import type { AccountDay, HourCount } from './types.ts';
import type { ReportPost, TopPost } from './reports.repository.ts';
import {
  findReportBestHours,
  buildDays,
  countFailureCauses,
  followerChange,
  hashtagUsage,
  typeShares,
  computeTotals,
} from './reports.rules.ts';

interface ReportData {
  month: string;
  firstMonth: string;
  lastMonth: string;
  now: Date;
  days: readonly string[];
  username: string | null;
  hours: readonly HourCount[];
  before: ReportTotals | null;
  failures: readonly { code: string; posts: number }[];
  /** Of each published post that is not a story, also of one without a caption. */
  hashtags: readonly number[];
  account: readonly AccountDay[];
  tiles: readonly ReportPost[];
  topPosts: readonly TopPost[];
}

export function presentReport(data: ReportData, links: MediaLinks): MonthlyReport {
  const { hours, account, username } = data;
  const presentReportPost = ({ id, mediaType, caption, scheduledTime, fileId }: ReportPost) => ({
    _id: id,
    mediaType,
    caption,
    scheduledTime: scheduledTime.toISOString(),
    thumbnailUrl: fileId === null ? null : links.forOwner(fileId, 'thumbnail'),
  });
  return {
    month: data.month,
    firstMonth: data.firstMonth,
    lastMonth: data.lastMonth,
    readAt: data.now.toISOString(),
    account: username === null ? null : { username, followers: followerChange(account) },
    totals: computeTotals(hours),
    before: data.before,
    days: buildDays(data.days, hours, account),
    types: typeShares(hours),
    bestHours: findReportBestHours(hours),
    topPosts: data.topPosts.map((post) => ({
      ...presentReportPost(post),
      permalink: post.permalink,
      engagement: percent(post.interactions, post.reach) ?? 0,
      reach: post.reach,
      interactions: post.interactions,
    })),
    grid: data.tiles.map(presentReportPost),
    hashtags: hashtagUsage(data.hashtags),
    failures: countFailureCauses(data.failures),
  };
}
