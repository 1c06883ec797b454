import { deliverEmails } from './outbox.ts';
import type { World } from './world.ts';

/** Returns those that the address has received. */
export async function deliverAccountEmails(world: World, address: string) {
  await deliverEmails(world);
  return world.sandbox.mail(address);
}
