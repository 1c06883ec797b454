import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { replyBy } from '@pontual/contract/operations/support-categories.ts';
import type {
  SupportMessage,
  myMessages,
  supportStats,
} from '@pontual/contract/operations/support.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SupportEmailKind } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { contentHash } from './content-hash.ts';
import { createSupportEmailsRepository } from './support-emails.repository.ts';
import { createSupportDelivery, emailJob } from './delivery.ts';
import { createSupportRepository } from './support.repository.ts';
import { findSpamMarks } from './support.rules.ts';

export type Support = ReturnType<typeof createSupport>;

export function createSupport(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  /** SUPPORT_EMAIL; without it messages are only stored. */
  teamEmail: string | undefined;
  log: Log;
}) {
  const { database, jobs, teamEmail, log } = deps;
  const repository = createSupportRepository(database.db);
  const delivery = createSupportDelivery(deps);

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
        if (!(await own.insert({ ...message, id, userId, contentSha256, isPriority, marks }))) {
          return false;
        }
        const emails = createSupportEmailsRepository(tx);
        // A suspected bot gets no acknowledgement, because the address may belong to a third party.
        const isAcknowledged = marks.length === 0 && (await emails.mayAcknowledge(message.email));
        const kinds: SupportEmailKind[] = [
          ...(teamEmail === undefined ? [] : (['team'] as const)),
          ...(isAcknowledged ? (['sender'] as const) : []),
        ];
        await emails.insert(id, kinds);
        await jobs.send(
          tx,
          'support-email',
          kinds.map((kind) => emailJob(id, kind, isPriority)),
        );
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

    deliver: delivery.deliver,
    deliverOverdue: delivery.deliverOverdue,

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
