import { describe, expect, test } from 'vitest';
import { updatePost } from './post-changes.ts';

const sent = (fields: object) => updatePost.body.safeParse(fields);
const people = (count: number, item?: number) =>
  Array.from({ length: count }, (_, index) => ({ username: `pessoa${index}`, item }));

describe('people', () => {
  test('are at most 20 in each file, whatever their number in the post', () => {
    const tags = [...people(20, 0), ...people(20, 1)];
    expect(sent({ userTags: JSON.stringify(tags) }).data?.userTags).toHaveLength(40);
    const refused = sent({ userTags: JSON.stringify(people(21, 1)) });
    expect(refused.error?.issues).toMatchObject([
      { message: 'Marque no máximo 20 pessoas em cada arquivo' },
    ]);
    expect(sent({ userTags: JSON.stringify(people(21)) }).success).toBe(false);
  });

  test('may be written in capitals and with their @', () => {
    const tags = [{ username: '@Lia', x: 0, y: 1, item: 2 }];
    expect(sent({ userTags: JSON.stringify(tags) }).data?.userTags).toEqual([
      { username: 'lia', x: 0, y: 1, item: 2 },
    ]);
    expect(sent({ collaborators: '["@Lia","lia","_b_"]' }).data?.collaborators).toEqual([
      'lia',
      '_b_',
    ]);
    expect(sent({ collaborators: '["lia azulejos"]' }).success).toBe(false);
  });
});
