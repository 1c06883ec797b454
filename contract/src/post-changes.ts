import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  CAPTION_MAX,
  captionLength,
  instant,
  MAX_CAROUSEL_ITEMS,
  mediaTypes,
  post,
  postId,
  type UserTag,
} from './posts.ts';

const ALT_TEXT_MAX = 1000;
const MAX_COLLABORATORS = 3;
/** Instagram's bound for one medium. */
const MAX_USER_TAGS = 20;

/** As a draft keeps it: however long. */
const draftCaption = z.pipe(
  z.pipe(
    // A multipart form sends every line end as CRLF.
    z.string(),
    z.transform((text) => text.replaceAll('\r\n', '\n')),
  ),
  // PostgreSQL keeps no such character, and nobody types it.
  z.string().check(z.refine((text) => !text.includes('\0'), 'Legenda tem um caractere inválido')),
);
const caption = draftCaption.check(
  z.refine(
    (text) => captionLength(text) <= CAPTION_MAX,
    `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`,
  ),
);

/** A JSON value sent as the text of a multipart field. */
const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'Dados inválidos', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );

/** A name of an Instagram account, with or without its @. */
const username = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().replace(/^@/, '').toLowerCase()),
  ),
  z.string().check(z.regex(/^[a-z0-9_.]{1,30}$/, 'Nome de usuário do Instagram inválido')),
);
const share = z.number().check(z.minimum(0), z.maximum(1));
const sentTag = z.union([
  z.pipe(
    username,
    z.transform((name): UserTag => ({ username: name })),
  ),
  z.strictObject({
    username,
    x: z.optional(share),
    y: z.optional(share),
    item: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_CAROUSEL_ITEMS - 1))),
  }),
]);

/** Empty clears. */
const clearable = (schema: z.ZodMiniType<string>) => z.union([z.literal(''), schema]);
const wholeMs = z.string().check(z.regex(/^\d{1,7}$/, 'Capa inválida'));
const flag = z.enum(['true', 'false']);

/** What can be said of a post besides its type, caption, hour and files; multipart texts. */
const extras = {
  shareToFeed: z.optional(flag),
  /** In ms. */
  thumbOffset: z.optional(clearable(wholeMs)),
  audioName: z.optional(z.string().check(z.maxLength(200, 'Nome do áudio longo demais'))),
  collaborators: z.optional(
    json(
      z
        .array(username)
        .check(z.maxLength(MAX_COLLABORATORS, `Máximo ${MAX_COLLABORATORS} colaboradores`)),
    ),
  ),
  /** Of a place of Instagram's. */
  locationId: z.optional(
    clearable(z.string().check(z.regex(/^\d{1,25}$/, 'Localização inválida'))),
  ),
  userTags: z.optional(
    json(
      z
        .array(sentTag)
        .check(z.maxLength(MAX_USER_TAGS, `Marque no máximo ${MAX_USER_TAGS} pessoas`)),
    ),
  ),
  /** By item, in their order. */
  altText: z.optional(
    json(
      z
        .array(
          z
            .string()
            .check(
              z.maxLength(
                ALT_TEXT_MAX,
                `Texto alternativo com no máximo ${ALT_TEXT_MAX} caracteres`,
              ),
            ),
        )
        .check(z.maxLength(MAX_CAROUSEL_ITEMS)),
    ),
  ),
};

/** The post as it is now, and what its owner should know although it was accepted. */
const acceptedPost = z.object({ post, warning: z.nullable(z.string()) });

export const schedulePost = endpoint({
  method: 'POST',
  path: '/schedule',
  access: 'user',
  summary: 'Schedules a post. Takes an Idempotency-Key header: the same key, the same post.',
  status: 201,
  multipart: true,
  body: z.strictObject({
    mediaType: z.enum(mediaTypes, 'Selecione o tipo de conteúdo'),
    caption: z._default(caption, ''),
    scheduledTime: z.iso.datetime('Selecione data e hora'),
    demo: z._default(flag, 'false'),
    ...extras,
  }),
  data: acceptedPost,
});

export const saveDraft = endpoint({
  method: 'POST',
  path: '/schedule/draft',
  access: 'user',
  summary: 'Keeps a draft, however unfinished. Takes an Idempotency-Key header.',
  status: 201,
  multipart: true,
  body: z.strictObject({
    /** Told by the files when it is missing. */
    mediaType: z.optional(z.enum(mediaTypes)),
    caption: z._default(draftCaption, ''),
    scheduledTime: z.optional(clearable(instant)),
    ...extras,
  }),
  data: acceptedPost,
});

export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/schedule/draft/:id/schedule',
  access: 'user',
  summary: 'Turns a draft into a scheduled post, if it is complete.',
  params: postId,
  body: z.strictObject({
    scheduledTime: z.iso.datetime('Data e hora são obrigatórias'),
    demo: z._default(z.boolean(), false),
  }),
  data: acceptedPost,
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/scheduled/:id',
  access: 'user',
  summary: 'Changes what is sent of a post; files, when there are any, replace all of its files.',
  multipart: true,
  params: postId,
  body: z.strictObject({
    caption: z.optional(draftCaption),
    scheduledTime: z.optional(clearable(instant)),
    ...extras,
  }),
  data: acceptedPost,
});

export const forcePublish = endpoint({
  method: 'POST',
  path: '/schedule/force-publish',
  access: 'user',
  summary: 'Publishes a post now instead of at its hour, or tries again one that did not go out.',
  status: 202,
  body: z.strictObject({ postId: z.uuid('Dados inválidos') }),
  data: z.object({ post }),
});

export const confirmAccount = endpoint({
  method: 'POST',
  path: '/schedule/confirm-account',
  access: 'user',
  summary:
    'Lets posts made for an earlier account go out on the connected one; all, or those named.',
  body: z.strictObject({ postIds: z.optional(z.array(z.uuid('Dados inválidos'))) }),
  data: z.object({ confirmed: z.int() }),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/scheduled/:id',
  access: 'user',
  summary: 'Deletes a draft or a scheduled post; 409 POST_IN_PROGRESS once it is on its way.',
  params: postId,
  data: z.null(),
});
