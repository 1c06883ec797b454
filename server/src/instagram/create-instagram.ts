import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import { createInstagramAccounts } from './instagram.accounts.ts';
import { createInstagramAuthorization } from './instagram.authorization.ts';
import { createInstagramComments } from './instagram.comments.ts';
import { createGraph, type GraphCall } from './instagram.graph.ts';
import { createInstagramLocations } from './instagram.locations.ts';
import { createInstagramPublishing } from './instagram.publishing.ts';
import { CALLBACK_PATH } from './instagram.routes.ts';
import type { Transport } from './instagram.transport.ts';
import { createCallLimiter } from './instagram.call-limiter.ts';
import type { OnWrite } from './instagram.writer.ts';

export type InstagramEnv = Pick<
  Env,
  'PUBLIC_URL' | 'META_GRAPH_URL' | 'META_DIALOG_URL' | 'META_APP_ID' | 'META_APP_SECRET'
>;

/** Instagram, and the accounts that are connected there. */
export function createInstagram(deps: {
  env: InstagramEnv;
  database: Database;
  keyRing: KeyRing;
  clock: Clock;
  metrics: { recordGraphCall(call: GraphCall): void };
  recordCall: {
    instagram(hasAnswered: boolean): void;
    instagramWrite: OnWrite;
  };
  log: Log;
  /** In place of the network. */
  transport: Transport | undefined;
}) {
  const { env, clock } = deps;
  const meta = {
    graphUrl: env.META_GRAPH_URL,
    dialogUrl: env.META_DIALOG_URL,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
  };
  const reportCall = (call: GraphCall) => {
    deps.metrics.recordGraphCall(call);
    deps.recordCall.instagram(call.isReachable);
  };
  const graph = createGraph(meta, { clock, transport: deps.transport, onCall: reportCall });
  const callLimiter = createCallLimiter();
  const accounts = createInstagramAccounts(deps);
  const redirectUri = `${env.PUBLIC_URL}/api${CALLBACK_PATH}`;
  return {
    graph,
    callLimiter,
    accounts,
    publishing: createInstagramPublishing(graph, callLimiter, deps.recordCall.instagramWrite),
    comments: createInstagramComments(graph, callLimiter),
    authorization: createInstagramAuthorization(graph, meta, redirectUri, clock),
    locations: createInstagramLocations({ ...deps, graph, callLimiter, accounts }),
    metaAppSecret: meta.appSecret,
  };
}
