import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { TRIAL_DAYS } from '@pontual/contract/billing/billing.ts';
import type { Page } from '@playwright/test';
import type { TestUser } from '../support/api.ts';
import { expect, logIn, test as base } from '../support/fixtures.ts';
import { createCheckout, payCheckout, subscribeToPlan } from '../support/payments.ts';
import { startRecorder, type Recorder } from '../support/request-recorder.ts';
import { startStack, type Stack } from '../support/stack.ts';

const test = base.extend<object, { recorder: Recorder; stack: Stack }>({
  recorder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a pattern, even of an empty one
    async ({}, use) => {
      const recorder = await startRecorder();
      await use(recorder);
      await recorder.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ recorder }, use) => {
      const stack = await startStack({
        PLAUSIBLE_DOMAIN: 'pontual.app',
        PLAUSIBLE_URL: recorder.url,
      });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// The tests share one stack, so they run in sequence.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ recorder }) => recorder.clear());

const DAY_MS = 86_400_000;
const trialEnd = () => formatDate(new Date(Date.now() + TRIAL_DAYS * DAY_MS));
const getConfirmation = (page: Page) => page.getByText('Assinatura ativa.');

interface VisitEvent {
  name: string;
  props?: Record<string, string>;
}

const readEvents = ({ requests }: Recorder) =>
  requests.map(({ body }) => JSON.parse(body) as VisitEvent);
const purchases = (recorder: Recorder) =>
  readEvents(recorder).filter(({ name }) => name === 'purchase');

async function answerConsent(
  page: Page,
  stack: Stack,
  account: TestUser,
  name: string,
): Promise<void> {
  await logIn(page, stack, account);
  await page.goto('/dashboard');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Medição de visitas' })).toBeHidden();
}

async function breakPayments({ sandboxUrl }: Stack, isBroken: boolean): Promise<void> {
  await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: isBroken ? 'POST' : 'DELETE',
    ...(isBroken
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ service: 'payments', step: 'api', fault: '400', times: 100 }),
        }
      : {}),
  });
}

test('a user who subscribes returns to the plan page, and the purchase is counted once', async ({
  page,
  stack,
  newUser,
  recorder,
}) => {
  const account = await newUser();
  await answerConsent(page, stack, account, 'Aceitar');
  await page.goto(await createCheckout(stack.url, account, 'pro'));
  await payCheckout(page, 'good');
  await expect(getConfirmation(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ has: getConfirmation(page) })).toContainText(
    `Seu teste grátis do plano Pro vai até ${trialEnd()}.`,
  );
  await expect(page).toHaveURL('/dashboard');

  await test.step('the page shows the plan', async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Plano Pro' })).toBeVisible();
    await expect(main.getByText(`Teste até ${trialEnd()}`)).toBeVisible();
    await expect(main.getByText('0 de 50')).toBeVisible();
    await expect(main.getByText('Analytics, incluído no seu plano')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Fazer upgrade' })).toBeHidden();
    await expect(main.getByRole('link', { name: 'Ver planos premium' })).toBeHidden();
  });

  await test.step('the purchase is reported once', async () => {
    await expect.poll(() => purchases(recorder)).toHaveLength(1);
    expect(purchases(recorder)).toEqual([
      {
        domain: 'pontual.app',
        name: 'purchase',
        url: `${stack.url}/dashboard`,
        props: { plan: 'pro', transaction_id: expect.stringMatching(/^cs_/) },
        revenue: { currency: 'BRL', amount: '0.00' },
      },
    ]);
    const session = purchases(recorder)[0]?.props?.['transaction_id'] ?? '';
    recorder.clear();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Plano Pro' })).toBeVisible();
    await expect(getConfirmation(page)).toBeHidden();
    for (const id of [session, 'cs_test_inventado']) {
      await page.goto(`/dashboard?success=true&session_id=${id}`);
      await expect(getConfirmation(page)).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
    }
    await page.goto('/cookies');
    await expect.poll(() => readEvents(recorder).length).toBeGreaterThanOrEqual(3);
    expect(purchases(recorder)).toEqual([]);
  });

  await test.step('the portal opens from the card', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Gerenciar assinatura' }).click();
    await page.waitForURL(`${stack.sandboxUrl}/**`);
  });
});

test('a user who returns while the card provider is unreachable gets the plan afterwards', async ({
  page,
  stack,
  newUser,
  recorder,
  tolerate,
}) => {
  tolerate(/503 \(Service Unavailable\)/);
  const account = await newUser();
  await answerConsent(page, stack, account, 'Recusar');
  const back = await subscribeToPlan(stack.url, account, 'pro');
  await breakPayments(stack, true);
  const refused = page.waitForResponse(/\/api\/subscription\/refresh\b/);
  await page.goto(back);
  expect((await refused).status()).toBe(503);
  await expect(page.getByText('Confirmando o pagamento.')).toBeVisible();
  await breakPayments(stack, false);
  await expect(getConfirmation(page)).toBeVisible({ timeout: 60_000 });

  expect(recorder.requests).toEqual([]);
});
