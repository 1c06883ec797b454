import type { FastifyInstance } from 'fastify';
import { commentEndpoints } from '../comments.ts';
import { containerEndpoints } from '../containers.ts';
import type { InstagramContext } from '../context.ts';
import type { GraphEndpoint } from '../graph-endpoint.ts';
import { serveGraph } from '../graph-routes.ts';
import { insightEndpoints } from '../insights.ts';
import { listingEndpoints } from '../listing.ts';
import { nodeEndpoints } from '../nodes.ts';
import { publishingEndpoints } from '../publishing.ts';
import { quotaEndpoints } from '../quota.ts';
import { serveInstagramDialog } from './dialog.ts';
import { INSTAGRAM_CODE_HOST, INSTAGRAM_GRAPH_HOST } from './hosts.ts';
import { profileEndpoints } from './profile.ts';
import { serveInstagramRemoval } from './removal.ts';
import { codeEndpoints, tokenEndpoints, unsupportedRequest } from './token-endpoints.ts';

/** Meta offers these to Facebook Login only: bytes of a video, products of a shop, licensed audio. */
const FACEBOOK_PARAMETERS = new Set(['upload_type', 'product_tags', 'audio_configuration']);

/** The Instagram API with Instagram Login: no Facebook user, no page, no `debug_token`, no search for pages. */
export function serveInstagramLogin(app: FastifyInstance, context: InstagramContext): void {
  serveGraph(app, context, INSTAGRAM_CODE_HOST, codeEndpoints(context));
  serveGraph(app, context, INSTAGRAM_GRAPH_HOST, [
    ...tokenEndpoints(context),
    ...profileEndpoints(context),
    ...[
      ...nodeEndpoints(context),
      ...containerEndpoints(context),
      ...publishingEndpoints(context),
      ...quotaEndpoints(context),
      ...listingEndpoints(context),
      ...commentEndpoints(context),
      ...insightEndpoints(context),
    ].map(withoutFacebookParameters),
  ]);
  app.all(`${INSTAGRAM_GRAPH_HOST.prefix}/*`, (request, reply) => {
    const error = unsupportedRequest(request);
    return reply
      .status(error.http)
      .send(INSTAGRAM_GRAPH_HOST.toResponse(error, context.ids.traceId()));
  });
  serveInstagramDialog(app, context);
  serveInstagramRemoval(app, context);
}

const withoutFacebookParameters = (endpoint: GraphEndpoint): GraphEndpoint => ({
  ...endpoint,
  params: endpoint.params.filter((name) => !FACEBOOK_PARAMETERS.has(name)),
});
