import type { Post } from '@pontual/contract/posts/posts.ts';
import {
  bestHours,
  getQueue,
  getNextQueueSlot,
  type QueueSlot,
} from '@pontual/contract/planning/queue.ts';
import type { Series } from '@pontual/contract/planning/series.ts';
import { listSeries } from '@pontual/contract/planning/series.ts';
import { brasiliaTimeAt } from './calendar.ts';
import { anId, PICTURE } from './examples.ts';
import { server } from './stub-server.ts';

export const dailySlots = (...hours: readonly number[]): QueueSlot[] =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    hours.map((hour) => ({ _id: anId(), weekday, minute: hour * 60 })),
  );

export function answerQueue(slots: readonly QueueSlot[], posts: readonly Post[] = []): void {
  const hours = [...new Set(slots.map(({ minute }) => minute / 60))];
  const upcomingSlots = Array.from({ length: 28 }, (_, days) => days + 1).flatMap((days) =>
    hours.map((hour) => {
      const at = brasiliaTimeAt(days, hour);
      return { at, posts: posts.filter(({ scheduledTime }) => scheduledTime === at) };
    }),
  );
  const next = upcomingSlots.find((slot) => slot.posts.length === 0)?.at ?? null;
  server.answer(getQueue, { slots: [...slots], upcomingSlots, next });
  server.answer(getNextQueueSlot, { next, slots: slots.length });
  server.answerByDefault(bestHours, { measured: 0, needed: 5, hours: [] });
  server.answerByDefault(listSeries, { series: [] });
}

export const aSeries = (overrides: Partial<Series> = {}): Series => ({
  _id: anId(),
  rule: { every: 'week', weeks: 1, weekdays: [5] },
  minute: 22 * 60 + 30,
  firstOn: '2026-06-12',
  until: null,
  mediaType: 'IMAGE',
  caption: 'Broa de milho',
  instagramAccountId: null,
  thumbnailUrl: PICTURE,
  next: [],
  issue: null,
  ...overrides,
});
