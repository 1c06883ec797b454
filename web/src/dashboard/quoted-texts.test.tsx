import { refreshSubscription } from '@pontual/contract/billing/billing.ts';
import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { disconnectInstagram, getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aConnectedUser, aPost, aUser } from '../../testing/examples.ts';
import { answerBadGateway } from '../../testing/bad-gateway.ts';
import { closePage, DESK, openPage, PHONE } from '../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../testing/quoted-texts.ts';
import { server } from '../../testing/stub-server.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';

test('the dashboard shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('dashboard');
  answerBadGateway(getInstagramAuthUrl);
  await openPage('/dashboard', { as: aUser() });
  await expectTexts('Gratuito', 'Nenhum post agendado', 'Fazer upgrade', 'Ver planos premium');
  await expectTexts('Conectar Instagram');
  await page.getByRole('button', { name: 'Conectar Instagram' }).first().click();
  await expectTexts('Erro ao conectar com Instagram. Tente novamente.');
  for (const [error, text] of [
    ['auth_failed', 'Falha na autenticação. Tente novamente.'],
    ['no_pages', 'Nenhuma página do Facebook encontrada.'],
    [
      'no_instagram_business',
      'Nenhuma conta Instagram Business encontrada. Certifique-se de ter uma conta Business conectada à sua página do Facebook.',
    ],
    ['callback_failed', 'Erro no processo de conexão. Tente novamente.'],
    ['invalid_state', 'Sessão expirada. Tente conectar novamente.'],
    ['outra_coisa', 'Erro ao conectar com Instagram'],
  ] as const) {
    await closePage();
    await openPage(`/dashboard?error=${error}`, { as: aUser() });
    await expectTexts(text);
  }
  await closePage();
  await openPage('/connected?connected=true', { as: aConnectedUser() });
  await expectTexts('Criar meu primeiro post', 'Ir para o Dashboard');
  await closePage();
  answerBadGateway(disconnectInstagram);
  await openPage('/dashboard', { as: aConnectedUser() });
  await expectTexts('Criar Novo Post', 'Ver Timeline Completa');
  await page.getByRole('button', { name: 'Desconectar' }).click();
  await expectTexts('Tem certeza que deseja desconectar sua conta do Instagram?');
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' });
  await yes.click();
  await expectTexts('Erro ao desconectar Instagram. Tente novamente.');
  server.answer(disconnectInstagram, null);
  await yes.click();
  await expectTexts('Conta Instagram desconectada com sucesso!');
  expect(missingTexts()).toEqual([]);
});

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('the dashboard has no accessibility violations before an account is connected', async () => {
    await openPage('/dashboard', { as: aUser(), size });
    await expect.element(page.getByText('Nenhum post agendado').first()).toBeVisible();
    await expectAccessible();
  });

  test('the return from Instagram has no accessibility violations', async () => {
    await openPage('/connected?connected=true', { as: aConnectedUser(), size });
    await expect.element(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await expectAccessible();
  });

  test.each(['pro', 'premium'] as const)(
    'the return to the plan %s has no accessibility violations, on a day with five posts',
    async (plan) => {
      const noon = new Date(startOfDay(dayKey(new Date())).getTime() + 12 * 3_600_000);
      vi.useFakeTimers({ toFake: ['Date'], now: noon });
      const user = aConnectedUser({ plan });
      answerWithPosts(
        ['Fornada', 'Caneca', 'Prato', 'Vaso', 'Azulejo'].map((caption) =>
          aPost({ caption, scheduledTime: noon.toISOString() }),
        ),
      );
      server.answer(refreshSubscription, {
        user: { plan, subscriptionStatus: 'active' },
        subscription: {
          plan,
          status: 'trialing',
          currentPeriodEnd: new Date(noon.getTime() + 14 * 86_400_000).toISOString(),
          cancelAt: null,
          nextPlan: null,
          refundableUntil: null,
          refund: null,
        },
        refundDays: 30,
        purchase: null,
      });
      await openPage('/dashboard?success=true&session_id=cs_1', { as: user, size });
      await expect.element(page.getByText('Assinatura ativa.')).toBeVisible();
      // The dot of the current time takes the lowest of the three rows.
      await expect
        .element(page.getByRole('list', { name: 'Posts de hoje' }).getByText('+3'))
        .toBeVisible();
      await expectAccessible();
    },
  );
});
