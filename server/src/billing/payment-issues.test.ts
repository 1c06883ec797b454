import type Stripe from 'stripe';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, aUser, type Client } from '../../testing/factories.ts';
import { deliverAccountEmails } from '../../testing/account-emails.ts';
import { deliverEmails } from '../../testing/outbox.ts';
import {
  aPayingUser,
  buySecondSubscription,
  customerOf,
  refundedAmount,
  pay,
  stripeOf,
  subscribe,
  subscriptionOf,
  sendStripeEvent,
  workspaceOf,
} from '../../testing/stripe-fake.ts';
import { createPaymentIssueReportsRepository } from './payment-issue-reports.repository.ts';
import { createPaymentIssueNotifier } from './payment-issues.ts';
import { createPayments } from './payments/payments.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await runJobs();
});
afterAll(() => world.stop());

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SUPPORT = 'ajuda@pontual.example';

const subjectsTo = async (client: Client) =>
  (await deliverAccountEmails(world, client.user.email)).map(({ subject }) => subject);
const supportEmails = async (id: string) =>
  (await deliverAccountEmails(world, SUPPORT)).filter(({ text }) => text.includes(id));

async function runJobs(): Promise<void> {
  const { jobs } = world.services.platform;
  const { paymentIssueNotifier, billingSync, billingRefunds } = world.services.billing;
  for (const { id, data } of await jobs.fetch('payment-issue', 50)) {
    await paymentIssueNotifier.notify(data.id);
    await jobs.complete('payment-issue', id);
  }
  for (const { id, data } of await jobs.fetch('billing-sync', 50)) {
    await billingSync.sync(data.customerId);
    await billingRefunds.completeLateRefund(data.customerId);
    await jobs.complete('billing-sync', id);
  }
  await deliverEmails(world);
}

async function disputeOf(client: Client): Promise<Stripe.Dispute> {
  const stripe = stripeOf(world);
  const charges = await stripe.charges.list({ customer: await customerOf(world, client) });
  const { data } = await stripe.disputes.list({ charge: charges.data[0]?.id ?? '' });
  const [dispute] = data;
  if (dispute === undefined) throw new Error('nothing is disputed');
  return dispute;
}

