import { Stripe } from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 4, 10, 12);

function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test('without sockets, time and webhooks are injected, and a run is reproducible', async () => {
  const run = async (): Promise<string[]> => {
    let now = START;
    const got: string[] = [];
    const sandbox = await startSandbox({
      listen: false,
      clock: { now: () => now },
      random: createSeededRandom(7),
      webhookUrl: 'http://app.invalid/api/webhooks/stripe',
      postWebhook: async (_url, body, headers) => {
        const { STRIPE_WEBHOOK_SECRET: secret } = sandbox.services;
        const signature = headers['stripe-signature'] ?? '';
        // The tolerance of the signature applies to the injected time.
        const at = [undefined, undefined, now] as const;
        const event = stripe.webhooks.constructEvent(body, signature, secret, ...at);
        got.push(`${event.id} ${event.type}`);
        return 200;
      },
    });
    onTestFinished(() => sandbox.close());
    const stripe = new Stripe(sandbox.services.STRIPE_SECRET_KEY, {
      host: 'sandbox.invalid',
      protocol: 'http',
      httpClient: Stripe.createFetchHttpClient(sandbox.fetch as typeof fetch),
    });
    const customer = await stripe.customers.create({ email: 'marina@atelie.example' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: sandbox.services.STRIPE_PRICE_PREMIUM }],
      default_payment_method: method.id,
    });
    now += (31 * DAY + 3700) * 1000;
    sandbox.runDue();
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data).toMatchObject([
      { amount_paid: 4999, created: START / 1000 + 31 * DAY },
      { amount_paid: 4999, created: START / 1000 },
    ]);
    await expect
      .poll(() => got.length, { interval: 5 })
      .toBe((await stripe.events.list({ limit: 100 })).data.length);
    return got;
  };
  expect(await run()).toEqual(await run());
});
