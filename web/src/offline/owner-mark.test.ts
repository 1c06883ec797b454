import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Session } from '../api/session-store.ts';

// What the store of sessions listens to in a browser.
vi.stubGlobal('addEventListener', () => undefined);
const { leaveSession, expireSession, storeSession } = await import('../api/session-store.ts');
const { forgetKeptWithSession, markWaiting } = await import('./owner-mark.ts');

// Only who it is matters here.
const sessionOf = (owner: string) =>
  ({ token: `of ${owner}`, user: { _id: owner } }) as unknown as Session;

let forgotten: string[] = [];
let canForget = false;
const openPage = (left = 0) =>
  forgetKeptWithSession({
    forgetKept: async () => undefined,
    async forgetWaiting(owner) {
      if (!canForget) throw new Error('the page ends');
      forgotten.push(owner);
    },
    async forgetOver() {
      forgotten.push('over');
      return left;
    },
  });

beforeAll(() => storeSession(sessionOf('ana')));
afterAll(() => {
  leaveSession();
  vi.unstubAllGlobals();
});

test('who logs out leaves nothing that waits, even if the page ends first', async () => {
  openPage();
  leaveSession();
  // The next one on this device logs out as well.
  storeSession(sessionOf('bia'));
  leaveSession();
  expect(forgotten).toEqual([]);
  canForget = true;
  openPage();
  await vi.waitFor(() => expect(forgotten.toSorted()).toEqual(['ana', 'bia']));
  forgotten = [];
  openPage();
  await Promise.resolve();
  expect(forgotten).toEqual([]);
});

test('what waits outlives a session that ended by itself', async () => {
  storeSession(sessionOf('ana'));
  openPage();
  forgotten = [];
  expireSession('of ana');
  await Promise.resolve();
  expect(forgotten).toEqual([]);
});

test('where something waits, what has waited too long is looked for with each page', async () => {
  markWaiting();
  openPage(1);
  openPage(0);
  await vi.waitFor(() => expect(forgotten).toEqual(['over', 'over']));
  openPage(0);
  await Promise.resolve();
  expect(forgotten).toEqual(['over', 'over']);
});
