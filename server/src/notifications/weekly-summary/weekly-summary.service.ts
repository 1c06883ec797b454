import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { composeWeeklySummary } from './weekly-summary.presenter.ts';
import { createWeeklyRepository } from './weekly-summary.repository.ts';
import { lastSummary, nextSummary, summaryBefore } from './weekly-summary.rules.ts';

export type WeeklySummaries = ReturnType<typeof createWeeklySummaries>;

/** A later summary is not sent. */
const MAX_DELAY_MS = 24 * 3_600_000;

const spanOf = (week: Date) => ({ from: summaryBefore(week), week, to: nextSummary(week) });

export function createWeeklySummaries(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, jobs, mailer, publicUrl, log } = deps;
  const repository = createWeeklyRepository(database.db);

  return {
    /** Returns after how many ms the next summaries are due. */
    async enqueueDue(): Promise<number> {
      const now = await repository.now();
      const week = lastSummary(now);
      if (now.getTime() - week.getTime() < MAX_DELAY_MS) {
        const users = await repository.listDueUsers(spanOf(week));
        await jobs.send(
          database.db,
          'weekly-summary',
          users.map((userId) => ({ data: { userId, week: week.toISOString() }, key: userId })),
        );
      }
      return nextSummary(week).getTime() - now.getTime();
    },

    /** An email that is repeated after a crash has the same Message-ID. */
    async deliver(userId: string, week: Date): Promise<void> {
      const recipient = await repository.claim(userId, week);
      if (recipient === undefined) return;
      try {
        const posts = await repository.posts(userId, spanOf(week));
        const messageId = `semana.${userId}.${week.getTime()}`;
        if (posts.length > 0) {
          await mailer.send({
            to: [recipient.email],
            messageId,
            ...composeWeeklySummary(posts, publicUrl),
          });
        }
      } catch (error) {
        await repository.release(userId, week);
        throw error;
      }
      await repository.markSent(userId, week);
      log.info({ userId }, 'a user was sent the summary of the week');
    },

    deleteOld: () => repository.deleteOld(),
  };
}
