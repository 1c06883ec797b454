import type { SupportMessage } from '@pontual/contract/support.ts';
import { request, type Client } from './factories.ts';
import type { World } from './world.ts';

/** The address to which a world's server mails what is written to the team. */
export const TEAM = 'ajuda@pontual.example';

/** What the contact form sends, in part or whole. */
export type Sent = Partial<SupportMessage> & { extra?: string; openFor?: number };

export const sendToTeam = (world: World, message: Sent, client?: Client) =>
  request(world, 'POST', '/support', {
    json: message,
    ...(client === undefined ? {} : { token: client.token }),
  });

/** Does what a worker would with the mails that wait. */
export async function deliverSupportLetters(world: World): Promise<void> {
  const { jobs, support } = world.services;
  for (;;) {
    const waiting = await jobs.fetch('support-letter', 50);
    if (waiting.length === 0) return;
    for (const { id, data } of waiting) {
      await support.deliver(data.messageId, data.kind);
      await jobs.complete('support-letter', id);
    }
  }
}

/** What the team was sent about this subject. */
export async function toTeam(world: World, subject: string) {
  const mails = await world.sandbox.mail(TEAM);
  return mails.filter((mail) => mail.subject.includes(subject));
}
