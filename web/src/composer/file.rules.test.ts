import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { expect, test } from 'vitest';
import { mergeAccepts, formatName, isHeic, kindOf, limitsText, checkFile } from './file.rules.ts';

const MEGABYTE = 1024 * 1024;
const accepts = mergeAccepts(mediaTypeOptions);

const rejectionReason = ({ name, size = MEGABYTE, type = '' }: Partial<File> & { name: string }) =>
  checkFile({ name, size, type }, accepts)?.reason ?? null;

test('accepts every offered file type once', () => {
  const entries = accepts.split(',');
  expect(new Set(entries).size).toBe(entries.length);
  expect(entries.filter((entry) => entry.startsWith('.'))).toEqual(
    expect.arrayContaining(['.jpg', '.jpeg', '.png', '.heic', '.heif', '.mp4', '.mov', '.avi']),
  );
});

test.each([
  ['a.bin', 'image/jpeg', 'image'],
  ['a.bin', 'video/quicktime', 'video'],
  ['FOTO.JPEG', '', 'image'],
  ['IMG_0042.HEIC', '', 'image'],
  ['IMG_0042.heif', '', 'image'],
  ['reel.MOV', '', 'video'],
  ['antigo.avi', '', 'video'],
  ['conta.pdf', 'application/pdf', null],
  ['conta.pdf', '', null],
])('%s of type %s is of the kind %s', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind);
});

test('recognises HEIC by its type or its name', () => {
  expect(isHeic({ name: 'IMG_0042.HEIC', type: '' })).toBe(true);
  expect(isHeic({ name: 'foto', type: 'image/heif' })).toBe(true);
  expect(isHeic({ name: 'foto.jpg', type: 'image/jpeg' })).toBe(false);
});

test('returns the upper-case file extension as the format', () => {
  expect(formatName('IMG_0042.heic')).toBe('HEIC');
  expect(formatName('sem-fim')).toBe('');
});

test.each([
  ['fornada.jpg', 'image/jpeg', 8 * MEGABYTE],
  ['FORNADA.PNG', 'image/png', 1],
  ['sem-tipo.JPEG', '', MEGABYTE],
  ['IMG_0042.HEIC', '', MEGABYTE],
  ['IMG_0042.heif', 'image/heif', MEGABYTE],
  ['reel.mp4', 'video/mp4', 300 * MEGABYTE],
  ['antigo.avi', 'video/vnd.avi', MEGABYTE],
])('accepts %s (%s) of %d bytes', (name, type, size) => {
  expect(rejectionReason({ name, type, size })).toBeNull();
});

test.each([
  ['fornada.jpg', 'image/jpeg', 8 * MEGABYTE + 1, 'Arquivo deve ter no máximo 8MB'],
  ['IMG_0042.HEIC', '', 12 * MEGABYTE, 'Arquivo deve ter no máximo 8MB'],
  ['fornada.mov', 'video/quicktime', 412 * MEGABYTE, 'Arquivo deve ter no máximo 300MB'],
  ['nada.jpg', 'image/jpeg', 0, 'O arquivo está vazio. Escolha outro.'],
])('refuses %s (%s) of %d bytes: %s', (name, type, size, message) => {
  expect(rejectionReason({ name, type, size })).toBe(message);
});

test('lists the accepted formats for a file that is neither photo nor video', () => {
  const message = 'Formato não aceito. Envie JPG, PNG, HEIC, MP4, MOV ou AVI.';
  expect(rejectionReason({ name: 'conta.pdf', type: 'application/pdf' })).toBe(message);
  expect(rejectionReason({ name: 'animado.gif', type: 'image/gif' })).toBe(message);
});

test('returns the size limits of the formats in an accept list', () => {
  const of = (type: string) =>
    limitsText(mediaTypeOptions.find(({ value }) => value === type)?.accepts ?? '');
  expect(of('IMAGE')).toBe('JPG, PNG e HEIC até 8\u00a0MB.');
  expect(of('REELS')).toBe('MP4, MOV e AVI até 300\u00a0MB.');
  expect(of('STORIES')).toBe('JPG, PNG e HEIC até 8\u00a0MB. MP4 e MOV até 300\u00a0MB.');
});
