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

const openPrerendered = (path: string, at = path) =>
  openPrerenderedPage(at, path, pages[path] ?? '');

/** The visible text without year and time, which only the browser knows. */
const visibleText = () => {
  const text = document.getElementById('root')?.innerText ?? '';
  return text.replaceAll(/©.*|Agora em.*/g, '').trim();
};

test.each(Object.keys(pages))('%s looks the same after hydration', async (path) => {
  const takeUp = openPrerendered(path);
  const before = visibleText();
  expect(before).not.toBe('');
  await takeUp();
  expect(visibleText()).toBe(before);
});

test.each(['/support/', '/Support'])('%s is hydrated as /support', async (at) => {
  const takeUp = openPrerendered('/support', at);
  const heading = page.getByRole('heading', { level: 1 }).element();
  await takeUp();
  expect(heading.isConnected).toBe(true);
});

test('the first page removes the head elements of the server', async () => {
  const title = document.createElement('title');
  title.dataset['served'] = '';
  document.head.append(title);
  await openPrerendered('/terms')();
  await expect.poll(() => title.isConnected).toBe(false);
});
