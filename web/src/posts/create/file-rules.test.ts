import { mediaTypeOptions } from '@pontual/contract/post-rules.ts';
import { expect, test } from 'vitest';
import { acceptsOf, kindOf, selectionProblem, sizeText } from './file-rules.ts';

const MEGABYTE = 1024 * 1024;
const accepts = acceptsOf(mediaTypeOptions);

const problem = (...files: { name: string; size?: number; type?: string }[]) =>
  selectionProblem(
    files.map(({ name, size = MEGABYTE, type = '' }) => ({ name, size, type })),
    accepts,
  );

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

test('every kind of file on offer is accepted once', () => {
  expect(accepts.split(',')).toEqual([
    'image/jpeg',
    'image/png',
    '.jpg',
    '.jpeg',
    '.png',
    'video/mp4',
    'video/quicktime',
    '.mp4',
    '.mov',
  ]);
});

test.each([
  ['a.bin', 'image/jpeg', 'image'],
  ['a.bin', 'video/quicktime', 'video'],
  ['FOTO.JPEG', '', 'image'],
  ['reel.MOV', '', 'video'],
  ['conta.pdf', 'application/pdf', null],
  ['conta.pdf', '', null],
])('%s of type "%s" is of the kind %s', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind);
});

test('files within their limits are fine', () => {
  expect(problem({ name: 'fornada.jpg', type: 'image/jpeg', size: 8 * MEGABYTE })).toBeNull();
  expect(problem({ name: 'FORNADA.PNG', type: 'image/png' })).toBeNull();
  expect(problem({ name: 'sem-tipo.JPEG' })).toBeNull();
  expect(problem({ name: 'reel.mp4', type: 'video/mp4', size: 300 * MEGABYTE })).toBeNull();
  expect(problem({ name: 'a.jpg' }, { name: 'b.mov' })).toBeNull();
});

test.each([
  [
    'fornada.jpg',
    'image/jpeg',
    12 * MEGABYTE,
    'Arquivo deve ter no máximo 8MB (fornada.jpg tem 12 MB)',
  ],
  [
    'fornada.jpg',
    'image/jpeg',
    8 * MEGABYTE + 1,
    'Arquivo deve ter no máximo 8MB (fornada.jpg tem 8,1 MB)',
  ],
  [
    'fornada.mov',
    'video/quicktime',
    412 * MEGABYTE,
    'Arquivo deve ter no máximo 300MB (fornada.mov tem 412 MB)',
  ],
])('%s (%s) of %d bytes is refused by name', (name, type, size, message) => {
  expect(problem({ name: 'boa.jpg' }, { name, type, size })).toBe(message);
});

test('nothing selected, and what is neither photo nor video, are refused', () => {
  expect(problem()).toBe('Selecione pelo menos um arquivo');
  expect(problem({ name: 'conta.pdf', type: 'application/pdf' })).toMatch(/Não conseguimos ler/);
  expect(problem({ name: 'animado.gif', type: 'image/gif' })).toMatch(/Não conseguimos ler/);
});
