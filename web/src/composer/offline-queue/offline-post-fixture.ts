import type { OfflinePost } from './offline-post.ts';

export const createdAt = new Date('2026-06-10T15:00:00Z');

export const anOfflinePost = (overrides: Partial<OfflinePost> = {}): OfflinePost => ({
  key: 'key-1',
  owner: 'ana',
  workspace: 'ana',
  submitMode: 'schedule',
  fields: { caption: 'Caneca', scheduledTime: '2026-06-10T17:00:00Z', demo: 'false' },
  files: [],
  createdAt: createdAt.getTime(),
  sentAt: null,
  refusal: null,
  failures: 0,
  retryAt: 0,
  ...overrides,
});
