import { expect, test } from 'vitest';
import { handlingOf, isAway, isDrawn, tabOf, type Files } from './files.ts';

const origin = 'https://pontual.example';
const files: Files = {
  version: '1',
  entry: '/assets/index-1.js',
  notice: ['/offline.html', '/theme.js'],
  app: ['/assets/index-1.js'],
};
const asked = { method: 'GET', mode: 'cors', isRange: false };

test.each([
  ['/schedule', 'navigate', 'page'],
  ['/schedule?post=1', 'navigate', 'page'],
  ['/', 'navigate', 'page'],
  ['/analytics/relatorios/2026-06', 'navigate', 'page'],
  ['/assets/index-1.js', 'cors', 'hashed'],
  ['/assets/of-another-version.js', 'cors', 'hashed'],
  ['/theme.js', 'no-cors', 'named'],
  ['/api/posts', 'cors', 'none'],
  ['/api/auth/google', 'navigate', 'none'],
  ['/api/uploads/1', 'cors', 'none'],
  ['/media/1/2.jpg?sig=3', 'no-cors', 'none'],
  ['/export/1.zip', 'navigate', 'none'],
  ['/media/1', 'navigate', 'none'],
  ['/og.png', 'no-cors', 'none'],
  ['/robots.txt', 'navigate', 'none'],
])('%s as %s: %s', (path, mode, handling) => {
  expect(handlingOf({ ...asked, mode, url: origin + path }, origin, files)).toBe(handling);
});

test('what is sent, asked for in part, or of another site is not touched', () => {
  const url = `${origin}/assets/index-1.js`;
  expect(handlingOf({ ...asked, url, method: 'POST' }, origin, files)).toBe('none');
  expect(handlingOf({ ...asked, url, method: 'HEAD' }, origin, files)).toBe('none');
  expect(handlingOf({ ...asked, url, isRange: true }, origin, files)).toBe('none');
  const elsewhere = { ...asked, url: 'https://plausible.io/assets/index-1.js' };
  expect(handlingOf(elsewhere, origin, files)).toBe('none');
});

test.each([
  ['/dashboard', true],
  ['/Schedule/', true],
  ['/create-post?x=1', true],
  ['/', false],
  ['/plans', false],
  ['/analytics', false],
])('%s is drawn without a line: %s', (path, expected) => {
  expect(isDrawn(origin + path)).toBe(expected);
});

const focused = (path: string) => ({ url: origin + path, focused: true });
const behind = (path: string) => ({ url: origin + path, focused: false });

test.each([
  ['the one that is looked at', [behind('/schedule'), focused('/account')], '/account'],
  ['else the first', [behind('/schedule?post=1'), behind('/account')], '/schedule?post=1'],
  ['none that shows a picture', [focused('/media/1/2.jpg?sig=3'), behind('/account')], '/account'],
  ['none that shows the notice', [focused('/offline.html'), behind('/')], '/'],
  ['none that is no application', [focused('/media/1'), behind('/export/1')], undefined],
  ['none where there is none', [], undefined],
])('a notice is opened in a tab of the application: %s', (_which, tabs, path) => {
  expect(tabOf(tabs)?.url).toBe(path === undefined ? undefined : origin + path);
});

test('a gateway that does not reach the server is no answer of its', () => {
  expect([502, 503, 504].map(isAway)).toEqual([true, true, true]);
  expect([200, 304, 404, 429, 500].map(isAway)).toEqual([false, false, false, false, false]);
});
