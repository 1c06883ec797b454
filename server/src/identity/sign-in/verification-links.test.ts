import type { User } from '@pontual/contract/identity/auth.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aScheduledPost,
  anUnverifiedUser,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { requestToken } from '../../../testing/integrations.ts';
import { givePlan } from '../../../testing/plans.ts';
import { resetPasswordByEmail } from '../../../testing/prehijacked-account.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const QUARTER_MS = 15 * 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function linksOf(email: string): Promise<string[]> {
  const mails = await deliverAccountEmails(world, email);
  return mails.flatMap(({ text }) => /verify-email#([\w-]+)/.exec(text)?.[1] ?? []);
}
const linkOf = async (email: string) => (await linksOf(email)).at(-1) ?? '';
const open = (token: string, session?: string) =>
  request<{ email: string }>(world, 'POST', '/account/email/verify', {
    json: { token },
    ...(session === undefined ? {} : { token: session }),
  });
const isVerified = async (client: Client) =>
  dataOf(await client.get<{ user: User }>('/auth/me')).user.isEmailVerified;

describe('an unverified user', () => {
  test('schedules and connects Instagram as everybody does', async () => {
    const client = await anUnverifiedUser(world);
    expect(client.user.isEmailVerified).toBe(false);
    expect(await connect(world, client)).toBe('/connected?connected=true');
    expect(await aScheduledPost(world, client)).toMatchObject({ status: 'scheduled' });
  });

  test.each([
    [
      'invites nobody',
      (client: Client) =>
        client.post('/members/invitations', { email: 'ana@exemplo.com.br', role: 'editor' }),
    ],
    ['creates no token', (client: Client) => requestToken(client)],
    [
      'adds no webhook',
      (client: Client) =>
        client.post('/webhooks', { url: 'https://exemplo.com.br/x', events: ['post.published'] }),
    ],
  ])('%s', async (_what, attempt) => {
    const client = await anUnverifiedUser(world);
    await givePlan(world, client, 'premium');
    expect(await attempt(client)).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: expect.stringContaining('Confirme seu e-mail') },
    });
  });
});

describe('the link', () => {
  test('verifies the address in a session of the user, who keeps everything', async () => {
    const client = await anUnverifiedUser(world);
    await connect(world, client);
    expect(dataOf(await open(await linkOf(client.user.email), client.token))).toEqual({
      email: client.user.email,
    });
    const { user } = dataOf(await client.get<{ user: User }>('/auth/me'));
    expect(user).toMatchObject({ isEmailVerified: true, instagramUsername: 'atelie.barro' });
    expect(await requestToken(client)).toMatchObject({ status: 201 });
    expect(await resetPasswordByEmail(world, client.user.email)).not.toHaveProperty('cleared');
  });

  test('changes nothing without a session of that user', async () => {
    const client = await anUnverifiedUser(world);
    const other = await aUser(world);
    const token = await linkOf(client.user.email);
    for (const session of [undefined, other.token]) {
      expect(await open(token, session)).toMatchObject({
        status: 403,
        body: { code: 'VERIFICATION_ELSEWHERE' },
      });
    }
    expect(await isVerified(client)).toBe(false);
    dataOf(await open(token, client.token));
  });

  test('works once', async () => {
    const client = await anUnverifiedUser(world);
    const token = await linkOf(client.user.email);
    dataOf(await open(token, client.token));
    expect(await open(token, client.token)).toMatchObject({
      status: 400,
      body: { code: 'VERIFICATION_LINK_INVALID' },
    });
  });

  test('does not verify the address to which the user changed later', async () => {
    const client = await anUnverifiedUser(world);
    const token = await linkOf(client.user.email);
    const email = `nova.${newId()}@exemplo.com.br`;
    dataOf(await client.post('/account/email', { email, password: PASSWORD }));
    const [mail] = await world.sandbox.mail(email);
    const change = /confirm-email#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    dataOf(await request(world, 'POST', '/account/email/confirm', { json: { token: change } }));
    const json = { email, password: PASSWORD };
    const session = dataOf(
      await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
    );
    expect(await open(token, session.token)).toMatchObject({
      body: { code: 'VERIFICATION_LINK_INVALID' },
    });
  });

  test('is emailed again, but once in a quarter of an hour', async () => {
    const client = await anUnverifiedUser(world);
    const first = await linkOf(client.user.email);
    const again = () => client.post('/account/email/verification');
    expect(await again()).toMatchObject({ status: 429, body: { code: 'VERIFICATION_SENT' } });
    await world.advanceTime(QUARTER_MS);
    expect(await again()).toMatchObject({ status: 202 });
    const links = await linksOf(client.user.email);
    expect(links).toHaveLength(2);
    expect(await open(first, client.token)).toMatchObject({ status: 400 });
    dataOf(await open(links.at(-1) ?? '', client.token));
    expect(await again()).toMatchObject({ status: 409, body: { code: 'EMAIL_VERIFIED' } });
  });
});
