import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';
import type { EmailKind } from '../platform/mail/emails.ts';
import { composeNotificationEmail, type EmailLinks } from './notifications.presenter.ts';
import { groupByRecipients } from './notifications.rules.ts';
import {
  createNotificationsRepository,
  type ClaimedNotification,
} from './notifications.repository.ts';

const notificationsContent = z.object({ workspaceId: z.uuid() });

/** A duplicate warning is less harmful than a lost one: after a crash the email is repeated. */
export function createNotificationsEmail(deps: EmailLinks & { database: Database }): EmailKind {
  const { database } = deps;
  const repository = createNotificationsRepository(database.db);
  return {
    async build(content, { id }) {
      const { workspaceId } = notificationsContent.parse(content);
      const taken = await database.inTransaction((tx) =>
        createNotificationsRepository(tx).takeForEmail(workspaceId, id),
      );
      const current = mergeDuplicates(taken.filter((notification) => !notification.is_overtaken));
      const addressed = groupByRecipients(current, await repository.recipients(workspaceId));
      return {
        emails: addressed.map(({ to, notifications }) => {
          const { subject, html, text } = composeNotificationEmail(notifications, deps);
          return { to, messageId: messageIdOf(notifications), subject, html, text };
        }),
        record: (tx) => createNotificationsRepository(tx).markSent(id),
      };
    },
  };
}

/** For a post with manual publishing, only its last notification stays, and not that of the account. */
function mergeDuplicates(notifications: readonly ClaimedNotification[]): ClaimedNotification[] {
  const manualNotifications = notifications.filter(
    (notification) => notification.manual_publishing,
  );
  const codes = new Set(manualNotifications.map(({ code }) => code));
  const posts = new Set(manualNotifications.map((notification) => notification.post_id));
  const last = new Map(
    notifications.map((notification) => [notification.post_id, notification.id]),
  );
  return notifications.flatMap((notification) => {
    if (notification.post_id === null) return codes.has(notification.code) ? [] : [notification];
    if (!posts.has(notification.post_id)) return [notification];
    return last.get(notification.post_id) === notification.id
      ? [{ ...notification, manual_publishing: true }]
      : [];
  });
}

/** A repeated email has the same Message-ID. */
function messageIdOf(notifications: readonly ClaimedNotification[]): string {
  const ids = notifications.map(({ id }) => id).toSorted();
  return `avisos.${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;
}
