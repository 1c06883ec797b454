import { createPasswordResetEmail } from '../identity/sign-in/password-reset-email.ts';
import { createVerificationEmail } from '../identity/sign-in/verification-email.ts';
import type { MediaLinks } from '../media/links.ts';
import { createNotificationsEmail } from '../notifications/notifications.service.ts';
import { createWeeklySummaryEmail } from '../notifications/weekly-summary/weekly-summary.service.ts';
import { createSupportEmail } from '../operations/support/support.email.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { createEmailChannel } from '../platform/mail/email.channel.ts';
import { createRecipients } from '../platform/mail/recipients.ts';
import { createWrittenEmail } from '../platform/mail/emails.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Channel } from '../platform/outbox/channel.ts';
import { createOutbox, type Outbox } from '../platform/outbox/outbox.ts';
import type { Observe } from '../publishing/observe.ts';

/** The outbox with everything that sends its messages. */
export function createConnectedOutbox(deps: {
  database: Database;
  mailer: Mailer;
  links: MediaLinks;
  pushChannel: Channel;
  webhookChannel: Channel;
  publicUrl: string;
  teamEmail: string | undefined;
  observe: Observe;
  clock: Clock;
  metrics: Metrics;
  log: Log;
}): Outbox {
  const { mailer, pushChannel, webhookChannel, observe, log } = deps;
  const recipients = createRecipients(deps);
  const email = createEmailChannel({
    mailer,
    kinds: {
      written: createWrittenEmail(deps),
      'password-reset': createPasswordResetEmail(deps),
      'email-verification': createVerificationEmail(deps),
      notifications: createNotificationsEmail(deps),
      'weekly-summary': createWeeklySummaryEmail(deps),
      support: createSupportEmail(deps),
    },
    recipients,
    log,
  });
  const outbox = createOutbox({
    ...deps,
    channels: { email, push: pushChannel, webhook: webhookChannel },
    observe: (messageId) => observe('message', messageId),
  });
  return {
    ...outbox,
    async deleteOld(): Promise<void> {
      await outbox.deleteOld();
      await recipients.deleteOld();
    },
  };
}
