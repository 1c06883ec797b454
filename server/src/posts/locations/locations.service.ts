import { FAVOURITE_LOCATIONS_MAX, type SavedLocation } from '@pontual/contract/posts/locations.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createLocationsRepository, type LocationInput } from './locations.repository.ts';

export type SavedLocations = ReturnType<typeof createSavedLocations>;

export function createSavedLocations({ database }: { database: Database }) {
  return {
    list: ({ workspaceId }: Member): Promise<SavedLocation[]> =>
      createLocationsRepository(database.db).list(workspaceId),

    /** @throws AppError LOCATIONS_FULL */
    save: ({ workspaceId }: Member, location: LocationInput): Promise<SavedLocation[]> =>
      database.inTransaction(async (tx) => {
        // Another request must not add a favourite at the same time.
        await lockWorkspace(tx, workspaceId);
        const repository = createLocationsRepository(tx);
        await repository.upsert(workspaceId, location);
        const locations = await repository.list(workspaceId);
        const favourites = locations.filter(({ isFavourite }) => isFavourite).length;
        if (location.isFavourite === true && favourites > FAVOURITE_LOCATIONS_MAX) {
          throw new AppError('LOCATIONS_FULL');
        }
        await repository.deleteOld(workspaceId);
        return locations;
      }),
  };
}
