import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import type { Graph } from '../graph/graph.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { createInsightSchedulesRepository } from './schedules.repository.ts';
import { createInsightsGraph } from './graph.ts';
import { createInsightsReader } from './reader.ts';
import { createInsightsRepository } from './insights.repository.ts';
import { createEnrolmentRepository } from './enrolment.repository.ts';

export type Insights = ReturnType<typeof createInsights>;

/** The next maintenance run finds the rest. */
const MAX_JOBS_PER_PASS = 200;

export function createInsights(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  graph: Graph;
  callLimiter: CallLimiter;
  accounts: Pick<InstagramAccounts, 'accountOf'>;
  publishing: Pick<InstagramPublishing, 'hasPermissions'>;
  log: Log;
  /** Those whose app asks for the permission; without it, no call is worth making. */
  insightLogins: readonly InstagramLogin[];
}) {
  const { database, jobs, graph, callLimiter } = deps;
  const insightSchedules = createInsightSchedulesRepository(database.db, deps.insightLogins);
  const enrolment = createEnrolmentRepository(database.db);
  const reading = createInsightsReader({
    ...deps,
    insightSchedules,
    repository: createInsightsRepository(database.db),
    insightsGraph: createInsightsGraph(graph, callLimiter),
  });

  return {
    async enqueueDue(): Promise<void> {
      if (deps.insightLogins.length === 0) return;
      await enrolment.enrolPublished();
      await insightSchedules.syncSchedules();
      const due = await insightSchedules.due(MAX_JOBS_PER_PASS);
      const data = due.map(({ connection_id: connectionId, workspace_id: group }) => ({
        data: { connectionId },
        key: connectionId,
        group,
      }));
      await jobs.send(database.db, 'insights', data);
    },

    /** Does nothing when no reading is due or another worker has the lease. */
    read: (connectionId: string) => reading.read(connectionId),

    stop: () => reading.stop(),
  };
}
