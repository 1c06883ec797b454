import { sql } from 'kysely';
import {
  aScheduledPost,
  aUser,
  connect,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from './factories.ts';
import { aGoogleUser, signInWithGoogle } from './google.ts';
import { invite, addMember } from './members.ts';
import { givePlan } from './plans.ts';
import { aToken, aWebhook } from './integrations.ts';
import { deliverEmails } from './outbox.ts';
import type { World } from './world.ts';

export const NEW_PASSWORD = 'Caneca2026';

export async function resetTokenOf(world: World, email: string): Promise<string> {
  await deliverEmails(world);
  const mails = await world.sandbox.mail(email);
  const tokens = mails.flatMap(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? []);
  return tokens.at(-1) ?? '';
}

export async function resetPasswordByEmail(world: World, email: string) {
  dataOf(await request(world, 'POST', '/auth/forgot-password', { json: { email } }));
  const token = await resetTokenOf(world, email);
  const json = { token, password: NEW_PASSWORD };
  return dataOf(
    await request<{ cleared?: string }>(world, 'POST', '/auth/reset-password', { json }),
  );
}

export async function signInByReset(world: World, email: string): Promise<string> {
  await resetPasswordByEmail(world, email);
  const json = { email, password: NEW_PASSWORD };
  return dataOf(await request<{ token: string }>(world, 'POST', '/auth/login', { json })).token;
}

export const signInByGoogle = async (world: World, email: string): Promise<string> =>
  (await signInWithGoogle(world, await aGoogleUser(world, { email }))).token;

export async function confirmationTokenOf(world: World, email: string): Promise<string> {
  const mails = await world.sandbox.mail(email);
  return /confirm-email#([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

export async function unverify({ database }: World, { user }: Client): Promise<void> {
  await sql`update users set email_verified_at = null where id = ${user._id}`.execute(database.db);
}

/**
 * An attacker registered a foreign email, with everything that reports its posts later. Webhooks and the like
 * are refused to an unverified user, but stay from before a change of the address.
 */
export async function aPrehijackedAccount(world: World, email: string, webhookUrl: string) {
  const attacker = await aUser(world, email);
  await connect(world, attacker, 'cafe.serra');
  await givePlan(world, attacker, 'pro');
  const accomplice = await aUser(world);
  await addMember(world, attacker, accomplice, 'editor');
  await aWebhook(attacker, webhookUrl);
  const post = await aScheduledPost(world, attacker, { dueInMs: 3_600_000 });
  const { url } = dataOf(
    await attacker.post<{ url: string }>(`/scheduled/${post._id}/approval`, { renew: false }),
  );
  const access = {
    ownToken: await aToken(attacker),
    accompliceToken: await aToken(accomplice),
    invitation: (await invite(world, attacker)).token,
  };
  await unverify(world, attacker);
  return {
    attacker,
    accomplice,
    ...access,
    approvalLink: new URL(url).hash.slice(1),
    postId: post._id,
  };
}

/** The change takes effect once its link is opened. */
export const requestEmailChange = async (client: Client, email: string) =>
  dataOf(await client.post('/account/email', { email, password: PASSWORD }));
