import { describe, expect, test } from 'vitest';
import { schedulePost, updatePost } from './post-changes.ts';

const parseUpdate = (fields: object) => updatePost.body.safeParse(fields);
const parseTags = (tags: object[]) =>
  schedulePost.body.safeParse({
    mediaType: 'IMAGE',
    scheduledTime: '2026-12-01T15:00:00.000Z',
    userTags: JSON.stringify(tags),
  });
const userTags = (count: number, item?: number) =>
  Array.from({ length: count }, (_, index) => ({ username: `pessoa${index}`, item }));

describe('user tags and collaborators', () => {
  test('accept at most 20 user tags in each file, whatever their number in the post', () => {
    const tags = [...userTags(20, 0), ...userTags(20, 1)];
    expect(parseTags(tags).data?.userTags).toHaveLength(40);
    expect(parseTags(userTags(21, 1)).error?.issues).toMatchObject([
      { message: 'Marque no máximo 20 pessoas em cada arquivo' },
    ]);
    expect(parseTags(userTags(21)).success).toBe(false);
  });

  test('accept usernames in capitals and with @', () => {
    const tags = [{ username: '@Lia', x: 0, y: 1, item: 2 }];
    expect(parseUpdate({ userTags: JSON.stringify(tags) }).data?.userTags).toEqual([
      { username: 'lia', x: 0, y: 1, item: 2 },
    ]);
    expect(parseUpdate({ collaborators: '["@Lia","lia","_b_"]' }).data?.collaborators).toEqual([
      'lia',
      '_b_',
    ]);
    expect(parseUpdate({ collaborators: '["lia azulejos"]' }).success).toBe(false);
  });
});
