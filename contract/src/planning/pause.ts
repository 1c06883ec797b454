import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instant, instantWithMessage, post } from '../posts/posts.ts';

/** The maximum number of missed posts in one list or one reschedule request. */
export const MISSED_POSTS_MAX = 200;

const pauseState = z.object({
  /** Null while the workspace is not paused. */
  pause: z.nullable(
    z.object({
      since: instant,
      /** Posts due at this instant or later are published; null: the pause lasts until a member resumes. */
      until: z.nullable(instant),
    }),
  ),
  /** Missed posts: their due time passed during a pause and they have no new one. */
  held: z.int(),
  /** Posts that were being sent to Instagram when the pause began; they cannot be stopped. */
  underWay: z.int(),
});
export type PauseState = z.output<typeof pauseState>;

export const getPause = endpoint({
  method: 'GET',
  path: '/schedule/pause',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns whether publishing is paused, and the number of missed posts.',
  data: pauseState,
});

export const pausePublishing = endpoint({
  method: 'PUT',
  path: '/schedule/pause',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Pauses all publishing until the given time, or until it is resumed. Available on every plan. 400 SCHEDULED_TIME_PAST.',
  body: z.strictObject({
    until: z._default(z.nullable(instantWithMessage('Escolha data e hora')), null),
  }),
  data: pauseState,
});

export const resumePublishing = endpoint({
  method: 'DELETE',
  path: '/schedule/pause',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Resumes publishing. Posts whose due time has passed are not published; they become missed posts.',
  data: pauseState,
});

export const listHeldPosts = endpoint({
  method: 'GET',
  path: '/schedule/held',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns the missed posts by due time, each with a proposed new due time.',
  data: z.object({
    posts: z.array(
      z.object({
        post,
        /** The next day at the same time; null where the plan does not reach so far. */
        proposedTime: z.nullable(instant),
      }),
    ),
    total: z.int(),
  }),
});

export const rescheduleHeldPosts = endpoint({
  method: 'POST',
  path: '/schedule/held',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Gives missed posts new due times, or keeps them as drafts (null): all of the named posts, or none.',
  body: z.strictObject({
    posts: z
      .array(
        z.strictObject(
          {
            postId: z.uuid('Dados inválidos'),
            scheduledTime: z.nullable(instantWithMessage('Selecione data e hora')),
          },
          'Dados inválidos',
        ),
        'Escolha os posts',
      )
      .check(
        z.minLength(1, 'Escolha os posts'),
        z.maxLength(MISSED_POSTS_MAX, 'Escolha menos posts'),
      ),
  }),
  data: z.object({ scheduled: z.int(), left: z.int() }),
});
