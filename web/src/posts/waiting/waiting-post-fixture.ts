import type { WaitingPost } from './waiting.ts';

export const madeAt = new Date('2026-06-10T15:00:00Z');

/** Ana's, for two hours later, made without a line. */
export const aWaitingPost = (other: Partial<WaitingPost> = {}): WaitingPost => ({
  key: 'key-1',
  owner: 'ana',
  aim: 'schedule',
  fields: { caption: 'Caneca', scheduledTime: '2026-06-10T17:00:00Z', demo: 'false' },
  files: [],
  at: madeAt.getTime(),
  sentAt: null,
  refusal: null,
  failures: 0,
  againAt: 0,
  ...other,
});
