import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { ConnectedAccount, InstagramAccounts } from '../connection/accounts.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { Log } from '../../platform/log/log.ts';
import type { InsightSource, InsightSchedulesRepository } from './schedules.repository.ts';
import { createInsightRequests } from './requests.ts';
import type { InsightsGraph, PostCounts } from './graph.ts';
import type { DuePost, InsightsRepository } from './insights.repository.ts';
import { daysToRead, nextDaysAt, nextReadAge } from './schedule.rules.ts';

/** Limited, so that other accounts get their turn. */
const MAX_READINGS_PER_RUN = 60;
/** After a temporary failure, other posts are read first. */
const POSTPONE_MS = 3_600_000;
/** Shorter, because Instagram reports the metrics of a story for only one day. */
const STORY_POSTPONE_MS = 900_000;

const noPostCounts: PostCounts = {
  views: null,
  reach: null,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  total_interactions: null,
};
const noDayCounts = { reach: null, views: null, accounts_engaged: null, total_interactions: null };

export function createInsightsReader(deps: {
  insightSchedules: InsightSchedulesRepository;
  repository: InsightsRepository;
  insightsGraph: InsightsGraph;
  accounts: Pick<InstagramAccounts, 'accountOf'>;
  publishing: Pick<InstagramPublishing, 'hasPermissions'>;
  log: Log;
}) {
  const { insightSchedules, repository, insightsGraph, accounts } = deps;
  const { request } = createInsightRequests(deps);
  const stopping = new AbortController();

  async function readPost(source: InsightSource, account: ConnectedAccount, post: DuePost) {
    const { post_id: id, media_id: mediaId, media_type: mediaType, age_ms: age } = post;
    const next = nextReadAge(mediaType, age);
    if (mediaId === '') return repository.postpone(id, null);
    const answer = await request(source, account, (onUsage) =>
      insightsGraph.fetchPostCounts(account, { mediaId, mediaType }, onUsage),
    );
    if (answer === 'this') return repository.postpone(id, next);
    if (answer === 'ended') {
      const wait = mediaType === 'STORIES' ? STORY_POSTPONE_MS : POSTPONE_MS;
      return repository.postpone(id, Math.min(next ?? Infinity, age + wait));
    }
    return repository.savePost(id, answer === 'unreported' ? noPostCounts : answer.value, next);
  }

  /** Returns false when no day is due, or when no further request may be made now. */
  async function readDay(
    source: InsightSource,
    account: ConnectedAccount,
    now: Date,
  ): Promise<boolean> {
    const [day] = daysToRead(await repository.knownDays(source), now);
    if (day === undefined) {
      await insightSchedules.setDaysAt(source.connection_id, nextDaysAt(source.connection_id, now));
      return false;
    }
    const isYesterday = daysToRead(new Map(), now)[0] === day;
    const counts = await request(source, account, (onUsage) =>
      insightsGraph.fetchDayCounts(account, day, onUsage),
    );
    if (counts === 'ended') return false;
    const followers = isYesterday
      ? await request(source, account, (onUsage) => insightsGraph.fetchFollowers(account, onUsage))
      : 'unreported';
    // Without the followers the day stays due, unless Instagram does not report them.
    if (followers === 'ended') return false;
    if (typeof followers !== 'string') {
      const known = { ...noDayCounts, followers: followers.value };
      await repository.saveDay(source, dayKey(now), known);
    }
    // A refused day is stored as read, so that it does not block older days.
    const dayCounts = typeof counts === 'string' ? noDayCounts : counts.value;
    await repository.saveDay(source, day, { ...dayCounts, followers: null });
    return true;
  }

  async function readDue(source: InsightSource): Promise<void> {
    for (
      let readings = 0;
      readings < MAX_READINGS_PER_RUN && !stopping.signal.aborted;
      readings += 1
    ) {
      const lease = await insightSchedules.renew(source.connection_id);
      if (lease === undefined) return;
      // Loaded again for each reading, because the owner may replace the account meanwhile.
      const account = await accounts.accountOf(source.workspace_id, source.ig_user_id);
      if (account?.connectionId !== source.connection_id) return;
      const post = await repository.nextPost(source);
      if (post !== undefined) await readPost(source, account, post);
      else if (!lease.are_days_due || !(await readDay(source, account, lease.now))) return;
    }
  }

  return {
    async read(connectionId: string): Promise<void> {
      const source = await insightSchedules.lease(connectionId);
      if (source === undefined) return;
      try {
        await readDue(source);
      } finally {
        await insightSchedules.release(connectionId);
      }
    },

    stop(): void {
      stopping.abort();
    },
  };
}
