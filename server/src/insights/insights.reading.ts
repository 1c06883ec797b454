import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { ConnectedAccount, InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { Asker, AskersRepository } from './askers.repository.ts';
import { createAsking } from './insights.asking.ts';
import type { InsightsGraph, PostCounts } from './insights.graph.ts';
import type { DuePost, InsightsRepository } from './insights.repository.ts';
import { daysToRead, nextDaysAt, nextReadAge } from './pace.rules.ts';

/** What one turn reads at most: others wait. */
const MOST_READINGS = 60;
/** A post that could not be read for a passing reason; the others come before it. */
const PUT_OFF_MS = 3_600_000;
/** Of a story Instagram tells for a day only. */
const STORY_PUT_OFF_MS = 900_000;

const nothing: PostCounts = {
  views: null,
  reach: null,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  total_interactions: null,
};
const nothingOfDay = { reach: null, views: null, accounts_engaged: null, total_interactions: null };

/** The turns of accounts: one call after the other, each only while it may be made. */
export function createInsightsReading(deps: {
  askers: AskersRepository;
  repository: InsightsRepository;
  insightsGraph: InsightsGraph;
  accounts: Pick<InstagramAccounts, 'accountOf'>;
  publishing: Pick<InstagramPublishing, 'holdsPermissions'>;
  log: Log;
}) {
  const { askers, repository, insightsGraph, accounts } = deps;
  const { ask } = createAsking(deps);
  const stopping = new AbortController();

  async function readPost(asker: Asker, account: ConnectedAccount, post: DuePost) {
    const { post_id: id, media_id: mediaId, media_type: mediaType, age_ms: age } = post;
    const next = nextReadAge(mediaType, age);
    if (mediaId === '') return repository.putOff(id, null);
    const answer = await ask(asker, account, (heard) =>
      insightsGraph.ofPost(account, { mediaId, mediaType }, heard),
    );
    if (answer === 'this') return repository.putOff(id, next);
    if (answer === 'ended') {
      // The last reading, too, waits for the trouble to pass.
      const wait = mediaType === 'STORIES' ? STORY_PUT_OFF_MS : PUT_OFF_MS;
      return repository.putOff(id, Math.min(next ?? Infinity, age + wait));
    }
    return repository.savePost(id, answer === 'untold' ? nothing : answer.told, next);
  }

  /**
   * The newest day that is not known, and with yesterday how many follow the account today; false when
   * all are known.
   */
  async function readDay(asker: Asker, account: ConnectedAccount, now: Date): Promise<boolean> {
    const [day] = daysToRead(await repository.knownDays(asker), now);
    if (day === undefined) {
      await askers.setDaysAt(asker.connection_id, nextDaysAt(asker.connection_id, now));
      return false;
    }
    const isYesterday = daysToRead(new Map(), now)[0] === day;
    const counts = await ask(asker, account, (heard) => insightsGraph.ofDay(account, day, heard));
    if (counts === 'ended') return false;
    const followers = isYesterday
      ? await ask(asker, account, (heard) => insightsGraph.followers(account, heard))
      : 'untold';
    // Without them the day is not done, unless there are none to be told.
    if (followers === 'ended') return false;
    if (typeof followers !== 'string') {
      const known = { ...nothingOfDay, followers: followers.told };
      await repository.saveDay(asker, dayKey(now), known);
    }
    // One that is refused counts as read, so that it keeps no older one waiting.
    const told = typeof counts === 'string' ? nothingOfDay : counts.told;
    await repository.saveDay(asker, day, { ...told, followers: null });
    return true;
  }

  async function spend(asker: Asker): Promise<void> {
    for (let readings = 0; readings < MOST_READINGS && !stopping.signal.aborted; readings += 1) {
      const going = await askers.goOn(asker.connection_id);
      if (going === undefined) return;
      // Anew for each call: its owner may connect another meanwhile.
      const account = await accounts.accountOf(asker.workspace_id, asker.ig_user_id);
      if (account?.connectionId !== asker.connection_id) return;
      const post = await repository.nextPost(asker);
      if (post !== undefined) await readPost(asker, account, post);
      else if (!going.are_days_due || !(await readDay(asker, account, going.now))) return;
    }
  }

  return {
    async read(connectionId: string): Promise<void> {
      const asker = await askers.takeTurn(connectionId);
      if (asker === undefined) return;
      try {
        await spend(asker);
      } finally {
        await askers.endTurn(connectionId);
      }
    },

    stop(): void {
      stopping.abort();
    },
  };
}
