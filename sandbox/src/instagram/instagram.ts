import type { FastifyInstance } from 'fastify';
import { serveAppRemoval } from './app-removal.ts';
import { serveBatch } from './batch.ts';
import { commentEndpoints } from './comments.ts';
import { containerEndpoints } from './containers.ts';
import { serveDialog } from './dialog.ts';
import { serveManualPublishing } from './manual-publishing.ts';
import { serveExtraAccounts } from './extra-accounts.ts';
import { FACEBOOK_HOST } from './graph-host.ts';
import { refuseMultiIdRequests, serveGraph } from './graph-routes.ts';
import { identityEndpoints } from './identity.ts';
import { serveInstagramLedgers } from './ledgers.ts';
import { insightEndpoints } from './insights.ts';
import { listingEndpoints } from './listing.ts';
import { nodeEndpoints } from './nodes.ts';
import { oauthEndpoints } from './oauth.ts';
import { serveInstagramLogin } from './instagram-login/instagram-login.ts';
import { servePictures } from './pictures.ts';
import { locationEndpoints } from './locations.ts';
import { serveProfilePages } from './profile-pages.ts';
import { publishingEndpoints } from './publishing.ts';
import { quotaEndpoints } from './quota.ts';
import { serveSituations } from './situations.ts';
import { serveUploads } from './uploads.ts';
import { resumeVideos } from './video-rules.ts';
import type { InstagramContext } from './context.ts';

export function serveInstagram(app: FastifyInstance, context: InstagramContext): void {
  refuseMultiIdRequests(app, context);
  serveGraph(app, context, FACEBOOK_HOST, [
    ...oauthEndpoints(context),
    ...identityEndpoints(context),
    ...nodeEndpoints(context),
    ...containerEndpoints(context),
    ...publishingEndpoints(context),
    ...quotaEndpoints(context),
    ...listingEndpoints(context),
    ...commentEndpoints(context),
    ...locationEndpoints(context),
    ...insightEndpoints(context),
  ]);
  serveBatch(app, context);
  serveInstagramLogin(app, context);
  serveUploads(app, context);
  serveDialog(app, context);
  serveAppRemoval(app, context);
  serveExtraAccounts(app, context);
  serveSituations(app, context);
  serveManualPublishing(app, context);
  serveInstagramLedgers(app, context);
  servePictures(app, context);
  serveProfilePages(app, context);
  resumeVideos(context);
}
