import { saveDraft, schedulePost } from '@pontual/contract/post-changes.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { upload } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { currentSession, currentWorkspace, onSessionChange } from '../../api/session-store.ts';
import { announceCreated } from '../announce.ts';
import type { PickedFile } from '../create/form-rules.ts';
import { deliver, openOutbox } from '../create/uploads/use-outbox.ts';
import { POSTS } from '../lists.queries.ts';
import { readNow } from '../now.ts';
import { createRounds, type Delivery } from './rounds.ts';
import { changeWaiting, dropWaiting, onWaiting, readWaiting } from './waiting-store.ts';
import type { WaitingPost } from './waiting.ts';

const rounds = createRounds({
  session: currentSession,
  onSession: onSessionChange,
  now: readNow,
  // What was made in another workspace waits until its user works there again.
  read: async (owner) =>
    (await readWaiting(owner)).filter(
      ({ workspace = currentWorkspace() }) => workspace === currentWorkspace(),
    ),
  change: changeWaiting,
  drop: dropWaiting,
  onChange: onWaiting,
  deliver: send,
  announce: async (post) => {
    announceCreated(post);
    await queryClient.invalidateQueries({ queryKey: POSTS });
  },
});
export const { underWay, onUnderWay } = rounds;

/** Whose round is under way: one tab at a time, which is asked of the browser where it can tell. */
const sending = new Set<string>();

/** Sends what waits of a user. `anew`: now, even what waits longer because it has failed. */
export async function sendWaiting(owner: string, anew = false): Promise<void> {
  if (sending.has(owner) || !navigator.onLine) return;
  sending.add(owner);
  try {
    const locks: LockManager | undefined = navigator.locks;
    if (locks === undefined) await rounds.go(owner, anew);
    else {
      await locks.request(`pontual.waiting.${owner}`, { ifAvailable: true }, (lock) =>
        lock === null ? undefined : rounds.go(owner, anew),
      );
    }
  } finally {
    sending.delete(owner);
  }
}

async function send(waiting: WaitingPost, delivery: Delivery): Promise<Post> {
  const { key, aim, fields } = waiting;
  const { token, signal, onProgress, beforeLeaving } = delivery;
  const endpoint = aim === 'draft' ? saveDraft : schedulePost;
  const files = waiting.files.map((file): PickedFile => ({
    ...file,
    url: URL.createObjectURL(file.file),
  }));
  const outbox = openOutbox(() => token);
  outbox.hold(files);
  try {
    const { post } = await deliver(
      { outbox, files },
      { idempotencyKey: key, onProgress, signal, token },
      async ({ files = [], uploadIds }, options) => {
        const ids = uploadIds === undefined ? {} : { uploadIds: JSON.stringify(uploadIds) };
        await beforeLeaving();
        return upload(endpoint, { fields: { ...fields, ...ids }, files }, options);
      },
    );
    return post;
  } finally {
    outbox.close();
    for (const { url } of files) URL.revokeObjectURL(url);
  }
}
