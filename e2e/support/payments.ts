import type { Page } from '@playwright/test';
import { me } from '@pontual/contract/identity/auth.ts';
import {
  refreshSubscription,
  startCheckout,
  type PaidPlanId,
} from '@pontual/contract/billing/billing.ts';
import { call, type TestUser } from './api.ts';

const TEST_CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Accepted when entered, declined at the first charge. */
  chargeFails: '4000 0000 0000 0341',
  asksOwner: '4000 0025 0000 3155',
} as const;
type Card = keyof typeof TEST_CARDS;

const CARD_DETAILS = { expiry: '12/40', cvc: '123', name: 'Marina Alves' };

export async function fillCard(page: Page, card: Card): Promise<void> {
  await page.getByLabel('Número do cartão').fill(TEST_CARDS[card]);
  await page.getByLabel('Validade').fill(CARD_DETAILS.expiry);
  await page.getByLabel('CVC').fill(CARD_DETAILS.cvc);
  await page.getByLabel('Nome no cartão').fill(CARD_DETAILS.name);
}

export async function payCheckout(page: Page, card: Card): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', { name: /^(Iniciar teste|Assinar)$/ }).click();
}

export async function createCheckout(
  url: string,
  { token }: Pick<TestUser, 'token'>,
  plan: PaidPlanId,
): Promise<string> {
  return (await call(url, startCheckout, { token, body: { plan } })).url;
}

export async function subscribeToPlan(
  url: string,
  account: Pick<TestUser, 'token'>,
  plan: PaidPlanId,
  card: Card = 'good',
): Promise<string> {
  const response = await fetch(await createCheckout(url, account, plan), {
    method: 'POST',
    body: new URLSearchParams({ ...CARD_DETAILS, number: TEST_CARDS[card] }),
    redirect: 'manual',
  });
  const returnUrl = response.headers.get('location');
  if (returnUrl === null) throw new Error(`the checkout was not paid: ${await response.text()}`);
  return returnUrl;
}

export async function givePlan(
  url: string,
  account: TestUser,
  plan: PaidPlanId,
): Promise<TestUser> {
  await subscribeToPlan(url, account, plan);
  await call(url, refreshSubscription, { token: account.token });
  return { ...account, user: (await call(url, me, { token: account.token })).user };
}

/** Ends the trial of this customer now, which causes the first charge. */
export async function endTrial(sandboxUrl: string, email: string): Promise<void> {
  // The tests control the sandbox, so its responses are not validated.
  const get = async <T>(path: string, headers?: Record<string, string>): Promise<T> =>
    (await (await fetch(`${sandboxUrl}/${path}`, headers && { headers })).json()) as T;
  const services = await get<Record<string, string>>('_sandbox/services');
  const headers = { authorization: `Bearer ${services['STRIPE_SECRET_KEY']}` };
  const first = async (list: string): Promise<string> => {
    const { data } = await get<{ data: { id: string }[] }>(`v1/${list}`, headers);
    return data[0]?.id ?? '';
  };
  const customer = await first(`customers?email=${encodeURIComponent(email)}`);
  const subscription = await first(`subscriptions?customer=${customer}`);
  const response = await fetch(`${sandboxUrl}/v1/subscriptions/${subscription}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ trial_end: 'now' }),
  });
  if (!response.ok) throw new Error(`the trial goes on: ${await response.text()}`);
}
