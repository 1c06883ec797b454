import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { getPush, PushDevice, PushKinds } from '@pontual/contract/notifications/push.ts';
import { sql } from 'kysely';
import { newId } from '../src/platform/ids.ts';
import { dataOf, type Client } from './factories.ts';
import { deliverMessages } from './outbox.ts';
import type { World } from './world.ts';

export const pushOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof getPush>>('/account/push'));

export async function aBrowser(world: World, client: Client) {
  return world.sandbox.browser((await pushOf(client)).publicKey);
}

export async function aSubscribedBrowser(
  world: World,
  client: Client,
  kinds: Partial<PushKinds> = {},
): Promise<{ endpoint: string; device: PushDevice }> {
  const subscription = await aBrowser(world, client);
  const saved = await client.put<{ device: PushDevice }>('/account/push', {
    ...subscription,
    kinds,
  });
  return { endpoint: subscription.endpoint, device: dataOf(saved).device };
}

export async function deliverPushes(world: World): Promise<void> {
  await world.services.notifications.enqueuePushes('24 hours');
  await deliverMessages(world, 'push');
}

export async function setPostState(
  world: World,
  postId: string,
  state: 'failed' | 'error' | 'draft',
): Promise<void> {
  await sql`update publications set state = ${state}, is_pending = false, next_step_at = null,
      published_at = null
    where post_id = ${postId}`.execute(world.database.db);
}

export async function insertNotification(
  world: World,
  postId: string,
  code = '36003',
): Promise<void> {
  await sql`insert into notifications (id, workspace_id, post_id, dedupe_key, code, message, action)
    select ${newId()}, workspace_id, id, ${newId()}, ${code},
      'O Instagram não aceita esta imagem. Escolha outra.', 'change_media'
    from posts where id = ${postId}`.execute(world.database.db);
  await sql`update publications set error_code = ${code}
    where post_id = ${postId}`.execute(world.database.db);
}
