import { expect, test } from 'vitest';
import {
  chooseStrategy,
  isGatewayError,
  isOfflinePath,
  pickTab,
  type BuildFiles,
} from './files.ts';

const origin = 'https://pontual.example';
const files: BuildFiles = {
  version: '1',
  entry: '/assets/index-1.js',
  offlinePage: ['/offline.html', '/theme.js'],
  app: ['/assets/index-1.js'],
};
const request = { method: 'GET', mode: 'cors', isRange: false };

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
])('%s as %s has the strategy %s', (path, mode, handling) => {
  expect(chooseStrategy({ ...request, mode, url: origin + path }, origin, files)).toBe(handling);
});

test('ignores requests that are no GET, have a range or go to another site', () => {
  const url = `${origin}/assets/index-1.js`;
  expect(chooseStrategy({ ...request, url, method: 'POST' }, origin, files)).toBe('none');
  expect(chooseStrategy({ ...request, url, method: 'HEAD' }, origin, files)).toBe('none');
  expect(chooseStrategy({ ...request, url, isRange: true }, origin, files)).toBe('none');
  const elsewhere = { ...request, url: 'https://plausible.io/assets/index-1.js' };
  expect(chooseStrategy(elsewhere, origin, files)).toBe('none');
});

test.each([
  ['/dashboard', true],
  ['/Schedule/', true],
  ['/create-post?x=1', true],
  ['/', false],
  ['/plans', false],
  ['/analytics', false],
])('the offline support of %s is %s', (path, expected) => {
  expect(isOfflinePath(origin + path)).toBe(expected);
});

const focusedTab = (path: string) => ({ url: origin + path, focused: true });
const backgroundTab = (path: string) => ({ url: origin + path, focused: false });

test.each([
  ['the one that is looked at', [backgroundTab('/schedule'), focusedTab('/account')], '/account'],
  [
    'else the first',
    [backgroundTab('/schedule?post=1'), backgroundTab('/account')],
    '/schedule?post=1',
  ],
  [
    'none that shows a picture',
    [focusedTab('/media/1/2.jpg?sig=3'), backgroundTab('/account')],
    '/account',
  ],
  ['none that shows the notice', [focusedTab('/offline.html'), backgroundTab('/')], '/'],
  ['none that is no application', [focusedTab('/media/1'), backgroundTab('/export/1')], undefined],
  ['none where there is none', [], undefined],
])('a notification opens in a tab of the application: %s', (_which, tabs, path) => {
  expect(pickTab(tabs)?.url).toBe(path === undefined ? undefined : origin + path);
});

test('treats 502, 503 and 504 as gateway errors, and no other status', () => {
  expect([502, 503, 504].map(isGatewayError)).toEqual([true, true, true]);
  expect([200, 304, 404, 429, 500].map(isGatewayError)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
