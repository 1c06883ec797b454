import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aUser, dataOf, PASSWORD } from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { aPayingUser, customerOf, stripeOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function syncBillingEmails(): Promise<number> {
  const { jobs } = world.services.platform;
  const { billingEmailSync } = world.services.billing;
  const waiting = await jobs.fetch('billing-address', 100);
  for (const { id, data } of waiting) {
    await billingEmailSync.sync(data.workspaceId);
    await jobs.complete('billing-address', id);
  }
  return waiting.length;
}

async function billingEmailOf(id: string): Promise<string | null> {
  const customer = await stripeOf(world).customers.retrieve(id);
  if (customer.deleted === true) throw new Error('the customer is gone');
  return customer.email;
}

test('a new owner of the workspace gets the receipts', async () => {
  const [owner, editor] = [await aPayingUser(world), await aUser(world)];
  await addMember(world, owner, editor, 'editor');
  const customer = await customerOf(world, owner);
  expect(await billingEmailOf(customer)).toBe(owner.user.email);
  dataOf(await owner.post(`/members/${editor.user._id}/owner`, { password: PASSWORD }));
  expect(await syncBillingEmails()).toBe(1);
  expect(await billingEmailOf(customer)).toBe(editor.user.email);
});

test('receipts go to the new address of the owner, once it is confirmed', async () => {
  const owner = await aPayingUser(world);
  const email = `${newId()}@exemplo.com.br`;
  dataOf(await owner.post('/account/email', { email, password: PASSWORD }));
  expect(await syncBillingEmails()).toBe(0);
  const [link] = await world.sandbox.mail(email);
  const token = /confirm-email#([\w-]+)/.exec(link?.text ?? '')?.[1];
  dataOf(await owner.post('/account/email/confirm', { token }));
  expect(await syncBillingEmails()).toBe(1);
  expect(await billingEmailOf(await customerOf(world, owner))).toBe(email);
});

test('the daily reconciliation corrects the address of the receipts', async () => {
  const owner = await aPayingUser(world);
  const customer = await customerOf(world, owner);
  await stripeOf(world).customers.update(customer, { email: 'antes@exemplo.com.br' });
  const { billingReconciliation } = world.services.billing;
  await billingReconciliation.compareAll();
  expect(await syncBillingEmails()).toBe(1);
  expect(await billingEmailOf(customer)).toBe(owner.user.email);
  await billingReconciliation.compareAll();
  expect(await syncBillingEmails()).toBe(0);
});

test('the sync does nothing for a workspace that never paid or whose customer is deleted', async () => {
  const [free, gone] = [await aUser(world), await aPayingUser(world)];
  await stripeOf(world).customers.del(await customerOf(world, gone));
  const { billingEmailSync } = world.services.billing;
  await expect(billingEmailSync.sync(free.user.workspace)).resolves.toBeUndefined();
  await expect(billingEmailSync.sync(gone.user.workspace)).resolves.toBeUndefined();
});
