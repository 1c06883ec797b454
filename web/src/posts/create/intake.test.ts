import { beforeEach, expect, test } from 'vitest';
import type { PickedFile } from './form-rules.ts';
import { aPicture } from './picked-file-fixture.ts';
import type { Inspection } from './inspect-files.ts';
import { createIntake, type Intake } from './intake.ts';

/** Ends the inspection of the file of this name. */
let opened: Map<string, (inspection: Inspection) => void>;
/** What came of the selections, in order. */
let told: string[];
let opening: number[];
/** Of which it is known what becomes of them. */
let settled: string[];
let intake: Intake;

const namesOf = (files: readonly PickedFile[]) => files.map(({ file }) => file.name).join();

beforeEach(() => {
  opened = new Map();
  [told, opening, settled] = [[], [], []];
  intake = createIntake({
    inspect: ([file]) => new Promise((resolve) => opened.set(file?.name ?? '', resolve)),
    onSelection: ({ files }) => told.push(namesOf(files)),
    onOpening: (count) => opening.push(count),
    onSettled: (files) => settled.push(namesOf(files)),
  });
});

const aFile = (name: string) => new File(['x'], name);
function open(name: string): void {
  opened.get(name)?.({ files: [aPicture(name)], rejected: [] });
}

test('two selections made one right after the other both count, in their order', async () => {
  const first = intake.take([aFile('a.jpg')], { replace: false, accepts: '' });
  const second = intake.take([aFile('b.jpg')], { replace: false, accepts: '' });
  open('b.jpg');
  open('a.jpg');
  await Promise.all([first, second]);
  expect(told).toEqual(['a.jpg', 'b.jpg']);
  expect(opening).toEqual([1, 2, 1, 0]);
  expect(settled).toEqual(['a.jpg', 'b.jpg']);
});

test('what takes the place of all others drops those that are still being opened', async () => {
  const first = intake.take([aFile('a.jpg')], { replace: false, accepts: '' });
  const second = intake.take([aFile('b.jpg')], { replace: true, accepts: '' });
  const third = intake.take([aFile('c.jpg')], { replace: false, accepts: '' });
  for (const name of ['c.jpg', 'b.jpg', 'a.jpg']) open(name);
  await Promise.all([first, second, third]);
  expect(told).toEqual(['b.jpg', 'c.jpg']);
  expect(settled).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('once nobody is there any more, what is opened is given back', async () => {
  const taken = intake.take([aFile('a.jpg')], { replace: false, accepts: '' });
  intake.close();
  open('a.jpg');
  await taken;
  expect(told).toEqual([]);
  expect(settled).toEqual(['a.jpg']);
});

test('what is being opened is told if the intake is closed and opened again before', async () => {
  const taken = intake.take([aFile('a.jpg')], { replace: false, accepts: '' });
  intake.close();
  intake.open();
  open('a.jpg');
  await taken;
  expect(told).toEqual(['a.jpg']);
});

test('what does not come after all is no selection', async () => {
  const taken = intake.take(Promise.resolve([]), { replace: false, accepts: '' });
  await expect.poll(() => [...opened.keys()]).toEqual(['']);
  opened.get('')?.({ files: [], rejected: [] });
  await taken;
  expect(told).toEqual([]);
  expect(opening).toEqual([1, 0]);
});

test('what is still on its way when it is chosen keeps its place', async () => {
  const coming = Promise.withResolvers<File[]>();
  const first = intake.take(coming.promise, { replace: false, accepts: '' });
  const second = intake.take([aFile('b.jpg')], { replace: false, accepts: '' });
  open('b.jpg');
  expect(opening).toEqual([1, 2]);
  coming.resolve([aFile('a.jpg')]);
  await expect.poll(() => [...opened.keys()]).toEqual(['b.jpg', 'a.jpg']);
  open('a.jpg');
  await Promise.all([first, second]);
  expect(told).toEqual(['a.jpg', 'b.jpg']);
});
