import { isDeepStrictEqual } from 'node:util';
import {
  consentKey,
  INSTAGRAM_LOGIN_META,
  SAMPLE_SCHEDULE_META,
  SITE_META,
  WITHOUT_GOOGLE_META,
  type Site,
} from '@pontual/contract/shared/page-meta.ts';
import {
  documentedLimits,
  INSTAGRAM_LIMITS_META,
} from '@pontual/contract/shared/instagram-limits.ts';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { pt } from 'zod/locales';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId } from '../platform/ids.ts';
import { registerUserRoutes } from '../identity/users/user.routes.ts';
import { registerAnalyticsRoutes } from '../reporting/analytics/analytics.routes.ts';
import { registerBillingRoutes } from '../billing/billing.routes.ts';
import { registerApprovalsRoutes } from '../planning/approvals/approvals.routes.ts';
import { registerFirstCommentsRoutes } from '../planning/first-comments/first-comments.routes.ts';
import { registerDuplicatesRoutes } from '../planning/duplicates/duplicates.routes.ts';
import { registerHashtagGroupsRoutes } from '../posts/hashtags/hashtag-groups.routes.ts';
import { registerLocationsRoutes } from '../posts/locations/locations.routes.ts';
import { registerAuthRoutes } from '../identity/sign-in/auth.routes.ts';
import { registerBulkRoutes } from '../planning/bulk/bulk.routes.ts';
import { registerPasswordResetRoutes } from '../identity/sign-in/password-reset.routes.ts';
import { registerDeletionRoutes } from '../privacy/deletion/deletion.routes.ts';
import { registerExportDownload, registerExportRoutes } from '../privacy/export/export.routes.ts';
import { registerGoogleRoutes } from '../identity/google/google.routes.ts';
import { registerDeletionStatusRoutes } from '../privacy/deletion/status.routes.ts';
import type { Authenticators } from '../platform/http/authentication.ts';
import { openapi } from '../public-api/openapi/openapi.ts';
import { registerOpenapiDocument } from '../public-api/openapi/openapi.routes.ts';
import { createApiBudget } from '../platform/http/api-budget.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  type ConnectionLimits,
} from '../platform/http/connection-limits.ts';
import { BODY_LIMITS, limitBodies, type BodyLimits } from '../platform/http/body-limits.ts';
import { compressJson } from '../platform/http/compress.ts';
import { endConnectionsWhile } from '../platform/http/draining.ts';
import { createErrorHandler } from '../platform/http/error-handler.ts';
import { registerRequestLog } from '../platform/http/request-log.ts';
import { registerEvents } from '../platform/http/events.routes.ts';
import { registerHealth } from '../operations/health/health.routes.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { ApiRouter } from '../platform/http/serve.ts';
import { registerWeb } from '../platform/http/web.routes.ts';
import { registerInstagramRoutes } from '../instagram/connection/instagram.routes.ts';
import { registerMetaCallbacks } from '../instagram/meta/meta.routes.ts';
import { registerMcp } from '../public-api/mcp/mcp.routes.ts';
import { registerMediaRoutes } from '../media/media.routes.ts';
import { registerUploads } from '../media/uploads/uploads.routes.ts';
import { registerIssuesRoutes } from '../posts/issues/issues.routes.ts';
import { registerPauseRoutes } from '../planning/pause/pause.routes.ts';
import { registerMemberRoutes } from '../identity/members/members.routes.ts';
import { registerManualPublishingRoutes } from '../planning/manual-publishing/manual-publishing.routes.ts';
import { registerPostsRoutes } from '../posts/listing/posts.routes.ts';
import { registerIntegrationsRoutes } from '../public-api/integrations.routes.ts';
import { registerPushRoutes } from '../notifications/push/push.routes.ts';
import { registerQueueRoutes } from '../planning/queue/queue.routes.ts';
import { registerReportsRoutes } from '../reporting/reports/reports.routes.ts';
import { registerSeriesRoutes } from '../planning/series/series.routes.ts';
import type { Services } from './services.ts';
import { createOperatorRenderer } from '../operations/operator/operator-page.ts';
import { registerOperator } from '../operations/operator/operator.routes.ts';
import { registerStatusRoutes } from '../operations/status/status.routes.ts';
import { registerSupportRoutes } from '../operations/support/support.routes.ts';
import { registerMediaLibraryRoutes } from '../posts/media-library/media-library.routes.ts';
import { registerTemplatesRoutes } from '../posts/templates/templates.routes.ts';

// Zod's own messages are in Portuguese, like those of the contract.
z.config(pt());

const MAX_JSON_BYTES = 256 * 1024;
const IDLE_TIMEOUT_MS = 60_000;

