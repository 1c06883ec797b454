import { beforeEach, expect, test } from 'vitest';
import type { PickedFile } from '../form.rules.ts';
import { aVideo } from '../picked-file-fixture.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import type { UploaderOptions } from './uploader.ts';

let uploaderCalls: string[];
let emitEvent: UploaderOptions['onEvent'];
let uploadQueue: UploadQueue;

beforeEach(() => {
  uploaderCalls = [];
  uploadQueue = createUploadQueue((onEvent) => {
    emitEvent = onEvent;
    return {
      start: (key) => {
        uploaderCalls.push(`start ${key}`);
        onEvent(key, { type: 'started' });
      },
      retry: (key) => {
        uploaderCalls.push(`retry ${key}`);
        onEvent(key, { type: 'started' });
      },
      cancel: (key) => uploaderCalls.push(`cancel ${key}`),
    };
  });
});

function aFile(url: string, megabytes = 6): PickedFile {
  const file = new File([new Uint8Array(megabytes * 1024 * 1024)], `${url}.mp4`);
  return { ...aVideo(), file, url };
}
const waitForFiles = (files: readonly PickedFile[], signal?: AbortSignal) =>
  uploadQueue.waitForUploads(files, { signal, onFraction: () => undefined });

test('uploads three files at a time, then the next', () => {
  uploadQueue.setFiles([aFile('a'), aFile('b', 1), aFile('c', 1), aFile('d', 1)]);
  expect(uploaderCalls).toEqual(['start a', 'start b', 'start c']);
  emitEvent('b', { type: 'finished', id: '2' });
  expect(uploaderCalls.at(-1)).toBe('start d');
});

test('small files are sent with the form, unless a large one is present', () => {
  const small = aFile('a', 1);
  uploadQueue.setFiles([small]);
  expect(uploaderCalls).toEqual([]);
  uploadQueue.setFiles([small, aFile('b')]);
  expect(uploaderCalls).toEqual(['start a', 'start b']);
});

test('cancels uploads of removed files and on close', () => {
  const [a, b] = [aFile('a'), aFile('b')];
  uploadQueue.setFiles([a, b]);
  uploadQueue.setFiles([b]);
  expect(uploaderCalls.at(-1)).toBe('cancel a');
  uploadQueue.close();
  expect(uploaderCalls.at(-1)).toBe('cancel b');
  expect(uploadQueue.uploads().size).toBe(0);
});

test('returns the ids after the last upload, in the order of the files', async () => {
  const files = [aFile('a'), aFile('b')];
  uploadQueue.setFiles(files);
  emitEvent('b', { type: 'finished', id: '2' });
  const arrival = waitForFiles(files);
  emitEvent('a', { type: 'finished', id: '1' });
  expect(await arrival).toEqual(['1', '2']);
});

test('a stalled file rejects the wait, and the next wait retries it', async () => {
  const files = [aFile('a')];
  uploadQueue.setFiles(files);
  const arrival = waitForFiles(files);
  emitEvent('a', { type: 'stalled', reason: null });
  await expect(arrival).rejects.toMatchObject({ code: 'UPLOAD_STALLED' });
  const second = waitForFiles(files);
  expect(uploaderCalls.at(-1)).toBe('retry a');
  emitEvent('a', { type: 'finished', id: '1' });
  expect(await second).toEqual(['1']);
});

test('a stalled file frees its turn and queues again on retry', () => {
  uploadQueue.setFiles([aFile('a'), aFile('b'), aFile('c'), aFile('d')]);
  expect(uploadQueue.uploads().get('d')).toEqual({ state: 'queued', sent: 0 });
  emitEvent('a', { type: 'progressed', sent: 7 });
  emitEvent('a', { type: 'stalled', reason: null });
  expect(uploaderCalls.at(-1)).toBe('start d');
  uploadQueue.retry(['a']);
  expect(uploaderCalls).not.toContain('retry a');
  expect(uploadQueue.uploads().get('a')).toEqual({ state: 'queued', sent: 7 });
  emitEvent('b', { type: 'finished', id: '2' });
  expect(uploaderCalls.at(-1)).toBe('retry a');
});

test('rejects with the reason of the server', async () => {
  const files = [aFile('a')];
  uploadQueue.setFiles(files);
  const arrival = waitForFiles(files);
  emitEvent('a', { type: 'stalled', reason: 'Não foi possível guardar o arquivo agora.' });
  await expect(arrival).rejects.toMatchObject({
    message: 'Não foi possível guardar o arquivo agora.',
  });
});

test('a refused file and an abort reject the wait with their reason', async () => {
  const files = [aFile('a')];
  uploadQueue.setFiles(files);
  const control = new AbortController();
  const cancelled = waitForFiles(files, control.signal);
  control.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  emitEvent('a', { type: 'refused', message: 'Cortado' });
  await expect(waitForFiles(files)).rejects.toMatchObject({
    code: 'UPLOAD_REFUSED',
    message: 'Cortado',
  });
});

test('uploads files again that the server has forgotten', () => {
  uploadQueue.setFiles([aFile('a')]);
  emitEvent('a', { type: 'finished', id: '1' });
  uploadQueue.restart();
  expect(uploaderCalls.filter((one) => one === 'start a')).toHaveLength(2);
  expect(uploadQueue.uploads().get('a')).toEqual({ state: 'sending', sent: 0 });
});
