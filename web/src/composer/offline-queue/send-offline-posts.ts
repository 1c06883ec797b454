import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { upload } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { currentSession, currentWorkspace, onSessionChange } from '../../api/session-store.ts';
import { announceCreated } from '../../posts/announce.ts';
import type { PickedFile } from '../form.rules.ts';
import { sendWithUploads, openUploadQueue } from '../uploads/use-upload-queue.ts';
import { POSTS } from '../../api/query-keys.ts';
import { readNow } from '../../posts/now.ts';
import { createOfflineSender, type OfflineDelivery } from './offline-sender.ts';
import {
  updateOfflinePost,
  deleteOfflinePost,
  onOfflinePostsChange,
  readOfflinePosts,
} from './offline-post-store.ts';
import type { OfflinePost } from './offline-post.ts';

const offlineSender = createOfflineSender({
  session: currentSession,
  onSession: onSessionChange,
  now: readNow,
  // Posts of another workspace are sent when the user works there again.
  read: async (owner) =>
    (await readOfflinePosts(owner)).filter(({ workspace }) => workspace === currentWorkspace()),
  update: updateOfflinePost,
  remove: deleteOfflinePost,
  onChange: onOfflinePostsChange,
  deliver: sendOfflinePost,
  announce: async (post) => {
    announceCreated(post);
    await queryClient.invalidateQueries({ queryKey: POSTS });
  },
});
export const { sendingKey, onSendingKeyChange } = offlineSender;

/** Of this tab; between tabs a Web Lock ensures a single sender, where available. */
const sendingOwners = new Set<string>();

/** `ignoreBackoff` sends posts that are delayed after a failure, too. */
export async function sendOfflinePosts(owner: string, ignoreBackoff = false): Promise<void> {
  if (sendingOwners.has(owner) || !navigator.onLine) return;
  sendingOwners.add(owner);
  try {
    const locks: LockManager | undefined = navigator.locks;
    if (locks === undefined) await offlineSender.sendDue(owner, ignoreBackoff);
    else {
      await locks.request(`pontual.waiting.${owner}`, { ifAvailable: true }, (lock) =>
        lock === null ? undefined : offlineSender.sendDue(owner, ignoreBackoff),
      );
    }
  } finally {
    sendingOwners.delete(owner);
  }
}

async function sendOfflinePost(offlinePost: OfflinePost, delivery: OfflineDelivery): Promise<Post> {
  const { key, submitMode, fields } = offlinePost;
  const { token, signal, onProgress, beforeRequest } = delivery;
  const endpoint = submitMode === 'draft' ? saveDraft : schedulePost;
  const files = offlinePost.files.map((file): PickedFile => ({
    ...file,
    url: URL.createObjectURL(file.file),
  }));
  const uploadQueue = openUploadQueue(() => token);
  uploadQueue.setFiles(files);
  try {
    const { post } = await sendWithUploads(
      { uploadQueue, files },
      { idempotencyKey: key, onProgress, signal, token },
      async ({ files = [], uploadIds }, options) => {
        const ids = uploadIds === undefined ? {} : { uploadIds: JSON.stringify(uploadIds) };
        await beforeRequest();
        return upload(endpoint, { fields: { ...fields, ...ids }, files }, options);
      },
    );
    return post;
  } finally {
    uploadQueue.close();
    for (const { url } of files) URL.revokeObjectURL(url);
  }
}
