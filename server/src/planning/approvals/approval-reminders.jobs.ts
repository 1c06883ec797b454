import type { Database } from '../../platform/database/database.ts';
import { notify } from '../../notifications/notify.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { markPostsToRemind } from './approval-reminders.repository.ts';

export type SendApprovalReminders = ReturnType<typeof createApprovalReminders>;

/** Notifies owners ahead of the due time; the engine notifies them again (holds.ts). */
export function createApprovalReminders(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, wakeUps } = deps;
  return async function sendApprovalReminders(): Promise<void> {
    const remindedPosts = await database.inTransaction(async (tx) => {
      const posts = await markPostsToRemind(tx);
      await notify(
        tx,
        ...posts.map((post) => ({
          kind: 'issue' as const,
          workspaceId: post.workspace_id,
          postId: post.id,
          dedupeKey: `awaiting-ahead:${post.id}:${post.scheduled_time.getTime()}:${post.awaiting_since.getTime()}`,
          code: post.error_code,
          message: post.error_message,
          action: post.error_action,
        })),
      );
      return posts;
    });
    const workspaces = new Set(remindedPosts.map((post) => post.workspace_id));
    wakeUps.send([...workspaces].map((workspaceId) => ({ topic: 'posts', workspaceId })));
  };
}
