import { publicStatus } from '@pontual/contract/operations/status.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';
import { aStatus } from '../../../testing/status.ts';
import { server } from '../../../testing/stub-server.ts';
import { fakeTimers } from '../../../testing/fake-timers.ts';

const componentRow = (name: string) =>
  page
    .getByRole('region', { name: 'Cada parte' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
const publishingHeadline = page.getByText(/^Os posts estão saindo na hora\./);
const retry = page.getByRole('button', { name: 'Tentar de novo' });

for (const size of [DESK, PHONE]) {
  test(`a visitor sees first whether posts are published, at ${size.width} px`, async () => {
    server.answer(publicStatus, aStatus());
    await openDocument('/', { size });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
    await expect.element(publishingHeadline).toBeVisible();
    expect(document.title).toBe('Status · Pontual');
    await expect
      .element(page.getByText(/^Última medição: \d\d:\d\d, horário de Brasília/))
      .toBeVisible();
    await expect.element(componentRow('Site e aplicativo')).toMatchTextContent('Tudo funcionando');
  });
}

test('unmeasured components are not shown as working, day by day', async () => {
  server.answer(publicStatus, aStatus());
  await openDocument('/status', { size: PHONE });
  await expect.element(componentRow('E-mails')).toMatchTextContent('Sem medição');
  await expect.element(componentRow('E-mails')).toMatchTextContent('Nada medido em 90 dias');
  await page.getByText('Ver dia a dia').click();
  const rows = page.getByRole('region', { name: 'Dia a dia' }).getByRole('row');
  await expect.element(rows).toHaveLength(91);
  await expect.element(rows.last()).toMatchTextContent('Sem medição');
  await expectAccessible();
});

test('an issue at Instagram is shown while it lasts', async () => {
  const incident = { component: 'instagram', state: 'degraded' } as const;
  const from = new Date().toISOString();
  const incidents = [{ ...incident, from, to: null }];
  server.answer(publicStatus, aStatus({ state: 'degraded', incidents }, 'degraded'));
  await openDocument('/status');
  await expect.element(componentRow('Instagram')).toMatchTextContent('Instável');
  await expect.element(page.getByText(/Instável: Instagram\./)).toBeVisible();
  await expect.element(publishingHeadline).toBeVisible();
  await expect
    .element(
      page
        .getByRole('region', { name: /^Falhas/ })
        .getByRole('listitem')
        .first(),
    )
    .toMatchTextContent('e ainda dura');
  await expectAccessible();
});

test('an unreachable server is reported, and the user can retry', async () => {
  server.failConnection(publicStatus);
  await openDocument('/status');
  await expect
    .element(page.getByRole('heading', { name: 'Não conseguimos falar com o servidor' }))
    .toBeVisible();
  await expectAccessible();
  await focusOn(retry);
  server.answer(publicStatus, aStatus());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Cada parte' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('an open page does not present outdated data as current', async () => {
  fakeTimers();
  server.answer(publicStatus, aStatus());
  await openDocument('/status');
  await expect.element(publishingHeadline).toBeVisible();
  server.failConnection(publicStatus);
  vi.advanceTimersByTime(30_000);
  await expect.element(page.getByText(/^Não conseguimos falar com o servidor\./)).toBeVisible();
  await expect.element(publishingHeadline).not.toBeInTheDocument();
  await expect.element(page.getByText('Não sabemos como está agora.')).toBeVisible();
  await expectAccessible();
  server.answer(publicStatus, aStatus());
  await retry.click();
  await expect.element(publishingHeadline).toBeVisible();
});
