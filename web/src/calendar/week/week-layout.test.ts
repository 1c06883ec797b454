import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { prefillForHour, layoutDay } from './week-layout.ts';

/** Creates posts on 9 June 2026 at these times in Brasília (UTC-3). */
const at = (...times: string[]) =>
  times.map((time) =>
    aPost({ _id: time, scheduledTime: new Date(`2026-06-09T${time}:00-03:00`).toISOString() }),
  );
const layout = (times: string[], most: number) => {
  const { blocks, overflows } = layoutDay(at(...times), most, () => false);
  return {
    blocks: blocks.map(({ post, lane, lanes }) => `${post._id} ${lane + 1}/${lanes}`),
    rests: overflows.map(
      ({ minute, count, lane, lanes }) => `${minute} +${count} ${lane + 1}/${lanes}`,
    ),
  };
};

test('posts that do not overlap take the whole width', () => {
  expect(layout(['08:00', '12:00', '18:30'], 2)).toEqual({
    blocks: ['08:00 1/1', '12:00 1/1', '18:30 1/1'],
    rests: [],
  });
});

test('posts at the same time are side by side', () => {
  expect(layout(['12:00', '12:00', '18:00'], 2).blocks).toEqual([
    '12:00 1/2',
    '12:00 2/2',
    '18:00 1/1',
  ]);
});

test('a column is reused as soon as it is free', () => {
  expect(layout(['12:00', '12:30', '12:50', '13:20'], 2)).toEqual({
    blocks: ['12:00 1/2', '12:30 2/2', '12:50 1/2', '13:20 2/2'],
    rests: [],
  });
});

test('posts without a column are counted, and none is lost', () => {
  expect(layout(['12:00', '12:20', '12:30', '12:45', '12:50'], 2)).toEqual({
    blocks: ['12:00 1/2', '12:50 1/2'],
    rests: ['740 +3 2/2'],
  });
  const many = Array.from({ length: 1000 }, () => '12:00');
  const { blocks, overflows } = layoutDay(at(...many), 3, () => false);
  expect([blocks.length, overflows[0]?.count]).toEqual([2, 998]);
});

test('with too few columns the worst posts are visible, and a hidden failure marks the overflow', () => {
  const failed = (time: string) =>
    aPost({ _id: time, status: 'failed', scheduledTime: `2026-06-09T${time}:00-03:00` });
  const one = layoutDay([...at('12:00', '12:10'), failed('12:20'), ...at('12:30')], 2, () => false);
  expect(one.blocks.map(({ post }) => post._id)).toEqual(['12:20']);
  expect(one.overflows).toEqual([{ minute: 720, count: 3, lane: 1, lanes: 2, hasFailed: false }]);
  const two = layoutDay([failed('12:00'), failed('12:20'), ...at('12:30')], 2, () => false);
  expect(two.blocks.map(({ post }) => post._id)).toEqual(['12:00']);
  expect(two.overflows).toEqual([{ minute: 740, count: 2, lane: 1, lanes: 2, hasFailed: true }]);
  const atRisk = layoutDay(at('12:00', '12:10', '12:20'), 2, ({ _id }) => _id === '12:10');
  expect(atRisk.blocks.map(({ post }) => post._id)).toEqual(['12:10']);
});

test('the last block of a day ends with the day', () => {
  expect(layoutDay(at('23:55'), 2, () => false).blocks[0]?.minute).toBe(1390);
});

test.each([
  // Tuesday, 9 June 2026, 14:32 in Brasília.
  ['2026-06-09', 18, '18:00'],
  ['2026-06-09', 14, '14:45'],
  ['2026-06-10', 0, '00:00'],
])('on %s the hour %i prefills %s', (day, hour, time) => {
  const now = new Date('2026-06-09T17:32:00Z');
  expect(prefillForHour(day, hour, now)).toEqual({ date: day, time });
});

test('a past hour prefills nothing', () => {
  const now = new Date('2026-06-09T17:50:00Z');
  expect(prefillForHour('2026-06-09', 14, now)).toBeNull();
  expect(prefillForHour('2026-06-08', 23, now)).toBeNull();
});
