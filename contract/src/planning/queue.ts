import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { instant, instantWithMessage, post } from '../posts/posts.ts';

/** Twelve per day. */
export const SLOTS_MAX = 84;
const MINUTES_OF_DAY = 1440;

const weeklyTime = z.strictObject(
  {
    /** 0 is Sunday. */
    weekday: z
      .int('Escolha o dia da semana')
      .check(z.minimum(0, 'Escolha o dia da semana'), z.maximum(6, 'Escolha o dia da semana')),
    /** Minute of the day, in Brasília. */
    minute: z
      .int('Escolha a hora')
      .check(z.minimum(0, 'Escolha a hora'), z.maximum(MINUTES_OF_DAY - 1, 'Escolha a hora')),
  },
  'Dados inválidos',
);
export type WeeklyTime = z.output<typeof weeklyTime>;

const queueSlot = z.object({ _id: z.string(), weekday: z.int(), minute: z.int() });
export type QueueSlot = z.output<typeof queueSlot>;

const queueSlots = z.array(queueSlot);
/** Null where all slots are taken or the queue has none. */
const nextFreeTime = z.nullable(instant);

export const getQueue = endpoint({
  method: 'GET',
  path: '/queue',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary:
    'Returns the weekly queue slots, the slots of the next weeks with their posts, and the next free slot. 403 PLAN_REQUIRED below Premium.',
  data: z.object({
    slots: queueSlots,
    upcomingSlots: z.array(z.object({ at: instant, posts: z.array(post) })),
    next: nextFreeTime,
  }),
});

export const getNextQueueSlot = endpoint({
  method: 'GET',
  path: '/queue/next',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns the next free queue slot. 403 PLAN_REQUIRED below Premium.',
  data: z.object({ next: nextFreeTime, slots: z.int() }),
});

export const addSlots = endpoint({
  method: 'POST',
  path: '/queue/slots',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  summary:
    'Adds queue slots to the week and returns all of them; existing slots stay. 403 PLAN_REQUIRED, 409 SLOTS_FULL.',
  status: 201,
  body: z.strictObject({
    slots: z
      .array(weeklyTime, 'Escolha dia e hora')
      .check(
        z.minLength(1, 'Escolha dia e hora'),
        z.maxLength(SLOTS_MAX, 'Escolha menos horários'),
      ),
  }),
  data: z.object({ slots: queueSlots }),
});

export const removeSlot = endpoint({
  method: 'DELETE',
  path: '/queue/slots/:id',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Removes a queue slot and returns the others; posts keep their due times. Available on every plan. 404 NOT_FOUND.',
  params: z.object({ id: z.uuid('Dados inválidos') }),
  data: z.object({ slots: queueSlots }),
});

export const moveInQueue = endpoint({
  method: 'POST',
  path: '/queue/move',
  access: 'user',
  role: 'edit',
  scope: 'posts:write',
  consequential: true,
  summary:
    'Moves a scheduled post to another due time; a post that already has this due time gets the previous one of the moved post. 409 SLOT_TAKEN when the other post cannot move.',
  body: z.strictObject({
    postId: z.uuid('Dados inválidos'),
    scheduledTime: instantWithMessage('Selecione data e hora'),
  }),
  data: z.object({ post, swapped: z.nullable(post) }),
});

const percent = z.number();

export const bestHours = endpoint({
  method: 'GET',
  path: '/queue/best-hours',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary:
    'Returns the weekly hours with the highest engagement over the last 6 months, best first; the list is empty when too few posts were measured. 403 PLAN_REQUIRED below Premium.',
  query: z.strictObject({ account: z.optional(instagramAccountId) }),
  data: z.object({
    measured: z.int(),
    /** The posts that a comparison needs, in an hour and in all others together. */
    needed: z.int(),
    hours: z.array(
      z.object({
        weekday: z.int(),
        hour: z.int(),
        posts: z.int(),
        /** In percent: for this hour, and for all other hours together. */
        engagement: percent,
        others: percent,
      }),
    ),
  }),
});
export type BestHours = z.output<(typeof bestHours)['data']>;
