import { expect, test } from 'vitest';
import { readHandoffFiles, buildHandoffState } from './library-handoff.ts';

const cup = { _id: '1', url: '/media/f/1/file/9/x', kind: 'image' } as const;
const wheel = { _id: '2', url: '/media/f/2/file/9/x', kind: 'video' } as const;

test('library files are handed over in the order of their selection', () => {
  const state: unknown = JSON.parse(JSON.stringify(buildHandoffState([wheel, cup])));
  expect(readHandoffFiles(state)).toEqual([wheel, cup]);
});

test('a history state of another type, or without files, returns no files', () => {
  const strange = [{ ...cup, url: '//example.com/x' }, { ...cup, kind: 'avatar' }, null, 'cup'];
  const states: unknown[] = [null, 'x', { caption: 'Caneca' }, { library: 'cup' }];
  for (const state of [...states, ...strange.map((file) => ({ library: [cup, file] }))]) {
    expect(readHandoffFiles(state)).toEqual([]);
  }
});
