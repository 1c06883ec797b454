import { beforeEach, expect, test } from 'vitest';
import type { PickedFile } from '../form-rules.ts';
import { aVideo } from '../picked-file-fixture.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { UploaderSettings } from './uploader.ts';

/** What the outbox has asked for, in order. */
let asked: string[];
let tell: UploaderSettings['onEvent'];
let outbox: Outbox;

beforeEach(() => {
  asked = [];
  outbox = createOutbox((onEvent) => {
    tell = onEvent;
    return {
      start: (key) => {
        asked.push(`start ${key}`);
        onEvent(key, { type: 'started' });
      },
      retry: (key) => {
        asked.push(`retry ${key}`);
        onEvent(key, { type: 'started' });
      },
      cancel: (key) => asked.push(`cancel ${key}`),
    };
  });
});

function aFile(url: string, megabytes = 6): PickedFile {
  const file = new File([new Uint8Array(megabytes * 1024 * 1024)], `${url}.mp4`);
  return { ...aVideo(), file, url };
}
const arrivalOf = (files: readonly PickedFile[], signal?: AbortSignal) =>
  outbox.arrival(files, { signal, onFraction: () => undefined });

test('three files are on their way at a time, and the next follows', () => {
  outbox.hold([aFile('a'), aFile('b', 1), aFile('c', 1), aFile('d', 1)]);
  expect(asked).toEqual(['start a', 'start b', 'start c']);
  tell('b', { type: 'finished', id: '2' });
  expect(asked.at(-1)).toBe('start d');
});

test('small files wait for the form, and are taken along by a large one', () => {
  const small = aFile('a', 1);
  outbox.hold([small]);
  expect(asked).toEqual([]);
  outbox.hold([small, aFile('b')]);
  expect(asked).toEqual(['start a', 'start b']);
});

test('what is removed, or left, is taken back', () => {
  const [a, b] = [aFile('a'), aFile('b')];
  outbox.hold([a, b]);
  outbox.hold([b]);
  expect(asked.at(-1)).toBe('cancel a');
  outbox.close();
  expect(asked.at(-1)).toBe('cancel b');
  expect(outbox.uploads().size).toBe(0);
});

test('the ids are there once the last file is, in the order of the files', async () => {
  const files = [aFile('a'), aFile('b')];
  outbox.hold(files);
  tell('b', { type: 'finished', id: '2' });
  const arrival = arrivalOf(files);
  tell('a', { type: 'finished', id: '1' });
  expect(await arrival).toEqual(['1', '2']);
});

test('a file that stands still ends the wait, and goes on with the next one', async () => {
  const files = [aFile('a')];
  outbox.hold(files);
  const arrival = arrivalOf(files);
  tell('a', { type: 'stalled', reason: null });
  await expect(arrival).rejects.toMatchObject({ code: 'UPLOAD_STALLED' });
  const second = arrivalOf(files);
  expect(asked.at(-1)).toBe('retry a');
  tell('a', { type: 'finished', id: '1' });
  expect(await second).toEqual(['1']);
});

test('what stands still keeps no other from its turn, and waits for one itself afterwards', () => {
  outbox.hold([aFile('a'), aFile('b'), aFile('c'), aFile('d')]);
  expect(outbox.uploads().get('d')).toEqual({ state: 'queued', sent: 0 });
  tell('a', { type: 'progressed', sent: 7 });
  tell('a', { type: 'stalled', reason: null });
  expect(asked.at(-1)).toBe('start d');
  outbox.retry(['a']);
  expect(asked).not.toContain('retry a');
  expect(outbox.uploads().get('a')).toEqual({ state: 'queued', sent: 7 });
  tell('b', { type: 'finished', id: '2' });
  expect(asked.at(-1)).toBe('retry a');
});

test('a wait that the server has ended tells its reason', async () => {
  const files = [aFile('a')];
  outbox.hold(files);
  const arrival = arrivalOf(files);
  tell('a', { type: 'stalled', reason: 'Não foi possível guardar o arquivo agora.' });
  await expect(arrival).rejects.toMatchObject({
    message: 'Não foi possível guardar o arquivo agora.',
  });
});

test('a file that is not taken ends the wait with its reason, and so does a change of mind', async () => {
  const files = [aFile('a')];
  outbox.hold(files);
  const control = new AbortController();
  const cancelled = arrivalOf(files, control.signal);
  control.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  tell('a', { type: 'refused', message: 'Cortado' });
  await expect(arrivalOf(files)).rejects.toMatchObject({
    code: 'UPLOAD_REFUSED',
    message: 'Cortado',
  });
});

test('what the server has forgotten is sent once more', () => {
  outbox.hold([aFile('a')]);
  tell('a', { type: 'finished', id: '1' });
  outbox.startOver();
  expect(asked.filter((one) => one === 'start a')).toHaveLength(2);
  expect(outbox.uploads().get('a')).toEqual({ state: 'sending', sent: 0 });
});
