import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aFormOf,
  anUnverifiedUser,
  aPhotoFile,
  aUser,
  clientOf,
  connect,
  dataOf,
  PASSWORD,
  request,
} from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { invite, addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import {
  aPrehijackedAccount,
  requestEmailChange,
  confirmationTokenOf,
  signInByGoogle,
  signInByReset,
  resetPasswordByEmail,
} from '../../../testing/prehijacked-account.ts';
import { deliverWebhooks } from '../../../testing/integrations.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.stop());

const post = (path: string, json: object, token?: string) =>
  request(world, 'POST', path, { json, ...(token === undefined ? {} : { token }) });
const me = async (token: string) =>
  dataOf(await request<{ user: User }>(world, 'GET', '/auth/me', { token })).user;
const confirm = (token: string, session?: string) =>
  post('/account/email/confirm', { token }, session);

describe.each([
  ['a password reset', 'own', signInByReset],
  ['Google', 'own', signInByGoogle],
  ['a password reset, of an address confirmed outside the account', 'changed', signInByReset],
  ['Google, with an address confirmed outside the account', 'changed', signInByGoogle],
] as const)('the first verification of an address by %s', (_way, address, enter) => {
  async function comeIn() {
    const email = `vitima.${newId()}@gmail.com`;
    const registered = address === 'own' ? email : `estranho.${newId()}@exemplo.com.br`;
    const prepared = await aPrehijackedAccount(world, registered, receiver.url);
    if (address === 'changed') {
      await requestEmailChange(prepared.attacker, email);
      dataOf(await confirm(await confirmationTokenOf(world, email)));
    }
    await deliverWebhooks(world);
    expect(receiver.received.length).toBeGreaterThan(0);
    return { email, prepared, token: await enter(world, email) };
  }

  test('removes all access that an attacker prepared', async () => {
    const { email, prepared, token } = await comeIn();
    const ask = async <T>(path: string) => dataOf(await request<T>(world, 'GET', path, { token }));
    const owner = await me(token);
    expect(owner).toMatchObject({ _id: prepared.attacker.user._id, instagramUsername: null });
    expect(owner.workspaces).toMatchObject([{ role: 'owner' }]);
    expect(await ask('/members')).toMatchObject({ members: [{ _id: owner._id }], invitations: [] });
    expect(await ask('/webhooks')).toEqual({ webhooks: [] });
    expect((await prepared.attacker.get('/auth/me')).status).toBe(401);
    expect((await me(prepared.accomplice.token)).workspaces).toHaveLength(1);
    for (const program of [prepared.ownToken, prepared.accompliceToken]) {
      expect(await request(world, 'GET', '/scheduled', { token: program })).toMatchObject({
        status: 401,
        body: { code: 'TOKEN_INVALID' },
      });
    }
    expect(await post('/invitations/read', { token: prepared.invitation })).toMatchObject({
      body: { code: 'INVITATION_ENDED' },
    });
    expect(await post('/approvals/read', { token: prepared.approvalLink })).toMatchObject({
      body: { code: 'APPROVAL_LINK_INVALID' },
    });
    const old = { email, password: PASSWORD };
    expect(await post('/auth/login', old)).toMatchObject({ body: { code: 'INVALID_CREDENTIALS' } });
  });

  test('sends no event to the removed webhook and keeps the posts', async () => {
    const { prepared, token } = await comeIn();
    const owner = clientOf(world, await me(token), token);
    await connect(world, owner, 'atelie.barro');
    const before = receiver.received.length;
    const scheduledTime = new Date(world.now().getTime() + 7_200_000).toISOString();
    const fields = { mediaType: 'IMAGE', caption: 'campanha secreta', scheduledTime };
    const form = aFormOf(fields, [await aPhotoFile()]);
    dataOf(await request(world, 'POST', '/schedule', { token, form }));
    await deliverWebhooks(world);
    expect(receiver.received).toHaveLength(before);
    const { posts } = dataOf(
      await request<{ posts: Post[] }>(world, 'GET', '/scheduled?limit=1000', { token }),
    );
    expect(posts.map(({ _id }) => _id)).toContain(prepared.postId);
  });
});

describe('the first verification by a password reset', () => {
  test('reports on the page and by email what was removed', async () => {
    const email = `vitima.${newId()}@exemplo.com.br`;
    await aPrehijackedAccount(world, email, receiver.url);
    const { cleared } = await resetPasswordByEmail(world, email);
    expect(cleared).toBe(
      'Seu e-mail ainda não tinha sido confirmado, e por segurança tiramos da conta: 1 pessoa da equipe, 1 convite, 1 webhook, 1 token de programa, 1 link de aprovação e o Instagram @cafe.serra.',
    );
    const mails = await deliverAccountEmails(world, email);
    const mail = mails.find(({ subject }) => subject === 'Sua senha foi alterada');
    expect(mail?.text).toContain(cleared);
    expect(mail?.text).toContain('conecte o Instagram de novo');
    expect(mail?.text).not.toContain('não tira ninguém');
  });

  test('does not count an expired approval link', async () => {
    const email = `vitima.${newId()}@exemplo.com.br`;
    const { approvalLink } = await aPrehijackedAccount(world, email, receiver.url);
    await world.advanceTime(31 * 24 * 3_600_000);
    expect(await post('/approvals/read', { token: approvalLink })).toMatchObject({
      body: { message: 'Este link venceu. Peça outro a quem enviou.' },
    });
    const { cleared } = await resetPasswordByEmail(world, email);
    expect(cleared).toContain('1 webhook');
    expect(cleared).not.toContain('link de aprovação');
  });

  test('says in the email that no account is connected when there was none', async () => {
    const { user } = await anUnverifiedUser(world);
    expect(await resetPasswordByEmail(world, user.email)).toEqual({});
    const mail = (await deliverAccountEmails(world, user.email)).at(-1);
    expect(mail?.text).toContain('Só você está na conta');
  });

  test('ends the membership in a team that the attacker transferred to another user', async () => {
    const email = `vitima.${newId()}@exemplo.com.br`;
    const { attacker, accomplice } = await aPrehijackedAccount(world, email, receiver.url);
    dataOf(await attacker.post(`/members/${accomplice.user._id}/owner`, { password: PASSWORD }));
    const owner = await me(await signInByReset(world, email));
    expect(owner.workspaces).toMatchObject([{ role: 'owner' }]);
    expect(owner.workspace).not.toBe(attacker.user.workspace);
  });

  test('removes access only once', async () => {
    const email = `vitima.${newId()}@exemplo.com.br`;
    await aPrehijackedAccount(world, email, receiver.url);
    await resetPasswordByEmail(world, email);
    expect(await resetPasswordByEmail(world, email)).toEqual({});
  });
});

describe('an address that was verified before', () => {
  test('keeps team, webhook and Instagram after a reset and after a sign-in with Google', async () => {
    const email = `dona.${newId()}@gmail.com`;
    const first = await signInByGoogle(world, email);
    const owner = clientOf(world, await me(first), first);
    await connect(world, owner, 'cafe.serra');
    await givePlan(world, owner, 'pro');
    const member = await aUser(world);
    await addMember(world, owner, member, 'editor');
    dataOf(await post('/webhooks', { url: receiver.url, events: ['post.failed'] }, first));
    dataOf(await post('/account/password', { newPassword: PASSWORD }, first));
    const entered = await signInByReset(world, email);
    expect(await me(entered)).toMatchObject({ memberCount: 2, instagramUsername: 'cafe.serra' });
    const webhooks = await request(world, 'GET', '/webhooks', { token: entered });
    expect(webhooks).toMatchObject({ body: { data: { webhooks: [{ url: receiver.url }] } } });
  });

  test('keeps its team when it was verified by an invitation accepted in the account', async () => {
    const owner = await aUser(world);
    await givePlan(world, owner, 'pro');
    const { email, token } = await invite(world, owner);
    const guest = await anUnverifiedUser(world, email);
    dataOf(await guest.post('/invitations/accept', { token }));
    const entered = await me(await signInByReset(world, email));
    expect(entered.workspaces.map(({ role }) => role)).toEqual(['owner', 'editor']);
  });

  test('keeps Instagram when it was verified by an address change confirmed in its own session', async () => {
    const owner = await aUser(world);
    await connect(world, owner, 'cafe.serra');
    const email = `nova.${newId()}@exemplo.com.br`;
    await requestEmailChange(owner, email);
    dataOf(await confirm(await confirmationTokenOf(world, email), owner.token));
    const entered = await me(await signInByReset(world, email));
    expect(entered).toMatchObject({ email, instagramUsername: 'cafe.serra' });
  });
});
