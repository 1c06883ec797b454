import {
  advancedAnalytics,
  basicAnalytics,
  exportAnalytics,
} from '@pontual/contract/insights/analytics.ts';
import { sql } from 'kysely';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { watchProcess } from '../upload/watch.ts';
import { sendRequest } from './client.ts';
import type { Size } from './rows.ts';
import { authorize, type Installation, type Scenario } from './scenarios.ts';

const MAX_GROWTH_MB = 100;
const target = { cpuMs: 30 };

/** Years of posts, the same beside many posts of other accounts, and all posts in one exported year. */
export const analyticsSizes = (part: number): Size[] => [
  { name: 'years', ownPosts: 100_000 * part, otherPosts: 0, ...common },
  { name: 'beside', ownPosts: 100_000 * part, otherPosts: 100_000 * part, ...common },
  {
    name: 'year',
    ownPosts: 100_000 * part,
    otherPosts: 0,
    ...common,
    past: { days: 320, share: 1 },
  },
];
const common = { postsInMonth: 1000, drafts: 30, insights: true };

const buildCountStatements = ({ owner, now }: Installation, days: number) => [
  {
    text: `select scheduled_time::date, media_type, status, count(*) from publications
      where workspace_id = $1 and scheduled_time > $2::timestamptz - make_interval(days => $3)
        and scheduled_time < $2 group by 1, 2, 3`,
    values: [owner.workspaceId, now, days],
  },
];

export const analyticsScenarios: Scenario[] = [
  {
    name: 'analytics-basic',
    title: 'basic analytics',
    target,
    buildRequest: ({ url }) => ({ method: 'GET', url: `${url}/api${basicAnalytics.path}` }),
    statements: (installation) => [
      ...buildCountStatements(installation, 30),
      {
        text: `select status, media_type, count(*) from publications where workspace_id = $1 group by 1, 2`,
        values: [installation.owner.workspaceId],
      },
    ],
  },
  {
    name: 'analytics-advanced',
    title: 'advanced analytics',
    target,
    buildRequest: ({ url }) => ({ method: 'GET', url: `${url}/api${advancedAnalytics.path}` }),
    statements: (installation) => [
      ...buildCountStatements(installation, 180),
      {
        text: `select media_type, sum(total_interactions), sum(reach) from post_insights
          where workspace_id = $1 and scheduled_time > $2::timestamptz - interval '180 days'
          group by 1`,
        values: [installation.owner.workspaceId, installation.now],
      },
    ],
  },
];

export async function fillInsights(db: Db): Promise<void> {
  await sql`insert into post_insights (post_id, workspace_id, ig_user_id, media_type, scheduled_time,
      hashtags, views, reach, likes, comments, saved, shares, total_interactions, read_at)
    select post_id, workspace_id, '17841400000000001', media_type, scheduled_time, n % 12,
      case when known then reach * 2 end, case when known then reach end,
      case when known then reach / 30 end, case when known then n % 9 end,
      case when known then n % 7 end, case when known then n % 5 end,
      case when known then reach / 30 + n % 9 + n % 7 + n % 5 end, case when known then app_now() end
    from (select *, row_number() over (order by post_id) as n, random() < 0.97 as known,
                 (100 + random() * 4000)::int as reach
          from publications where status = 'published') p`.execute(db);
  await sql`vacuum analyze post_insights`.execute(db);
  await sql`checkpoint`.execute(db);
}

export async function measureYearExport(
  pid: number,
  installation: Installation,
): Promise<string[]> {
  const lines: string[] = [];
  for (const format of ['csv', 'json']) {
    const watcher = watchProcess(pid);
    const url = `${installation.url}/api${exportAnalytics.path}?format=${format}&period=366`;
    const { ms, bytes } = await sendRequest(authorize(installation, { method: 'GET', url }));
    const { beforeMb, peakMb, cpuSeconds } = watcher.read();
    watcher.end();
    const growth = peakMb - beforeMb;
    const verdict = growth <= MAX_GROWTH_MB ? '' : ': missed';
    lines.push(
      `export of a year as ${format}: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, RSS ${beforeMb.toFixed(0)} to ${peakMb.toFixed(0)} MB (${growth.toFixed(0)} more; target: at most ${MAX_GROWTH_MB}${verdict})`,
    );
  }
  return lines;
}
