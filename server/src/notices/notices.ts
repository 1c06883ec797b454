import { createHash } from 'node:crypto';
import type { Database, Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import { composeMail, type MailTargets } from './notices.mail.ts';
import { lettersFor } from './notices.rules.ts';
import { createNoticesRepository, type Notice, type NoticeInHand } from './notices.repository.ts';

export type Notices = ReturnType<typeof createNotices>;

/** What an owner is told by mail: once for each outcome, and what happens together, together. */
export function createNotices(
  deps: MailTargets & {
    database: Database;
    jobs: Pick<Jobs, 'send'>;
    mailer: Pick<Mailer, 'send'>;
    log: Log;
  },
) {
  const { database, jobs, mailer, log } = deps;
  const repository = createNoticesRepository(database.db);

  async function tell(workspaceId: string, notices: readonly NoticeInHand[]): Promise<void> {
    const news = withoutTwins(notices.filter((notice) => !notice.is_overtaken));
    if (news.length === 0) return;
    const letters = lettersFor(news, await repository.recipients(workspaceId));
    for (const { to, wanted } of letters) {
      await mailer.send({ to, messageId: nameOf(wanted), ...composeMail(wanted, deps) });
    }
    if (letters.length === 0) return;
    log.info({ workspaceId, notices: news.length }, 'a workspace was told by mail');
  }

  return {
    /** Writes down what is to be told, in the transaction in which it happened. */
    async add(tx: Tx, notices: readonly Notice[]): Promise<void> {
      if (notices.length === 0) return;
      const told = await createNoticesRepository(tx).insert(notices);
      const mails = told.map(({ workspace_id: workspaceId, tell_at: startAfter }) => ({
        data: { workspaceId },
        startAfter,
      }));
      await jobs.send(tx, 'mail', mails);
    },

    /**
     * Tells a workspace everything that it was not told yet, in one mail. The notices are held by a
     * lease while the mail is under way, for no transaction may wait for a mail server. A delivery
     * that dies between sending and marking repeats the mail after the lease, with the same
     * Message-ID: a warning told twice does less harm than one that is lost.
     */
    async deliver(workspaceId: string): Promise<void> {
      const notices = await repository.take(workspaceId);
      const ids = notices.map(({ id }) => id);
      const lookAgain = await repository.othersUntil(workspaceId, ids);
      if (lookAgain !== undefined) {
        const again = { data: { workspaceId }, startAfter: lookAgain };
        await jobs.send(database.db, 'mail', [again]);
      }
      if (ids.length === 0) return;
      try {
        await tell(workspaceId, notices);
      } catch (error) {
        await repository.putBack(ids);
        throw error;
      }
      await repository.markSent(ids);
    },

    /**
     * Has told what the job that should have told it could not: the mail server was long away. What
     * is no news any more is only put away.
     */
    async deliverOverdue(): Promise<void> {
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'mail',
        waiting.map((workspaceId) => ({ data: { workspaceId } })),
      );
    },

    /** Deletes what was told long ago. */
    forgetOld: () => repository.forgetOld(),
  };
}

/**
 * One failure is told once: the account's trouble by the posts that it keeps from going out, and a post
 * that came to its end before it was told as late by its end, which then says how to publish it by hand.
 */
function withoutTwins(notices: readonly NoticeInHand[]): NoticeInHand[] {
  const planB = notices.filter((notice) => notice.plan_b);
  const codes = new Set(planB.map(({ code }) => code));
  const posts = new Set(planB.map((notice) => notice.post_id));
  const last = new Map(notices.map((notice) => [notice.post_id, notice.id]));
  return notices.flatMap((notice) => {
    if (notice.post_id === null) return codes.has(notice.code) ? [] : [notice];
    if (!posts.has(notice.post_id)) return [notice];
    return last.get(notice.post_id) === notice.id ? [{ ...notice, plan_b: true }] : [];
  });
}

/** The same for the same notices. */
function nameOf(notices: readonly NoticeInHand[]): string {
  const ids = notices.map(({ id }) => id).toSorted();
  return `avisos.${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;
}
