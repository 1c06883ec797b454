import type { FencedPost } from './fenced-post.ts';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createRecordMetrics } from './record-metrics.ts';
import type { PublicationWriter, WorkerFinding, WrittenPublication } from './publication-writer.ts';
import { writePublished } from './claim-and-record.ts';
import type { Observe } from '../observe.ts';
import type { Publication } from '../state.ts';

/** Publications must not wait for the other transitions. */
const TRANSACTION_SIZE = 50;

export type Recorder = ReturnType<typeof createRecorder>;

/** Each transition is atomic and releases its lease; one with an outdated fence changes nothing. */
export function createRecorder(deps: {
  database: Database;
  publicationWriter: PublicationWriter;
  accounts: Pick<InstagramAccounts, 'throttle'>;
  wakeUps: WakeUps;
  observe: Observe;
  metrics: Pick<Metrics, 'recordPublished' | 'recordPostEnded'>;
  log: Log;
}) {
  const { database, publicationWriter, accounts, wakeUps, observe } = deps;
  const recordMetrics = createRecordMetrics(deps);

  /** @returns the publications that were written, but not those whose call has succeeded */
  async function recordAll(findings: readonly WorkerFinding[]): Promise<Publication[]> {
    const succeeded = findings.flatMap(({ post, event }) =>
      event.kind === 'call_succeeded'
        ? [{ id: post.id, fence: post.fence, media_id: event.mediaId }]
        : [],
    );
    const others = findings.filter(({ event }) => event.kind !== 'call_succeeded');
    const publishedPosts = await writePublished(database.db, succeeded);
    publishedPosts.forEach(recordMetrics.countPublished);
    wakeWorkspaces(publishedPosts.map((post) => post.workspace_id));
    const publications: Publication[] = [];
    for (let index = 0; index < others.length; index += TRANSACTION_SIZE) {
      const written = await writeOthers(others.slice(index, index + TRANSACTION_SIZE));
      publications.push(...written.map(({ publication }) => publication));
      wakeUps.recheckDue();
    }
    for (const { post } of findings) await observe('recorded', post.id);
    return publications;
  }

  async function writeOthers(findings: readonly WorkerFinding[]): Promise<WrittenPublication[]> {
    const written = await database.inTransaction((tx) =>
      publicationWriter.applyByWorker(tx, findings),
    );
    for (const effect of written.flatMap(({ effects }) => effects)) {
      if (effect.kind !== 'block_account') continue;
      const { account: igUserId, code, ms } = effect;
      await accounts.throttle({ igUserId }, { reason: 'blocked', code }, ms);
    }
    recordMetrics.countTransitions(written);
    wakeWorkspaces(
      written.filter(isVisible).map(({ publication }) => publication.post.workspaceId),
    );
    return written;
  }

  const wakeWorkspaces = (workspaceIds: readonly string[]): void =>
    wakeUps.send(
      [...new Set(workspaceIds)].map((workspaceId) => ({ topic: 'posts', workspaceId })),
    );

  return {
    recordAll,
    /** @returns undefined when the event no longer concerns the post, or its call has succeeded */
    record: async (post: FencedPost, event: WorkerFinding['event']) =>
      (await recordAll([{ post, event }]))[0],
  };
}

/** A post whose outcome is to be found out looks like one that is being published. */
const isVisible = ({ before, publication }: WrittenPublication): boolean =>
  publication.state.kind !== 'reconciling' || before.state.kind === 'reconciling';
