import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import {
  ALT_TEXT_MAX,
  CAPTION_MAX,
  HASHTAG_MAX,
  MAX_CAROUSEL_ITEMS,
  MAX_COLLABORATORS,
  MAX_USER_TAGS,
  MENTION_MAX,
} from '../shared/instagram-limits.ts';
import { captionCounts } from './captions.ts';
import { instagramAccountId, isLocationId, parseUsername } from '../instagram/instagram.ts';
import { fitModes } from '../media/image-fit.ts';
import {
  captionLength,
  instant,
  instantWithMessage,
  mediaTypes,
  post,
  postIdParams,
  type UserTag,
} from './posts.ts';
import { seriesInput } from './series-rule.ts';
import { json, pastedText, text } from '../shared/text-fields.ts';

export const AUDIO_NAME_MAX = 200;

const multilineText = (label: string) =>
  pastedText(`${label} em um formato inválido`, `${label} tem um caractere inválido`);

/** A draft stores a caption longer than Instagram's limit. */
const draftCaption = multilineText('Legenda');
export const caption = draftCaption.check(
  z.refine(
    (text) => captionLength(text) <= CAPTION_MAX,
    `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`,
  ),
);
const draftAudioName = multilineText('Nome do áudio');
const audioName = draftAudioName.check(
  z.maxLength(AUDIO_NAME_MAX, `Nome do áudio deve ter no máximo ${AUDIO_NAME_MAX} caracteres`),
);
const altText = multilineText('Texto alternativo').check(
  z.maxLength(ALT_TEXT_MAX, `Texto alternativo deve ter no máximo ${ALT_TEXT_MAX} caracteres`),
);

/** Instagram documents no limit for comments; the limits of captions apply. */
const draftFirstComment = multilineText('Primeiro comentário');
const firstComment = draftFirstComment.check(
  z.refine(
    (text) => captionLength(text) <= CAPTION_MAX,
    `Primeiro comentário deve ter no máximo ${CAPTION_MAX} caracteres`,
  ),
  z.refine((text) => {
    const { hashtags, mentions } = captionCounts(text);
    return hashtags <= HASHTAG_MAX && mentions <= MENTION_MAX;
  }, `Primeiro comentário aceita até ${HASHTAG_MAX} hashtags e ${MENTION_MAX} menções.`),
);

const distinctBy = <T>(keyOf: (item: T) => string) =>
  z.transform((items: T[]) => {
    const first = new Map<string, T>();
    for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
    return [...first.values()];
  });

const NO_USERNAME = 'Nome de usuário do Instagram inválido';
const username = z.pipe(
  text(NO_USERNAME),
  z.transform((text, context): string => {
    const name = parseUsername(text);
    if (name !== null) return name;
    context.issues.push({ code: 'custom', message: NO_USERNAME, input: text });
    return z.NEVER;
  }),
);
const draftCollaborators = z.pipe(
  z.array(username, 'A lista de colaboradores é inválida'),
  distinctBy((name) => name),
);
export const collaborators = draftCollaborators.check(
  z.maxLength(MAX_COLLABORATORS, `Máximo ${MAX_COLLABORATORS} colaboradores`),
);

const OUTSIDE_IMAGE = 'Uma marcação está fora da imagem';
const NO_ITEM = 'Uma marcação aponta para um item que não existe';
const fraction = z
  .number(OUTSIDE_IMAGE)
  .check(z.minimum(0, OUTSIDE_IMAGE), z.maximum(1, OUTSIDE_IMAGE));
/** A plain username is a tag without a position. */
const userTagInput = z.pipe(
  z.transform((tag: unknown) => (typeof tag === 'string' ? { username: tag } : tag)),
  z.strictObject(
    {
      username,
      x: z.optional(fraction),
      y: z.optional(fraction),
      item: z.optional(
        z.int(NO_ITEM).check(z.minimum(0, NO_ITEM), z.maximum(MAX_CAROUSEL_ITEMS - 1, NO_ITEM)),
      ),
    },
    'Uma marcação é inválida',
  ),
);
const draftUserTags = z.pipe(
  z.array(userTagInput, 'A lista de marcações é inválida'),
  distinctBy((tag: UserTag) => `${tag.item ?? 0} ${tag.username}`),
);
const userTags = draftUserTags.check(
  z.refine(isWithinItems, `Marque no máximo ${MAX_USER_TAGS} pessoas em cada arquivo`),
);

function isWithinItems(tags: readonly UserTag[]): boolean {
  const counts = new Map<number, number>();
  for (const { item = 0 } of tags) counts.set(item, (counts.get(item) ?? 0) + 1);
  return Math.max(0, ...counts.values()) <= MAX_USER_TAGS;
}

const clearable = (isGood: (text: string) => boolean, message: string) =>
  z.union([z.literal(''), text().check(z.refine(isGood, message))], message);
const clearableInstant = z.union([z.literal(''), instant], 'Data e hora inválidas');
const flag = (message: string) => z.enum(['true', 'false'], message);
export const mediaType = z.enum(mediaTypes, 'Selecione o tipo de conteúdo');

const fit = z
  .array(z.nullable(z.enum(fitModes, 'Ajuste de imagem inválido')), 'A lista de ajustes é inválida')
  .check(z.maxLength(MAX_CAROUSEL_ITEMS, `Máximo ${MAX_CAROUSEL_ITEMS} ajustes`));

