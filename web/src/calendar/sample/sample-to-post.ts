import type { Post } from '@pontual/contract/posts/posts.ts';
import { artUrl, type SamplePost } from './sample-data.ts';

const SIZE = { width: 400, height: 500 };
const WEEK_MS = 7 * 86_400_000;

export function toPost(sample: SamplePost): Post {
  const { instant, type, status, caption } = sample;
  const art = artUrl(sample);
  const isVideo = type === 'VIDEO' || type === 'REELS';
  return {
    _id: instant.toISOString(),
    mediaType: type,
    status,
    caption,
    scheduledTime: instant.toISOString(),
    createdAt: new Date(instant.getTime() - WEEK_MS).toISOString(),
    publishedAt: status === 'published' ? instant.toISOString() : null,
    imageUrl: isVideo ? null : art,
    videoUrl: null,
    mediaItems: [
      {
        type: isVideo ? 'video' : 'image',
        url: art,
        thumbnailUrl: art,
        coverUrl: isVideo ? art : null,
        ...SIZE,
        durationMs: null,
        altText: null,
        state: 'ready',
        progress: null,
        readyInMs: null,
        refusal: null,
      },
    ],
    fit: [null],
    reelsConfig: null,
    collaborators: [],
    locationId: null,
    userTags: [],
    firstComment: '',
    demo: false,
    instagramAccountId: null,
    ready: false,
    permalink: null,
    errorMessage: status === 'failed' ? 'O Instagram não aceitou o formato do vídeo.' : null,
    errorAction: null,
    forecastAt: null,
    manualPublishing: null,
    awaiting: false,
    series: null,
  };
}
