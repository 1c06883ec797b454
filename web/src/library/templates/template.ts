import type { MediaType } from '@pontual/contract/posts/posts.ts';
import {
  fieldsIn,
  templateOccasionNames,
  templateTradeNames,
  type TemplateOccasion,
  type TemplateTrade,
} from '@pontual/contract/posts/template-text.ts';
import type { CustomTemplate, LibraryTemplate } from '@pontual/contract/posts/templates.ts';

export interface Template {
  id: string;
  title: string;
  mediaType: MediaType;
  frames: readonly string[];
  caption: string;
  /** Only built-in templates have examples. */
  fields: readonly { name: string; example?: string }[];
  trade: TemplateTrade | null;
  occasion: TemplateOccasion | null;
}

export const fromLibraryTemplate = ({ _id, ...template }: LibraryTemplate): Template => ({
  ...template,
  id: _id,
});

export const fromCustomTemplate = ({
  _id,
  name,
  mediaType,
  caption,
  frames,
}: CustomTemplate): Template => ({
  id: _id,
  title: name,
  mediaType,
  caption,
  frames,
  fields: fieldsIn(caption, ...frames).map((field) => ({ name: field })),
  trade: null,
  occasion: null,
});

/** Null for a custom template. */
export const describeTemplate = ({ trade, occasion }: Template): string | null =>
  trade === null || occasion === null
    ? null
    : `${templateTradeNames[trade]} · ${templateOccasionNames[occasion]}`;

export const fieldLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export interface TemplateFilter {
  trade: TemplateTrade | 'ALL';
  occasion: TemplateOccasion | 'ALL';
  searchText: string;
}

export const everyTemplate: TemplateFilter = { trade: 'ALL', occasion: 'ALL', searchText: '' };

const normalize = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function filterTemplates(
  templates: readonly Template[],
  filter: TemplateFilter,
): Template[] {
  const words = normalize(filter.searchText).split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    if (filter.trade !== 'ALL' && template.trade !== filter.trade) return false;
    if (filter.occasion !== 'ALL' && template.occasion !== filter.occasion) return false;
    const { title, caption, frames } = template;
    const text = normalize(
      [title, describeTemplate(template) ?? '', caption, ...frames].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}
