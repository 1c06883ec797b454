import type { Series } from '@pontual/contract/planning/series.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MediaLinks } from '../../media/links.ts';
import { sendWakeUps, type ChangeDependencies } from '../../posts/editing/change.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createSeriesRepository, listSeriesRows, type SeriesListRow } from './series.repository.ts';
import { seriesTitle } from './series.jobs.ts';

export type SeriesService = ReturnType<typeof createSeriesService>;

export function createSeriesService(
  deps: Pick<ChangeDependencies, 'database' | 'wakeUps'> & { links: Pick<MediaLinks, 'forOwner'> },
) {
  const { database, wakeUps, links } = deps;

  const present = (row: SeriesListRow): Series => ({
    _id: row.id,
    rule: row.rule,
    minute: row.minute,
    firstOn: row.first_on,
    until: row.last_on,
    mediaType: row.media_type,
    caption: row.content.caption,
    // An empty string means that the account was deleted and none is confirmed.
    instagramAccountId: row.account || null,
    thumbnailUrl: row.thumbnail_of === null ? null : links.forOwner(row.thumbnail_of, 'thumbnail'),
    next: row.next.map(({ postId, at }) => ({ postId, at: new Date(at).toISOString() })),
    issue: row.issue_message,
  });

  return {
    async list({ workspaceId }: Member): Promise<Series[]> {
      return (await listSeriesRows(database.db, workspaceId)).map(present);
    },

    /** @throws AppError NOT_FOUND, for an ended series, too */
    async stop({ workspaceId }: Member, id: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const repository = createSeriesRepository(tx);
        const series = await repository.lock(workspaceId, id);
        if (series === undefined) throw new AppError('NOT_FOUND');
        const detail = { caption: seriesTitle(series.content.caption) };
        await recordAudit(tx, { workspaceId, kind: 'series.stopped', detail });
        await repository.end(id);
      });
      sendWakeUps(wakeUps, workspaceId);
    },
  };
}
