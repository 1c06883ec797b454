import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/env.ts';
import { INSIGHTS_SCOPE, readInstagramLimits, readScopes } from '../../platform/meta-settings.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { SAMPLE_ID, type MediaLinks } from '../../media/links.ts';
import { SAMPLE } from '../../media/uploads/sample.ts';
import type { Log } from '../../platform/log/log.ts';
import { createInstagramAccounts } from './accounts.ts';
import { createInstagramAuthorization } from './authorization.ts';
import { createCommentOffer } from './comment-offer.ts';
import { createAppThrottle } from '../graph/app-throttle.ts';
import { createInstagramLogin, type InstagramLoginSettings } from './instagram-login.ts';
import { createInstagramComments } from '../graph/comments.ts';
import { isUnlisted } from '../graph/errors.ts';
import { createGraph, type GraphCall, type MeasuredCall } from '../graph/graph.ts';
import { logins } from '../graph/logins.ts';
import { createInstagramLocations } from '../graph/locations.ts';
import { createInstagramPublishing } from '../graph/publishing.ts';
import { CALLBACK_PATH } from './instagram.routes.ts';
import { sendOverHttp, type Transport } from '../graph/transport.ts';
import { createVideoUpload } from '../graph/video-upload.ts';
import { createCallLimiter } from '../graph/call-limiter.ts';
import type { OnWrite } from '../graph/writer.ts';
import { toFacebookScopes } from '../tokens/permissions.rules.ts';

export type InstagramEnv = Pick<
  Env,
  | 'PUBLIC_URL'
  | 'META_GRAPH_URL'
  | 'META_DIALOG_URL'
  | 'META_UPLOAD_URL'
  | 'META_APP_ID'
  | 'META_APP_SECRET'
  | 'META_GRAPH_VERSION'
  | 'META_SCOPES'
  | 'META_LOGIN_CONFIG_ID'
  | 'INSTAGRAM_APP_ID'
  | 'INSTAGRAM_APP_SECRET'
  | 'INSTAGRAM_DIALOG_URL'
  | 'INSTAGRAM_TOKEN_URL'
  | 'INSTAGRAM_GRAPH_URL'
  | 'INSTAGRAM_SCOPES'
  | 'INSTAGRAM_HASHTAGS'
  | 'INSTAGRAM_TALL_PICTURES'
  | 'PUBLISH_GAP_SECONDS'
>;

export function createInstagram(deps: {
  env: InstagramEnv;
  database: Database;
  keyRing: KeyRing;
  clock: Clock;
  metrics: { recordGraphCall: (call: MeasuredCall) => void };
  recordCall: {
    instagram(hasAnswered: boolean): void;
    instagramWrite: OnWrite;
    unlistedCode(code: string): void;
  };
  log: Log;
  transport: Transport | undefined;
  links: Pick<MediaLinks, 'forContainer'>;
}) {
  const { env, clock, transport = sendOverHttp } = deps;
  const meta = {
    graphUrl: env.META_GRAPH_URL,
    instagramUrls: { graph: env.INSTAGRAM_GRAPH_URL, codes: env.INSTAGRAM_TOKEN_URL },
    dialogUrl: env.META_DIALOG_URL,
    version: env.META_GRAPH_VERSION,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
    scopes: readScopes(env.META_SCOPES),
    configId: env.META_LOGIN_CONFIG_ID,
  };
  const reportCode = (code: string | undefined) => {
    if (code !== undefined && isUnlisted(code)) deps.recordCall.unlistedCode(code);
  };
  const reportCall = (call: GraphCall) => {
    deps.metrics.recordGraphCall(call);
    deps.recordCall.instagram(call.isReachable);
    reportCode(call.errorCode);
  };
  const appThrottles = {
    facebook: createAppThrottle('facebook', deps),
    instagram: createAppThrottle('instagram', deps),
  };
  const graph = createGraph(meta, { clock, transport, onCall: reportCall, appThrottles });
  const callLimiter = createCallLimiter();
  const accounts = createInstagramAccounts(deps);
  const redirectUri = `${env.PUBLIC_URL}/api${CALLBACK_PATH}`;
  const authorization = createInstagramAuthorization(graph, meta, redirectUri, clock);
  const instagramLogin = readInstagramLogin(env);
  const loginFlows = {
    facebook: authorization,
    instagram: instagramLogin && createInstagramLogin(graph, instagramLogin, redirectUri, clock),
  };
  /** By the names of Facebook Login. */
  const requestedScopes = {
    facebook: meta.scopes,
    instagram: toFacebookScopes(readScopes(env.INSTAGRAM_SCOPES)),
  };
  return {
    graph,
    callLimiter,
    accounts,
    publishing: createInstagramPublishing(graph, callLimiter, {
      onWrite: deps.recordCall.instagramWrite,
      onContainerError: reportCode,
      sampleUrl: () => deps.links.forContainer(SAMPLE_ID, SAMPLE.contentType),
    }),
    sendVideo: createVideoUpload(env.META_UPLOAD_URL, {
      clock,
      transport,
      onCall: deps.metrics.recordGraphCall,
      log: deps.log,
    }),
    comments: createInstagramComments(graph, callLimiter),
    authorization,
    loginFlows,
    locations: createInstagramLocations({ ...deps, graph, callLimiter, accounts }),
    requestedScopes,
    appSecrets: { facebook: meta.appSecret, instagram: instagramLogin?.appSecret },
    commentOffer: createCommentOffer(
      requestedScopes,
      logins.filter((login) => loginFlows[login] !== undefined),
    ),
    insightLogins: logins.filter((login) => requestedScopes[login].includes(INSIGHTS_SCOPE)),
    instagramLimits: readInstagramLimits(env),
  };
}

/** Undefined when the installation does not offer Instagram Login. */
function readInstagramLogin(env: InstagramEnv): InstagramLoginSettings | undefined {
  const { INSTAGRAM_APP_ID: appId, INSTAGRAM_APP_SECRET: appSecret } = env;
  if (appId === undefined || appSecret === undefined) return undefined;
  const scopes = readScopes(env.INSTAGRAM_SCOPES);
  return { dialogUrl: env.INSTAGRAM_DIALOG_URL, appId, appSecret, scopes };
}
