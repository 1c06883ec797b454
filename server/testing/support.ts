import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { request, type Client } from './factories.ts';
import type { World } from './world.ts';

export const TEAM_EMAIL = 'ajuda@pontual.example';

export type MessageInput = Partial<SupportMessage> & { extra?: string; openFor?: number };

export const sendToTeam = (world: World, message: MessageInput, client?: Client) =>
  request(world, 'POST', '/support', {
    json: message,
    ...(client === undefined ? {} : { token: client.token }),
  });

export async function fetchTeamEmails(world: World, subject: string) {
  const mails = await world.sandbox.mail(TEAM_EMAIL);
  return mails.filter((mail) => mail.subject.includes(subject));
}
