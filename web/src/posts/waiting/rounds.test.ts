import type { Post } from '@pontual/contract/posts.ts';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Session } from '../../api/session-store.ts';
import { aPost } from '../post-fixture.ts';
import { createRounds, type Delivery, type Page, type Rounds } from './rounds.ts';
import { aWaitingPost, madeAt as now } from './waiting-post-fixture.ts';
import type { WaitingPost } from './waiting.ts';

const broken = new ApiError({ code: 'INTERNAL', status: 500, message: 'Falhou.' });
const hour = 3_600_000;

let rows: Map<string, WaitingPost>;
let clock: Date;
let session: Session | null;
let announced: Post[];
let tokens: string[];
let changes: Set<() => void>;
let sessions: Set<() => void>;
/** What the line makes of a post. */
let line: (post: WaitingPost, delivery: Delivery) => Promise<Post>;
let rounds: Rounds;

// Only who it is matters here.
const sessionOf = (owner: string) =>
  ({ token: `of ${owner}`, user: { _id: owner } }) as unknown as Session;
const listenTo = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = (listeners: Set<() => void>) => {
  for (const listener of listeners) listener();
};
const enter = (owner: string) => {
  session = sessionOf(owner);
  tell(sessions);
};
const cancel = (key: string) => {
  rows.delete(key);
  tell(changes);
};
const wait = (...posts: WaitingPost[]) => {
  for (const post of posts) rows.set(post.key, post);
};
/** Nothing comes of it until it is stopped. */
const never = (signal: AbortSignal) => {
  const { promise, reject } = Promise.withResolvers<Post>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason));
  return promise;
};

beforeEach(() => {
  rows = new Map();
  clock = now;
  session = sessionOf('ana');
  announced = [];
  tokens = [];
  changes = new Set();
  sessions = new Set();
  line = async (_post, { beforeLeaving, onProgress }) => {
    await beforeLeaving();
    onProgress(1);
    return aPost({});
  };
  const page: Page = {
    session: () => session,
    onSession: listenTo(sessions),
    now: () => clock,
    read: async (owner) => [...rows.values()].filter((post) => post.owner === owner),
    change: async ({ key }, change) => {
      const kept = rows.get(key);
      if (kept !== undefined) rows.set(key, change(kept));
      return kept !== undefined;
    },
    drop: async ({ key }) => void rows.delete(key),
    onChange: listenTo(changes),
    deliver: (post, delivery) => {
      tokens.push(delivery.token);
      return line(post, delivery);
    },
    announce: async (post) => void announced.push(post),
  };
  rounds = createRounds(page);
});

test('it is written down that a post leaves before it does, and when it first did', async () => {
  wait(aWaitingPost());
  line = async (_post, { beforeLeaving, onProgress }) => {
    await beforeLeaving();
    // Whatever becomes of the page now.
    expect(rows.get('key-1')?.sentAt).toBe(now.getTime());
    onProgress(1);
    throw broken;
  };
  await rounds.go('ana', false);
  clock = new Date(now.getTime() + hour);
  line = async (_post, { beforeLeaving, onProgress }) => {
    await beforeLeaving();
    onProgress(0.5);
    throw broken;
  };
  await rounds.go('ana', false);
  expect(rows.get('key-1')).toMatchObject({ sentAt: now.getTime(), failures: 2 });
});

test('what its files take too long for does not leave any more', async () => {
  wait(aWaitingPost({ sentAt: now.getTime() }));
  let hasLeft = false;
  line = async (_post, { beforeLeaving }) => {
    clock = new Date(now.getTime() + 24 * hour);
    await beforeLeaving();
    hasLeft = true;
    return aPost({});
  };
  await rounds.go('ana', false);
  expect(hasLeft).toBe(false);
  expect(rows.get('key-1')?.sentAt).toBe(now.getTime());
  await rounds.go('ana', true);
  expect(tokens).toHaveLength(1);
});

test('what is cancelled on its way is stopped, and not written back', async () => {
  wait(aWaitingPost(), aWaitingPost({ key: 'key-2', at: now.getTime() + 1 }));
  const sendsAll = line;
  line = async (post, delivery) => {
    if (post.key === 'key-2') return sendsAll(post, delivery);
    await delivery.beforeLeaving();
    expect(rounds.underWay()).toBe('key-1');
    cancel('key-1');
    return never(delivery.signal);
  };
  await rounds.go('ana', false);
  expect([...rows.keys()]).toEqual([]);
  expect(announced).toHaveLength(1);
  expect(rounds.underWay()).toBe(null);
});

test('what is cancelled before it leaves does not leave', async () => {
  wait(aWaitingPost());
  let hasLeft = false;
  line = async (_post, { beforeLeaving }) => {
    rows.delete('key-1');
    await beforeLeaving();
    hasLeft = true;
    return aPost({});
  };
  await rounds.go('ana', false);
  expect([hasLeft, rows.size]).toEqual([false, 0]);
});

test('nothing goes out in the name of who comes next', async () => {
  wait(aWaitingPost(), aWaitingPost({ key: 'key-2', at: now.getTime() + 1 }));
  line = async (_post, { signal }) => {
    enter('bia');
    return never(signal);
  };
  await rounds.go('ana', false);
  expect(tokens).toEqual(['of ana']);
  expect(rows.get('key-1')).toMatchObject({ sentAt: null, failures: 0 });
  expect(rows.size).toBe(2);
});

test('of what arrives as its user leaves, the next one hears nothing', async () => {
  wait(aWaitingPost());
  const sendsAll = line;
  line = async (post, delivery) => {
    const sent = await sendsAll(post, delivery);
    enter('bia');
    return sent;
  };
  await rounds.go('ana', false);
  expect([rows.size, announced.length]).toEqual([0, 0]);
});

test('a post that fails by itself keeps no other from its turn, and waits', async () => {
  wait(aWaitingPost({ key: 'bad' }), aWaitingPost({ key: 'good', at: now.getTime() + 1 }));
  const sendsAll = line;
  line = async (post, delivery) => {
    if (post.key === 'bad') throw broken;
    return sendsAll(post, delivery);
  };
  await rounds.go('ana', false);
  await rounds.go('ana', false);
  expect([...rows.keys()]).toEqual(['bad']);
  expect(tokens).toHaveLength(2);
  await rounds.go('ana', true);
  expect(tokens).toHaveLength(3);
});
