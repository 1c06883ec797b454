import { createStore, del, delMany, entries, set } from 'idb-keyval';
import { markOwner, markOfflineQueue } from '../../api/device-marks.ts';
import { readNow } from '../../posts/now.ts';
import { isExpired, type OfflinePost } from './offline-post.ts';

/** Each under its owner and key, with its files. */
const postStore = createStore('pontual-waiting', 'posts');
/** Tells the other tabs. */
const CHANNEL = 'pontual.waiting';

const storageKey = ({ owner, key }: Pick<OfflinePost, 'owner' | 'key'>) => `${owner} ${key}`;

const noPosts: readonly OfflinePost[] = [];
let cachedPosts = noPosts;
let cachedOwner: string | null = null;
const listeners = new Set<() => void>();

/** What waits of a user, in the order in which it was made. */
export async function readOfflinePosts(owner: string): Promise<OfflinePost[]> {
  // As they were written here.
  const all = await entries<string, OfflinePost>(postStore);
  return all
    .map(([, post]) => post)
    .filter((post) => post.owner === owner && !isExpired(post, readNow()))
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** Reads again what waits of a user, and tells who looks. */
export async function refreshOfflinePosts(owner: string): Promise<readonly OfflinePost[]> {
  const found = await readOfflinePosts(owner);
  if (found.length > 0 || cachedPosts.length > 0 || cachedOwner !== owner) {
    cachedPosts = found;
    cachedOwner = owner;
    for (const listener of listeners) listener();
  }
  return found;
}

async function notifyChange(owner: string): Promise<void> {
  // Another user may look by now.
  if (cachedOwner === null || cachedOwner === owner) await refreshOfflinePosts(owner);
  const others = new BroadcastChannel(CHANNEL);
  others.postMessage(owner);
  others.close();
}

export const getOfflinePosts = (owner: string): readonly OfflinePost[] =>
  cachedOwner === owner ? cachedPosts : noPosts;

/** Calls at each change, of other tabs too, until what it gives back is called. */
export function onOfflinePostsChange(listener: () => void): () => void {
  listeners.add(listener);
  const others = new BroadcastChannel(CHANNEL);
  others.addEventListener('message', () => {
    if (cachedOwner !== null) refreshOfflinePosts(cachedOwner).catch(() => undefined);
  });
  return () => {
    listeners.delete(listener);
    others.close();
  };
}

/** Keeps a post on the device until it is sent; rejects where the browser does not keep it. */
export async function saveOfflinePost(post: OfflinePost): Promise<void> {
  markOwner(post.owner);
  markOfflineQueue();
  await set(storageKey(post), post, postStore);
  await notifyChange(post.owner);
}

/** Changes a post that is still there. False where it is not: what was cancelled is not written back. */
export async function updateOfflinePost(
  post: Pick<OfflinePost, 'owner' | 'key'>,
  change: (stored: OfflinePost) => OfflinePost,
): Promise<boolean> {
  const name = storageKey(post);
  // Both in one transaction: no other tab comes between.
  const wasThere = await postStore('readwrite', (store) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const reading = store.get(name);
    reading.addEventListener('success', () => {
      // As it was written here.
      const kept = reading.result as OfflinePost | undefined;
      if (kept !== undefined) store.put(change(kept), name);
      store.transaction.addEventListener('complete', () => resolve(kept !== undefined));
    });
    store.transaction.addEventListener('abort', () => reject(store.transaction.error));
    return promise;
  });
  if (wasThere) await notifyChange(post.owner);
  return wasThere;
}

/** It was sent, or is not wanted any more. */
export async function deleteOfflinePost(post: Pick<OfflinePost, 'owner' | 'key'>): Promise<void> {
  await del(storageKey(post), postStore);
  await notifyChange(post.owner);
}

/** Forgets all that waits of a user. */
export async function deleteOfflinePostsOf(owner: string): Promise<void> {
  const all = await entries<string, OfflinePost>(postStore);
  const theirs = all.filter(([, post]) => post.owner === owner);
  await delMany(
    theirs.map(([name]) => name),
    postStore,
  );
  await notifyChange(owner);
}

/** Forgets what has waited too long, whoever made it; answers how many still wait. */
export async function deleteExpiredOfflinePosts(): Promise<number> {
  const all = await entries<string, OfflinePost>(postStore);
  const over = all.filter(([, post]) => isExpired(post, readNow()));
  await delMany(
    over.map(([name]) => name),
    postStore,
  );
  return all.length - over.length;
}
