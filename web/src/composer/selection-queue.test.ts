import { beforeEach, expect, test } from 'vitest';
import type { PickedFile } from './form.rules.ts';
import { aPicture } from './picked-file-fixture.ts';
import type { Inspection } from './inspect-files.ts';
import { createSelectionQueue, type SelectionQueue } from './selection-queue.ts';

let pendingInspections: Map<string, (inspection: Inspection) => void>;
let selections: string[];
let openingCounts: number[];
let settledFiles: string[];
let selectionQueue: SelectionQueue;

const namesOf = (files: readonly PickedFile[]) => files.map(({ file }) => file.name).join();

beforeEach(() => {
  pendingInspections = new Map();
  [selections, openingCounts, settledFiles] = [[], [], []];
  selectionQueue = createSelectionQueue({
    inspect: ([file]) =>
      new Promise((resolve) => pendingInspections.set(file?.name ?? '', resolve)),
    onSelection: ({ files }) => selections.push(namesOf(files)),
    onOpening: (count) => openingCounts.push(count),
    onSettled: (files) => settledFiles.push(namesOf(files)),
  });
});

const aFile = (name: string) => new File(['x'], name);
function finishInspection(name: string): void {
  pendingInspections.get(name)?.({ files: [aPicture(name)], rejected: [] });
}

test('two selections in quick succession both count, in their order', async () => {
  const first = selectionQueue.add([aFile('a.jpg')], { replace: false, accepts: '' });
  const second = selectionQueue.add([aFile('b.jpg')], { replace: false, accepts: '' });
  finishInspection('b.jpg');
  finishInspection('a.jpg');
  await Promise.all([first, second]);
  expect(selections).toEqual(['a.jpg', 'b.jpg']);
  expect(openingCounts).toEqual([1, 2, 1, 0]);
  expect(settledFiles).toEqual(['a.jpg', 'b.jpg']);
});

test('a replacing selection drops earlier ones that are still being opened', async () => {
  const first = selectionQueue.add([aFile('a.jpg')], { replace: false, accepts: '' });
  const second = selectionQueue.add([aFile('b.jpg')], { replace: true, accepts: '' });
  const third = selectionQueue.add([aFile('c.jpg')], { replace: false, accepts: '' });
  for (const name of ['c.jpg', 'b.jpg', 'a.jpg']) finishInspection(name);
  await Promise.all([first, second, third]);
  expect(selections).toEqual(['b.jpg', 'c.jpg']);
  expect(settledFiles).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('a closed queue reports no selection but settles the files', async () => {
  const taken = selectionQueue.add([aFile('a.jpg')], { replace: false, accepts: '' });
  selectionQueue.close();
  finishInspection('a.jpg');
  await taken;
  expect(selections).toEqual([]);
  expect(settledFiles).toEqual(['a.jpg']);
});

test('a selection is reported if the queue is closed and reopened before it is inspected', async () => {
  const taken = selectionQueue.add([aFile('a.jpg')], { replace: false, accepts: '' });
  selectionQueue.close();
  selectionQueue.open();
  finishInspection('a.jpg');
  await taken;
  expect(selections).toEqual(['a.jpg']);
});

test('an empty result is not reported as a selection', async () => {
  const taken = selectionQueue.add(Promise.resolve([]), { replace: false, accepts: '' });
  await expect.poll(() => [...pendingInspections.keys()]).toEqual(['']);
  pendingInspections.get('')?.({ files: [], rejected: [] });
  await taken;
  expect(selections).toEqual([]);
  expect(openingCounts).toEqual([1, 0]);
});

test('a selection whose files are still loading keeps its position', async () => {
  const coming = Promise.withResolvers<File[]>();
  const first = selectionQueue.add(coming.promise, { replace: false, accepts: '' });
  const second = selectionQueue.add([aFile('b.jpg')], { replace: false, accepts: '' });
  finishInspection('b.jpg');
  expect(openingCounts).toEqual([1, 2]);
  coming.resolve([aFile('a.jpg')]);
  await expect.poll(() => [...pendingInspections.keys()]).toEqual(['b.jpg', 'a.jpg']);
  finishInspection('a.jpg');
  await Promise.all([first, second]);
  expect(selections).toEqual(['a.jpg', 'b.jpg']);
});
