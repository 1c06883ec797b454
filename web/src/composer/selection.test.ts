import { expect, test } from 'vitest';
import { createRejection } from './file.rules.ts';
import type { PickedFile } from './form.rules.ts';
import { aPicture } from './picked-file-fixture.ts';
import {
  mergeSelection,
  noRejectedSelection,
  toAcceptedSelection,
  type RejectedSelection,
  type Selection,
} from './selection.ts';

const createFileWithContent = (name: string, content: string): PickedFile => ({
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
const reasonsOf = ({ rejected }: RejectedSelection) =>
  rejected.map(({ name, reason }) => [name, reason]);

const tooLarge = createRejection(
  { name: 'enorme.jpg', size: 9e6 },
  'Arquivo deve ter no máximo 8MB',
);
const wrongFormat = createRejection({ name: 'conta.pdf', size: 900 }, 'Formato não aceito.');

test('a selection is appended in its own order', () => {
  const { files, rejectedSelection } = mergeSelection(
    pictures('a.jpg'),
    aSelection(pictures('c.jpg', 'b.jpg')),
  );
  expect(namesOf(files)).toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
  expect(rejectedSelection).toEqual(noRejectedSelection);
});

test('a file of the same name and size is skipped and reported', () => {
  const selection = aSelection(pictures('a.jpg', 'b.jpg', 'b.jpg'));
  const { files, rejectedSelection } = mergeSelection(pictures('a.jpg'), selection);
  expect(namesOf(files)).toEqual(['a.jpg', 'b.jpg']);
  expect(rejectedSelection.rejected).toEqual(
    ['a.jpg', 'b.jpg'].map((name) => ({
      name,
      size: 6,
      reason: 'Já estava na lista',
      isDuplicate: true,
    })),
  );
  expect(rejectedSelection.acceptedFiles).toEqual([]);
});

test('a file of the same name but another size is added', () => {
  const { files } = mergeSelection(
    pictures('a.jpg'),
    aSelection([createFileWithContent('a.jpg', 'other pixels')]),
  );
  expect(namesOf(files)).toEqual(['a.jpg', 'a.jpg']);
});

test('a selection with a refused file is not added until the user accepts the remaining files', () => {
  const present = pictures('a.jpg');
  const selection = aSelection(pictures('b.jpg', 'a.jpg', 'c.jpg'), {
    rejected: [tooLarge, wrongFormat],
  });
  const refused = mergeSelection(present, selection);
  expect(refused.files).toBe(present);
  expect(reasonsOf(refused.rejectedSelection)).toEqual([
    ['enorme.jpg', 'Arquivo deve ter no máximo 8MB'],
    ['conta.pdf', 'Formato não aceito.'],
  ]);
  const taken = mergeSelection(present, toAcceptedSelection(refused.rejectedSelection));
  expect(namesOf(taken.files)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(taken.rejectedSelection).toEqual(noRejectedSelection);
});

test('the remaining files of a replacing selection replace the current ones', () => {
  const present = pictures('a.jpg');
  const { files, rejectedSelection } = mergeSelection(
    present,
    aSelection(pictures('b.jpg'), { rejected: [tooLarge], replace: true }),
  );
  expect(files).toBe(present);
  expect(namesOf(mergeSelection(present, toAcceptedSelection(rejectedSelection)).files)).toEqual([
    'b.jpg',
  ]);
});

test('a selection without a valid file leaves nothing to accept', () => {
  expect(
    mergeSelection([], aSelection([], { rejected: [tooLarge] })).rejectedSelection.acceptedFiles,
  ).toEqual([]);
});

test('a selection beyond the limit is not added until the user accepts the files that fit', () => {
  const present = pictures('a.jpg', 'b.jpg');
  const ten = Array.from({ length: 10 }, (_, index) => aPicture(`${index}.jpg`));
  const { files, rejectedSelection } = mergeSelection(present, aSelection(ten));
  expect(files).toBe(present);
  expect(reasonsOf(rejectedSelection)).toEqual([
    ['8.jpg', 'Não cabe: um post tem até 10 arquivos.'],
    ['9.jpg', 'Não cabe: um post tem até 10 arquivos.'],
  ]);
  expect(mergeSelection(present, toAcceptedSelection(rejectedSelection)).files).toHaveLength(10);
});
