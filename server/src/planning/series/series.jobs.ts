import { SERIES_STALLED } from '@pontual/contract/posts/issue-codes.ts';
import type { Database } from '../../platform/database/database.ts';
import { notify } from '../../notifications/notify.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { sendWakeUps } from '../../posts/editing/change.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { createUpcomingPosts } from './upcoming-posts.ts';
import { createSeriesRepository } from './series.repository.ts';

const BATCH_SIZE = 200;
const TITLE_MAX = 60;

export type SeriesPostCreator = ReturnType<typeof createSeriesPostCreator>;

/** Each series has its own transaction. */
export function createSeriesPostCreator(deps: {
  database: Database;
  ownerChanges: OwnerChanges;
  wakeUps: WakeUps;
}) {
  const { database, ownerChanges, wakeUps } = deps;

  async function processSeries(workspaceId: string, id: string): Promise<void> {
    const isChanged = await database.inTransaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const series = await createSeriesRepository(tx).lock(workspaceId, id);
      if (series === undefined) return false;
      const { createdCount, issue } = await createUpcomingPosts(tx, ownerChanges, series);
      // One notification per issue, again when it comes back: the stored code decides, not the key.
      if (issue === null || issue.code === series.issue_code) return createdCount > 0;
      const name = seriesTitle(series.content.caption);
      const { rule } = series;
      await notify(tx, { kind: SERIES_STALLED, workspaceId, name, rule, cause: issue.message });
      return true;
    });
    if (isChanged) sendWakeUps(wakeUps, workspaceId);
  }

  /** @throws AggregateError of the failed series; they do not delay the others */
  return async function createDuePosts(): Promise<void> {
    const repository = createSeriesRepository(database.db);
    const due = await repository.due(BATCH_SIZE);
    const failures: unknown[] = [];
    for (const { id, workspace_id: workspaceId } of due) {
      await processSeries(workspaceId, id).catch(async (error: unknown) => {
        failures.push(error);
        await repository.postpone(id);
      });
    }
    if (failures.length > 0) throw new AggregateError(failures, 'posts of series were not created');
  };
}

export function seriesTitle(caption: string): string {
  const [line = ''] = caption.trim().split('\n');
  return line === '' ? 'sem legenda' : line.slice(0, TITLE_MAX);
}
