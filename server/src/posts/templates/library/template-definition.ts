import type { TemplateOccasion } from '@pontual/contract/posts/template-text.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** A template as it is written down, for one trade. */
export interface TemplateDefinition {
  /** Unique within its trade; it stays when the words are changed. */
  id: string;
  occasion: TemplateOccasion;
  title: string;
  mediaType: MediaType;
  /** What goes into each picture or scene. */
  frames: string[];
  caption: string;
  /** By the name between the braces: an example, which is shown and never sent. */
  fields: Readonly<Record<string, string>>;
}
