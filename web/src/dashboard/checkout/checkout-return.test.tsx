import { me } from '@pontual/contract/identity/auth.ts';
import { refreshSubscription } from '@pontual/contract/billing/billing.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { answerSubscription, aTrial, formatDayIn } from '../../../testing/billing.ts';
import { aConnectedUser, aPost, aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { fakeTimers } from '../../../testing/fake-timers.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const RETURN = '/dashboard?success=true&session_id=cs_test_a1B2';
const main = page.getByRole('main');
const confirmed = page.getByText(/^Assinatura ativa\./);
const confirming = page.getByText(/^Confirmando o pagamento\./);
const unconfirmed = page.getByText(/^O pagamento ainda não foi confirmado\./);

function confirmPayment(overrides: Parameters<typeof aUser>[0] = {}): void {
  answerSubscription(aTrial());
  server.answer(me, { user: aUser({ plan: 'pro', ...overrides }) });
}

beforeEach(() => answerSubscription(null));

test('a confirmed payment is shown with the trial, and the page shows the plan', async () => {
  confirmPayment();
  await openPage(RETURN, { as: aUser(), size: PHONE });
  await expect
    .element(page.getByRole('status').filter({ has: confirmed }))
    .toMatchTextContent(`Seu teste grátis do plano Pro vai até ${formatDayIn(14)}.`);
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard');
  await expect.element(main.getByRole('heading', { name: 'Plano Pro' })).toBeVisible();
  await expect.element(main.getByText(`Teste até ${formatDayIn(14)}`)).toBeVisible();
  for (const name of ['Fazer upgrade', 'Ver planos premium']) {
    await expect.element(main.getByRole('link', { name })).not.toBeInTheDocument();
  }
  expect(server.calls(refreshSubscription)[0]?.query).toEqual({ checkout: 'cs_test_a1B2' });
  await expectAccessible();
});

test('a post can be opened while the payment result is shown', async () => {
  answerWithPosts([aPost({ caption: 'Fornada da manhã' })]);
  confirmPayment(aConnectedUser({ plan: 'pro' }));
  await openPage(RETURN, { as: aConnectedUser() });
  await expect.element(confirmed).toBeVisible();
  await page.getByRole('button', { name: 'Abrir o próximo post' }).click();
  const details = page.getByRole('dialog', { name: 'Detalhes do post' });
  await expect.element(details).toMatchTextContent('Fornada da manhã');
  expect(location.search).toMatch(/^\?post=/);
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  expect(location.search).toBe('');
  await expect.element(confirmed).toBeVisible();
});

test('a payment that is confirmed late is shown when the confirmation arrives', async () => {
  fakeTimers();
  await openPage(RETURN, { as: aUser() });
  await expect.element(confirming).toBeVisible();
  const wait = () => {
    vi.advanceTimersByTime(5000);
    return unconfirmed.query();
  };
  await expect.poll(wait, { interval: 20 }).not.toBeNull();
  await expectAccessible();
  confirmPayment();
  server.emitLiveEvent({ kind: 'account' });
  await expect.element(confirmed).toBeVisible();
  await expect.element(unconfirmed).not.toBeInTheDocument();
  await expect.element(main.getByRole('heading', { name: 'Plano Pro' })).toBeVisible();
});

test('an unreachable provider is retried at the clean address, and then the plan is found', async () => {
  server.refuse(refreshSubscription, 'PAYMENTS_UNAVAILABLE');
  await openPage(RETURN, { as: aUser() });
  await expect.element(confirming).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard');
  await expect.element(confirming).toBeVisible();
  await expect.poll(() => server.calls(refreshSubscription).length).toBeGreaterThan(0);
  confirmPayment();
  await expect.element(confirmed).toBeVisible();
});

test('a checkout that the provider does not know is not a purchase', async () => {
  await openPage(RETURN, { as: aUser() });
  await expect.element(confirming).toBeVisible();
  await expect.poll(() => server.calls(refreshSubscription).length).toBeGreaterThan(1);
  await expect.element(confirmed).not.toBeInTheDocument();
});
