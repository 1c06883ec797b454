import { ownership } from './column-policy.ts';

/** What becomes of what people keep for writing. */
export const composerColumns = {
  hashtag_groups: {
    id: 'conta: hashtagGroups._id',
    workspace_id: ownership,
    name: 'conta: hashtagGroups.name',
    hashtags: 'conta: hashtagGroups.hashtags',
    created_at: 'conta: hashtagGroups.createdAt',
    updated_at: 'conta: hashtagGroups.updatedAt',
  },
  saved_places: {
    workspace_id: ownership,
    place_id: 'conta: places._id',
    name: 'conta: places.name',
    address: 'conta: places.address',
    is_favourite: 'conta: places.isFavourite',
    used_at: 'conta: places.usedAt',
  },
} as const;
