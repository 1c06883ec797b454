import { sayRule } from '@pontual/contract/series-dates.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Notices } from '../notices/notices.ts';
import type { Nudges } from '../nudges.ts';
import { announce } from '../posts/posts.change.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { makeAhead } from './series.making.ts';
import { createSeriesRepository } from './series.repository.ts';

/** Looked at in one pass: the next one finds the others. */
const TOGETHER = 200;
/** Of a caption, for whoever reads of its series. */
const TITLE_MAX = 60;

/** Nothing in the mail says it by a post. */
export const SERIES_STALLED = 'series-stalled';

export type SeriesSweep = ReturnType<typeof createSeriesSweep>;

/** Makes the posts of series ahead of their hours, each series in a transaction of its own. */
export function createSeriesSweep(deps: {
  database: Database;
  ownerChanges: OwnerChanges;
  notices: Pick<Notices, 'add'>;
  nudges: Nudges;
}) {
  const { database, ownerChanges, notices, nudges } = deps;

  async function look(workspaceId: string, id: string): Promise<void> {
    const isChanged = await database.inTransaction(async (tx) => {
      await holdWorkspace(tx, workspaceId);
      const series = await createSeriesRepository(tx).lock(workspaceId, id);
      if (series === undefined) return false;
      const { made, problem } = await makeAhead(tx, ownerChanges, series);
      // Told once for each time that something comes in the way.
      if (problem === null || problem.code === series.problem_code) return made > 0;
      await notices.add(tx, [
        {
          workspaceId,
          postId: null,
          dedupeKey: `series:${newId()}`,
          code: SERIES_STALLED,
          message: `O post “${titleOf(series.content.caption)}”, que se repete ${sayRule(series.rule)}, parou. ${problem.message}`,
          action: 'wait',
        },
      ]);
      return true;
    });
    if (isChanged) announce(nudges, workspaceId);
  }

  /** @throws AggregateError of those that failed; none keeps the others waiting */
  return async function makeDue(): Promise<void> {
    const repository = createSeriesRepository(database.db);
    const due = await repository.due(TOGETHER);
    const failures: unknown[] = [];
    for (const { id, workspace_id: workspaceId } of due) {
      await look(workspaceId, id).catch(async (error: unknown) => {
        failures.push(error);
        await repository.putOff(id);
      });
    }
    if (failures.length > 0) throw new AggregateError(failures, 'series were not made ahead');
  };
}

/** By which its owner knows it. */
export function titleOf(caption: string): string {
  const [line = ''] = caption.trim().split('\n');
  return line === '' ? 'sem legenda' : line.slice(0, TITLE_MAX);
}
