import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import { createInstagramAccounts } from './instagram.accounts.ts';
import { createInstagramAuthorization } from './instagram.authorization.ts';
import { createInstagramComments } from './instagram.comments.ts';
import { createGraph, type GraphCall } from './instagram.graph.ts';
import { createInstagramPlaces } from './instagram.places.ts';
import { createInstagramPublishing } from './instagram.publishing.ts';
import { CALLBACK_PATH } from './instagram.routes.ts';
import type { Transport } from './instagram.transport.ts';
import { createTurns } from './instagram.turns.ts';
import type { OnWrite } from './instagram.writing.ts';

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
  metrics: { graphCalled(call: GraphCall): void };
  met: {
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
  const heard = (call: GraphCall) => {
    deps.metrics.graphCalled(call);
    deps.met.instagram(call.wasThere);
  };
  const graph = createGraph(meta, { clock, transport: deps.transport, heard });
  const turns = createTurns();
  const accounts = createInstagramAccounts(deps);
  const callback = `${env.PUBLIC_URL}/api${CALLBACK_PATH}`;
  return {
    graph,
    turns,
    accounts,
    publishing: createInstagramPublishing(graph, turns, deps.met.instagramWrite),
    comments: createInstagramComments(graph, turns),
    authorization: createInstagramAuthorization(graph, meta, callback, clock),
    places: createInstagramPlaces({ ...deps, graph, turns, accounts }),
    metaAppSecret: meta.appSecret,
  };
}
