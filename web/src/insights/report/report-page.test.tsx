import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { reportTitle } from '@pontual/contract/insights/report-text.ts';
import { monthlyReport } from '@pontual/contract/insights/reports.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { aReport } from '../../../testing/insights.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const month = dayKey(new Date()).slice(0, 7);
const title = page.getByRole('heading', { level: 1, name: reportTitle(month) });
const monthButton = (name: string) => page.getByRole('button', { name });
const exportButtons = ['Imprimir', 'Baixar PDF'].map((name) => page.getByRole('button', { name }));
const user = aConnectedUser({ plan: 'premium' });

for (const plan of ['free', 'pro'] as const) {
  test(`the plan ${plan} shows which plan has reports`, async () => {
    await openPage('/analytics/relatorios', { as: aConnectedUser({ plan }), size: PHONE });
    await expect.element(page.getByText('Relatório não disponível')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await expect.poll(() => location.pathname).toBe('/plans');
  });
}

describe('the report of the month', () => {
  for (const size of [DESK, PHONE]) {
    test(`shows the published posts at ${size.width} px`, async () => {
      server.answer(monthlyReport, aReport(month));
      await openPage('/analytics/relatorios', { as: user, size });
      await expect.element(title).toBeVisible();
      expect(document.title).toBe(`${reportTitle(month)} · Pontual`);
      await expect.element(page.getByText(/O mês ainda não terminou\./)).toBeVisible();
      const profile = page.getByRole('list', { name: 'O perfil no mês' }).getByRole('listitem');
      await expect.element(profile.filter({ hasText: /Fornada da manhã/ })).toBeVisible();
      await expect.element(page.getByText(/primeiro mês/).first()).toBeVisible();
      await expectAccessible();
    });
  }

  test('has no other months when it is the first', async () => {
    server.answer(monthlyReport, aReport(month));
    await openPage('/analytics/relatorios', { as: user });
    for (const name of ['Mês anterior', 'Próximo mês']) {
      await expect.element(monthButton(name)).toHaveAttribute('aria-disabled', 'true');
    }
  });

  for (const none of ['2019-01', 'junho']) {
    test(`does not exist for ${none}, which links to this month`, async () => {
      server.refuse(monthlyReport, 'NOT_FOUND');
      await openPage(`/analytics/relatorios/${none}`, { as: user });
      await expect.element(page.getByText('Não há relatório deste mês')).toBeVisible();
      await expect
        .element(page.getByRole('link', { name: 'Ver o relatório deste mês' }))
        .toHaveAttribute('href', '/analytics/relatorios');
    });
  }
});

test('a report stays visible until the next one loads, and month navigation survives an error', async () => {
  const lastMonth = '2026-06';
  const june = aReport('2026-05', { firstMonth: '2026-05', lastMonth });
  server.answer(monthlyReport, june);
  await openPage('/analytics/relatorios/2026-05', { as: user });
  const shown = page.getByRole('heading', { level: 1, name: reportTitle('2026-05') });
  for (const button of exportButtons) await expect.element(button).toBeEnabled();

  server.failConnection(monthlyReport);
  const release = server.hold(monthlyReport);
  await focusOn(monthButton('Próximo mês'));
  await userEvent.keyboard('{Enter}');
  for (const button of exportButtons) await expect.element(button).toBeDisabled();
  await expect.element(shown).toBeVisible();
  expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('Posts por dia');

  release();
  await expect.element(page.getByText('O relatório não carregou')).toBeVisible();
  await expect.element(monthButton('Próximo mês')).toHaveFocus();
  for (const button of exportButtons) await expect.element(button).toBeDisabled();

  server.refuse(monthlyReport, 'NOT_FOUND');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Não há relatório deste mês')).toBeVisible();
  server.answer(monthlyReport, june);
  await focusOn(monthButton('Mês anterior'));
  await userEvent.keyboard('{Enter}');
  await expect.element(shown).toBeVisible();
  for (const button of exportButtons) await expect.element(button).toBeEnabled();
  await expect.element(monthButton('Mês anterior')).toHaveFocus();
});

test('a report without known plan limits is not in the plan, and the limits can be retried', async () => {
  server.refuse(planLimits, 'INTERNAL');
  server.answer(monthlyReport, aReport(month));
  await openPage('/analytics/relatorios', { as: user });
  await expect.element(page.getByText('Relatório não disponível')).toBeVisible();
  await expectAccessible();
  const failure = page.getByRole('alert').filter({ hasText: 'os limites do seu plano' });
  server.answer(planLimits, { limits: limitsByPlan.premium });
  await retryByKeyboard(failure.getByRole('button', { name: 'Tentar de novo' }), planLimits);
  await expect.element(title).toHaveFocus();
});
