import { saveLocation, listLocations } from '@pontual/contract/posts/locations.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { SavedLocations } from './locations.service.ts';

export function registerLocationsRoutes(
  router: ApiRouter,
  { savedLocations }: { savedLocations: SavedLocations },
): void {
  serve(router, listLocations, async (_request, session) => ({
    locations: await savedLocations.list(session),
  }));

  serve(router, saveLocation, async ({ body }, session) => ({
    locations: await savedLocations.save(session, body),
  }));
}
