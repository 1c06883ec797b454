import { createStore, del, delMany, entries, set } from 'idb-keyval';
import { markOwner, markOfflineQueue } from '../../api/device-marks.ts';
import { readNow } from '../../posts/now.ts';
import { isPostExpired, type OfflinePost } from './offline-post.ts';

/** Posts with their files, keyed by owner and key. */
const postStore = createStore('pontual-waiting', 'posts');
const CHANNEL = 'pontual.waiting';

const storageKey = ({ owner, key }: Pick<OfflinePost, 'owner' | 'key'>) => `${owner} ${key}`;

const noPosts: readonly OfflinePost[] = [];
let cachedPosts = noPosts;
let cachedOwner: string | null = null;
const listeners = new Set<() => void>();

/** The oldest first, without expired posts. */
export async function readOfflinePosts(owner: string): Promise<OfflinePost[]> {
  const all = await entries<string, OfflinePost>(postStore);
  return all
    .map(([, post]) => post)
    .filter((post) => post.owner === owner && !isPostExpired(post, readNow()))
    .sort((a, b) => a.createdAt - b.createdAt);
}

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
  if (cachedOwner === null || cachedOwner === owner) await refreshOfflinePosts(owner);
  const others = new BroadcastChannel(CHANNEL);
  others.postMessage(owner);
  others.close();
}

export const getOfflinePosts = (owner: string): readonly OfflinePost[] =>
  cachedOwner === owner ? cachedPosts : noPosts;

/** Includes changes of other tabs; returns the unsubscribe function. */
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

/** Rejects if the browser refuses the write. */
export async function saveOfflinePost(post: OfflinePost): Promise<void> {
  markOwner(post.owner);
  markOfflineQueue();
  await set(storageKey(post), post, postStore);
  await notifyChange(post.owner);
}

/** Returns false if the post is missing: a cancelled post must not be written back. */
export async function updateOfflinePost(
  post: Pick<OfflinePost, 'owner' | 'key'>,
  change: (stored: OfflinePost) => OfflinePost,
): Promise<boolean> {
  const name = storageKey(post);
  // Read and write share one transaction, so that no other tab writes in between.
  const wasThere = await postStore('readwrite', (store) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const reading = store.get(name);
    reading.addEventListener('success', () => {
      const stored = reading.result as OfflinePost | undefined;
      if (stored !== undefined) store.put(change(stored), name);
      store.transaction.addEventListener('complete', () => resolve(stored !== undefined));
    });
    store.transaction.addEventListener('abort', () => reject(store.transaction.error));
    return promise;
  });
  if (wasThere) await notifyChange(post.owner);
  return wasThere;
}

export async function deleteOfflinePost(post: Pick<OfflinePost, 'owner' | 'key'>): Promise<void> {
  await del(storageKey(post), postStore);
  await notifyChange(post.owner);
}

export async function deleteOfflinePostsOf(owner: string): Promise<void> {
  const all = await entries<string, OfflinePost>(postStore);
  const theirs = all.filter(([, post]) => post.owner === owner);
  await delMany(
    theirs.map(([name]) => name),
    postStore,
  );
  await notifyChange(owner);
}

/** Returns the number of remaining posts, of all users. */
export async function deleteExpiredOfflinePosts(): Promise<number> {
  const all = await entries<string, OfflinePost>(postStore);
  const over = all.filter(([, post]) => isPostExpired(post, readNow()));
  await delMany(
    over.map(([name]) => name),
    postStore,
  );
  return all.length - over.length;
}
