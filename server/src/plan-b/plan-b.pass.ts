import type { Database } from '../database/database.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { Log } from '../log.ts';
import type { Hour } from '../publishing/hour.ts';
import { createSlots } from '../publishing/slots.ts';
import { createPlanBRepository } from './plan-b.repository.ts';
import { accountOf, type Sightings } from './plan-b.sighting.ts';

/** Accounts that are looked at at a time: the calls of a full hour come first. */
const ACCOUNTS_AT_ONCE = 10;

export type SightingPasses = ReturnType<typeof createSightingPasses>;

/** Looks from time to time for all posts that their owners may have published by hand. */
export function createSightingPasses(deps: {
  database: Database;
  hour: Pick<Hour, 'isFull'>;
  sightings: Pick<Sightings, 'lookForAll'>;
  log: Log;
}) {
  const { database, hour, sightings, log } = deps;
  const repository = createPlanBRepository(database.db);
  const stopping = new AbortController();

  /** Calls of an hour that lasts would wait behind these, and a process that ends behind all of them. */
  const hasOtherThingsToDo = () => stopping.signal.aborted || hour.isFull();

  const sayUnread = (error: unknown): void => {
    if (error instanceof InstagramError) {
      log.info({ code: error.problem.code }, 'an account was not looked at');
    } else log.error({ error }, 'an account was not looked at');
  };

  return {
    /** A pass over all that is to be looked for; what there is no time for is the next one's. */
    async lookForSought(): Promise<void> {
      if (hasOtherThingsToDo()) return;
      const turns = createSlots(ACCOUNTS_AT_ONCE);
      const sought = await repository.takeSought();
      const ofAccounts = Map.groupBy(sought, (post) => `${post.workspace_id}/${accountOf(post)}`);
      const left: string[] = [];
      await Promise.all(
        [...ofAccounts.values()].map(async (posts) => {
          await turns.take();
          if (hasOtherThingsToDo()) left.push(...posts.map(({ id }) => id));
          else await sightings.lookForAll(posts).catch(sayUnread);
          turns.give();
        }),
      );
      if (left.length > 0) await repository.putBack(left);
    },

    stop(): void {
      stopping.abort();
    },
  };
}
