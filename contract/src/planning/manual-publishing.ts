import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { post, postIdParams } from '../posts/posts.ts';

export const startManualPublishing = endpoint({
  method: 'POST',
  path: '/scheduled/:id/plan-b',
  access: 'user',
  role: 'edit',
  summary:
    'Its owner publishes the post by hand: no other attempt is made, unless what may be out already turns out to be. 409 APPROVAL_NEEDED, PLAN_B_NOT_NOW.',
  params: postIdParams,
  data: z.object({ post }),
});

/** The result of a check of the account; `resolving`: the outcome of an attempt is still unknown. */
const accountCheckResults = ['seen', 'not_seen', 'unreadable', 'resolving'] as const;

export const checkManualPublication = endpoint({
  method: 'POST',
  path: '/scheduled/:id/plan-b/look',
  access: 'user',
  role: 'edit',
  summary:
    'Its owner says that they have published the post: it is taken over, and looked for on the account now. 409 APPROVAL_NEEDED, PLAN_B_NOT_NOW.',
  params: postIdParams,
  data: z.object({ post, look: z.enum(accountCheckResults) }),
});

export const markPublished = endpoint({
  method: 'POST',
  path: '/scheduled/:id/plan-b/published',
  access: 'user',
  role: 'edit',
  summary:
    'Its owner says that they have published a post which nobody finds: it is published, without a link. 409 APPROVAL_NEEDED, PLAN_B_NOT_NOW, POST_IN_PROGRESS.',
  params: postIdParams,
  data: z.object({ post }),
});
