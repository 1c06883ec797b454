import { createStore, del, delMany, entries, set } from 'idb-keyval';
import { markOwner, markWaiting } from '../../offline/owner-mark.ts';
import { readNow } from '../now.ts';
import { isOver, type WaitingPost } from './waiting.ts';

/** Each under its owner and key, with its files. */
const posts = createStore('pontual-waiting', 'posts');
/** Tells the other tabs. */
const CHANNEL = 'pontual.waiting';

const nameOf = ({ owner, key }: Pick<WaitingPost, 'owner' | 'key'>) => `${owner} ${key}`;

const none: readonly WaitingPost[] = [];
let known = none;
let knownOwner: string | null = null;
const listeners = new Set<() => void>();

/** What waits of a user, in the order in which it was made. */
export async function readWaiting(owner: string): Promise<WaitingPost[]> {
  // As they were written here.
  const all = await entries<string, WaitingPost>(posts);
  return all
    .map(([, post]) => post)
    .filter((post) => post.owner === owner && !isOver(post, readNow()))
    .sort((a, b) => a.at - b.at);
}

/** Reads again what waits of a user, and tells who looks. */
export async function lookForWaiting(owner: string): Promise<readonly WaitingPost[]> {
  const found = await readWaiting(owner);
  if (found.length > 0 || known.length > 0 || knownOwner !== owner) {
    known = found;
    knownOwner = owner;
    for (const listener of listeners) listener();
  }
  return found;
}

async function changed(owner: string): Promise<void> {
  // Another user may look by now.
  if (knownOwner === null || knownOwner === owner) await lookForWaiting(owner);
  const others = new BroadcastChannel(CHANNEL);
  others.postMessage(owner);
  others.close();
}

export const waitingOf = (owner: string): readonly WaitingPost[] =>
  knownOwner === owner ? known : none;

/** Calls at each change, of other tabs too, until what it gives back is called. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  const others = new BroadcastChannel(CHANNEL);
  others.addEventListener('message', () => {
    if (knownOwner !== null) lookForWaiting(knownOwner).catch(() => undefined);
  });
  return () => {
    listeners.delete(listener);
    others.close();
  };
}

/** Keeps a post on the device until it is sent; rejects where the browser does not keep it. */
export async function keepWaiting(post: WaitingPost): Promise<void> {
  markOwner(post.owner);
  markWaiting();
  await set(nameOf(post), post, posts);
  await changed(post.owner);
}

/** Changes a post that is still there. False where it is not: what was cancelled is not written back. */
export async function changeWaiting(
  post: Pick<WaitingPost, 'owner' | 'key'>,
  change: (kept: WaitingPost) => WaitingPost,
): Promise<boolean> {
  const name = nameOf(post);
  // Both in one transaction: no other tab comes between.
  const wasThere = await posts('readwrite', (store) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const reading = store.get(name);
    reading.addEventListener('success', () => {
      // As it was written here.
      const kept = reading.result as WaitingPost | undefined;
      if (kept !== undefined) store.put(change(kept), name);
      store.transaction.addEventListener('complete', () => resolve(kept !== undefined));
    });
    store.transaction.addEventListener('abort', () => reject(store.transaction.error));
    return promise;
  });
  if (wasThere) await changed(post.owner);
  return wasThere;
}

/** It was sent, or is not wanted any more. */
export async function dropWaiting(post: Pick<WaitingPost, 'owner' | 'key'>): Promise<void> {
  await del(nameOf(post), posts);
  await changed(post.owner);
}

/** Forgets all that waits of a user. */
export async function forgetWaiting(owner: string): Promise<void> {
  const all = await entries<string, WaitingPost>(posts);
  const theirs = all.filter(([, post]) => post.owner === owner);
  await delMany(
    theirs.map(([name]) => name),
    posts,
  );
  await changed(owner);
}

/** Forgets what has waited too long, whoever made it; answers how many still wait. */
export async function forgetOver(): Promise<number> {
  const all = await entries<string, WaitingPost>(posts);
  const over = all.filter(([, post]) => isOver(post, readNow()));
  await delMany(
    over.map(([name]) => name),
    posts,
  );
  return all.length - over.length;
}
