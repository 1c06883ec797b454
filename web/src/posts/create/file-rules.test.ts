import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import { expect, test } from 'vitest';
import { pictureProblem, selectionProblem, sizeText } from './file-rules.ts';

const MEGABYTE = 1024 * 1024;
const [image] = mediaTypeOptions;

const problem = (...files: { name: string; size?: number; type?: string }[]) => {
  if (image === undefined) throw new Error('the contract offers no type');
  return selectionProblem(
    files.map(({ name, size = MEGABYTE, type = '' }) => ({ name, size, type })),
    image,
  );
};

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [640 * 1024, '640 KB'],
  [MEGABYTE, '1 MB'],
  [3.1 * MEGABYTE, '3,1 MB'],
  [48.2 * MEGABYTE, '48,2 MB'],
])('%d bytes are said as %s', (bytes, said) => {
  expect(sizeText(bytes)).toBe(said);
});

test('a photo within the limit is fine', () => {
  expect(problem({ name: 'fornada.jpg', type: 'image/jpeg', size: 8 * MEGABYTE })).toBeNull();
  expect(problem({ name: 'FORNADA.PNG', type: 'image/png' })).toBeNull();
  expect(problem({ name: 'sem-tipo.JPEG' })).toBeNull();
});

test.each([
  [12 * MEGABYTE, 'Arquivo deve ter no máximo 8MB (fornada.jpg tem 12 MB)'],
  [8 * MEGABYTE + 1, 'Arquivo deve ter no máximo 8MB (fornada.jpg tem 8,1 MB)'],
])('a photo of %d bytes is refused by name', (size, message) => {
  expect(problem({ name: 'fornada.jpg', type: 'image/jpeg', size })).toBe(message);
});

test('nothing selected, too many, and what is not a photo are refused', () => {
  expect(problem()).toBe('Selecione pelo menos um arquivo');
  expect(problem({ name: 'a.jpg' }, { name: 'b.jpg' })).toBe(
    'Este tipo de post aceita apenas 1 arquivo.',
  );
  expect(problem({ name: 'reel.mp4', type: 'video/mp4' })).toBe(
    'Por enquanto só é possível agendar posts de imagem.',
  );
  expect(problem({ name: 'conta.pdf', type: 'application/pdf' })).toMatch(/Não conseguimos ler/);
});

test.each([
  [1080, 1080, true],
  [1080, 1350, true],
  [1910, 1000, true],
  [1080, 1920, false],
  [3000, 1000, false],
])('a picture of %i by %i fits Instagram: %s', (width, height, fits) => {
  expect(pictureProblem({ width, height }) === null).toBe(fits);
});
