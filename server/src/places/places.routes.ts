import { keepPlace, listPlaces } from '@pontual/contract/places.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { SavedPlaces } from './places.service.ts';

export function registerPlacesRoutes(
  serving: Serving,
  { savedPlaces }: { savedPlaces: SavedPlaces },
): void {
  serve(serving, listPlaces, async (_request, session) => ({
    places: await savedPlaces.list(session),
  }));

  serve(serving, keepPlace, async ({ body }, session) => ({
    places: await savedPlaces.keep(session, body),
  }));
}
