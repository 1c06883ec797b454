import type { TemplateOccasion } from '@pontual/contract/posts/template-text.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** A template of one trade, as the library defines it. */
export interface TemplateDefinition {
  /** The id is unique within its trade and does not change with the text. */
  id: string;
  occasion: TemplateOccasion;
  title: string;
  mediaType: MediaType;
  frames: string[];
  caption: string;
  /** Maps the name of a placeholder to an example, which is displayed and never published. */
  fields: Readonly<Record<string, string>>;
}
