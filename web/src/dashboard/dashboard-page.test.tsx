import { refreshSubscription } from '@pontual/contract/billing/billing.ts';
import { connectionErrors } from '@pontual/contract/instagram/connection-errors.ts';
import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { postStats } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { detailsDialog } from '../../testing/calendar.ts';
import { aConnectedUser, aPost, aUser } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';

const main = page.getByRole('main');
const today = page.getByRole('region', { name: 'Hoje' });

test('the cards show a new user the plan limits, and what another plan adds', async () => {
  await openPage('/dashboard', { as: aUser() });
  await expect.element(main.getByText('ana@example.com')).toBeVisible();
  await expect.element(main.getByText('Nenhum post agendado')).toBeVisible();
  await expect.element(main.getByText('Nenhum ainda')).toHaveLength(2);
  const terms = main.getByRole('term').elements();
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'Posts Agendados',
    'Posts Publicados',
    'Rascunhos',
    'Total de Posts',
    'Posts nesta semana',
    'Plano atual',
    'Limite mensal',
  ]);
  await expect.element(main.getByRole('definition').nth(6)).toMatchTextContent('0 de 10');
  expect(
    main
      .getByRole('listitem')
      .filter({ hasText: 'no plano' })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Analytics, no plano Pro',
    'Relatórios personalizados, no plano Premium',
    'Suporte prioritário, no plano Premium',
  ]);
  await expect
    .element(main.getByRole('link', { name: 'Fazer upgrade' }))
    .toHaveAttribute('href', '/plans');
  await expect
    .element(main.getByRole('link', { name: 'Ver planos premium' }))
    .toHaveAttribute('href', '/plans');
  await expect
    .element(main.getByRole('navigation', { name: 'Ações rápidas' }))
    .not.toBeInTheDocument();
  await expect.element(main.getByRole('link', { name: 'Criar Novo Post' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a phone shows the same without accessibility violations', async () => {
  await openPage('/dashboard', { as: aUser(), size: PHONE });
  await expect.element(main.getByText('Nenhum post agendado')).toBeVisible();
  await expectAccessible();
});

test('the next post is shown in full, and opens from its card', async () => {
  const scheduledTime = new Date(Date.now() + 26 * 3_600_000).toISOString();
  answerWithPosts([aPost({ caption: 'Fornada de amanhã', scheduledTime })]);
  const router = await openPage('/dashboard', { as: aConnectedUser() });
  await expect.element(today).toMatchTextContent(/Próximo post em\s*2[56] h/);
  const actions = page.getByRole('navigation', { name: 'Ações rápidas' }).getByRole('link');
  expect(actions.elements().map(({ textContent }) => textContent)).toEqual([
    'Criar Novo Post',
    'Ver Timeline Completa',
  ]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Abrir o próximo post' }).click();
  await expect.element(detailsDialog).toMatchTextContent('Fornada de amanhã');
  await router.navigate(-1);
  await expect.element(detailsDialog).not.toBeInTheDocument();
});

test('statistics that fail to load are reported, and can be loaded again', async () => {
  server.refuse(postStats, 'INTERNAL');
  await openPage('/dashboard', { as: aConnectedUser() });
  const failed = main.getByRole('alert').filter({ hasText: 'os números dos seus posts' });
  await expect.element(failed).toBeVisible();
  answerWithPosts([]);
  await failed.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(failed).not.toBeInTheDocument();
});

describe('after the return from Instagram', () => {
  const errorAlert = page.getByRole('alert').filter({ hasText: /./ });

  test.each([
    'no_pages',
    'no_instagram_business',
    'auth_failed',
    'invalid_state',
    'callback_failed',
  ] as const)('a connection that failed with %s is explained once', async (error) => {
    const router = await openPage(`/dashboard?error=${error}`, { as: aUser() });
    await expect.element(errorAlert).toMatchTextContent(connectionErrors[error]);
    await expect.poll(() => router.state.location.search).toBe('');
  });

  test('an unknown error is explained too', async () => {
    await openPage('/dashboard?error=alguma_coisa', { as: aUser() });
    await expect.element(errorAlert).toHaveTextContent('Erro ao conectar com Instagram');
    await expectAccessible();
  });

  test('a missing permission can be requested again, also after a failed request', async () => {
    server.failConnection(getInstagramAuthUrl);
    await openPage('/dashboard?error=missing_publish', { as: aUser(), size: PHONE });
    await expect.element(errorAlert).toMatchTextContent(connectionErrors.missing_publish);
    await expectAccessible();
    const again = errorAlert.getByRole('button', { name: 'Pedir de novo' });
    await again.click();
    await expect
      .element(errorAlert)
      .toMatchTextContent('Erro ao conectar com Instagram. Tente novamente.');
    server.answer(getInstagramAuthUrl, { authUrl: '#facebook' });
    await again.click();
    await expect.poll(() => location.hash).toBe('#facebook');
    expect(server.calls(getInstagramAuthUrl)[0]?.query).toMatchObject({ again: 'true' });
  });
});

describe('after a checkout', () => {
  const nothing = {
    user: { plan: 'free', subscriptionStatus: 'none' },
    subscription: null,
    refundDays: 30,
    purchase: null,
  } as const;

  test('a forged URL starts no check', async () => {
    const router = await openPage('/dashboard?success=true&session_id=ana@example.com', {
      as: aUser(),
    });
    await expect.element(page.getByText('Nenhum post agendado')).toBeVisible();
    await expect.element(page.getByText('Confirmando o pagamento.')).not.toBeInTheDocument();
    await expect.poll(() => router.state.location.search).toBe('');
    expect(server.calls(refreshSubscription)).toEqual([]);
  });

  test('the page confirms the payment until the card provider reports it', async () => {
    server.answer(refreshSubscription, nothing);
    const router = await openPage('/dashboard?success=true&session_id=cs_test_1', { as: aUser() });
    await expect.element(main.getByText('Confirmando o pagamento.')).toBeVisible();
    await expectAccessible();
    server.answer(refreshSubscription, {
      user: { plan: 'pro', subscriptionStatus: 'active' },
      subscription: {
        plan: 'pro',
        status: 'trialing',
        currentPeriodEnd: '2026-12-24T12:00:00.000Z',
        cancelAt: null,
        nextPlan: null,
        refundableUntil: null,
        refund: null,
      },
      refundDays: 30,
      purchase: null,
    });
    await expect.element(main.getByText('Assinatura ativa.')).toBeVisible();
    await expect
      .element(main.getByText(/Seu teste grátis do plano Pro vai até 24\/12\/2026\./))
      .toBeVisible();
    await expect.poll(() => router.state.location.search).toBe('');
    expect(server.calls(refreshSubscription)[0]?.query).toEqual({ checkout: 'cs_test_1' });
  });
});
