import { expect, test } from 'vitest';
import { classifyGraphError } from '../../instagram/graph/errors.ts';
import { describeRefusal } from './refused-content.rules.ts';

const people = {
  user_tags: JSON.stringify([{ username: 'ana' }, { username: 'bia.lima' }]),
  collaborators: JSON.stringify(['Caio_', 'ana']),
};
const refusePeople = (text: string) =>
  describeRefusal({ issue: classifyGraphError(110, 2_207_018), text }, people).cause;

test.each([
  ['The following user(s) cannot be accessed: ana', '@ana'],
  ['Não é possível acessar os usuários: bia.lima, caio_.', '@bia.lima e @Caio_'],
  ['Gesperrt: ana, bia.lima, caio_', '@ana, @bia.lima e @Caio_'],
])('people are named in any language: %s', (text, names) => {
  expect(refusePeople(text)).toContain(`não deixa marcar nem convidar ${names}. `);
});

test('a word before the colon is no name', () => {
  const cause = refusePeople('Ana user cannot be accessed\nThe user ana is private: caio_');
  expect(cause).toContain('convidar @Caio_. ');
});

test('110 without people is not documented', () => {
  const issue = classifyGraphError(110, 2_207_018);
  expect(describeRefusal({ issue, text: '' }, { user_tags: '[]' })).toMatchObject({
    class: 'bug',
    code: 'nobody-to-refuse',
  });
});

test.each(['Invalid user id', '', 'banana, ana.maria, bia.lima2'])(
  'nobody is named by the text %j',
  (text) => expect(refusePeople(text)).toContain('Uma das pessoas'),
);

test.each<[string, number, string, Record<string, string>, string]>([
  [
    'the constant names it',
    100,
    '(#100) INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
    { location_id: '1' },
    'location-refused',
  ],
  ['the text is another', 100, '(#100) Invalid parameter', { location_id: '1' }, '100'],
  ['the post has no location', 100, 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID', {}, '100'],
  [
    'the code is another',
    2,
    'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
    { location_id: '1' },
    '2',
  ],
])('a location when %s', (_when, code, text, params, expected) => {
  expect(describeRefusal({ issue: classifyGraphError(code), text }, params).code).toBe(expected);
});
