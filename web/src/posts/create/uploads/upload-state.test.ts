import { expect, test } from 'vitest';
import {
  idsOf,
  nextUpload,
  percentOf,
  STALLED,
  type Upload,
  type UploadEvent,
} from './upload-state.ts';

function after(...events: UploadEvent[]): Upload | undefined {
  return events.reduce<Upload | undefined>(nextUpload, undefined);
}
const started: UploadEvent = { type: 'started' };
const halfway: UploadEvent = { type: 'progressed', sent: 500 };
const stalled: UploadEvent = { type: 'stalled' };
const dropped: UploadEvent = { type: 'dropped' };

test('an upload moves on, and ends under its id', () => {
  expect(after(started)).toEqual({ state: 'sending', sent: 0 });
  expect(after(started, halfway)).toEqual({ state: 'sending', sent: 500 });
  expect(after(started, halfway, { type: 'finished', id: 'abc' })).toEqual({
    state: 'finished',
    id: 'abc',
  });
});

test('a dropped connection keeps what was sent, and goes on by itself', () => {
  const interrupted = after(started, halfway, dropped);
  expect(interrupted).toEqual({ state: 'interrupted', sent: 500 });
  expect(nextUpload(interrupted, { type: 'progressed', sent: 600 })).toEqual({
    state: 'sending',
    sent: 600,
  });
});

test('what stands still waits for the user, and goes on where it was', () => {
  const failed = after(started, halfway, stalled);
  expect(failed).toEqual({ state: 'failed', sent: 500, message: STALLED });
  expect(nextUpload(failed, halfway)).toBe(failed);
  expect(nextUpload(failed, dropped)).toBe(failed);
  expect(nextUpload(failed, started)).toEqual({ state: 'sending', sent: 500 });
});

test('what is over stays over', () => {
  const finished = after(started, { type: 'finished', id: 'abc' });
  expect(nextUpload(finished, stalled)).toBe(finished);
  const refused = after(started, { type: 'refused', message: 'Grande demais' });
  expect(refused).toEqual({ state: 'refused', message: 'Grande demais' });
  expect(nextUpload(refused, halfway)).toBe(refused);
});

test.each([
  [{ state: 'sending', sent: 0 }, 0],
  [{ state: 'interrupted', sent: 629 }, 62],
  [{ state: 'failed', sent: 999, message: STALLED }, 99],
  [{ state: 'refused', message: 'Não' }, 0],
  [{ state: 'finished', id: 'abc' }, 100],
] as const)('of 1000 bytes, %o is at %d percent', (upload, percent) => {
  expect(percentOf(upload, 1000)).toBe(percent);
});

test('a post can be made once all of its files are there, in their order', () => {
  const uploads = new Map<string, Upload>([
    ['a', { state: 'finished', id: '1' }],
    ['b', { state: 'finished', id: '2' }],
    ['c', { state: 'sending', sent: 10 }],
  ]);
  expect(idsOf(['b', 'a'], uploads)).toEqual(['2', '1']);
  expect(idsOf(['a', 'c'], uploads)).toBeNull();
  expect(idsOf(['a', 'unknown'], uploads)).toBeNull();
  expect(idsOf([], uploads)).toEqual([]);
});
