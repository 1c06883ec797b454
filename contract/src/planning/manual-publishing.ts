import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { post, postIdParams } from '../posts/posts.ts';

export const startManualPublishing = endpoint({
  method: 'POST',
  path: '/scheduled/:id/manual-publishing',
  access: 'user',
  role: 'edit',
  summary:
    'Starts manual publishing of the post and returns it. No further publish attempt is made; an attempt with an unknown outcome can still prove to be published. 409 APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE.',
  params: postIdParams,
  data: z.object({ post }),
});

/** The result of a check of the account; `resolving`: the outcome of an attempt is still unknown. */
const accountCheckResults = ['seen', 'not_seen', 'unreadable', 'resolving'] as const;

export const checkManualPublication = endpoint({
  method: 'POST',
  path: '/scheduled/:id/manual-publishing/check',
  access: 'user',
  role: 'edit',
  summary:
    'Starts manual publishing of the post if necessary, checks the Instagram account for it, and returns the result of the check. 409 APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE.',
  params: postIdParams,
  data: z.object({ post, look: z.enum(accountCheckResults) }),
});

export const markPublished = endpoint({
  method: 'POST',
  path: '/scheduled/:id/manual-publishing/published',
  access: 'user',
  role: 'edit',
  summary:
    'Marks the post as published without a link, for a manual post that was not detected on the Instagram account. 409 APPROVAL_NEEDED, MANUAL_PUBLISHING_UNAVAILABLE, POST_IN_PROGRESS.',
  params: postIdParams,
  data: z.object({ post }),
});
