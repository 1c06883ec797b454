import type { FastifyInstance } from 'fastify';
import { serveAppRemoval } from './app-removal.ts';
import { commentEndpoints } from './comments.ts';
import { containerEndpoints } from './containers.ts';
import { serveDialog } from './dialog.ts';
import { servePublishingByHand } from './by-hand.ts';
import { serveExtraAccounts } from './extra-accounts.ts';
import { serveGraph } from './graph-routes.ts';
import { identityEndpoints } from './identity.ts';
import { serveInstagramLedgers } from './ledgers.ts';
import { insightEndpoints } from './insights.ts';
import { listingEndpoints } from './listing.ts';
import { nodeEndpoints } from './nodes.ts';
import { oauthEndpoints } from './oauth.ts';
import { servePictures } from './pictures.ts';
import { placeEndpoints } from './places.ts';
import { serveProfilePages } from './profile-pages.ts';
import { publishingEndpoints } from './publishing.ts';
import { quotaEndpoints } from './quota.ts';
import { resumeVideos } from './video-rules.ts';
import type { InstagramWorld } from './world.ts';

/** Serves the whole of the fake Instagram: API, login dialog, pictures and pages. */
export function serveInstagram(app: FastifyInstance, world: InstagramWorld): void {
  serveGraph(app, world, [
    ...oauthEndpoints(world),
    ...identityEndpoints(world),
    ...nodeEndpoints(world),
    ...containerEndpoints(world),
    ...publishingEndpoints(world),
    ...quotaEndpoints(world),
    ...listingEndpoints(world),
    ...commentEndpoints(world),
    ...placeEndpoints(world),
    ...insightEndpoints(world),
  ]);
  serveDialog(app, world);
  serveAppRemoval(app, world);
  serveExtraAccounts(app, world);
  servePublishingByHand(app, world);
  serveInstagramLedgers(app, world);
  servePictures(app, world);
  serveProfilePages(app, world);
  resumeVideos(world);
}
