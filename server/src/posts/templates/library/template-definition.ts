import type { TemplateOccasion } from '@pontual/contract/posts/template-text.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';

export interface TemplateDefinition {
  /** Unique within its trade; it does not change with the text. */
  id: string;
  occasion: TemplateOccasion;
  title: string;
  mediaType: MediaType;
  frames: string[];
  caption: string;
  /** Maps the name of a placeholder to an example, which is never published. */
  fields: Readonly<Record<string, string>>;
}
