import { expect, test } from 'vitest';
import { layoutLabels, listUnpositioned } from './tag-layout.ts';

test('a label appears where the user is tagged', () => {
  expect(layoutLabels([{ username: '@lia.azulejos', x: 0.5, y: 0.25 }])).toEqual([
    { username: 'lia.azulejos', left: 50, top: 25, shift: 50, isAbove: false },
  ]);
});

test('a label near an edge stays within the picture', () => {
  const [left, right, low] = layoutLabels([
    { username: 'a', x: 0, y: 0.5 },
    { username: 'b', x: 1.2, y: 0.5 },
    { username: 'c', x: 0.5, y: 0.95 },
  ]);
  expect(left).toMatchObject({ left: 0, shift: 0 });
  expect(right).toMatchObject({ left: 100, shift: 100 });
  expect(low).toMatchObject({ isAbove: true });
});

test('tags without a position are listed separately', () => {
  const tags = [{ username: '@feira.daprata' }, { username: 'lia.azulejos', x: 0.1, y: 0.1 }];
  expect(layoutLabels(tags).map(({ username }) => username)).toEqual(['lia.azulejos']);
  expect(listUnpositioned(tags)).toEqual(['feira.daprata']);
});
