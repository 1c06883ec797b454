import type { World } from './world.ts';

/** Does what a worker would with the mails that wait, and answers those that an address has got. */
export async function deliverAccountEmails(world: World, address: string) {
  const { jobs } = world.services.platform;
  const { userEmails } = world.services.notifications;
  for (const { id, data } of await jobs.fetch('account-news', 50)) {
    await userEmails.deliver(data);
    await jobs.complete('account-news', id);
  }
  return world.sandbox.mail(address);
}
