import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Session } from '../../api/session-store.ts';

// What the store of sessions listens to in a browser.
vi.stubGlobal('addEventListener', () => undefined);
const { logOutLocally, expireSession, storeSession } = await import('../../api/session-store.ts');
const { markOfflineQueue } = await import('../../api/device-marks.ts');
const { clearDeviceDataWithSession } = await import('./device-data.ts');

// Only who it is matters here.
const sessionOf = (owner: string) =>
  ({ token: `of ${owner}`, user: { _id: owner } }) as unknown as Session;

let cleared: string[] = [];
let canClear = false;
const openPage = (remaining = 0) =>
  clearDeviceDataWithSession({
    clearOfflineCache: async () => undefined,
    async clearOfflineQueue(owner) {
      if (!canClear) throw new Error('the page ends');
      cleared.push(owner);
    },
    async clearExpired() {
      cleared.push('over');
      return remaining;
    },
  });

beforeAll(() => storeSession(sessionOf('ana')));
afterAll(() => {
  logOutLocally();
  vi.unstubAllGlobals();
});

test('who logs out leaves nothing that waits, even if the page ends first', async () => {
  openPage();
  logOutLocally();
  // The next one on this device logs out as well.
  storeSession(sessionOf('bia'));
  logOutLocally();
  expect(cleared).toEqual([]);
  canClear = true;
  openPage();
  await vi.waitFor(() => expect(cleared.toSorted()).toEqual(['ana', 'bia']));
  cleared = [];
  openPage();
  await Promise.resolve();
  expect(cleared).toEqual([]);
});

test('what waits outlives a session that ended by itself', async () => {
  storeSession(sessionOf('ana'));
  openPage();
  cleared = [];
  expireSession('of ana');
  await Promise.resolve();
  expect(cleared).toEqual([]);
});

test('where something waits, what has waited too long is looked for with each page', async () => {
  markOfflineQueue();
  openPage(1);
  openPage(0);
  await vi.waitFor(() => expect(cleared).toEqual(['over', 'over']));
  openPage(0);
  await Promise.resolve();
  expect(cleared).toEqual(['over', 'over']);
});
