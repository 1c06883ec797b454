import type { Post } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { aPost } from '../../testing/examples.ts';
import { mediaTypeText } from './media-type-text.ts';

test.each<[string, Partial<Post>, string]>([
  ['a draft of nothing', { status: 'draft', mediaItems: [] }, 'Sem arquivo'],
  ['a draft of a photo', { status: 'draft' }, 'Imagem'],
  [
    'a draft whose type was chosen',
    { status: 'draft', mediaType: 'REELS', mediaItems: [] },
    'Reels',
  ],
  ['a published post without its files', { status: 'published', mediaItems: [] }, 'Imagem'],
])('%s is named %j', (_, overrides, name) => {
  expect(mediaTypeText(aPost(overrides))).toBe(name);
});
