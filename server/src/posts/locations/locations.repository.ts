import {
  FAVOURITE_LOCATIONS_MAX,
  type saveLocation,
  type SavedLocation,
} from '@pontual/contract/posts/locations.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const RECENT_MAX = 20;

export type LocationInput = RequestOf<typeof saveLocation>['body'];

export function createLocationsRepository(db: Db | Tx) {
  return {
    /** Favourites first, then the recent ones. */
    async list(workspaceId: string): Promise<SavedLocation[]> {
      const found = await sql<SavedLocation>`
        select location_id as id, name, address, is_favourite as "isFavourite" from saved_locations
        where workspace_id = ${workspaceId}
        order by is_favourite desc, case when is_favourite then lower(name) end, used_at desc
        limit ${FAVOURITE_LOCATIONS_MAX + RECENT_MAX + 1}`.execute(db);
      return found.rows;
    },

    async upsert(workspaceId: string, location: LocationInput): Promise<void> {
      const { id, name, address = null, isFavourite = null } = location;
      await sql`
        insert into saved_locations as known (workspace_id, location_id, name, address, is_favourite)
        values (${workspaceId}, ${id}, ${name}, ${address}, coalesce(${isFavourite}::boolean, false))
        on conflict (workspace_id, location_id) do update
          set name = excluded.name, address = coalesce(excluded.address, known.address),
              used_at = app_now(),
              is_favourite = coalesce(${isFavourite}::boolean, known.is_favourite)`.execute(db);
    },

    async deleteOld(workspaceId: string): Promise<void> {
      await sql`
        delete from saved_locations where workspace_id = ${workspaceId} and location_id in (
          select location_id from saved_locations
          where workspace_id = ${workspaceId} and not is_favourite
          order by used_at desc offset ${RECENT_MAX})`.execute(db);
    },
  };
}
