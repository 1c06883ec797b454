import type { RequestOf } from '@pontual/contract/endpoint.ts';
import { FAVOURITES_MAX, type keepPlace, type SavedPlace } from '@pontual/contract/places.ts';
import { sql } from 'kysely';
import type { Member } from '../auth/auth.service.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';

/** Those used last that are kept beside the favourites. */
const RECENT_MAX = 20;

type Kept = RequestOf<typeof keepPlace>['body'];
export type SavedPlaces = ReturnType<typeof createSavedPlaces>;

/** The places that a workspace uses again. */
export function createSavedPlaces({ database }: { database: Database }) {
  return {
    list: ({ workspaceId }: Member): Promise<SavedPlace[]> => placesOf(database.db, workspaceId),

    /** @throws AppError PLACES_FULL */
    keep: ({ workspaceId }: Member, place: Kept): Promise<SavedPlace[]> =>
      database.inTransaction(async (tx) => {
        // Nobody else counts its favourites meanwhile.
        await holdWorkspace(tx, workspaceId);
        await write(tx, workspaceId, place);
        const places = await placesOf(tx, workspaceId);
        const favourites = places.filter(({ isFavourite }) => isFavourite).length;
        if (place.isFavourite === true && favourites > FAVOURITES_MAX) {
          throw new AppError('PLACES_FULL');
        }
        await forgetOld(tx, workspaceId);
        return places;
      }),
  };
}

/** Favourites by name, then those used last. */
async function placesOf(db: Db | Tx, workspaceId: string): Promise<SavedPlace[]> {
  const found = await sql<SavedPlace>`
    select place_id as id, name, address, is_favourite as "isFavourite" from saved_places
    where workspace_id = ${workspaceId}
    order by is_favourite desc, case when is_favourite then lower(name) end, used_at desc
    limit ${FAVOURITES_MAX + RECENT_MAX + 1}`.execute(db);
  return found.rows;
}

async function write(tx: Tx, workspaceId: string, place: Kept): Promise<void> {
  const { id, name, address = null, isFavourite = null } = place;
  await sql`
    insert into saved_places as known (workspace_id, place_id, name, address, is_favourite)
    values (${workspaceId}, ${id}, ${name}, ${address}, coalesce(${isFavourite}::boolean, false))
    on conflict (workspace_id, place_id) do update
      set name = excluded.name, address = coalesce(excluded.address, known.address),
          used_at = app_now(),
          is_favourite = coalesce(${isFavourite}::boolean, known.is_favourite)`.execute(tx);
}

async function forgetOld(tx: Tx, workspaceId: string): Promise<void> {
  await sql`
    delete from saved_places where workspace_id = ${workspaceId} and place_id in (
      select place_id from saved_places
      where workspace_id = ${workspaceId} and not is_favourite
      order by used_at desc offset ${RECENT_MAX})`.execute(tx);
}
