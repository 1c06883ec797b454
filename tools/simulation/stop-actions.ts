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

/** Returns whether the product accepted the action; a refusal is expected. */
async function wasAccepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

interface ManualPost {
  caption: string;
  media_type: string;
  username: string;
}

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

    async answerApproval(
      post: PlannedPost,
      verdict: 'approved' | 'change_requested',
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

    async startManualPublishing(planned: readonly PlannedPost[]): Promise<PlannedPost | undefined> {
      const latePosts = await sql<{ id: string; is_under_way: boolean }>`
        select id, status = 'pending' as is_under_way from posts_with_publication
        where scheduled_time <= app_now() and manual_since is null
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
     * Skips reconciling posts, whose owners must check first, posts without a marker, which the ledger
     * cannot identify, and disconnected accounts, where the manual post detection does not run.
     */
    async publishManually({ id, marker }: PlannedPost): Promise<boolean> {
      if (marker === undefined || manuallyPublished.has(id)) return false;
      const found = await sql<ManualPost>`
        select p.caption, p.media_type, a.username
        from posts_with_publication p join instagram_accounts a
          on a.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id)
          join instagram_connections k on k.workspace_id = p.workspace_id
            and k.ig_user_id = a.ig_user_id and k.ended_at is null
        where p.id = ${id} and p.state = 'manual'`.execute(db);
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
