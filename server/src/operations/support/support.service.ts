import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { replyBy } from '@pontual/contract/operations/support-categories.ts';
import type {
  SupportMessage,
  myMessages,
  supportStats,
} from '@pontual/contract/operations/support.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import { notify } from '../../notifications/notify.ts';
import { contentHash } from './content-hash.ts';
import {
  createSupportEmailsRepository,
  type SupportEmailRecipient,
} from './support-emails.repository.ts';
import { createSupportRepository } from './support.repository.ts';
import { findSpamMarks } from './support.rules.ts';

export type Support = ReturnType<typeof createSupport>;

export function createSupport(deps: {
  database: Database;
  /** SUPPORT_EMAIL; without it messages are only stored. */
  teamEmail: string | undefined;
  log: Log;
}) {
  const { database, teamEmail, log } = deps;
  const repository = createSupportRepository(database.db);

  return {
    async receive(
      message: SupportMessage,
      sender: { userId: string; workspaceId: string } | undefined,
      openFor: number | undefined,
    ): Promise<void> {
      const id = newId();
      const marks = findSpamMarks(message, openFor);
      const isNew = await database.inTransaction(async (tx) => {
        const own = createSupportRepository(tx);
        const isPriority =
          sender !== undefined &&
          limitsByPlan[await own.planOf(sender.workspaceId)].prioritySupport;
        const userId = sender?.userId ?? null;
        const contentSha256 = contentHash(message);
        // A suspected bot gets no acknowledgement, because the address may belong to a third party.
        const hasAcknowledgement =
          marks.length === 0 &&
          (await createSupportEmailsRepository(tx).mayAcknowledge(message.email));
        const facts = { id, userId, contentSha256, isPriority, marks, hasAcknowledgement };
        if (!(await own.insert({ ...message, ...facts }))) return false;
        const recipients: SupportEmailRecipient[] = [
          ...(teamEmail === undefined ? [] : (['team'] as const)),
          ...(hasAcknowledgement ? (['sender'] as const) : []),
        ];
        const kind = 'support-message-received';
        const events = recipients.map(
          (to) => ({ kind, messageId: id, to, userId, isPriority }) as const,
        );
        await notify(tx, ...events);
        return true;
      });
      if (!isNew) return;
      log.info({ messageId: id, marks }, 'a support message was received');
      if (teamEmail === undefined) {
        log.warn(
          { messageId: id },
          'a support message was stored but not forwarded: set SUPPORT_EMAIL',
        );
      }
    },

    async messages(userId: string): Promise<DataOf<typeof myMessages>['messages']> {
      const own = await repository.listByUser(userId);
      return own.map((message) => ({
        _id: message.id,
        category: message.category,
        subject: message.subject,
        message: message.message,
        email: message.email,
        state: message.isForwarded ? 'forwarded' : 'received',
        createdAt: message.createdAt.toISOString(),
        priority: message.isPriority,
        replyBy: replyBy(message.createdAt, message.isPriority).toISOString(),
      }));
    },

    async stats(userId: string): Promise<DataOf<typeof supportStats>> {
      const stats = {
        total: 0,
        byCategory: { geral: 0, agendamento: 0, conta: 0, planos: 0, tecnico: 0, instagram: 0 },
        byState: { received: 0, forwarded: 0 },
      };
      for (const { category, isForwarded, count } of await repository.countByUser(userId)) {
        stats.total += count;
        stats.byCategory[category] += count;
        stats.byState[isForwarded ? 'forwarded' : 'received'] += count;
      }
      return stats;
    },

    deleteOld: () => repository.deleteOld(),
  };
}
