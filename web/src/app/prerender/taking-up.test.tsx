import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESK, openPrerenderedPage } from '../../../testing/open-page.tsx';
import { answerVisitors } from '../../../testing/visitors.ts';
import { renderPages } from './render.tsx';

const pages = await renderPages({});

beforeEach(async () => {
  answerVisitors();
  await page.viewport(DESK.width, DESK.height);
});

/** Serves a page as the server sends it, and gives what lets the application take it up. */
const openPrerendered = (path: string, at = path) =>
  openPrerenderedPage(at, path, pages[path] ?? '');

/** What is seen, without the year and the time, which the browser alone knows. */
const visibleText = () => {
  const text = document.getElementById('root')?.innerText ?? '';
  return text.replaceAll(/©.*|Agora em.*/g, '').trim();
};

test.each(Object.keys(pages))('%s looks the same once it is taken up', async (path) => {
  const takeUp = openPrerendered(path);
  const before = visibleText();
  expect(before).not.toBe('');
  await takeUp();
  expect(visibleText()).toBe(before);
});

test.each(['/support/', '/Support'])('%s is taken up as /support', async (at) => {
  const takeUp = openPrerendered('/support', at);
  const heading = page.getByRole('heading', { level: 1 }).element();
  await takeUp();
  expect(heading.isConnected).toBe(true);
});

test('the head that the server has sent goes with the first page', async () => {
  const title = document.createElement('title');
  title.dataset['served'] = '';
  document.head.append(title);
  await openPrerendered('/terms')();
  await expect.poll(() => title.isConnected).toBe(false);
});
