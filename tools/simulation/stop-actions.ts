import type { Sandbox } from '@pontual/sandbox/sandbox.ts';
import { sql } from 'kysely';
import type { Member } from '@pontual/server/platform/http/authentication.ts';
import type { Database } from '@pontual/server/platform/database/database.ts';
import { AppError } from '@pontual/server/platform/http/app-error.ts';
import { hashForApproval } from '@pontual/server/posts/content/content.ts';
import { createPostsRepository } from '@pontual/server/posts/listing/posts.repository.ts';
import type { Services } from '@pontual/server/composition/services.ts';
import type { SeededRandom } from './random.ts';
import type { PlannedPost, Workspace } from './population.ts';
import type { VirtualTime } from './time.ts';

export const toMember = ({ id, userId }: Pick<Workspace, 'id' | 'userId'>): Member => ({
  workspaceId: id,
  userId,
  role: 'owner',
});

/** Whether the product did it: what it refuses, it refuses to its owner, who lives with that. */
async function wasAccepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** A post that is its owner's to publish, where it is meant to be. */
interface ManualPost {
  caption: string;
  media_type: string;
  username: string;
}

/** How owners keep posts from going out by themselves, and let them go out again; as the API does it. */
export function createStopActions(parts: {
  database: Database;
  services: Services;
  sandbox: Sandbox;
  time: VirtualTime;
  random: SeededRandom;
  manuallyPublished: Set<string>;
}) {
  const { database, services, sandbox, time, random, manuallyPublished } = parts;
  const { db } = database;

  return {
    pause: (workspace: Workspace, until: Date | null) =>
      wasAccepted(services.planning.pauses.pause(toMember(workspace), until)),

    resume: (workspace: Workspace) =>
      wasAccepted(services.planning.pauses.resume(toMember(workspace))),

    requestApproval: ({ id, workspace }: PlannedPost) =>
      wasAccepted(services.planning.approvals.request(toMember(workspace), id, { renew: false })),

    /** Says something of what the post shows at this moment. */
    async answerApproval(
      post: PlannedPost,
      verdict: 'approved' | 'change_asked',
    ): Promise<boolean> {
      const { id, workspace } = post;
      const content = await createPostsRepository(db).find(workspace.id, id);
      if (content === undefined) return false;
      const answer = {
        verdict,
        note: 'Outra foto, por favor',
        contentHash: hashForApproval(content),
      };
      return wasAccepted(services.planning.approvals.answer(toMember(workspace), id, answer));
    },

    /** One of the posts that are late, or else did not go out; answers which. */
    async startManualPublishing(planned: readonly PlannedPost[]): Promise<PlannedPost | undefined> {
      const latePosts = await sql<{ id: string; is_under_way: boolean }>`
        select id, status = 'pending' as is_under_way from posts
        where scheduled_time <= app_now() and by_hand_since is null
          and status in ('pending', 'failed', 'error', 'expired')`.execute(db);
      const inProgress = latePosts.rows.filter((one) => one.is_under_way);
      const ids = new Set(
        (inProgress.length > 0 ? inProgress : latePosts.rows).map(({ id }) => id),
      );
      const post = random.pickOrUndefined(planned.filter(({ id }) => ids.has(id)));
      if (post === undefined) return undefined;
      const isTaken = await wasAccepted(
        services.planning.manualPublishing.start(toMember(post.workspace), post.id),
      );
      return isTaken ? post : undefined;
    },

    /**
     * Publishes with Instagram's own application, under its caption, what is theirs for sure: while a doubt is
     * read to its end, owners are told to look first. Not what no caption names: nobody could say of the ledger
     * whose it is; nor on an account that is connected no more: nobody looks there, and it is marked by a press.
     */
    async publishManually({ id, marker }: PlannedPost): Promise<boolean> {
      if (marker === undefined || manuallyPublished.has(id)) return false;
      const found = await sql<ManualPost>`
        select p.caption, p.media_type, a.username from posts p join instagram_accounts a
          on a.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id)
          join instagram_connections k on k.workspace_id = p.workspace_id
            and k.ig_user_id = a.ig_user_id and k.ended_at is null
        where p.id = ${id} and p.stage = 'idle' and p.status = 'failed'
          and p.by_hand_since is not null`.execute(db);
      const [theirs] = found.rows;
      if (theirs === undefined) return false;
      manuallyPublished.add(id);
      const { username, caption, media_type: type } = theirs;
      const product = type === 'VIDEO' || type === 'REELS' ? 'REELS' : 'FEED';
      await time.freezeDuring(
        sandbox.fetch(`${sandbox.url}/_sandbox/instagram/media`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, caption, product }),
        }),
      );
      return true;
    },
  };
}
