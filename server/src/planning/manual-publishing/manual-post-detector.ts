import type { Database } from '../../platform/database/database.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import type { ConnectedAccount, InstagramAccounts } from '../../instagram/connection/accounts.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { InstagramPublishing } from '../../instagram/graph/publishing.ts';
import type { AccountMedia } from '../../instagram/graph/reader.ts';
import type { Log } from '../../platform/log/log.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { sendWakeUps, changePost } from '../../posts/editing/change.ts';
import { CLOCK_SKEW_MS } from '../../publishing/publishing.rules.ts';
import { findManualMatch } from '../../publishing/steps/manual-publishing.ts';
import { createContainersRepository } from '../../publishing/steps/containers.repository.ts';
import { createConflictingPostsRepository } from '../../publishing/steps/conflicting-posts.repository.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';

export interface DetectorDependencies {
  database: Database;
  wakeUps: WakeUps;
  accounts: Pick<InstagramAccounts, 'accountOf' | 'accountToRead'>;
  publishing: Pick<InstagramPublishing, 'mediaSince' | 'liveStories' | 'permalink'>;
  ownerChanges: Pick<OwnerChanges, 'onManualPublicationFound'>;
  log: Log;
}

export type ManualPostDetector = ReturnType<typeof createManualPostDetector>;

/** May differ from the account of the last attempt. */
export const targetAccountOf = (post: PostRow) => post.target_ig_user_id ?? post.ig_user_id;

/** Instagram would refuse the call in these states; under other hold reasons the account can be read. */
const unreadableStates: ReadonlySet<ConnectedAccount['holdReason']> = new Set([
  'reconnect',
  'rate_limited',
  'app_limited',
]);

/** Another post was bound to the same medium at the same time. */
const isBoundElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/** Lists the media since the first `manual_prompted_at` of these posts. @throws InstagramError */
async function listAccountMedia(
  posts: readonly PostRow[],
  account: ConnectedAccount,
  publishing: DetectorDependencies['publishing'],
): Promise<AccountMedia[]> {
  const since = Math.min(...posts.map((post) => post.manual_prompted_at?.getTime() ?? Infinity));
  const isStory = ({ media_type: type }: PostRow) => type === 'STORIES';
  const [media, stories] = await Promise.all([
    posts.every(isStory) ? [] : publishing.mediaSince(account, new Date(since - CLOCK_SKEW_MS)),
    posts.some(isStory) ? publishing.liveStories(account) : [],
  ]);
  return [...media, ...stories];
}

export function createManualPostDetector(deps: DetectorDependencies) {
  const { database, wakeUps, accounts, publishing, ownerChanges, log } = deps;
  const containers = createContainersRepository(database.db);
  const conflictingPosts = createConflictingPostsRepository(database.db);

  const findAccount = (post: PostRow) => {
    const igUserId = targetAccountOf(post);
    return igUserId === null
      ? accounts.accountOf(post.workspace_id)
      : accounts.accountToRead(post.workspace_id, igUserId);
  };

  /** A missing permalink is read later with those of other posts (publishing/steps/permalinks.ts). */
  const readPermalink = (account: ConnectedAccount, mediaId: string) =>
    publishing.permalink(account, mediaId).catch((error: unknown) => {
      log.warn({ error, mediaId }, 'the link of a post by hand was not read');
      return null;
    });

  async function recordDetection(
    post: PostRow,
    account: ConnectedAccount,
    mediaId: string,
  ): Promise<void> {
    const { igUserId } = account;
    const permalink = await readPermalink(account, mediaId);
    const closing = changePost(database, post.workspace_id, post.id, async (tx) => {
      const detected = { mediaId, permalink, igUserId };
      const isClosed = await ownerChanges.onManualPublicationFound(tx, post.id, detected);
      if (isClosed) log.info({ postId: post.id, mediaId }, 'a post was published by hand');
    });
    await closing.catch((error: unknown) => {
      if (!isBoundElsewhere(error)) throw error;
    });
    sendWakeUps(wakeUps, post.workspace_id);
  }

  async function detectPost(
    post: PostRow,
    media: readonly AccountMedia[],
    account: ConnectedAccount,
  ): Promise<'seen' | 'not_seen'> {
    const match = await findManualMatch(post, media, { containers, conflictingPosts });
    if (match.kind !== 'found') return 'not_seen';
    await recordDetection(post, account, match.mediaId);
    return 'seen';
  }

  /** One list of the media serves all posts of an account; an error of one does not affect the others. */
  async function detectAll(posts: readonly PostRow[]): Promise<void> {
    const [first] = posts;
    const account = first && (await findAccount(first));
    if (account === undefined || unreadableStates.has(account.holdReason)) return;
    const media = await listAccountMedia(posts, account, publishing);
    for (const post of posts) {
      await detectPost(post, media, account).catch((error: unknown) => {
        const isDeleted = error instanceof AppError && error.code === 'NOT_FOUND';
        if (!isDeleted) log.error({ error, postId: post.id }, 'a post was not looked for');
      });
    }
  }

  return {
    /** `unreadable`: the account could not be read. */
    async detectOne(post: PostRow): Promise<'seen' | 'not_seen' | 'unreadable'> {
      const account = await findAccount(post);
      if (account === undefined) return 'unreadable';
      try {
        const media = await listAccountMedia([post], account, publishing);
        return await detectPost(post, media, account);
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        log.info({ code: error.issue.code, postId: post.id }, 'an account was not looked at');
        return 'unreadable';
      }
    },

    detectAll,
  };
}