const postOptions = {
  shareToFeed: z.optional(flag('Diga se o Reels aparece também no feed')),
  /** In ms. */
  thumbOffset: z.optional(clearable((text) => /^\d{1,7}$/.test(text), 'Capa inválida')),
  audioName: z.optional(audioName),
  collaborators: z.optional(json(collaborators)),
  firstComment: z.optional(firstComment),
  locationId: z.optional(clearable(isLocationId, 'Localização inválida')),
  userTags: z.optional(json(userTags)),
  /** Per item, in order; null where the picture stays unchanged. */
  fit: z.optional(json(fit)),
  /** The connected account that publishes the post; the default is the first one. */
  instagramAccountId: z.optional(instagramAccountId),
  /** Ids of finished resumable uploads in the order of the items, instead of files. */
  uploadIds: z.optional(
    json(
      z
        .array(text(), 'A lista de envios é inválida')
        .check(z.maxLength(MAX_CAROUSEL_ITEMS, `Máximo ${MAX_CAROUSEL_ITEMS} arquivos`)),
    ),
  ),
  /** Per item, in order. */
  altText: z.optional(
    json(
      z
        .array(altText, 'A lista de textos alternativos é inválida')
        .check(z.maxLength(MAX_CAROUSEL_ITEMS, `Máximo ${MAX_CAROUSEL_ITEMS} textos alternativos`)),
    ),
  ),
};

/** What a draft may exceed and a post that is scheduled may not. */
export const publishableOptions = z.object({
  audioName: z.nullable(audioName),
  collaborators,
  firstComment,
  userTags,
});

/** A draft stores what its author typed, whatever Instagram would say to it. */
const draftOptions = {
  ...postOptions,
  audioName: z.optional(draftAudioName),
  collaborators: z.optional(json(draftCollaborators)),
  firstComment: z.optional(draftFirstComment),
  userTags: z.optional(json(draftUserTags)),
};

/** For a post of a series: whether the change also applies to the later posts. */
const following = z.optional(flag('Diga se os próximos posts também mudam'));

const postResult = z.object({
  post,
  warning: z.nullable(z.string()),
  /** Suggestions for the author; the web shows the same ones before it submits. */
  textWarnings: z.array(z.string()),
});

export const schedulePost = endpoint({
  method: 'POST',
  path: '/schedule',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Schedules a post and returns it. The Idempotency-Key header is supported: a repeated key returns the same post. `textWarnings` lists suggestions for the author.',
  status: 201,
  multipart: true,
  idempotent: true,
  body: z.strictObject({
    mediaType,
    caption: z._default(caption, ''),
    scheduledTime: instantWithMessage('Selecione data e hora'),
    demo: z._default(flag('Diga se o post é uma demonstração'), 'false'),
    /** Uses the queue: the requested slot if it is free, else the next free one. */
    queue: z._default(flag('Diga se o post vai para a fila'), 'false'),
    /** Starts a series at the same time of day: 403 PLAN_REQUIRED below Premium, 409 SERIES_FULL. */
    repeat: z.optional(json(seriesInput)),
    ...postOptions,
  }),
  data: postResult,
});

export const saveDraft = endpoint({
  method: 'POST',
  path: '/schedule/draft',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Saves a draft, complete or not, and returns it. The Idempotency-Key header is supported.',
  status: 201,
  multipart: true,
  idempotent: true,
  body: z.strictObject({
    mediaType: z.optional(mediaType), // When missing, the type that fits the files; IMAGE without files.
    caption: z._default(draftCaption, ''),
    scheduledTime: z.optional(clearableInstant),
    ...draftOptions,
  }),
  data: postResult,
});

export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/schedule/draft/:id/schedule',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary: 'Schedules a draft and returns the post; the draft must be complete.',
  params: postIdParams,
  body: z.strictObject({
    scheduledTime: instantWithMessage('Data e hora são obrigatórias'),
    demo: z._default(z.boolean('Diga se o post é uma demonstração'), false),
    queue: z._default(z.boolean('Diga se o post vai para a fila'), false),
    /** Premium only; the day of the post is the first day of the series. */
    repeat: z.optional(seriesInput),
  }),
  message: 'O rascunho foi agendado.',
  data: postResult,
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/scheduled/:id',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary: 'Changes the given fields of a post and returns it; new files replace all of its files.',
  multipart: true,
  params: postIdParams,
  body: z.strictObject({
    caption: z.optional(draftCaption),
    scheduledTime: z.optional(clearableInstant),
    following,
    ...draftOptions,
  }),
  message: 'As mudanças foram salvas.',
  data: postResult,
});

export const forcePublish = endpoint({
  method: 'POST',
  path: '/schedule/force-publish',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Publishes a post now instead of at its due time, or retries a post that was not published.',
  status: 202,
  body: z.strictObject({ postId: z.uuid('Dados inválidos') }),
  data: z.object({ post }),
});

export const confirmInstagramAccount = endpoint({
  method: 'POST',
  path: '/schedule/confirm-account',
  access: 'user',
  role: 'edit',
  summary:
    'Confirms the connected Instagram account for posts that were created for an earlier one, so that they are published: all posts, or those named.',
  body: z.strictObject({
    postIds: z.optional(z.array(z.uuid('Dados inválidos'), 'Dados inválidos')),
  }),
  data: z.object({ confirmed: z.int() }),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/scheduled/:id',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Deletes a draft or a scheduled post. With following, also deletes the later posts of its series and stops the series. 409 POST_IN_PROGRESS while the post is being published.',
  params: postIdParams,
  query: z.strictObject({ following }),
  data: z.null(),
});
