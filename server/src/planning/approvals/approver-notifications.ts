import type { Tx } from '../../platform/database/database.ts';
import { APPROVAL_REQUESTED } from '../../notifications/notifications.rules.ts';
import type { Notifications } from '../../notifications/notifications.service.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

/** The email is in the name of the team; the post's history names the member who requested the approval. */
export async function notifyApprovers(
  tx: Tx,
  notifications: Pick<Notifications, 'add'>,
  post: ListedPost,
): Promise<void> {
  const { id: postId, workspace_id: workspaceId } = post;
  const parties = createPartiesRepository(tx);
  if (!(await parties.hasApprovers(workspaceId))) return;
  const { team, username } = await parties.findRequester(post);
  const requester = team ?? (username === null ? 'A sua equipe' : `A equipe de @${username}`);
  const message = `${requester} pediu a sua aprovação. Sem ela, o post não sai: abra-o e aprove, ou peça uma mudança.`;
  const dedupeKey = `${APPROVAL_REQUESTED}:${postId}:${post.version}`;
  const notification = { workspaceId, postId, dedupeKey, code: APPROVAL_REQUESTED, message };
  await notifications.add(tx, [{ ...notification, action: 'wait' }]);
}
