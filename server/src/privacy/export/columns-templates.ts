import { ownership } from './column-policy.ts';

/** What becomes of the templates that their owner keeps. */
export const templateColumns = {
  custom_templates: {
    id: 'modelos: _id',
    workspace_id: ownership,
    name: 'modelos: name',
    media_type: 'modelos: mediaType',
    caption: 'modelos: caption',
    frames: 'modelos: frames',
    created_at: 'modelos: createdAt',
    updated_at: 'modelos: updatedAt',
  },
} as const;
