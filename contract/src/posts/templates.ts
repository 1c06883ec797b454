import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { CAPTION_MAX } from '../shared/instagram-limits.ts';
import { captionLength, mediaTypes } from './posts.ts';
import {
  TEMPLATE_FRAME_MAX,
  TEMPLATE_FRAMES_MAX,
  TEMPLATE_NAME_MAX,
  templateOccasions,
  templateTrades,
} from './template-text.ts';
import { oneLine, severalLines } from '../shared/text-fields.ts';

const libraryTemplate = z.object({
  /** A fixed slug, equal in all workspaces. */
  _id: z.string(),
  trade: z.enum(templateTrades),
  occasion: z.enum(templateOccasions),
  title: z.string(),
  mediaType: z.enum(mediaTypes),
  frames: z.array(z.string()),
  caption: z.string(),
  /** The fields in the order in which the form shows them. */
  fields: z.array(z.object({ name: z.string(), example: z.string() })),
});
export type LibraryTemplate = z.output<typeof libraryTemplate>;

export const TEMPLATE_LIBRARY_LIMIT = 200;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/templates',
  access: 'user',
  role: 'view',
  summary: 'Returns the template library by trade and occasion. 403 PLAN_REQUIRED below Pro.',
  query: z.strictObject({
    trade: z.optional(z.enum(templateTrades)),
    occasion: z.optional(z.enum(templateOccasions)),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(TEMPLATE_LIBRARY_LIMIT)),
      TEMPLATE_LIBRARY_LIMIT,
    ),
  }),
  data: z.object({
    templates: z.array(libraryTemplate),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
  }),
});

export const templateContent = z
  .strictObject({
    name: oneLine('Nome é obrigatório').check(
      z.minLength(1, 'Nome é obrigatório'),
      z.maxLength(TEMPLATE_NAME_MAX, `Nome deve ter no máximo ${TEMPLATE_NAME_MAX} caracteres`),
    ),
    mediaType: z.enum(mediaTypes, 'Selecione o tipo de conteúdo'),
    caption: severalLines().check(
      z.refine(
        (text) => captionLength(text) <= CAPTION_MAX,
        `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`,
      ),
    ),
    frames: z._default(
      z
        .array(
          oneLine().check(
            z.minLength(1, 'Escreva o que vai em cada imagem ou remova a linha vazia'),
            z.maxLength(
              TEMPLATE_FRAME_MAX,
              `Cada imagem do roteiro deve ter no máximo ${TEMPLATE_FRAME_MAX} caracteres`,
            ),
          ),
        )
        .check(
          z.maxLength(
            TEMPLATE_FRAMES_MAX,
            `O roteiro deve ter no máximo ${TEMPLATE_FRAMES_MAX} imagens`,
          ),
        ),
      [],
    ),
  })
  .check(
    z.refine(({ caption, frames }) => caption !== '' || frames.length > 0, {
      path: ['caption'],
      error: 'Escreva a legenda ou o roteiro do modelo',
    }),
  );
export type TemplateContent = z.output<typeof templateContent>;

const customTemplate = z.object({
  _id: z.string(),
  name: z.string(),
  mediaType: z.enum(mediaTypes),
  caption: z.string(),
  frames: z.array(z.string()),
  updatedAt: z.iso.datetime(),
});
export type CustomTemplate = z.output<typeof customTemplate>;

const idParams = z.object({ id: z.uuid('Dados inválidos') });
const templateData = z.object({ template: customTemplate });

export const listCustomTemplates = endpoint({
  method: 'GET',
  path: '/templates/custom',
  access: 'user',
  role: 'view',
  summary: 'Returns the templates of the workspace by name. 403 PLAN_REQUIRED below Premium.',
  data: z.object({ templates: z.array(customTemplate) }),
});

export const createTemplate = endpoint({
  method: 'POST',
  path: '/templates/custom',
  access: 'user',
  role: 'edit',
  summary:
    'Creates a template. 403 PLAN_REQUIRED below Premium, 409 TEMPLATE_NAME_TAKEN, 409 TEMPLATES_FULL.',
  status: 201,
  body: templateContent,
  data: templateData,
});

export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/templates/custom/:id',
  access: 'user',
  role: 'edit',
  summary:
    'Replaces a template of the workspace. 403 PLAN_REQUIRED, 404 NOT_FOUND, 409 TEMPLATE_NAME_TAKEN.',
  params: idParams,
  body: templateContent,
  data: templateData,
});

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/custom/:id',
  access: 'user',
  role: 'edit',
  summary: 'Deletes a template of the workspace. Available on every plan. 404 NOT_FOUND.',
  params: idParams,
  data: z.null(),
});
