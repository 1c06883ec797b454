import {
  advancedAnalytics,
  basicAnalytics,
  exportAnalytics,
} from '@pontual/contract/insights/analytics.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  filledAdvancedAnalytics,
  filledBasicAnalytics,
} from '../../../testing/analytics-answers.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { answerBadGateway } from '../../../testing/bad-gateway.ts';
import { closePage, DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../../testing/quoted-texts.ts';
import { server } from '../../../testing/stub-server.ts';

test('the analytics show the texts of the specification', async () => {
  const { expectTexts, expectTextsIn, missingTexts } = trackQuotedTexts('analytics');
  await openPage('/analytics', { as: aConnectedUser() });
  await expectTexts('Analytics não disponível');
  await expectTexts('Esta funcionalidade está disponível nos planos Pro e Premium.', 'Ver Planos');

  await closePage();
  answerBadGateway(basicAnalytics);
  await openPage('/analytics', { as: aConnectedUser({ plan: 'pro' }) });
  const errorAlert = page.getByRole('alert');
  await expectTextsIn(
    errorAlert,
    'Erro ao carregar Analytics',
    'Erro ao carregar analytics',
    'Voltar',
  );
  server.answer(basicAnalytics, filledBasicAnalytics());
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectTexts(
    'Análise básica de performance',
    'Atividade Diária',
    'Tipos de Mídia',
    'Insights',
  );

  await closePage();
  server.answer(advancedAnalytics, filledAdvancedAnalytics('Fornada'));
  answerBadGateway(exportAnalytics);
  await openPage('/analytics', { as: aConnectedUser({ plan: 'premium' }) });
  await expectTexts('Análise avançada de performance', 'Analytics Avançados');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  await expectTexts('Erro ao exportar dados');
  expect(missingTexts()).toEqual([]);
});

describe.each([DESK, PHONE])(
  'at $width px the analytics have no accessibility violations',
  (size) => {
    test.each([
      ['free', 'Analytics não disponível'],
      ['pro', 'Veja mais longe com o Premium'],
      ['premium', 'Posts com mais engajamento'],
    ] as const)('on the plan %s', async (plan, text) => {
      server.answer(basicAnalytics, filledBasicAnalytics());
      server.answer(advancedAnalytics, filledAdvancedAnalytics('Fornada'));
      await openPage('/analytics', { as: aConnectedUser({ plan }), size });
      await expect.element(page.getByText(text).first()).toBeVisible();
      await expectAccessible();
    });
  },
);
