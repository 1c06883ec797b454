import type { World } from './world.ts';

/** Returns those that the address has received. */
export async function deliverAccountEmails(world: World, address: string) {
  const { jobs } = world.services.platform;
  const { userEmails } = world.services.notifications;
  for (const { id, data } of await jobs.fetch('user-email', 50)) {
    await userEmails.deliver(data);
    await jobs.complete('user-email', id);
  }
  return world.sandbox.mail(address);
}
