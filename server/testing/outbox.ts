import { sql } from 'kysely';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createEmailChannel } from '../src/platform/mail/email.channel.ts';
import {
  createWrittenEmail,
  type EmailKind,
  type EmailKindName,
} from '../src/platform/mail/emails.ts';
import { createRecipients } from '../src/platform/mail/recipients.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import type { ChannelName } from '../src/platform/outbox/channel-names.ts';
import type { Channel } from '../src/platform/outbox/channel.ts';
import { createOutbox, type Outbox } from '../src/platform/outbox/outbox.ts';
import type { World } from './world.ts';

type Sender = Pick<Outbox, 'claim' | 'deliver'>;

/** Sends the due messages of a channel, one after the other, until none is left. */
export async function deliverDue(outbox: Sender, channel: ChannelName): Promise<void> {
  for (;;) {
    const claimed = await outbox.claim(channel, 50);
    if (claimed.length === 0) return;
    for (const message of claimed) await outbox.deliver(channel, message);
  }
}

export const deliverMessages = ({ services }: World, channel: ChannelName): Promise<void> =>
  deliverDue(services.platform.outbox, channel);

/** Sends new emails at once, also those that are delayed to be combined with others. */
export async function deliverEmails({ database, services }: World): Promise<void> {
  await sql`update outbox set next_at = app_now()
    where channel = 'email' and state = 'waiting' and attempts = 0`.execute(database.db);
  await deliverDue(services.platform.outbox, 'email');
}

/** The outbox of one process that has only this channel. */
export const createTestOutbox = (database: Database, channel: Channel): Outbox =>
  createOutbox({
    database,
    channels: { email: channel, push: channel, webhook: channel },
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
    observe: () => undefined,
  });

/** The outbox of one process that sends emails of these kinds, and written ones, through `mailer`. */
export const createEmailOutbox = (
  database: Database,
  mailer: Pick<Mailer, 'send'>,
  kinds: Partial<Record<EmailKindName, EmailKind>>,
): Outbox => {
  const written = createWrittenEmail({ publicUrl: 'https://pontual.example' });
  return createTestOutbox(
    database,
    createEmailChannel({
      mailer,
      kinds: {
        written,
        'password-reset': written,
        'email-verification': written,
        notifications: written,
        'weekly-summary': written,
        support: written,
        ...kinds,
      },
      recipients: createRecipients({ database, teamEmail: undefined }),
      log: createLog('silent'),
    }),
  );
};
