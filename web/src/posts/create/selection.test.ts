import { expect, test } from 'vitest';
import type { PickedFile } from './form-rules.ts';
import { admit } from './selection.ts';

function aPicture(name: string, content = 'pixels'): PickedFile {
  const file = new File([content], name, { type: 'image/jpeg' });
  return { file, url: `blob:${name}`, kind: 'image', width: 1080, height: 1350, fit: 'crop' };
}

const namesOf = (files: readonly PickedFile[]) => files.map(({ file }) => file.name);
const pictures = (...names: string[]) => names.map((name) => aPicture(name));

test('a selection comes after what is there, in its own order', () => {
  const { files, rejected } = admit(pictures('a.jpg'), pictures('c.jpg', 'b.jpg'));
  expect(namesOf(files)).toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
  expect(rejected).toEqual([]);
});

test('a file of the same name and size is skipped, and that is said', () => {
  const { files, rejected } = admit(pictures('a.jpg'), pictures('a.jpg', 'b.jpg', 'b.jpg'));
  expect(namesOf(files)).toEqual(['a.jpg', 'b.jpg']);
  expect(rejected).toEqual(
    ['a.jpg', 'b.jpg'].map((name) => ({
      name,
      size: 6,
      reason: 'Já estava na lista',
      harmless: true,
    })),
  );
});

test('the same name with another size is another file', () => {
  const { files } = admit(pictures('a.jpg'), [aPicture('a.jpg', 'other pixels')]);
  expect(namesOf(files)).toEqual(['a.jpg', 'a.jpg']);
});

test('the first ten are taken and the others listed', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => aPicture(`${index}.jpg`));
  const { files, rejected } = admit([], twelve);
  expect(namesOf(files)).toEqual(namesOf(twelve.slice(0, 10)));
  expect(rejected.map(({ name, reason }) => [name, reason])).toEqual([
    ['10.jpg', 'Ficou de fora: um post tem até 10 arquivos.'],
    ['11.jpg', 'Ficou de fora: um post tem até 10 arquivos.'],
  ]);
});
