import type { PauseState } from '@pontual/contract/pause.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import { renewFirstComments } from '../comments/first-comments.repository.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Notices } from '../notices/notices.ts';
import type { Nudges } from '../nudges.ts';
import { announce } from '../posts/posts.change.ts';
import { databaseNow, holdWorkspace } from '../posts/posts.limits.ts';
import { heldNotice } from '../publishing/holding.ts';
import { createPausing } from '../publishing/pausing.ts';
import { lookAtSeriesNow } from '../series/series.repository.ts';
import { createPauseRepository } from './pause.repository.ts';

/** Pauses ended in one pass. */
const TOGETHER = 200;

export type Pauses = ReturnType<typeof createPauses>;

/** Stopping everything that a workspace publishes, on any plan: it is a matter of safety. */
export function createPauses(deps: {
  database: Database;
  jobs: Jobs;
  notices: Pick<Notices, 'add'>;
  nudges: Nudges;
}) {
  const { database, notices, nudges } = deps;
  const pausing = createPausing(deps.jobs);
  const repository = createPauseRepository(database.db);

  async function state({ workspaceId }: Pick<Member, 'workspaceId'>): Promise<PauseState> {
    const { since, until, held, under_way: underWay } = await repository.standing(workspaceId);
    return {
      pause:
        since === null ? null : { since: since.toISOString(), until: until?.toISOString() ?? null },
      held,
      underWay,
    };
  }

  /** One that has come to its end by itself is told, if posts were held: nobody looked. */
  async function resume(workspaceId: string, isTold: boolean): Promise<void> {
    await database.inTransaction(async (tx) => {
      await holdWorkspace(tx, workspaceId);
      // Somebody may have put its end off since.
      if (isTold && (await createPauseRepository(tx).standing(workspaceId)).since !== null) return;
      const ended = await pausing.resume(tx, workspaceId);
      // A day whose hour comes in the next minute would be left out.
      if (ended !== undefined) await lookAtSeriesNow(tx, workspaceId);
      if (ended !== undefined) await renewFirstComments(tx, workspaceId);
      if (ended !== undefined) await writeAct(tx, { workspaceId, kind: 'publishing.resumed' });
      const [first] = ended?.held ?? [];
      if (isTold && ended !== undefined && first !== undefined) {
        await notices.add(tx, [heldNotice(first, ended.id)]);
      }
    });
    announce(nudges, workspaceId);
  }

  return {
    state,

    /** @throws AppError SCHEDULED_TIME_PAST when it would end before it begins */
    async pause(member: Member, until: Date | null): Promise<PauseState> {
      const { workspaceId } = member;
      await database.inTransaction(async (tx) => {
        await holdWorkspace(tx, workspaceId);
        if (until !== null && until <= (await databaseNow(tx))) {
          throw new AppError('SCHEDULED_TIME_PAST');
        }
        const { since } = await createPauseRepository(tx).standing(workspaceId);
        // What is left of one that has ended is put away first, with what it held.
        if (since === null) await pausing.resume(tx, workspaceId);
        if (since === null) await writeAct(tx, { workspaceId, kind: 'publishing.paused' });
        await pausing.pause(tx, workspaceId, until);
      });
      await database.inTransaction(async (tx) => {
        await holdWorkspace(tx, workspaceId);
        await pausing.tellNear(tx, workspaceId);
      });
      announce(nudges, workspaceId);
      return state(member);
    },

    /** Of no effect where nothing is paused. */
    async resume(member: Member): Promise<PauseState> {
      await resume(member.workspaceId, false);
      return state(member);
    },

    /** Resumes where the end that was set has come. */
    async endDue(): Promise<void> {
      for (let found = TOGETHER; found === TOGETHER;) {
        const ended = await repository.ended(TOGETHER);
        for (const workspaceId of ended) await resume(workspaceId, true);
        found = ended.length;
      }
    },
  };
}
