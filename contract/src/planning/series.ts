import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instant, mediaTypes } from '../posts/posts.ts';
import { seriesRule } from '../posts/series-rule.ts';

export const SERIES_MAX = 100;

const series = z.object({
  _id: z.string(),
  rule: seriesRule,
  /** Minute of the day, in Brasília. */
  minute: z.int(),
  firstOn: z.string(),
  until: z.nullable(z.string()),
  mediaType: z.enum(mediaTypes),
  caption: z.string(),
  /** The account of its posts; null while it is unknown. */
  instagramAccountId: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
  /** The posts that are created and not yet due. */
  next: z.array(z.object({ postId: z.string(), at: instant })),
  /** Why no more posts are created at the moment; null where they are. */
  issue: z.nullable(z.string()),
});
export type Series = z.output<typeof series>;

export const listSeries = endpoint({
  method: 'GET',
  path: '/series',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the series, newest first, with their created posts that are not yet due. Available on every plan.',
  data: z.object({ series: z.array(series) }),
});

export const stopSeries = endpoint({
  method: 'POST',
  path: '/series/:id/stop',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary: 'Stops a series; its scheduled posts stay. Available on every plan. 404 NOT_FOUND.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.null(),
});
