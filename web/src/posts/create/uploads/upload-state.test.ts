import { expect, test } from 'vitest';
import {
  aheadOf,
  idsOf,
  nextUpload,
  percentOf,
  standingOf,
  type Upload,
  type UploadEvent,
} from './upload-state.ts';

function after(...events: UploadEvent[]): Upload | undefined {
  return events.reduce<Upload | undefined>(nextUpload, undefined);
}
const started: UploadEvent = { type: 'started' };
const halfway: UploadEvent = { type: 'progressed', sent: 500 };
const stalled: UploadEvent = { type: 'stalled', reason: null };
const dropped: UploadEvent = { type: 'dropped', offline: true };

test('an upload moves on, and ends under its id', () => {
  expect(after({ type: 'queued' })).toEqual({ state: 'queued', sent: 0 });
  expect(after({ type: 'queued' }, started)).toEqual({ state: 'sending', sent: 0 });
  expect(after({ type: 'queued' }, started, halfway)).toEqual({ state: 'sending', sent: 500 });
  expect(after(started, halfway, { type: 'finished', id: 'abc' })).toEqual({
    state: 'finished',
    id: 'abc',
  });
});

test('a dropped connection keeps what was sent, and goes on by itself', () => {
  const interrupted = after(started, halfway, dropped);
  expect(interrupted).toEqual({ state: 'interrupted', sent: 500, offline: true });
  expect(nextUpload(interrupted, { type: 'progressed', sent: 600 })).toEqual({
    state: 'sending',
    sent: 600,
  });
});

test('what stands still waits for the user, and goes on where it was', () => {
  const failed = after(started, halfway, stalled);
  expect(failed).toEqual({ state: 'failed', sent: 500, reason: null });
  expect(nextUpload(failed, halfway)).toBe(failed);
  expect(nextUpload(failed, dropped)).toBe(failed);
  const queued = nextUpload(failed, { type: 'queued' });
  expect(queued).toEqual({ state: 'queued', sent: 500 });
  expect(nextUpload(queued, started)).toEqual({ state: 'sending', sent: 500 });
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
  [{ state: 'interrupted', sent: 629, offline: false }, 62],
  [{ state: 'failed', sent: 999, reason: null }, 99],
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

const aFile = (name: string, size: number) => ({ url: `blob:${name}`, file: { name, size } });
const MEGABYTE = 1024 * 1024;
const small = aFile('caneca.jpg', MEGABYTE);
const large = aFile('fornada.mp4', 5 * MEGABYTE);

test('one large file takes all others along, and small ones wait for the form', () => {
  expect(aheadOf([small, large])).toEqual([small, large]);
  expect(aheadOf([small])).toEqual([]);
  expect(standingOf([small], new Map())).toEqual({
    fraction: null,
    refusal: null,
    isStalled: false,
    reason: null,
  });
});

test('files together are as far as their bytes, until all have arrived', () => {
  const uploads = new Map<string, Upload>([
    [small.url, { state: 'finished', id: '1' }],
    [large.url, { state: 'sending', sent: 2 * MEGABYTE }],
  ]);
  expect(standingOf([small, large], uploads).fraction).toBe(0.5);
  uploads.set(large.url, { state: 'failed', sent: 2 * MEGABYTE, reason: 'Disco cheio' });
  expect(standingOf([small, large], uploads)).toMatchObject({
    fraction: 0.5,
    isStalled: true,
    reason: 'Disco cheio',
  });
  uploads.set(large.url, { state: 'finished', id: '2' });
  expect(standingOf([small, large], uploads).fraction).toBeNull();
});

test('a file that is not taken is named where there are several', () => {
  const uploads = new Map<string, Upload>([[large.url, { state: 'refused', message: 'Cortado' }]]);
  expect(standingOf([large], uploads).refusal).toBe('Cortado');
  expect(standingOf([small, large], uploads).refusal).toBe('fornada.mp4: Cortado');
});
