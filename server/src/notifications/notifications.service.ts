import { createHash } from 'node:crypto';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { composeNotificationEmail, type EmailLinks } from './notifications.presenter.ts';
import { groupByRecipients } from './notifications.rules.ts';
import {
  createNotificationsRepository,
  type NewNotification,
  type ClaimedNotification,
} from './notifications.repository.ts';

export type Notifications = ReturnType<typeof createNotifications>;

/** One per outcome; those of the same moment are combined. */
export function createNotifications(
  deps: EmailLinks & {
    database: Database;
    jobs: Pick<Jobs, 'send'>;
    mailer: Pick<Mailer, 'send'>;
    log: Log;
  },
) {
  const { database, jobs, mailer, log } = deps;
  const repository = createNotificationsRepository(database.db);

  async function sendEmails(
    workspaceId: string,
    notifications: readonly ClaimedNotification[],
  ): Promise<void> {
    const current = mergeDuplicates(
      notifications.filter((notification) => !notification.is_overtaken),
    );
    if (current.length === 0) return;
    const emails = groupByRecipients(current, await repository.recipients(workspaceId));
    for (const { to, notifications } of emails) {
      await mailer.send({
        to,
        messageId: messageIdOf(notifications),
        ...composeNotificationEmail(notifications, deps),
      });
    }
    if (emails.length === 0) return;
    log.info({ workspaceId, notifications: current.length }, 'a workspace was notified by email');
  }

  return {
    async add(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
      if (notifications.length === 0) return;
      const inserted = await createNotificationsRepository(tx).insert(notifications);
      const emailJobs = inserted.map(({ workspace_id: workspaceId, notify_at: startAfter }) => ({
        data: { workspaceId },
        startAfter,
      }));
      await jobs.send(tx, 'mail', emailJobs);
    },

    /**
     * A lease protects the notifications, because no transaction may wait for a mail server. After a crash
     * the email is repeated with the same Message-ID: a duplicate warning is less harmful than a lost one.
     */
    async deliver(workspaceId: string): Promise<void> {
      const notifications = await repository.claim(workspaceId);
      const ids = notifications.map(({ id }) => id);
      const recheckAt = await repository.otherClaimsUntil(workspaceId, ids);
      if (recheckAt !== undefined) {
        const recheckJob = { data: { workspaceId }, startAfter: recheckAt };
        await jobs.send(database.db, 'mail', [recheckJob]);
      }
      if (ids.length === 0) return;
      try {
        await sendEmails(workspaceId, notifications);
      } catch (error) {
        await repository.release(ids);
        throw error;
      }
      await repository.markSent(ids);
    },

    /** A long outage of the mail server may have failed their job. Too old ones are only marked as sent. */
    async deliverOverdue(): Promise<void> {
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'mail',
        waiting.map((workspaceId) => ({ data: { workspaceId } })),
      );
    },

    deleteOld: () => repository.deleteOld(),
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
