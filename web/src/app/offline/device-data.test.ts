import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Session } from '../../api/session-store.ts';

vi.stubGlobal('addEventListener', () => undefined);
const { logOutLocally, expireSession, storeSession } = await import('../../api/session-store.ts');
const { markOfflineQueue } = await import('../../api/device-marks.ts');
const { clearDeviceDataWithSession } = await import('./device-data.ts');

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

test('a logout deletes the offline queue, even if the page closes first', async () => {
  openPage();
  logOutLocally();
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

test('the offline queue survives a session that expires', async () => {
  storeSession(sessionOf('ana'));
  openPage();
  cleared = [];
  expireSession('of ana');
  await Promise.resolve();
  expect(cleared).toEqual([]);
});

test('each page deletes expired posts while the offline queue has any', async () => {
  markOfflineQueue();
  openPage(1);
  openPage(0);
  await vi.waitFor(() => expect(cleared).toEqual(['over', 'over']));
  openPage(0);
  await Promise.resolve();
  expect(cleared).toEqual(['over', 'over']);
});
