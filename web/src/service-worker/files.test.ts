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
])('%s as %s: %s', (path, mode, handling) => {
  expect(chooseStrategy({ ...request, mode, url: origin + path }, origin, files)).toBe(handling);
});

test('what is sent, asked for in part, or of another site is not touched', () => {
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
])('%s is drawn without a line: %s', (path, expected) => {
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
])('a notice is opened in a tab of the application: %s', (_which, tabs, path) => {
  expect(pickTab(tabs)?.url).toBe(path === undefined ? undefined : origin + path);
});

test('a gateway that does not reach the server is no answer of its', () => {
  expect([502, 503, 504].map(isGatewayError)).toEqual([true, true, true]);
  expect([200, 304, 404, 429, 500].map(isGatewayError)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
