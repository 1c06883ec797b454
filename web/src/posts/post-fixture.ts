import type { Post } from '@pontual/contract/posts/posts.ts';

export function aPost(overrides: Partial<Post> = {}): Post {
  return {
    _id: 'post-1',
    mediaType: 'IMAGE',
    status: 'scheduled',
    caption: 'Caneca dupla',
    scheduledTime: '2026-06-09T21:00:00.000Z',
    createdAt: '2026-06-01T12:00:00.000Z',
    publishedAt: null,
    imageUrl: null,
    videoUrl: null,
    mediaItems: [],
    fit: [],
    reelsConfig: null,
    collaborators: [],
    locationId: null,
    userTags: [],
    firstComment: '',
    demo: false,
    instagramAccountId: null,
    ready: false,
    permalink: null,
    errorMessage: null,
    errorAction: null,
    forecastAt: null,
    manualPublishing: null,
    awaiting: false,
    series: null,
    ...overrides,
  };
}
