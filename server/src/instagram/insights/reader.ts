import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { ConnectedAccount, InstagramAccounts } from '../connection/accounts.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { Log } from '../../platform/log/log.ts';
import type { InsightSource, InsightSchedulesRepository } from './schedules.repository.ts';
import { createInsightRequests } from './requests.ts';
import type { InsightsGraph, PostCounts } from './graph.ts';
import type { DuePost, InsightsRepository } from './insights.repository.ts';
import { daysToRead, nextDaysAt, nextReadAge } from './schedule.rules.ts';

/** What one turn reads at most: others wait. */
const MAX_READINGS_PER_RUN = 60;
/** A post that could not be read for a passing reason; the others come before it. */
const POSTPONE_MS = 3_600_000;
/** Of a story Instagram tells for a day only. */
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

/** The turns of accounts: one call after the other, each only while it may be made. */
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
      // The last reading, too, waits for the trouble to pass.
      const wait = mediaType === 'STORIES' ? STORY_POSTPONE_MS : POSTPONE_MS;
      return repository.postpone(id, Math.min(next ?? Infinity, age + wait));
    }
    return repository.savePost(id, answer === 'untold' ? noPostCounts : answer.value, next);
  }

  /**
   * The newest day that is not known, and with yesterday how many follow the account today; false when
   * all are known.
   */
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
      : 'untold';
    // Without them the day is not done, unless there are none to be told.
    if (followers === 'ended') return false;
    if (typeof followers !== 'string') {
      const known = { ...noDayCounts, followers: followers.value };
      await repository.saveDay(source, dayKey(now), known);
    }
    // One that is refused counts as read, so that it keeps no older one waiting.
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
      // Anew for each call: its owner may connect another meanwhile.
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
