import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aConnectedUser, aUser } from '../../../testing/examples.ts';
import { sendCdp } from '../../../testing/pointer-input.ts';
import { answerComposer } from '../../../testing/composer.ts';
import { openPage } from '../../../testing/open-page.tsx';

afterEach(() => sendCdp('Emulation.setEmulatedMedia', { media: '', features: [] }));

const computedStyleOf = (element: Element) => getComputedStyle(element);

test('forced colors distinguish the current page, today and dialogs', async () => {
  await sendCdp('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value: 'active' }],
  });
  answerComposer();
  await openPage('/schedule', { as: aConnectedUser() });
  const pages = page.getByRole('navigation', { name: 'Principal' });
  const outlineOf = (name: string) =>
    computedStyleOf(pages.getByRole('link', { name, exact: true }).element()).outlineStyle;
  await expect.element(pages.getByRole('link', { name: 'Calendário', exact: true })).toBeVisible();
  await expect.poll(() => outlineOf('Calendário')).toBe('solid');
  expect(outlineOf('Planos')).toBe('none');
  const today = () => document.querySelector('[role=grid] [aria-current=date]');
  await expect.poll(() => computedStyleOf(today() ?? document.body).outlineStyle).toBe('solid');
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar post' });
  await expect.element(dialog).toBeVisible();
  expect(computedStyleOf(dialog.element()).borderTopWidth).toBe('1px');
});

test('print shows the content without navigation in light colours', async () => {
  await sendCdp('Emulation.setEmulatedMedia', {
    media: 'print',
    features: [{ name: 'prefers-color-scheme', value: 'dark' }],
  });
  await openPage('/dashboard', { as: aUser() });
  await expect.element(page.getByRole('main').getByText('ana@example.com')).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Principal' })).not.toBeInTheDocument();
  expect(computedStyleOf(document.documentElement).colorScheme).toBe('light');
});
