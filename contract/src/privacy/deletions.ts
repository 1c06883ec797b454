import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { oneLine } from '../shared/text-fields.ts';

export const deletionPath = (code: string): string => `/exclusao-de-dados/${code}`;

export const getDeletion = endpoint({
  method: 'GET',
  path: '/deletions/:code',
  access: 'public',
  summary: 'Returns the progress of a deletion by its code. 404 NOT_FOUND for an unknown code.',
  params: z.object({ code: oneLine() }),
  data: z.object({
    /** `account`: a whole user account; `meta`: the data of a person that Instagram and Facebook gave us. */
    kind: z.enum(['account', 'meta']),
    requestedAt: z.iso.datetime(),
    finishedAt: z.nullable(z.iso.datetime()),
  }),
});
