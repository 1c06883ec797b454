import {
  advancedAnalytics,
  basicAnalytics,
  exportAnalytics,
} from '@pontual/contract/insights/analytics.ts';
import { logout, me } from '@pontual/contract/identity/auth.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser, aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { anAdvancedAnalytics, emptyBasicAnalytics } from '../../../testing/insights.ts';
import { SECOND_ID } from '../../../testing/instagram-accounts.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { fakeTimers } from '../../../testing/fake-timers.ts';

const title = page.getByRole('heading', { level: 1, name: 'Analytics' });
const advanced = page.getByRole('heading', { name: 'Analytics Avançados' });
const bars = page.getByRole('list', { name: 'Posts por dia' }).getByRole('listitem');
const exportButton = (format: string) => page.getByRole('button', { name: `Exportar ${format}` });
const retryButton = (owner: ReturnType<typeof page.getByRole>) =>
  owner.getByRole('button', { name: 'Tentar de novo' });

beforeEach(() => {
  server.answer(basicAnalytics, emptyBasicAnalytics());
  server.answer(advancedAnalytics, anAdvancedAnalytics());
});

describe('the free plan', () => {
  test('has no analytics, and links to the plans', async () => {
    await openPage('/analytics', { as: aConnectedUser(), size: PHONE });
    await expect
      .element(page.getByRole('heading', { name: 'Analytics não disponível' }))
      .toBeVisible();
    await expect
      .element(page.getByText('Esta funcionalidade está disponível nos planos Pro e Premium.'))
      .toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await expect.poll(() => location.pathname).toBe('/plans');
  });

  test('has no link to analytics among the actions of the dashboard', async () => {
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(page.getByRole('link', { name: 'Criar Novo Post' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ver Analytics' })).not.toBeInTheDocument();
  });
});

describe('Pro', () => {
  test('updates its numbers live, and lists what Premium adds', async () => {
    await openPage('/dashboard', { as: aConnectedUser({ plan: 'pro' }) });
    await page.getByRole('link', { name: 'Ver Analytics' }).click();
    await expect.element(page.getByText(/^Análise básica de performance/)).toBeVisible();
    await expect.element(bars).toHaveLength(7);
    await expect.element(bars.last()).toMatchTextContent(/^Hoje, .+: 0 posts/);
    await expect.element(page.getByText('Sem dados: nenhum post neste período.')).toBeVisible();

    const { dailyActivity } = emptyBasicAnalytics();
    server.answer(
      basicAnalytics,
      emptyBasicAnalytics({
        summary: { published: 1, scheduled: 0, draft: 1, failed: 0 },
        dailyActivity: dailyActivity.with(6, { date: dayKey(new Date()), posts: 1 }),
        mediaTypes: [{ type: 'IMAGE', percentage: 100, count: 1 }],
      }),
    );
    server.emitLiveEvent({ kind: 'posts' });
    await expect.element(bars.last()).toMatchTextContent(/^Hoje, .+: 1 post(?!s)/);
    await expect
      .element(page.getByRole('listitem').filter({ hasText: /^Imagem100%/ }))
      .toBeVisible();

    await expect.element(advanced).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /Exportar/ })).not.toBeInTheDocument();
    const more = page.getByRole('region', { name: /Premium/ });
    for (const each of [
      'Análise de 6 meses',
      'Comparações mensais',
      'Insights de hashtags',
      'Exportação de dados',
    ]) {
      await expect.element(more.getByText(each)).toBeVisible();
    }
    await expect
      .element(more.getByRole('link', { name: 'Fazer upgrade para o Premium' }))
      .toHaveAttribute('href', '/plans');
    await expectAccessible();
  });

  test('shows a load error with a working retry', async () => {
    server.refuse(basicAnalytics, 'INTERNAL');
    await openPage('/analytics', { as: aUser({ plan: 'pro' }) });
    const failure = page.getByRole('alert').filter({ hasText: /Erro ao carregar Analytics/ });
    await expect.element(failure.getByText('Erro ao carregar analytics')).toBeVisible();
    await expect
      .element(failure.getByRole('link', { name: 'Voltar' }))
      .toHaveAttribute('href', '/dashboard');
    await expectAccessible();
    // Opening the stream of live events requests the numbers again.
    await expect.poll(() => server.calls(me).length).toBeGreaterThan(0);
    await focusOn(retryButton(failure));
    server.answer(basicAnalytics, emptyBasicAnalytics());
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Análise básica de performance/)).toBeVisible();
    await expect.element(title).toHaveFocus();
  });
});