describe('a disputed charge', () => {
  test('is reported to the owner and to support once, however often its event arrives', async () => {
    const client = await aPayingUser(world, 'pro', 'disputed');
    const dispute = await disputeOf(client);
    for (let time = 0; time < 2; time += 1) {
      expect(await sendStripeEvent(world, 'charge.dispute.created', dispute)).toBe(200);
      await runJobs();
    }
    const subjects = (await subjectsTo(client)).filter((subject) => subject.includes('contestada'));
    expect(subjects).toEqual(['Uma cobrança da Pontual foi contestada']);
    const [mail, another] = await supportEmails(dispute.id);
    expect(another).toBeUndefined();
    expect(mail?.text).toMatch(/R\$\s19,99, cliente cus_/);
  });

  test('is reported once although all attempts of its job have failed', async () => {
    const client = await aPayingUser(world, 'pro', 'disputed');
    const dispute = await disputeOf(client);
    await sendStripeEvent(world, 'charge.dispute.created', dispute);
    const { paymentIssueNotifier } = world.services.billing;
    await sql`delete from pgboss.job where name = 'payment-issue'`.execute(world.database.db);
    await paymentIssueNotifier.resumeStale();
    await runJobs();
    expect(await supportEmails(dispute.id)).toEqual([]);
    for (let day = 0; day < 2; day += 1) {
      await world.advanceTime(DAY + HOUR);
      await paymentIssueNotifier.resumeStale();
      await runJobs();
    }
    expect(await supportEmails(dispute.id)).toHaveLength(1);
    const reports = await sql`select from payment_issue_reports`.execute(world.database.db);
    expect(reports.rows).toEqual([]);
  });

  test('is looked up again without waiting for a report that is being written', async () => {
    const { db } = world.database;
    const { jobs } = world.services.platform;
    const stale = createPaymentIssueReportsRepository(db);
    await stale.insert(['du_aberta', 'du_parada']);
    await world.advanceTime(DAY + HOUR);
    await db.transaction().execute(async (tx) => {
      await createPaymentIssueReportsRepository(tx).insert(['du_aberta']);
      await world.services.billing.paymentIssueNotifier.resumeStale();
    });
    const sent = await jobs.fetch('payment-issue', 50);
    expect(sent.map(({ data }) => data.id)).toEqual(['du_parada']);
    for (const { id, data } of sent) {
      await world.services.billing.paymentIssueNotifier.notify(data.id);
      await jobs.complete('payment-issue', id);
    }
    await db.deleteFrom('payment_issue_reports').execute();
  });

  test('keeps a report that arrives during the lookup until the next one', async () => {
    const client = await aPayingUser(world, 'pro', 'disputed');
    const dispute = await disputeOf(client);
    const reports = async () =>
      (
        await sql`select from payment_issue_reports where id = ${dispute.id}`.execute(
          world.database.db,
        )
      ).rows.length;
    const { env, clock } = world.serviceOptions;
    const payments = createPayments(env, clock);
    const interrupted = createPaymentIssueNotifier({
      ...world.services.platform,
      supportEmail: SUPPORT,
      payments: {
        async findPaymentIssue(id) {
          const issue = await payments.findPaymentIssue(id);
          await sendStripeEvent(world, 'charge.dispute.closed', dispute);
          return issue;
        },
      },
    });
    await sendStripeEvent(world, 'charge.dispute.created', dispute);
    await interrupted.notify(dispute.id);
    expect(await reports()).toBe(1);
    await runJobs();
    expect(await reports()).toBe(0);
  });

  test('is reported once to support when the account is deleted', async () => {
    const client = await aPayingUser(world, 'pro', 'disputed');
    const dispute = await disputeOf(client);
    await client.post('/account/deletion', { password: PASSWORD });
    const { id } = await world.database.db
      .selectFrom('deletions')
      .select('id')
      .where('user_id', '=', client.user._id)
      .executeTakeFirstOrThrow();
    await world.services.privacy.deletions.run(id);
    for (let time = 0; time < 2; time += 1) {
      await sendStripeEvent(world, 'charge.dispute.created', dispute);
      await runJobs();
    }
    expect(await supportEmails(dispute.id)).toHaveLength(1);
  });

  test('is not reported when Stripe does not know the dispute', async () => {
    const client = await aPayingUser(world);
    const made = { id: 'du_inventada', object: 'dispute', charge: 'ch_inventada', amount: 1999 };
    expect(await sendStripeEvent(world, 'charge.dispute.created', made)).toBe(200);
    await runJobs();
    expect(await subjectsTo(client)).not.toContain('Uma cobrança da Pontual foi contestada');
    expect(await supportEmails('du_inventada')).toEqual([]);
  });
});

describe('an owner who withdraws from a disputed charge', () => {
  const WAITS = 'Seu reembolso espera pelo banco';
  const statusOf = async (client: Client) =>
    (await world.services.billing.billing.status({ workspaceId: await workspaceOf(world, client) }))
      .subscription?.refund;

  async function withdrawn(): Promise<{ client: Client; dispute: Stripe.Dispute }> {
    const client = await aPayingUser(world, 'pro', 'disputed');
    const workspaceId = await workspaceOf(world, client);
    await world.services.billing.billing.refund({ workspaceId });
    for (let time = 0; time < 2; time += 1)
      await world.services.billing.billingRefunds.completeRefund(workspaceId);
    return { client, dispute: await disputeOf(client) };
  }

  async function decided(dispute: Stripe.Dispute, evidence: string): Promise<void> {
    const closed = await stripeOf(world).disputes.update(dispute.id, {
      evidence: { uncategorized_text: evidence },
    });
    for (let time = 0; time < 2; time += 1) {
      await sendStripeEvent(world, 'charge.dispute.closed', closed);
      await runJobs();
    }
  }

  test('learns that the bank decides first and that the withdrawal is not finished', async () => {
    const { client } = await withdrawn();
    expect(await statusOf(client)).toMatchObject({ finishedAt: null, issue: 'disputed' });
    const emails = await deliverAccountEmails(world, client.user.email);
    expect(emails.filter(({ subject }) => subject === WAITS)).toHaveLength(1);
    expect(emails.map(({ text }) => text).join()).not.toContain('nada foi cobrado');
    expect(await refundedAmount(world, client)).toBe(0);
    const { jobs } = world.services.platform;
    for (const { id } of await jobs.fetch('billing-refund', 50)) {
      await jobs.complete('billing-refund', id);
    }
    // A decision of a bank takes weeks, so the overdue pass does not enqueue this refund.
    await world.advanceTime(HOUR);
    await world.services.billing.billingRefunds.completeOverdue();
    const waiting = await jobs.fetch('billing-refund', 50);
    const workspaceId = await workspaceOf(world, client);
    expect(waiting.filter(({ data }) => data.workspaceId === workspaceId)).toEqual([]);
  });

  test('is refunded once when the dispute is won', async () => {
    const { client, dispute } = await withdrawn();
    await decided(dispute, 'winning_evidence');
    expect(await refundedAmount(world, client)).toBe(1999);
    expect(await statusOf(client)).toMatchObject({
      finishedAt: expect.any(String),
      amount: 1999,
      issue: null,
    });
    const subjects = (await subjectsTo(client)).filter(
      (subject) => subject === 'Reembolso enviado',
    );
    expect(subjects).toHaveLength(1);
  });

  test('is refunded by the bank alone when the dispute is lost', async () => {
    const { client, dispute } = await withdrawn();
    await decided(dispute, 'losing_evidence');
    expect(await refundedAmount(world, client)).toBe(0);
    expect(await statusOf(client)).toMatchObject({ amount: 1999, issue: 'returned_by_bank' });
    const subjects = await subjectsTo(client);
    expect(subjects.filter((subject) => subject.startsWith('O banco'))).toEqual([
      'O banco devolveu o seu dinheiro',
    ]);
    expect(subjects).not.toContain('Reembolso enviado');
    await subscribe(client);
  });

  test('is refunded although no event reports the decision', async () => {
    const { client, dispute } = await withdrawn();
    await stripeOf(world).disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    await world.services.billing.billingReconciliation.compareAll();
    await runJobs();
    expect(await refundedAmount(world, client)).toBe(1999);
  });
});

