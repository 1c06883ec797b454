import type { Post } from '@pontual/contract/posts/posts.ts';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Session } from '../../api/session-store.ts';
import { aPost } from '../../posts/post-fixture.ts';
import {
  createOfflineSender,
  type OfflineDelivery,
  type OfflineSenderDependencies,
  type OfflineSender,
} from './offline-sender.ts';
import { anOfflinePost, createdAt as now } from './offline-post-fixture.ts';
import type { OfflinePost } from './offline-post.ts';

const broken = new ApiError({ code: 'INTERNAL', status: 500, message: 'Falhou.' });
const hour = 3_600_000;

let rows: Map<string, OfflinePost>;
let clock: Date;
let session: Session | null;
let announced: Post[];
let tokens: string[];
let changes: Set<() => void>;
let sessions: Set<() => void>;
let deliver: (post: OfflinePost, delivery: OfflineDelivery) => Promise<Post>;
let sender: OfflineSender;

const sessionOf = (owner: string) =>
  ({ token: `of ${owner}`, user: { _id: owner } }) as unknown as Session;
const listenTo = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const notifyAll = (listeners: Set<() => void>) => {
  for (const listener of listeners) listener();
};
const logIn = (owner: string) => {
  session = sessionOf(owner);
  notifyAll(sessions);
};
const cancel = (key: string) => {
  rows.delete(key);
  notifyAll(changes);
};
const enqueue = (...posts: OfflinePost[]) => {
  for (const post of posts) rows.set(post.key, post);
};
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
  deliver = async (_post, { beforeRequest, onProgress }) => {
    await beforeRequest();
    onProgress(1);
    return aPost({});
  };
  const page: OfflineSenderDependencies = {
    session: () => session,
    onSession: listenTo(sessions),
    now: () => clock,
    read: async (owner) => [...rows.values()].filter((post) => post.owner === owner),
    update: async ({ key }, change) => {
      const stored = rows.get(key);
      if (stored !== undefined) rows.set(key, change(stored));
      return stored !== undefined;
    },
    remove: async ({ key }) => void rows.delete(key),
    onChange: listenTo(changes),
    deliver: (post, delivery) => {
      tokens.push(delivery.token);
      return deliver(post, delivery);
    },
    announce: async (post) => void announced.push(post),
  };
  sender = createOfflineSender(page);
});

test('records before a request that it starts, and the time of the first one', async () => {
  enqueue(anOfflinePost());
  deliver = async (_post, { beforeRequest, onProgress }) => {
    await beforeRequest();
    expect(rows.get('key-1')?.sentAt).toBe(now.getTime());
    onProgress(1);
    throw broken;
  };
  await sender.sendDue('ana', false);
  clock = new Date(now.getTime() + hour);
  deliver = async (_post, { beforeRequest, onProgress }) => {
    await beforeRequest();
    onProgress(0.5);
    throw broken;
  };
  await sender.sendDue('ana', false);
  expect(rows.get('key-1')).toMatchObject({ sentAt: now.getTime(), failures: 2 });
});

test('does not send a post whose file uploads take longer than the key is valid', async () => {
  enqueue(anOfflinePost({ sentAt: now.getTime() }));
  let hasLeft = false;
  deliver = async (_post, { beforeRequest }) => {
    clock = new Date(now.getTime() + 24 * hour);
    await beforeRequest();
    hasLeft = true;
    return aPost({});
  };
  await sender.sendDue('ana', false);
  expect(hasLeft).toBe(false);
  expect(rows.get('key-1')?.sentAt).toBe(now.getTime());
  await sender.sendDue('ana', true);
  expect(tokens).toHaveLength(1);
});

test('aborts a post that is cancelled during the request, and does not store it again', async () => {
  enqueue(anOfflinePost(), anOfflinePost({ key: 'key-2', createdAt: now.getTime() + 1 }));
  const sendsAll = deliver;
  deliver = async (post, delivery) => {
    if (post.key === 'key-2') return sendsAll(post, delivery);
    await delivery.beforeRequest();
    expect(sender.sendingKey()).toBe('key-1');
    cancel('key-1');
    return never(delivery.signal);
  };
  await sender.sendDue('ana', false);
  expect([...rows.keys()]).toEqual([]);
  expect(announced).toHaveLength(1);
  expect(sender.sendingKey()).toBe(null);
});

test('does not send a post that is cancelled before its request', async () => {
  enqueue(anOfflinePost());
  let hasLeft = false;
  deliver = async (_post, { beforeRequest }) => {
    rows.delete('key-1');
    await beforeRequest();
    hasLeft = true;
    return aPost({});
  };
  await sender.sendDue('ana', false);
  expect([hasLeft, rows.size]).toEqual([false, 0]);
});

test('sends nothing in the name of another user who logs in', async () => {
  enqueue(anOfflinePost(), anOfflinePost({ key: 'key-2', createdAt: now.getTime() + 1 }));
  deliver = async (_post, { signal }) => {
    logIn('bia');
    return never(signal);
  };
  await sender.sendDue('ana', false);
  expect(tokens).toEqual(['of ana']);
  expect(rows.get('key-1')).toMatchObject({ sentAt: null, failures: 0 });
  expect(rows.size).toBe(2);
});

test('does not announce a post to another user who logs in', async () => {
  enqueue(anOfflinePost());
  const sendsAll = deliver;
  deliver = async (post, delivery) => {
    const sent = await sendsAll(post, delivery);
    logIn('bia');
    return sent;
  };
  await sender.sendDue('ana', false);
  expect([rows.size, announced.length]).toEqual([0, 0]);
});

test('a failing post does not block the others, and is retried after its delay', async () => {
  enqueue(
    anOfflinePost({ key: 'bad' }),
    anOfflinePost({ key: 'good', createdAt: now.getTime() + 1 }),
  );
  const sendsAll = deliver;
  deliver = async (post, delivery) => {
    if (post.key === 'bad') throw broken;
    return sendsAll(post, delivery);
  };
  await sender.sendDue('ana', false);
  await sender.sendDue('ana', false);
  expect([...rows.keys()]).toEqual(['bad']);
  expect(tokens).toHaveLength(2);
  await sender.sendDue('ana', true);
  expect(tokens).toHaveLength(3);
});
