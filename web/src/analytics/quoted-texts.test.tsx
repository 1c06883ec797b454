import { advancedAnalytics, basicAnalytics, exportAnalytics } from '@pontual/contract/analytics.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { advancedNumbers, basicNumbers } from '../testing/analytics-answers.ts';
import { expectNoBarriers } from '../testing/barriers.ts';
import { aConnectedUser } from '../testing/examples.ts';
import { refuseAtGateway } from '../testing/gateway.ts';
import { closePage, DESK, openPage, PHONE } from '../testing/open-page.tsx';
import { walkPast } from '../testing/quoted-texts.ts';
import { server } from '../testing/stub-server.ts';

test('the analytics say the texts of the specification', async () => {
  const { see, seeIn, unseen } = walkPast('analytics');
  await openPage('/analytics', { as: aConnectedUser() });
  await see('Analytics não disponível');
  await see('Esta funcionalidade está disponível nos planos Pro e Premium.', 'Ver Planos');

  await closePage();
  refuseAtGateway(basicAnalytics);
  await openPage('/analytics', { as: aConnectedUser({ plan: 'pro' }) });
  const told = page.getByRole('alert');
  await seeIn(told, 'Erro ao carregar Analytics', 'Erro ao carregar analytics', 'Voltar');
  server.answer(basicAnalytics, basicNumbers());
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await see('Análise básica de performance', 'Atividade Diária', 'Tipos de Mídia', 'Insights');

  await closePage();
  server.answer(advancedAnalytics, advancedNumbers('Fornada'));
  refuseAtGateway(exportAnalytics);
  await openPage('/analytics', { as: aConnectedUser({ plan: 'premium' }) });
  await see('Análise avançada de performance', 'Analytics Avançados');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  await see('Erro ao exportar dados');
  expect(unseen()).toEqual([]);
});

describe.each([DESK, PHONE])('at $width px the analytics have no barriers', (size) => {
  test.each([
    ['free', 'Analytics não disponível'],
    ['pro', 'Veja mais longe com o Premium'],
    ['premium', 'Posts com mais engajamento'],
  ] as const)('on the plan %s', async (plan, text) => {
    server.answer(basicAnalytics, basicNumbers());
    server.answer(advancedAnalytics, advancedNumbers('Fornada'));
    await openPage('/analytics', { as: aConnectedUser({ plan }), size });
    await expect.element(page.getByText(text).first()).toBeVisible();
    await expectNoBarriers();
  });
});