test('a refused refund is not sent again, is reported once and ends the withdrawal', async () => {
  const client = await aPayingUser(world, 'pro', 'refusesRefunds');
  const stripe = stripeOf(world);
  const customer = await customerOf(world, client);
  const [charge] = (await stripe.charges.list({ customer })).data;
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '' });
  await world.advanceTime(DAY + 2 * HOUR);
  const workspaceId = await workspaceOf(world, client);
  await world.services.billing.billing.refund({ workspaceId });
  for (let day = 0; day < 3; day += 1) {
    await world.services.billing.billingRefunds.completeRefund(workspaceId);
    await world.services.billing.billingRefunds.completeLateRefund(customer);
    await runJobs();
    await world.advanceTime(DAY);
  }
  expect((await stripe.refunds.list({ charge: charge?.id ?? '' })).data).toHaveLength(1);
  const emails = await deliverAccountEmails(world, client.user.email);
  expect(emails.filter(({ subject }) => subject.startsWith('O banco recusou'))).toHaveLength(1);
  expect(emails.map(({ text }) => text).join()).not.toContain('nada foi cobrado');
  expect(await supportEmails(refund.id)).toHaveLength(1);
  const { subscription } = await world.services.billing.billing.status({ workspaceId });
  expect(subscription?.refund).toMatchObject({ amount: 0, issue: 'refused' });
  await world.services.billing.billing.checkout({ workspaceId }, 'pro');
});

test('a refused refund of a duplicate subscription is reported without an event from Stripe', async () => {
  const client = await aPayingUser(world, 'pro', 'refusesRefunds');
  const stripe = stripeOf(world);
  const customer = await customerOf(world, client);
  await buySecondSubscription(world, customer);
  await stripe.refunds.create({
    charge: (await stripe.charges.list({ customer })).data.at(-1)?.id ?? '',
  });
  await world.advanceTime(DAY);
  await world.services.billing.billingSync.sync(customer);
  await runJobs();
  expect(await subjectsTo(client)).toContainEqual(expect.stringMatching(/^O banco recusou/));
});

test('a refused refund does not prevent the refund of a later subscription', async () => {
  const client = await aPayingUser(world, 'pro', 'refusesRefunds');
  const workspaceId = await workspaceOf(world, client);
  const withdraw = async () => {
    await world.services.billing.billing.refund({ workspaceId });
    await world.services.billing.billingRefunds.completeRefund(workspaceId);
  };
  await withdraw();
  await world.advanceTime(2 * HOUR);
  const { url } = await world.services.billing.billing.checkout({ workspaceId }, 'premium');
  await pay(url);
  const customer = await customerOf(world, client);
  await world.services.billing.billingSync.sync(customer);
  // The row counts as refunded with no amount, so the payment is found like a late charge.
  await sql`update subscriptions set refund_requested_at = app_now(), refunded_at = app_now(),
    refunded_amount = 0 where workspace_id = ${workspaceId}`.execute(world.database.db);
  await world.services.billing.billingRefunds.completeLateRefund(customer);
  expect(await refundedAmount(world, client)).toBe(4999);
});

