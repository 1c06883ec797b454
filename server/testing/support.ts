import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { request, type Client } from './factories.ts';
import type { World } from './world.ts';

/** SUPPORT_EMAIL of the test server. */
export const TEAM_EMAIL = 'ajuda@pontual.example';

/** The fields of the contact form, all optional. */
export type MessageInput = Partial<SupportMessage> & { extra?: string; openFor?: number };

export const sendToTeam = (world: World, message: MessageInput, client?: Client) =>
  request(world, 'POST', '/support', {
    json: message,
    ...(client === undefined ? {} : { token: client.token }),
  });

/** Sends the pending support emails as a worker does. */
export async function deliverSupportEmails(world: World): Promise<void> {
  const { jobs } = world.services.platform;
  const { support } = world.services.operations;
  for (;;) {
    const waiting = await jobs.fetch('support-email', 50);
    if (waiting.length === 0) return;
    for (const { id, data } of waiting) {
      await support.deliver(data.messageId, data.kind);
      await jobs.complete('support-email', id);
    }
  }
}

/** Returns the emails to the team with this subject. */
export async function fetchTeamEmails(world: World, subject: string) {
  const mails = await world.sandbox.mail(TEAM_EMAIL);
  return mails.filter((mail) => mail.subject.includes(subject));
}