export async function createApp(
  services: Services,
  options: {
    publicUrl: string;
    webDist: string;
    /** Resolves once the files of `webDist` exist; the set-up that does not need them does not wait. */
    webBuilt?: Promise<unknown>;
    metricsToken: string | undefined;
    /** Addresses whose X-Forwarded-For header is trusted (TRUST_PROXY). */
    trustProxy?: string | undefined;
    /** MOCK_SCHEDULE: visitors see a sample schedule on /schedule. */
    sampleSchedule?: boolean;
    hasGoogle?: boolean;
    hasServiceWorker?: boolean;
    site?: Site | undefined;
    limits?: Partial<ConnectionLimits & BodyLimits>;
    isDraining(): boolean;
  },
): Promise<FastifyInstance> {
  const { log } = services.platform;
  const { publicUrl } = options;
  const handleError = createErrorHandler(log);
  const limits = { ...CONNECTION_LIMITS, ...BODY_LIMITS, ...options.limits };
  const app = Fastify({
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: options.trustProxy ?? false,
    // Requests in progress are answered; live event streams end on their own.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    connectionTimeout: IDLE_TIMEOUT_MS,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / 3,
    },
    genReqId: newId,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  registerRequestLog(app, services.platform);
  limitConnections(app, {
    limits,
    isBehindProxy: options.trustProxy !== undefined,
    clock: services.platform.clock,
  });
  limitBodies(app, { limits, clock: services.platform.clock });
  await app.register(helmet, securityHeaders(publicUrl, options.site?.analytics ?? null));
  endConnectionsWhile(app, options.isDraining);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  });
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(swagger, openapi);
  await app.register(registerApi(services, publicUrl), { prefix: '/api' });
  registerMediaRoutes(app, { ...services.platform, ...services.media });
  registerExportDownload(app, services.privacy.dataExport);
  registerHealth(app, {
    ...services.platform,
    ...services.media,
    ...services.operations,
    ...options,
  });
  const { operator } = services.operations;
  if (operator !== undefined) {
    const renderPage = createOperatorRenderer(options.webDist);
    await app.register(registerOperator({ ...services.platform, ...operator, renderPage }));
  }
  await options.webBuilt;
  await registerWeb(app, {
    dist: options.webDist,
    publicUrl,
    hasServiceWorker: options.hasServiceWorker ?? true,
    metaTags: {
      ...(options.sampleSchedule === true ? { [SAMPLE_SCHEDULE_META]: 'on' } : {}),
      ...(options.hasGoogle === false ? { [WITHOUT_GOOGLE_META]: 'on' } : {}),
      ...limitsMeta(services.posts),
      ...(services.instagram.offersInstagramLogin ? { [INSTAGRAM_LOGIN_META]: 'on' } : {}),
      ...(options.site === undefined ? {} : { [SITE_META]: JSON.stringify(options.site) }),
    },
    consentQuestion:
      options.site?.analytics == null ? undefined : consentKey(options.site.analytics),
  });
  return app;
}

/** Absent while the documented limits apply. */
const limitsMeta = ({ instagramLimits: limits }: Services['posts']): Record<string, string> =>
  isDeepStrictEqual(limits, documentedLimits)
    ? {}
    : { [INSTAGRAM_LIMITS_META]: JSON.stringify(limits) };

const registerApi = (services: Services, publicUrl: string) => async (api: FastifyInstance) => {
  const { platform, identity } = services;
  const { metaCallbacks, appSecrets } = services.instagram;
  const { accountChanges } = services.publishing;
  const { authenticateToken } = services.publicApi.apiTokens;
  const { wakeUps, clock } = platform;
  const authenticators: Authenticators = {
    authenticate: identity.auth.authenticate,
    authenticateToken,
  };
  const apiBudget = createApiBudget(clock);
  const router: ApiRouter = { app: api, apiBudget, ...authenticators };
  api.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('cache-control', 'no-store'),
  );
  api.addHook('onSend', compressJson);
  registerAuthRoutes(router, identity);
  registerPasswordResetRoutes(router, { ...identity, publicUrl });
  registerGoogleRoutes(router, { ...identity, ...platform, publicUrl });
  registerUserRoutes(router, identity);
  registerMemberRoutes(router, identity);
  registerPushRoutes(router, services.notifications);
  registerBillingRoutes(router, { ...services.billing, ...platform });
  registerInstagramRoutes(router, {
    ...services.instagram,
    ...platform,
    observer: accountChanges,
    publicUrl,
  });
  await api.register(registerMetaCallbacks({ callbacks: metaCallbacks, appSecrets, ...platform }));
  registerPostsRoutes(router, { ...services.posts, ...identity, ...platform });
  registerIssuesRoutes(router, { ...services.posts, ...platform });
  registerHashtagGroupsRoutes(router, services.posts);
  registerLocationsRoutes(router, services.posts);
  registerTemplatesRoutes(router, services.posts);
  registerMediaLibraryRoutes(router, services.posts);
  registerPauseRoutes(router, services.planning);
  registerApprovalsRoutes(router, { ...services.planning, ...platform, ...services.media });
  registerManualPublishingRoutes(router, services.planning);
  registerFirstCommentsRoutes(router, services.planning);
  registerDuplicatesRoutes(router, services.planning);
  registerQueueRoutes(router, services.planning);
  registerSeriesRoutes(router, services.planning);
  registerBulkRoutes(router, services.planning);
  registerAnalyticsRoutes(router, services.reporting);
  registerReportsRoutes(router, { ...services.reporting, ...platform });
  registerIntegrationsRoutes(router, { ...services.publicApi, ...platform });
  registerExportRoutes(router, { ...services.privacy, ...platform });
  registerDeletionRoutes(router, { ...services.privacy, ...platform });
  registerDeletionStatusRoutes(router, platform);
  registerSupportRoutes(router, { ...services.operations, ...platform });
  registerStatusRoutes(router, services.operations);
  await registerUploads(api, { uploads: services.media.uploads, authenticators });
  registerEvents(api, { authenticators, wakeUps, clock });
  registerMcp(api, { ...services.publicApi, authenticators, publicUrl });
  registerOpenapiDocument(api);
};
