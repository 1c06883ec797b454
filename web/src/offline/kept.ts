import type { Query, QueryClient } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, set } from 'idb-keyval';
import { isNoLine } from '../api/no-line.ts';
import { currentSession, currentWorkspace } from '../api/session-store.ts';
import { readNow } from '../posts/now.ts';
import { entryFor, isKept, isOver, type Entry } from './kept-keys.ts';
import { markOwner } from './owner-mark.ts';

/** What the lists of posts brought, each under its owner, where they work, and key. */
const queries = createStore('pontual-kept', 'queries');

const placeOf = (owner: string) => `${owner} ${currentWorkspace()}`;
const nameOf = (owner: string, key: readonly unknown[]) =>
  `${placeOf(owner)} ${JSON.stringify(key)}`;

/** Forgets all that was kept to be read. */
export const forgetKept = (): Promise<void> => clear(queries);

/**
 * Keeps what the lists of posts bring, and gives it back where the server is not reached. Nothing is
 * shown of it while the server answers. Calls until what it gives back is called.
 */
export function keepQueries(client: QueryClient, owner: string): () => void {
  const isOwners = () => currentSession()?.user._id === owner;
  // A browser that keeps nothing, as in private windows, shows nothing without a line.
  prune(owner).catch(() => undefined);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query.queryKey) || !isOwners()) return;
    const { query, action } = event;
    if (action.type === 'success' && action.manual !== true) {
      keep(owner, query).catch(() => undefined);
    }
    const failed = action.type === 'failed' || action.type === 'error';
    if (failed && query.state.data === undefined && isNoLine(action.error)) {
      giveBack(client, owner, query).catch(() => undefined);
    }
  });
}

async function keep(owner: string, { queryKey, state }: Query): Promise<void> {
  markOwner(owner);
  const entry: Entry = { key: queryKey, data: state.data, at: state.dataUpdatedAt };
  await set(nameOf(owner, queryKey), entry, queries);
}

async function entriesOf(owner: string): Promise<[string, Entry][]> {
  // As they were written here.
  const all = await entries<string, Entry>(queries);
  return all.filter(([name]) => name.startsWith(`${placeOf(owner)} `));
}

async function giveBack(client: QueryClient, owner: string, { queryKey }: Query): Promise<void> {
  const all = await entriesOf(owner);
  const found = entryFor(
    queryKey,
    all.map(([, entry]) => entry),
  );
  const hasCome = client.getQueryData(queryKey) !== undefined;
  if (found === undefined || hasCome || currentSession()?.user._id !== owner) return;
  client.setQueryData(queryKey, found.data, { updatedAt: found.at });
}

/** What is over, and what is of others. */
async function prune(owner: string): Promise<void> {
  const all = await entries<string, Entry>(queries);
  const gone = all.filter(
    ([name, entry]) => !name.startsWith(`${owner} `) || isOver(entry, readNow().getTime()),
  );
  await delMany(
    gone.map(([name]) => name),
    queries,
  );
}
