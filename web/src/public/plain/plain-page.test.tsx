import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';
import { SESSION_TOKEN } from '../../api/session-keys.ts';
import { paths, plainPaths } from '../../ui/page/paths.ts';
import { startPlainPage } from './plain-page.ts';
import { renderPages } from './render.tsx';

const pages = await renderPages({});

/** The visible text without year and time, which only the browser knows. */
const visibleText = () => document.body.innerText.replaceAll(/©.*|Agora em.*/g, '').trim();

test.each(plainPaths)('%s looks the same before and after its script has run', async (path) => {
  await page.viewport(DESK.width, DESK.height);
  history.replaceState(null, '', path);
  document.body.innerHTML = pages[path] ?? '';
  const before = visibleText();
  expect(before).not.toBe('');
  onTestFinished(startPlainPage());
  expect(visibleText()).toBe(before);
  expect(document.querySelector('[data-part=time]')?.textContent).not.toBe('00:00');
});

test.each([DESK, PHONE])('a login in another tab changes the links at $width px', async (size) => {
  await openDocument(paths.terms, { size });
  if (size === PHONE) await page.getByRole('button', { name: 'Abrir menu' }).click();
  const place =
    size === PHONE ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner');
  await expect.element(place.getByRole('link', { name: 'Entrar' })).toBeVisible();
  await expect.element(place.getByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument();
  localStorage.setItem(SESSION_TOKEN, 'token-of-a-test');
  dispatchEvent(new StorageEvent('storage', { key: SESSION_TOKEN }));
  await expect.element(place.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect.element(place.getByRole('link', { name: 'Entrar' })).not.toBeInTheDocument();
});
