import type { Tx } from '../../platform/database/database.ts';
import { APPROVAL_REQUESTED } from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

/** The email is in the name of the team; the post's history names the member who requested the approval. */
export async function notifyApprovers(tx: Tx, post: ListedPost): Promise<void> {
  const { id: postId, workspace_id: workspaceId, version } = post;
  const parties = createPartiesRepository(tx);
  if (!(await parties.hasApprovers(workspaceId))) return;
  const { team, username } = await parties.findRequester(post);
  const requester = team ?? (username === null ? 'A sua equipe' : `A equipe de @${username}`);
  await notify(tx, { kind: APPROVAL_REQUESTED, workspaceId, postId, version, requester });
}
