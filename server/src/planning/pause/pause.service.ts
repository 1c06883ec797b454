import type { PauseState } from '@pontual/contract/planning/pause.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { restartFirstCommentTimers } from '../first-comments/first-comments.repository.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { notify } from '../../notifications/notify.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { sendWakeUps } from '../../posts/editing/change.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { pauseHoldNotification } from '../../publishing/transitions/decision-notifications.ts';
import { createPauseControl } from '../../publishing/changes/pause-control.ts';
import type { PublicationWriter } from '../../publishing/store/publication-writer.ts';
import { checkSeriesNow } from '../series/series.repository.ts';
import { createPauseRepository } from './pause.repository.ts';

const BATCH_SIZE = 200;

export type Pauses = ReturnType<typeof createPauses>;

/** Available on every plan, because it is a safety feature. */
export function createPauses(deps: {
  database: Database;
  publicationWriter: PublicationWriter;
  wakeUps: WakeUps;
}) {
  const { database, wakeUps } = deps;
  const pausing = createPauseControl(deps.publicationWriter);
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

  /** An automatic end notifies the owner when posts were missed, because no user triggered it. */
  async function resume(workspaceId: string, isAutomatic: boolean): Promise<void> {
    await database.inTransaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      // The end of the pause may have been moved since.
      if (isAutomatic && (await createPauseRepository(tx).findStatus(workspaceId)).since !== null)
        return;
      const ended = await pausing.resume(tx, workspaceId);
      // Otherwise the series would skip a day whose due time is in the next minute.
      if (ended !== undefined) await checkSeriesNow(tx, workspaceId);
      if (ended !== undefined) await restartFirstCommentTimers(tx, workspaceId);
      if (ended !== undefined) await recordAudit(tx, { workspaceId, kind: 'publishing.resumed' });
      const [first] = ended?.heldPosts ?? [];
      if (isAutomatic && ended !== undefined && first !== undefined) {
        await notify(tx, pauseHoldNotification(first, ended.id));
      }
    });
    sendWakeUps(wakeUps, workspaceId);
  }

  return {
    state,

    /** @throws AppError SCHEDULED_TIME_PAST when the end is not in the future */
    async pause(member: Member, until: Date | null): Promise<PauseState> {
      const { workspaceId } = member;
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        if (until !== null && until <= (await databaseNow(tx))) {
          throw new AppError('SCHEDULED_TIME_PAST');
        }
        const { since } = await createPauseRepository(tx).findStatus(workspaceId);
        // A former pause that has ended is completed first, with its missed posts.
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

    async resume(member: Member): Promise<PauseState> {
      await resume(member.workspaceId, false);
      return state(member);
    },

    async endDue(): Promise<void> {
      for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
        const ended = await repository.findEnded(BATCH_SIZE);
        for (const workspaceId of ended) await resume(workspaceId, true);
        found = ended.length;
      }
    },
  };
}
