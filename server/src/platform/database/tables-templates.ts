import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Generated, Selectable } from 'kysely';

/** The tables of what people keep for their next posts. */
export interface TemplateTables {
  custom_templates: {
    id: string;
    workspace_id: string;
    name: string;
    media_type: MediaType;
    caption: string;
    frames: string[];
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}

export type CustomTemplateRow = Selectable<TemplateTables['custom_templates']>;