test('a refund that a bank refuses is reported and is not retried automatically', async () => {
  const client = await aPayingUser(world, 'premium', 'refusesRefunds');
  const workspaceId = await workspaceOf(world, client);
  await world.services.billing.billing.refund({ workspaceId });
  await world.services.billing.billingRefunds.completeRefund(workspaceId);
  const stripe = stripeOf(world);
  const customer = await customerOf(world, client);
  const [charge] = (await stripe.charges.list({ customer })).data;
  const [sent] = (await stripe.refunds.list({ charge: charge?.id ?? '' })).data;
  if (sent === undefined) throw new Error('nothing was paid back');
  // A pending refund is not a payment issue.
  await sendStripeEvent(world, 'refund.updated', sent);
  await runJobs();
  expect(await subjectsTo(client)).not.toContain('O banco recusou o seu reembolso');

  await world.advanceTime(DAY + 2 * HOUR);
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) {
    await sendStripeEvent(world, type, await stripe.refunds.retrieve(sent.id));
  }
  await runJobs();
  const subjects = (await subjectsTo(client)).filter((subject) => subject.startsWith('O banco'));
  expect(subjects).toEqual(['O banco recusou o seu reembolso']);
  expect(await supportEmails(sent.id)).toHaveLength(1);
  await world.services.billing.billingRefunds.completeLateRefund(customer);
  expect(await refundedAmount(world, client)).toBe(0);
});

describe('the reminder of the end of a trial', () => {
  const ENDING = 'Seu teste do plano Pro está acabando';
  const trialReminders = async (client: Client) =>
    (await deliverAccountEmails(world, client.user.email)).filter(
      ({ subject }) => subject === ENDING,
    );

  async function onTrial(daysLeft: number): Promise<Client> {
    const client = await aUser(world);
    await subscribe(client);
    await client.post('/subscription/refresh');
    await sql`update subscriptions
      set current_period_end = app_now() + ${`${daysLeft} days`}::interval
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    return client;
  }
  const announce = async (client: Client) =>
    sendStripeEvent(world, 'customer.subscription.trial_will_end', {
      ...(await stripeOf(world).subscriptions.retrieve(await subscriptionOf(world, client))),
    });

  test('is sent three days ahead, with the price and the day of the first charge', async () => {
    const [near, far] = [await onTrial(3), await onTrial(4)];
    await world.services.billing.billingTrials.remindDue();
    const [mail] = await trialReminders(near);
    expect(mail?.text).toMatch(/primeira cobrança, de R\$\s19,99 com impostos/);
    expect(mail?.text).toMatch(/O teste termina em \S+, \d+ de \S+/);
    expect(await trialReminders(far)).toEqual([]);
  });

  test('is sent once, with or without the event of Stripe', async () => {
    const client = await onTrial(3);
    await announce(client);
    await world.services.billing.billingTrials.remindDue();
    await announce(client);
    expect(await trialReminders(client)).toHaveLength(1);
  });

  test('is not sent to an owner who has cancelled', async () => {
    const client = await onTrial(10);
    await client.post('/subscription/cancel');
    await sql`update subscriptions set current_period_end = app_now() + interval '2 days'
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    await world.services.billing.billingTrials.remindDue();
    await announce(client);
    expect(await trialReminders(client)).toEqual([]);
  });
});

test('the owner gets an email with the next charge when a cancellation is revoked', async () => {
  const client = await aPayingUser(world);
  await client.post('/subscription/cancel');
  await stripeOf(world).subscriptions.update(await subscriptionOf(world, client), {
    cancel_at_period_end: false,
  });
  await client.post('/subscription/refresh');
  const mail = (await deliverAccountEmails(world, client.user.email)).find(
    ({ subject }) => subject === 'Sua assinatura continua',
  );
  expect(mail?.text).toMatch(/se renova por R\$\s19,99 por mês/);
});
