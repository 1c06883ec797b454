import { beforeEach, expect, test } from 'vitest';
import { createInspector } from './inspect-files.ts';
import { createSelectionQueue, type SelectionQueue } from './selection-queue.ts';
import { createPreviews, type Previews } from './object-urls.ts';
import type { Wizard, WizardAction } from './wizard-state.ts';
import { listRetainedFiles, reduce, startWizard } from './wizard.ts';

const accepts = 'image/jpeg,video/mp4';
const LIMIT_BYTES = 8 * 1024 * 1024;

/** Names of the files that the browser still holds in memory, keyed by url. */
let activeUrls: Map<string, string>;
let createdCount: number;
let previews: Previews;
let selectionQueue: SelectionQueue;
let wizard: Wizard;

function dispatch(action: WizardAction): void {
  wizard = reduce(wizard, action);
  previews.show(listRetainedFiles(wizard));
}

beforeEach(() => {
  activeUrls = new Map();
  createdCount = 0;
  wizard = startWizard({ frame: 'page' });
  previews = createPreviews({
    create: ({ name }) => {
      createdCount += 1;
      activeUrls.set(`blob:${createdCount}`, name);
      return `blob:${createdCount}`;
    },
    revoke: (url) => {
      if (!activeUrls.delete(url)) throw new Error(`${url} was given back before`);
    },
  });
  const measure = (_: string, url: string) =>
    Promise.resolve(
      activeUrls.get(url)?.startsWith('rasgada') === true
        ? null
        : { width: 1080, height: 1080, durationMs: null },
    );
  selectionQueue = createSelectionQueue({
    inspect: createInspector({ previews, measure }),
    onSelection: (selection) => dispatch({ type: 'filesChosen', ...selection }),
    onOpening: () => undefined,
    onSettled: previews.release,
  });
});

const aFile = (name: string, bytes = 3) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const choose = (files: File[], replace = false) => selectionQueue.add(files, { replace, accepts });
const listActiveUrls = () => [...activeUrls.values()].sort();
const urlOf = (name: string) => {
  const file = wizard.form.files.find(({ file }) => file.name === name);
  if (file === undefined) throw new Error(`${name} is not among the files`);
  return file.url;
};
function closeComposer(): void {
  selectionQueue.close();
  previews.close();
}

test('a file that is chosen again and skipped is held once', async () => {
  await choose([aFile('caneca.jpg')]);
  await choose([aFile('caneca.jpg'), aFile('prato.jpg')]);
  expect(createdCount).toBe(3);
  expect(listActiveUrls()).toEqual(['caneca.jpg', 'prato.jpg']);
  await choose([aFile('caneca.jpg')]);
  expect(listActiveUrls()).toEqual(['caneca.jpg', 'prato.jpg']);
});

test('a removed or replaced file is released', async () => {
  await choose([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')]);
  dispatch({ type: 'fileRemoved', url: urlOf('b.jpg') });
  expect(listActiveUrls()).toEqual(['a.jpg', 'c.jpg']);
  await choose([aFile('d.jpg')], true);
  expect(listActiveUrls()).toEqual(['d.jpg']);
  dispatch({ type: 'filesCleared' });
  expect(listActiveUrls()).toEqual([]);
});

test('valid files beside a refused one are held until the user dismisses the message', async () => {
  await choose([aFile('boa.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1), aFile('rasgada.jpg')]);
  expect(listActiveUrls()).toEqual(['boa.jpg']);
  dispatch({ type: 'leftOutDismissed' });
  expect(listActiveUrls()).toEqual([]);
  await choose([aFile('boa.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1)]);
  dispatch({ type: 'restTaken' });
  expect(listActiveUrls()).toEqual(['boa.jpg']);
});

test('a change of type, order or step keeps the same files', async () => {
  await choose([aFile('a.jpg')]);
  dispatch({ type: 'continued' });
  dispatch({ type: 'typeChosen', mediaType: 'STORIES' });
  expect(listActiveUrls()).toEqual(['a.jpg']);
  await choose([aFile('b.jpg')], true);
  expect(listActiveUrls()).toEqual(['b.jpg']);
  dispatch({ type: 'wentBack' });
  expect(listActiveUrls()).toEqual(['b.jpg']);
});

test('files that are chosen during a submit are neither added nor held', async () => {
  await choose([aFile('a.jpg')]);
  dispatch({ type: 'continued' });
  dispatch({
    type: 'sendStarted',
    attempt: { content: '', key: '', at: 0 },
    submitMode: 'schedule',
  });
  await choose([aFile('b.jpg')]);
  expect(listActiveUrls()).toEqual(['a.jpg']);
});

test('a composer that is unmounted and remounted at once still holds the shown files', async () => {
  await choose([aFile('a.jpg')]);
  closeComposer();
  previews.show(listRetainedFiles(wizard));
  await Promise.resolve();
  expect(listActiveUrls()).toEqual(['a.jpg']);
  closeComposer();
  await Promise.resolve();
  expect(listActiveUrls()).toEqual([]);
});

test('a closed composer holds nothing, not even a file that is still being opened', async () => {
  await choose([aFile('a.jpg'), aFile('enorme.jpg', LIMIT_BYTES + 1), aFile('b.jpg')]);
  dispatch({ type: 'restTaken' });
  const late = choose([aFile('c.jpg')]);
  expect(listActiveUrls()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  closeComposer();
  await late;
  expect(createdCount).toBe(3);
  expect(listActiveUrls()).toEqual([]);
});
