import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESK, openPage, openPrerenderedPage } from '../../../testing/open-page.tsx';
import { paths } from '../../ui/page/paths.ts';
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

test.each([
  ['a page that is hydrated', () => openPrerendered('/terms')()],
  ['a page that is not prerendered', () => openPage(paths.login)],
])('%s replaces the head elements of the server at once', async (_, open) => {
  const served = document.createElement('link');
  Object.assign(served, { rel: 'canonical', href: '/served' });
  served.dataset['served'] = '';
  document.head.append(served);
  const counts = new Set<number>();
  const observer = new MutationObserver(() =>
    counts.add(document.head.querySelectorAll('link[rel=canonical]').length),
  );
  observer.observe(document.head, { childList: true });
  await open();
  await expect.poll(() => served.isConnected).toBe(false);
  observer.disconnect();
  expect([...counts]).toEqual([1]);
});
