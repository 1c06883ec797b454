import { expect, test } from 'vitest';
import { rejected } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';
import { aPicture } from './picked-file-fixture.ts';
import {
  admit,
  nothingLeftOut,
  selectionOfRest,
  type LeftOut,
  type Selection,
} from './selection.ts';

const aSized = (name: string, content: string): PickedFile => ({
  ...aPicture(name),
  file: new File([content], name, { type: 'image/jpeg' }),
});

const namesOf = (files: readonly PickedFile[]) => files.map(({ file }) => file.name);
const pictures = (...names: string[]) => names.map((name) => aPicture(name));
const aSelection = (files: readonly PickedFile[], facts: Partial<Selection> = {}): Selection => ({
  files,
  rejected: [],
  replace: false,
  ...facts,
});
const reasonsOf = ({ rejected }: LeftOut) => rejected.map(({ name, reason }) => [name, reason]);

const tooLarge = rejected({ name: 'enorme.jpg', size: 9e6 }, 'Arquivo deve ter no máximo 8MB');
const wrongFormat = rejected({ name: 'conta.pdf', size: 900 }, 'Formato não aceito.');

test('a selection comes after what is there, in its own order', () => {
  const { files, leftOut } = admit(pictures('a.jpg'), aSelection(pictures('c.jpg', 'b.jpg')));
  expect(namesOf(files)).toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
  expect(leftOut).toEqual(nothingLeftOut);
});

test('a file of the same name and size is skipped, and that is said', () => {
  const selection = aSelection(pictures('a.jpg', 'b.jpg', 'b.jpg'));
  const { files, leftOut } = admit(pictures('a.jpg'), selection);
  expect(namesOf(files)).toEqual(['a.jpg', 'b.jpg']);
  expect(leftOut.rejected).toEqual(
    ['a.jpg', 'b.jpg'].map((name) => ({
      name,
      size: 6,
      reason: 'Já estava na lista',
      harmless: true,
    })),
  );
  expect(leftOut.rest).toEqual([]);
});

test('the same name with another size is another file', () => {
  const { files } = admit(pictures('a.jpg'), aSelection([aSized('a.jpg', 'other pixels')]));
  expect(namesOf(files)).toEqual(['a.jpg', 'a.jpg']);
});

test('nothing of a selection with a refused file is taken, until the user takes its rest', () => {
  const present = pictures('a.jpg');
  const selection = aSelection(pictures('b.jpg', 'a.jpg', 'c.jpg'), {
    rejected: [tooLarge, wrongFormat],
  });
  const refused = admit(present, selection);
  expect(refused.files).toBe(present);
  expect(reasonsOf(refused.leftOut)).toEqual([
    ['enorme.jpg', 'Arquivo deve ter no máximo 8MB'],
    ['conta.pdf', 'Formato não aceito.'],
  ]);
  const taken = admit(present, selectionOfRest(refused.leftOut));
  expect(namesOf(taken.files)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(taken.leftOut).toEqual(nothingLeftOut);
});

test('the rest of a selection takes the place of what is there, if the selection was to', () => {
  const present = pictures('a.jpg');
  const { files, leftOut } = admit(
    present,
    aSelection(pictures('b.jpg'), { rejected: [tooLarge], replace: true }),
  );
  expect(files).toBe(present);
  expect(namesOf(admit(present, selectionOfRest(leftOut)).files)).toEqual(['b.jpg']);
});

test('of a selection in which nothing is good, nothing is left to take', () => {
  expect(admit([], aSelection([], { rejected: [tooLarge] })).leftOut.rest).toEqual([]);
});

test('of more files than a post holds none is taken, until the user takes those that fit', () => {
  const present = pictures('a.jpg', 'b.jpg');
  const ten = Array.from({ length: 10 }, (_, index) => aPicture(`${index}.jpg`));
  const { files, leftOut } = admit(present, aSelection(ten));
  expect(files).toBe(present);
  expect(reasonsOf(leftOut)).toEqual([
    ['8.jpg', 'Não cabe: um post tem até 10 arquivos.'],
    ['9.jpg', 'Não cabe: um post tem até 10 arquivos.'],
  ]);
  expect(admit(present, selectionOfRest(leftOut)).files).toHaveLength(10);
});
