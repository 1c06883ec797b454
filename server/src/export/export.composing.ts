import type { Db } from '../database/database.ts';

/** What a workspace keeps for writing its next posts, as the export names it. */
export async function exportComposing(db: Db, workspaceId: string) {
  const groups = await db
    .selectFrom('hashtag_groups')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
  const places = await db
    .selectFrom('saved_places')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('place_id')
    .execute();
  return {
    hashtagGroups: groups.map((group) => ({
      _id: group.id,
      name: group.name,
      hashtags: group.hashtags,
      createdAt: group.created_at,
      updatedAt: group.updated_at,
    })),
    places: places.map((place) => ({
      _id: place.place_id,
      name: place.name,
      address: place.address,
      isFavourite: place.is_favourite,
      usedAt: place.used_at,
    })),
  };
}
