import { expect, test } from 'vitest';
import { routePage } from './tracked-pages.ts';

const route = (path?: string) => ({ route: { path } });

test.each([
  ['the landing', [route(), route('/')], '/'],
  ['a page of the app', [route(), route(), route('/schedule')], '/schedule'],
  ['a page with a code in its address', [route(), route('/data/:code')], '/data/:code'],
  ['a page within a page', [route('/account'), route('sessions')], '/account/sessions'],
  ['an address that nobody knows', [route(), route('*')], '/404'],
])('the page name: %s', (_what, matches, page) => {
  expect(routePage(matches)).toBe(page);
});
