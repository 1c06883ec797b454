import * as z from 'zod/mini';
import { HASHTAG_MAX } from '../shared/instagram-limits.ts';
import { endpoint } from '../shared/endpoint.ts';
import { oneLine, text } from '../shared/text-fields.ts';

export const GROUP_NAME_MAX = 60;
export const GROUPS_MAX = 100;
const HASHTAG_LENGTH_MAX = 100;

const NO_HASHTAG = 'Uma hashtag tem só letras, números e _';
/** Accepts a hashtag with or without `#`, and stores it without. */
const hashtag = z.pipe(
  text(NO_HASHTAG),
  z.transform((text, context): string => {
    const name = text.trim().replace(/^#/, '');
    const isOne = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*$/u.test(name);
    if (isOne && name.length <= HASHTAG_LENGTH_MAX) return name;
    context.issues.push({ code: 'custom', message: NO_HASHTAG, input: text });
    return z.NEVER;
  }),
);

const distinct = z.transform((names: string[]) => {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  return [...first.values()];
});

export const groupContent = z.strictObject({
  name: oneLine('Nome é obrigatório').check(
    z.minLength(1, 'Nome é obrigatório'),
    z.maxLength(GROUP_NAME_MAX, `Nome deve ter no máximo ${GROUP_NAME_MAX} caracteres`),
  ),
  hashtags: z
    .pipe(z.array(hashtag, 'A lista de hashtags é inválida'), distinct)
    .check(
      z.minLength(1, 'Escreva pelo menos uma hashtag'),
      z.maxLength(HASHTAG_MAX, `Um grupo tem no máximo ${HASHTAG_MAX} hashtags`),
    ),
});
export type GroupContent = z.output<typeof groupContent>;

const group = z.object({
  _id: z.string(),
  name: z.string(),
  hashtags: z.array(z.string()),
});
export type HashtagGroup = z.output<typeof group>;

const idParams = z.object({ id: z.uuid('Dados inválidos') });
const groupData = z.object({ group });

export const listHashtagGroups = endpoint({
  method: 'GET',
  path: '/hashtag-groups',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns the hashtag groups of the workspace by name.',
  data: z.object({ groups: z.array(group) }),
});

export const createHashtagGroup = endpoint({
  method: 'POST',
  path: '/hashtag-groups',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary: 'Creates a hashtag group. 409 HASHTAG_GROUP_NAME_TAKEN, 409 HASHTAG_GROUPS_FULL.',
  status: 201,
  body: groupContent,
  data: groupData,
});

export const updateHashtagGroup = endpoint({
  method: 'PUT',
  path: '/hashtag-groups/:id',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary: 'Replaces a hashtag group. 404 NOT_FOUND, 409 HASHTAG_GROUP_NAME_TAKEN.',
  params: idParams,
  body: groupContent,
  data: groupData,
});

export const deleteHashtagGroup = endpoint({
  method: 'DELETE',
  path: '/hashtag-groups/:id',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary: 'Deletes a hashtag group.',
  params: idParams,
  data: z.null(),
});