describe('Premium', () => {
  const user = aUser({ plan: 'premium' });
  const types = page.getByRole('region', { name: 'Performance por tipo' });

  for (const size of [DESK, PHONE]) {
    test(`shows six months of numbers at ${size.width} px`, async () => {
      await openPage('/analytics', { as: user, size });
      await expect.element(page.getByText(/^Análise avançada de performance/)).toBeVisible();
      const months = page.getByRole('region', { name: 'Tendência mensal' }).getByRole('row');
      await expect.element(months).toHaveLength(7);
      await expect.element(months.nth(1)).toMatchTextContent('sem dados');
      await expect.element(months.last()).toMatchTextContent(/21150%$/);
      await expect.element(types.getByRole('row').last()).toMatchTextContent(/^Imagem211.*50%$/);
      for (const name of [
        'Recomendações',
        'Melhores horários',
        'Sua conta no Instagram',
        'Posts com mais engajamento',
      ]) {
        await expect.element(page.getByRole('heading', { level: 3, name })).toBeVisible();
      }
      await expect.element(page.getByText('Veja mais longe com o Premium')).not.toBeInTheDocument();
      await expectAccessible();
    });
  }

  test('connects an account from the analytics page', async () => {
    server.answer(getInstagramAuthUrl, { authUrl: '#facebook' });
    await openPage('/analytics', { as: user });
    await expect.element(page.getByText(/nenhuma conta está conectada/)).toBeVisible();
    await page.getByRole('button', { name: 'Conectar Instagram' }).click();
    await expect.poll(() => location.hash).toBe('#facebook');
    expect(server.calls(getInstagramAuthUrl)).toMatchObject([{ query: {} }]);
  });

  test('reconnects the account of the page', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    server.answer(
      advancedAnalytics,
      anAdvancedAnalytics({ account: { days: [], updatedAt: null, issue: 'permission' } }),
    );
    await openPage(`/analytics?conta=${SECOND_ID}`, { as: aConnectedUser({ plan: 'premium' }) });
    await page.getByRole('button', { name: 'Reconectar Instagram' }).click();
    const queries = () => server.calls(getInstagramAuthUrl).map(({ query }) => query);
    await expect.poll(queries).toMatchObject([{ account: SECOND_ID }]);
  });

  test('hides the advanced part while it fails to load', async () => {
    server.refuse(advancedAnalytics, 'INTERNAL');
    await openPage('/analytics', { as: user });
    await expect.element(page.getByText(/^Análise avançada de performance/)).toBeVisible();
    await expect.element(advanced).not.toBeInTheDocument();
    server.failConnection(exportAnalytics);
    await exportButton('JSON').click();
    await expect
      .element(page.getByRole('alert').getByText(/^Erro ao exportar dados/))
      .toBeVisible();
    await expect.element(exportButton('JSON')).toBeEnabled();
  });

  test('shows an alert when the plan limits fail to load, and retries', async () => {
    server.failConnection(planLimits);
    await openPage('/analytics', { as: user });
    await expect
      .element(page.getByRole('heading', { name: 'Analytics não disponível' }))
      .toBeVisible();
    const notice = page.getByRole('alert').filter({ hasText: /os limites do seu plano/ });
    await focusOn(retryButton(notice));
    server.answer(planLimits, { limits: limitsByPlan.premium });
    await userEvent.keyboard('{Enter}');
    await expect.element(advanced).toBeVisible();
    await expect.element(title).toHaveFocus();
  });

  test('shows an error after ten seconds without progress of an export', async () => {
    fakeTimers();
    server.answer(exportAnalytics, undefined);
    server.hold(exportAnalytics);
    await openPage('/analytics', { as: user });
    await exportButton('CSV').click();
    await expect
      .element(page.getByRole('button', { name: 'Exportando...' }))
      .toHaveAttribute('aria-busy', 'true');
    await expect.element(exportButton('JSON')).toBeDisabled();
    vi.advanceTimersByTime(10_000);
    await expect
      .element(page.getByRole('alert').getByText(/^Erro ao exportar dados/))
      .toBeVisible();
  });

  test('saves no file after the session has ended', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    server.answer(logout, null);
    server.answer(exportAnalytics, undefined);
    const release = server.hold(exportAnalytics);
    await openPage('/analytics', { as: user });
    await exportButton('CSV').click();
    await expect.element(page.getByRole('button', { name: 'Exportando...' })).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    release();
    await server.waitForAnswers();
    await expect.element(page.getByText(/^Erro ao exportar dados/)).not.toBeInTheDocument();
    expect(saved).not.toHaveBeenCalled();
  });

  test('scrolls a wide table under its first column with the keyboard', async () => {
    await openPage('/analytics', { as: user, size: { width: 320, height: 720 } });
    const head = types.getByRole('rowheader', { name: 'Imagem' });
    await expect.element(head).toBeVisible();
    const left = () => head.element().getBoundingClientRect().x;
    await focusOn(types);
    const before = left();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => types.element().scrollLeft).toBeGreaterThan(0);
    expect(left()).toBe(before);
    expect(document.documentElement.scrollWidth).toBe(innerWidth);
  });
});
