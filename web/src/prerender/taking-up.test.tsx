import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESK, takeUpPage } from '../testing/open-page.tsx';
import { answerVisitors } from '../testing/visitors.ts';
import { renderPages } from './render.tsx';

const pages = await renderPages({});

beforeEach(async () => {
  answerVisitors();
  await page.viewport(DESK.width, DESK.height);
});

/** Serves a page as the server sends it, and gives what lets the application take it up. */
const served = (path: string, at = path) => takeUpPage(at, path, pages[path] ?? '');

/** What is seen, without the year and the time, which the browser alone knows. */
const seen = () => {
  const text = document.getElementById('root')?.innerText ?? '';
  return text.replaceAll(/©.*|Agora em.*/g, '').trim();
};

test.each(Object.keys(pages))('%s looks the same once it is taken up', async (path) => {
  const takeUp = served(path);
  const before = seen();
  expect(before).not.toBe('');
  await takeUp();
  expect(seen()).toBe(before);
});

test.each(['/support/', '/Support'])('%s is taken up as /support', async (at) => {
  const takeUp = served('/support', at);
  const heading = page.getByRole('heading', { level: 1 }).element();
  await takeUp();
  expect(heading.isConnected).toBe(true);
});

test('the head that the server has sent goes with the first page', async () => {
  const title = document.createElement('title');
  title.dataset['served'] = '';
  document.head.append(title);
  await served('/terms')();
  await expect.poll(() => title.isConnected).toBe(false);
});
