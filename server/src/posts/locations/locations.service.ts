import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  FAVOURITE_LOCATIONS_MAX,
  type saveLocation,
  type SavedLocation,
} from '@pontual/contract/posts/locations.ts';
import { sql } from 'kysely';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';

const RECENT_MAX = 20;

type LocationInput = RequestOf<typeof saveLocation>['body'];
export type SavedLocations = ReturnType<typeof createSavedLocations>;

export function createSavedLocations({ database }: { database: Database }) {
  return {
    list: ({ workspaceId }: Member): Promise<SavedLocation[]> =>
      listLocations(database.db, workspaceId),

    /** @throws AppError LOCATIONS_FULL */
    save: ({ workspaceId }: Member, location: LocationInput): Promise<SavedLocation[]> =>
      database.inTransaction(async (tx) => {
        // Another request must not add a favourite at the same time.
        await lockWorkspace(tx, workspaceId);
        await upsertLocation(tx, workspaceId, location);
        const locations = await listLocations(tx, workspaceId);
        const favourites = locations.filter(({ isFavourite }) => isFavourite).length;
        if (location.isFavourite === true && favourites > FAVOURITE_LOCATIONS_MAX) {
          throw new AppError('LOCATIONS_FULL');
        }
        await deleteOldLocations(tx, workspaceId);
        return locations;
      }),
  };
}

async function listLocations(db: Db | Tx, workspaceId: string): Promise<SavedLocation[]> {
  const found = await sql<SavedLocation>`
    select location_id as id, name, address, is_favourite as "isFavourite" from saved_locations
    where workspace_id = ${workspaceId}
    order by is_favourite desc, case when is_favourite then lower(name) end, used_at desc
    limit ${FAVOURITE_LOCATIONS_MAX + RECENT_MAX + 1}`.execute(db);
  return found.rows;
}

async function upsertLocation(tx: Tx, workspaceId: string, location: LocationInput): Promise<void> {
  const { id, name, address = null, isFavourite = null } = location;
  await sql`
    insert into saved_locations as known (workspace_id, location_id, name, address, is_favourite)
    values (${workspaceId}, ${id}, ${name}, ${address}, coalesce(${isFavourite}::boolean, false))
    on conflict (workspace_id, location_id) do update
      set name = excluded.name, address = coalesce(excluded.address, known.address),
          used_at = app_now(),
          is_favourite = coalesce(${isFavourite}::boolean, known.is_favourite)`.execute(tx);
}

async function deleteOldLocations(tx: Tx, workspaceId: string): Promise<void> {
  await sql`
    delete from saved_locations where workspace_id = ${workspaceId} and location_id in (
      select location_id from saved_locations
      where workspace_id = ${workspaceId} and not is_favourite
      order by used_at desc offset ${RECENT_MAX})`.execute(tx);
}
