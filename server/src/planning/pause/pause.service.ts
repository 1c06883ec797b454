import type { PauseState } from '@pontual/contract/planning/pause.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { restartFirstCommentTimers } from '../first-comments/first-comments.repository.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Notifications } from '../../notifications/notifications.service.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { sendWakeUps } from '../../posts/editing/change.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { pauseHoldNotification } from '../../publishing/pause-hold.ts';
import { createPauseControl } from '../../publishing/pause-control.ts';
import { checkSeriesNow } from '../series/series.repository.ts';
import { createPauseRepository } from './pause.repository.ts';

/** Pauses ended in one pass. */
const BATCH_SIZE = 200;

export type Pauses = ReturnType<typeof createPauses>;

/** Stopping everything that a workspace publishes, on any plan: it is a matter of safety. */
export function createPauses(deps: {
  database: Database;
  jobs: Jobs;
  notifications: Pick<Notifications, 'add'>;
  wakeUps: WakeUps;
}) {
  const { database, notifications, wakeUps } = deps;
  const pausing = createPauseControl(deps.jobs);
  const repository = createPauseRepository(database.db);

  async function state({ workspaceId }: Pick<Member, 'workspaceId'>): Promise<PauseState> {
    const { since, until, held, under_way: underWay } = await repository.findStatus(workspaceId);
    return {
      pause:
        since === null ? null : { since: since.toISOString(), until: until?.toISOString() ?? null },
      held,
      underWay,
    };
  }

  /** One that has come to its end by itself is told, if posts were held: nobody looked. */
  async function resume(workspaceId: string, isAutomatic: boolean): Promise<void> {
    await database.inTransaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      // Somebody may have put its end off since.
      if (isAutomatic && (await createPauseRepository(tx).findStatus(workspaceId)).since !== null)
        return;
      const ended = await pausing.resume(tx, workspaceId);
      // A day whose hour comes in the next minute would be left out.
      if (ended !== undefined) await checkSeriesNow(tx, workspaceId);
      if (ended !== undefined) await restartFirstCommentTimers(tx, workspaceId);
      if (ended !== undefined) await recordAudit(tx, { workspaceId, kind: 'publishing.resumed' });
      const [first] = ended?.heldPosts ?? [];
      if (isAutomatic && ended !== undefined && first !== undefined) {
        await notifications.add(tx, [pauseHoldNotification(first, ended.id)]);
      }
    });
    sendWakeUps(wakeUps, workspaceId);
  }

  return {
    state,

    /** @throws AppError SCHEDULED_TIME_PAST when it would end before it begins */
    async pause(member: Member, until: Date | null): Promise<PauseState> {
      const { workspaceId } = member;
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        if (until !== null && until <= (await databaseNow(tx))) {
          throw new AppError('SCHEDULED_TIME_PAST');
        }
        const { since } = await createPauseRepository(tx).findStatus(workspaceId);
        // What is left of one that has ended is put away first, with what it held.
        if (since === null) await pausing.resume(tx, workspaceId);
        if (since === null) await recordAudit(tx, { workspaceId, kind: 'publishing.paused' });
        await pausing.pause(tx, workspaceId, until);
      });
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        await pausing.checkDueSoon(tx, workspaceId);
      });
      sendWakeUps(wakeUps, workspaceId);
      return state(member);
    },

    /** Of no effect where nothing is paused. */
    async resume(member: Member): Promise<PauseState> {
      await resume(member.workspaceId, false);
      return state(member);
    },

    /** Resumes where the end that was set has come. */
    async endDue(): Promise<void> {
      for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
        const ended = await repository.findEnded(BATCH_SIZE);
        for (const workspaceId of ended) await resume(workspaceId, true);
        found = ended.length;
      }
    },
  };
}
