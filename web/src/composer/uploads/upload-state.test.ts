import { expect, test } from 'vitest';
import {
  selectEarlyUploads,
  listUploadIds,
  reduceUpload,
  percentOf,
  summarizeUploads,
  type Upload,
  type UploadEvent,
} from './upload-state.ts';

function uploadAfter(...events: UploadEvent[]): Upload | undefined {
  return events.reduce<Upload | undefined>(reduceUpload, undefined);
}
const started: UploadEvent = { type: 'started' };
const halfway: UploadEvent = { type: 'progressed', sent: 500 };
const stalled: UploadEvent = { type: 'stalled', reason: null };
const dropped: UploadEvent = { type: 'dropped', offline: true };

test('an upload progresses and finishes with its id', () => {
  expect(uploadAfter({ type: 'queued' })).toEqual({ state: 'queued', sent: 0 });
  expect(uploadAfter({ type: 'queued' }, started)).toEqual({ state: 'sending', sent: 0 });
  expect(uploadAfter({ type: 'queued' }, started, halfway)).toEqual({
    state: 'sending',
    sent: 500,
  });
  expect(uploadAfter(started, halfway, { type: 'finished', id: 'abc' })).toEqual({
    state: 'finished',
    id: 'abc',
  });
});

test('a dropped connection keeps the progress and resumes automatically', () => {
  const interrupted = uploadAfter(started, halfway, dropped);
  expect(interrupted).toEqual({ state: 'interrupted', sent: 500, offline: true });
  expect(reduceUpload(interrupted, { type: 'progressed', sent: 600 })).toEqual({
    state: 'sending',
    sent: 600,
  });
});

test('a stalled upload resumes at its progress when the user retries', () => {
  const failed = uploadAfter(started, halfway, stalled);
  expect(failed).toEqual({ state: 'failed', sent: 500, reason: null });
  expect(reduceUpload(failed, halfway)).toBe(failed);
  expect(reduceUpload(failed, dropped)).toBe(failed);
  const queued = reduceUpload(failed, { type: 'queued' });
  expect(queued).toEqual({ state: 'queued', sent: 500 });
  expect(reduceUpload(queued, started)).toEqual({ state: 'sending', sent: 500 });
});

test('a finished or refused upload ignores events', () => {
  const finished = uploadAfter(started, { type: 'finished', id: 'abc' });
  expect(reduceUpload(finished, stalled)).toBe(finished);
  const refused = uploadAfter(started, { type: 'refused', message: 'Grande demais' });
  expect(refused).toEqual({ state: 'refused', message: 'Grande demais' });
  expect(reduceUpload(refused, halfway)).toBe(refused);
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

test('returns the ids in the order of the files once all are uploaded', () => {
  const uploads = new Map<string, Upload>([
    ['a', { state: 'finished', id: '1' }],
    ['b', { state: 'finished', id: '2' }],
    ['c', { state: 'sending', sent: 10 }],
  ]);
  expect(listUploadIds(['b', 'a'], uploads)).toEqual(['2', '1']);
  expect(listUploadIds(['a', 'c'], uploads)).toBeNull();
  expect(listUploadIds(['a', 'unknown'], uploads)).toBeNull();
  expect(listUploadIds([], uploads)).toEqual([]);
});

const aFile = (name: string, size: number) => ({ url: `blob:${name}`, file: { name, size } });
const MEGABYTE = 1024 * 1024;
const small = aFile('caneca.jpg', MEGABYTE);
const large = aFile('fornada.mp4', 5 * MEGABYTE);

test('one large file selects all files, and small ones are sent with the form', () => {
  expect(selectEarlyUploads([small, large])).toEqual([small, large]);
  expect(selectEarlyUploads([small])).toEqual([]);
  expect(summarizeUploads([small], new Map())).toEqual({
    fraction: null,
    refusal: null,
    isStalled: false,
    reason: null,
  });
});

test('the summary counts bytes until all files are uploaded', () => {
  const uploads = new Map<string, Upload>([
    [small.url, { state: 'finished', id: '1' }],
    [large.url, { state: 'sending', sent: 2 * MEGABYTE }],
  ]);
  expect(summarizeUploads([small, large], uploads).fraction).toBe(0.5);
  uploads.set(large.url, { state: 'failed', sent: 2 * MEGABYTE, reason: 'Disco cheio' });
  expect(summarizeUploads([small, large], uploads)).toMatchObject({
    fraction: 0.5,
    isStalled: true,
    reason: 'Disco cheio',
  });
  uploads.set(large.url, { state: 'finished', id: '2' });
  expect(summarizeUploads([small, large], uploads).fraction).toBeNull();
});

test('a refused file is named if there are several', () => {
  const uploads = new Map<string, Upload>([[large.url, { state: 'refused', message: 'Cortado' }]]);
  expect(summarizeUploads([large], uploads).refusal).toBe('Cortado');
  expect(summarizeUploads([small, large], uploads).refusal).toBe('fornada.mp4: Cortado');
});
