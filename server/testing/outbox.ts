import type { ChannelName } from '../src/platform/outbox/channel-names.ts';
import type { World } from './world.ts';

/** Sends the due messages of a channel, one after the other, until none is left. */
export async function deliverMessages(
  { services }: Pick<World, 'services'>,
  channel: ChannelName,
): Promise<void> {
  const { outbox } = services.platform;
  for (;;) {
    const claimed = await outbox.claim(channel, 50);
    if (claimed.length === 0) return;
    for (const message of claimed) await outbox.deliver(channel, message);
  }
}
