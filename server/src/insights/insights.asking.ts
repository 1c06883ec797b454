import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { InstagramError, type Usage } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { Asker, AskersRepository } from './askers.repository.ts';
import { consequenceOf, REST_MS, USAGE_LIMIT, type Consequence } from './pace.rules.ts';

const INSIGHTS_SCOPE = 'instagram_manage_insights';

/** Asked again after this even if its owner does not connect anew: it may have been given back. */
const REFUSED_MS = 7 * 24 * 3_600_000;

/** What became of a question that was not answered: */
export type Untold =
  /** Instagram has nothing to tell of this, */
  | 'untold'
  /** this could not be read, though others may be, */
  | 'this'
  /** or nothing more is to be asked now. */
  | 'ended';

/** Asking Instagram for insights, and bearing what it says instead. */
export function createAsking(deps: {
  askers: AskersRepository;
  publishing: Pick<InstagramPublishing, 'holdsPermissions'>;
  log: Log;
}) {
  const { askers, publishing, log } = deps;

  /** Half of an allowance is for this at most: publishing needs the rest. */
  function watch(igUserId: string) {
    const used: Usage = { app: 0, account: 0 };
    return {
      heard(usage: Usage): void {
        used.app = Math.max(used.app, usage.app);
        used.account = Math.max(used.account, usage.account);
      },
      async rest(): Promise<void> {
        if (used.app >= USAGE_LIMIT) await askers.rest('app', REST_MS);
        if (used.account >= USAGE_LIMIT) await askers.rest(igUserId, REST_MS);
      },
    };
  }

  /** Writes down what follows for all else. */
  async function bear(
    asker: Asker,
    account: ConnectedAccount,
    found: Consequence,
  ): Promise<Untold> {
    const { connection_id: connectionId, ig_user_id: igUserId } = asker;
    switch (found.of) {
      case 'app':
        await askers.rest('app', found.ms);
        return 'ended';
      case 'account':
        await askers.rest(igUserId, found.ms);
        return 'ended';
      case 'connection':
        await askers.wait(connectionId, found.ms);
        return 'ended';
      case 'permission':
        // With the same code Instagram says that there is too little to tell: the token knows which.
        if (await publishing.holdsPermissions(account, [INSIGHTS_SCOPE])) return 'untold';
        await askers.refuse(connectionId, REFUSED_MS);
        return 'ended';
      case 'this':
        return 'this';
    }
  }

  /** @returns the answer, or what became of the question */
  async function ask<T>(
    asker: Asker,
    account: ConnectedAccount,
    call: (heard: (usage: Usage) => void) => Promise<T>,
  ): Promise<{ told: T } | Untold> {
    const { heard, rest } = watch(asker.ig_user_id);
    try {
      const told = await call(heard);
      await askers.answered(asker.connection_id);
      return { told };
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      const { problem } = error;
      log.info({ code: problem.code, connectionId: asker.connection_id }, 'no insights were told');
      try {
        return await bear(asker, account, consequenceOf(problem));
      } catch (failure) {
        if (!(failure instanceof InstagramError)) throw failure;
        return bear(asker, account, { of: 'connection', ms: REST_MS });
      }
    } finally {
      await rest();
    }
  }

  return { ask };
}
