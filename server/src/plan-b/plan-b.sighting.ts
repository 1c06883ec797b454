import type { Database } from '../database/database.ts';
import type { PostRow } from '../database/tables.ts';
import type { ConnectedAccount, InstagramAccounts } from '../instagram/instagram.accounts.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { AccountMedia } from '../instagram/instagram.reading.ts';
import type { Log } from '../log.ts';
import { AppError } from '../http/app-error.ts';
import type { Nudges } from '../nudges.ts';
import { announce, changePost } from '../posts/posts.change.ts';
import { mediaOfOwner, sightPost } from '../publishing/by-hand.ts';
import { createContainersRepository } from '../publishing/containers.repository.ts';
import { createNeighboursRepository } from '../publishing/neighbours.repository.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';

export interface SightingDependencies {
  database: Database;
  nudges: Nudges;
  accounts: Pick<InstagramAccounts, 'accountOf' | 'accountToRead'>;
  publishing: Pick<InstagramPublishing, 'mediaSince' | 'liveStories' | 'permalink'>;
  ownerChanges: Pick<OwnerChanges, 'seenByHand'>;
  log: Log;
}

export type Sightings = ReturnType<typeof createSightings>;

/** Where its owner publishes it: what was tried on one account may be meant for another by now. */
export const accountOf = (post: PostRow) => post.target_ig_user_id ?? post.ig_user_id;

/** Of a call that would be refused: what its owner publishes by hand can be read in other troubles. */
const cannotBeRead: ReadonlySet<ConnectedAccount['heldUp']> = new Set([
  'reconnect',
  'rate_limited',
]);

/** Another has been bound to the medium in this very moment. */
const isBoundElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/** What an account shows, of as long ago as the oldest of these posts. @throws InstagramError */
async function listFor(
  posts: readonly PostRow[],
  account: ConnectedAccount,
  publishing: SightingDependencies['publishing'],
): Promise<AccountMedia[]> {
  const since = Math.min(...posts.map((post) => post.plan_b_at?.getTime() ?? Infinity));
  const isStory = ({ media_type: type }: PostRow) => type === 'STORIES';
  const kinds = { stories: posts.some(isStory), others: !posts.every(isStory) };
  return mediaOfOwner(account, new Date(since), kinds, publishing);
}

/** Looks for posts that their owners publish by hand, and closes those that are there. */
export function createSightings(deps: SightingDependencies) {
  const { database, nudges, accounts, publishing, ownerChanges, log } = deps;
  const containers = createContainersRepository(database.db);
  const neighbours = createNeighboursRepository(database.db);

  const accountFor = (post: PostRow) => {
    const igUserId = accountOf(post);
    return igUserId === null
      ? accounts.accountOf(post.workspace_id)
      : accounts.accountToRead(post.workspace_id, igUserId);
  };

  /** What is missing of it now, the posts' links read later (publishing/afterwards.ts). */
  const permalinkOf = (account: ConnectedAccount, mediaId: string) =>
    publishing.permalink(account, mediaId).catch((error: unknown) => {
      log.warn({ error, mediaId }, 'the link of a post by hand was not read');
      return null;
    });

  async function close(post: PostRow, account: ConnectedAccount, mediaId: string): Promise<void> {
    const { igUserId } = account;
    const permalink = await permalinkOf(account, mediaId);
    const closing = changePost(database, post.workspace_id, post.id, async (tx) => {
      const seen = { mediaId, permalink, igUserId };
      const isClosed = await ownerChanges.seenByHand(tx, post.id, seen);
      if (isClosed) log.info({ postId: post.id, mediaId }, 'a post was published by hand');
    });
    await closing.catch((error: unknown) => {
      if (!isBoundElsewhere(error)) throw error;
    });
    announce(nudges, post.workspace_id);
  }

  async function closeIfSeen(
    post: PostRow,
    media: readonly AccountMedia[],
    account: ConnectedAccount,
  ): Promise<'seen' | 'not_seen'> {
    const sighting = await sightPost(post, media, { containers, neighbours });
    if (sighting.kind !== 'found') return 'not_seen';
    await close(post, account, sighting.mediaId);
    return 'seen';
  }

  /** One list of an account serves all of its posts; the trouble of one is its own. */
  async function lookForAll(posts: readonly PostRow[]): Promise<void> {
    const [first] = posts;
    const account = first && (await accountFor(first));
    if (account === undefined || cannotBeRead.has(account.heldUp)) return;
    const media = await listFor(posts, account, publishing);
    for (const post of posts) {
      await closeIfSeen(post, media, account).catch((error: unknown) => {
        const isDeleted = error instanceof AppError && error.code === 'NOT_FOUND';
        if (!isDeleted) log.error({ error, postId: post.id }, 'a post was not looked for');
      });
    }
  }

  return {
    /** Looks for one post now. `unreadable`: the account cannot be asked. */
    async lookFor(post: PostRow): Promise<'seen' | 'not_seen' | 'unreadable'> {
      const account = await accountFor(post);
      if (account === undefined) return 'unreadable';
      try {
        const media = await listFor([post], account, publishing);
        return await closeIfSeen(post, media, account);
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        log.info({ code: error.problem.code, postId: post.id }, 'an account was not looked at');
        return 'unreadable';
      }
    },

    lookForAll,
  };
}
