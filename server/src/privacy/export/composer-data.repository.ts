import type { Db } from '../../platform/database/database.ts';

export async function exportComposerData(db: Db, workspaceId: string) {
  const groups = await db
    .selectFrom('hashtag_groups')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
  const savedLocations = await db
    .selectFrom('saved_locations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('location_id')
    .execute();
  return {
    hashtagGroups: groups.map((group) => ({
      _id: group.id,
      name: group.name,
      hashtags: group.hashtags,
      createdAt: group.created_at,
      updatedAt: group.updated_at,
    })),
    locations: savedLocations.map((saved) => ({
      _id: saved.location_id,
      name: saved.name,
      address: saved.address,
      isFavourite: saved.is_favourite,
      usedAt: saved.used_at,
    })),
  };
}
