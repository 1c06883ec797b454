import type { Generated, Selectable } from 'kysely';

/** The tables of what people keep for writing their next posts. */
export interface ComposerTables {
  hashtag_groups: {
    id: string;
    workspace_id: string;
    name: string;
    hashtags: string[];
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  saved_places: {
    workspace_id: string;
    place_id: string;
    name: string;
    address: string | null;
    is_favourite: Generated<boolean>;
    used_at: Generated<Date>;
  };
}

export type HashtagGroupRow = Selectable<ComposerTables['hashtag_groups']>;
