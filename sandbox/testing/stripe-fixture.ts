import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Stripe } from 'stripe';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts';

export function createStripeClient(sandbox: Sandbox, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(sandbox.services.STRIPE_API_URL);
  return new Stripe(sandbox.services.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** A server that receives webhooks: the received ones and the next response statuses. */
export type WebhookListener = {
  url: string;
  received: { event: Stripe.Event; raw: string; signature: string }[];
  /** The statuses of the next responses; then 200 again. */
  nextStatuses: number[];
  close(): Promise<void>;
};

export async function startWebhookListener(): Promise<WebhookListener> {
  const received: WebhookListener['received'] = [];
  const nextStatuses: number[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const signature = String(request.headers['stripe-signature']);
      received.push({ event: JSON.parse(raw) as Stripe.Event, raw, signature });
      response.statusCode = nextStatuses.shift() ?? 200;
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    received,
    nextStatuses,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type StripeFixture = {
  sandbox: Sandbox;
  stripe: Stripe;
  listener: WebhookListener;
  close(): Promise<void>;
};

export async function openStripeFixture(options: SandboxOptions = {}): Promise<StripeFixture> {
  const listener = await startWebhookListener();
  const sandbox = await startSandbox({ webhookUrl: listener.url, ...options });
  return {
    sandbox,
    stripe: createStripeClient(sandbox),
    listener,
    close: async () => {
      await sandbox.close();
      await listener.close();
    },
  };
}

export const idOf = (thing: string | { id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '');

export const TEST_EMAIL = 'marina@atelie.example';

export const TEST_CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12/40',
  cvc: '123',
  name: 'Marina Duarte',
};

export async function submitForm(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; location: string; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const location = response.headers.get('location') ?? '';
  const target = location === '' ? '' : new URL(location, url).href;
  return { status: response.status, location: target, text: await response.text() };
}

export async function createCheckout(
  { stripe, sandbox }: StripeFixture,
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    customer: overrides.customer ?? (await stripe.customers.create({ email: TEST_EMAIL })).id,
    mode: 'subscription',
    line_items: [{ price: sandbox.services.STRIPE_PRICE_PRO, quantity: 1 }],
    success_url: 'http://localhost:4999/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:4999/plans',
    ...overrides,
  });
}

export async function subscribe(
  fixture: StripeFixture,
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
  card: Partial<typeof TEST_CARD> = {},
): Promise<Stripe.Subscription> {
  const session = await createCheckout(fixture, overrides);
  const response = await submitForm(session.url ?? '', { ...TEST_CARD, ...card });
  if (response.status !== 303) throw new Error(`the checkout was not paid: ${response.text}`);
  const completed = await fixture.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription'],
  });
  if (typeof completed.subscription !== 'object' || !completed.subscription)
    throw new Error('no subscription');
  return completed.subscription;
}
