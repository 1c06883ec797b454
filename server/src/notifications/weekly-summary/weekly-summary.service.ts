import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { EmailKind } from '../../platform/mail/emails.ts';
import { notify } from '../notify.ts';
import { composeWeeklySummary } from './weekly-summary.presenter.ts';
import { createWeeklyRepository } from './weekly-summary.repository.ts';
import { lastSummary, nextSummary, summaryBefore } from './weekly-summary.rules.ts';

/** A later summary is not sent. */
const MAX_DELAY_MS = 24 * 3_600_000;
const BATCH_SIZE = 1000;

const spanOf = (week: Date) => ({ from: summaryBefore(week), week, to: nextSummary(week) });

/** `week` is the instant from which on the summary is sent. */
const summaryContent = z.object({ userId: z.uuid(), week: z.coerce.date() });

export function createWeeklySummaries({ database }: { database: Database }) {
  const repository = createWeeklyRepository(database.db);
  return {
    /** Returns after how many ms the next summaries are due. */
    async enqueueDue(): Promise<number> {
      const now = await repository.now();
      const week = lastSummary(now);
      const remainingMs = MAX_DELAY_MS - (now.getTime() - week.getTime());
      if (remainingMs > 0) {
        const users = await repository.listDueUsers(spanOf(week));
        const lifetimeSeconds = remainingMs / 1000;
        const kind = 'weekly-summary-due';
        for (let index = 0; index < users.length; index += BATCH_SIZE) {
          const events = users
            .slice(index, index + BATCH_SIZE)
            .map((userId) => ({ kind, userId, week, lifetimeSeconds }) as const);
          await notify(database.db, ...events);
        }
      }
      return nextSummary(week).getTime() - now.getTime();
    },

    deleteOld: () => repository.deleteOld(),
  };
}

export function createWeeklySummaryEmail(deps: {
  database: Database;
  publicUrl: string;
}): EmailKind {
  const { database, publicUrl } = deps;
  const repository = createWeeklyRepository(database.db);
  return {
    async build(content) {
      const { userId, week } = summaryContent.parse(content);
      const email = await repository.findRecipient(userId);
      const posts = email === undefined ? [] : await repository.posts(userId, spanOf(week));
      if (email === undefined || posts.length === 0) return { emails: [] };
      return {
        emails: [{ to: [email], ...composeWeeklySummary(posts, publicUrl) }],
        async record(tx, { areSent }) {
          if (areSent) await createWeeklyRepository(tx).recordSent(userId, week);
        },
      };
    },
  };
}
