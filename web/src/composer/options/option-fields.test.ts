import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import type { PickedFile, PositionedTag } from '../form.rules.ts';
import {
  toAltTexts,
  listDescribable,
  toOptionFields,
  listTaggable,
  toUserTags,
} from './option-fields.ts';

const createFile = (kind: 'image' | 'video', altText = '', tags: PositionedTag[] = []) => ({
  kind,
  altText,
  tags,
});
const lia = { username: 'lia', x: 0.25, y: 0.75 };
const bia = { username: 'bia' };
const photo = createFile('image', ' Uma caneca azul ', [lia, bia]);
const clip = createFile('video', 'Um forno', [{ username: 'ana', x: 0.1, y: 0.1 }]);

test.each<[MediaType, ReturnType<typeof createFile>[], object[]]>([
  ['IMAGE', [photo], [lia, bia]],
  ['STORIES', [photo], [{ username: 'lia' }, { username: 'bia' }]],
  ['STORIES', [clip], [{ username: 'ana' }]],
  ['REELS', [clip], [{ username: 'ana' }]],
  ['VIDEO', [clip], [{ username: 'ana' }]],
  // Videos of a carousel take no user tags; tags of such a video are stored in case the type changes.
  [
    'CAROUSEL',
    [clip, photo, createFile('image', '', [lia])],
    [
      { ...lia, item: 1 },
      { ...bia, item: 1 },
      { ...lia, item: 2 },
    ],
  ],
  ['CAROUSEL', [clip, clip], []],
  ['IMAGE', [], []],
])('returns the user tags of %s (%#)', (type, files, tags) => {
  expect(toUserTags(files, type)).toEqual(tags);
});

test.each<[MediaType, ReturnType<typeof createFile>[], string[]]>([
  ['IMAGE', [photo], ['Uma caneca azul']],
  ['CAROUSEL', [clip, photo, createFile('image')], ['', 'Uma caneca azul', '']],
  ['STORIES', [photo], []],
  ['REELS', [clip], []],
  ['VIDEO', [clip], []],
])('returns the alternative texts of %s (%#)', (type, files, texts) => {
  expect(toAltTexts(files, type)).toEqual(texts);
});

test('tags and alternative texts move with their file when the order changes', () => {
  const other = createFile('image', 'Um vaso');
  expect(toUserTags([other, photo], 'CAROUSEL')).toMatchObject([{ item: 1 }, { item: 1 }]);
  expect(toUserTags([photo, other], 'CAROUSEL')).toMatchObject([{ item: 0 }, { item: 0 }]);
  expect(toAltTexts([photo, other], 'CAROUSEL')).toEqual(['Uma caneca azul', 'Um vaso']);
});

describe('the server', () => {
  const types: MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];
  test.each(types)('accepts the tags and texts of %s unchanged', (mediaType) => {
    const files = mediaType === 'CAROUSEL' ? [photo, clip, photo] : [photo];
    const [userTags, altText] = [toUserTags(files, mediaType), toAltTexts(files, mediaType)];
    const sent = schedulePost.body.safeParse({
      mediaType,
      scheduledTime: '2026-06-09T21:00:00Z',
      userTags: JSON.stringify(userTags),
      altText: JSON.stringify(altText),
    });
    expect(sent.data).toMatchObject({ userTags, altText });
    expect(userTags.length).toBeGreaterThan(0);
  });
});

test.each<[MediaType, Pick<PickedFile, 'kind'>[], number, number]>([
  ['IMAGE', [photo], 1, 1],
  ['CAROUSEL', [clip, photo, photo], 2, 2],
  ['CAROUSEL', [clip, clip], 0, 0],
  ['REELS', [clip], 1, 0],
  ['STORIES', [photo], 1, 0],
])(
  'of %s (%#) this many files take user tags, and this many alternative texts',
  (type, files, people, texts) => {
    expect(listTaggable(files, type)).toHaveLength(people);
    expect(listDescribable(files, type)).toHaveLength(texts);
  },
);

describe('the form fields', () => {
  const filed = (file: ReturnType<typeof createFile>): PickedFile => ({
    ...file,
    file: new File(['x'], 'x'),
    url: 'blob:x',
    width: 1080,
    height: 1350,
    fit: 'crop',
    durationMs: null,
  });
  const options = {
    shareToFeed: false,
    thumbOffset: 14_000.4,
    audioName: ' Som original ',
    collaborators: ['lia', 'bia'],
    location: { id: '213', name: 'Recife' },
    firstComment: ' #ceramica ',
    instagramAccountId: null,
  };
  const nothing = {
    shareToFeed: true,
    thumbOffset: 0,
    audioName: ' ',
    collaborators: [],
    location: null,
    firstComment: '',
    instagramAccountId: null,
  };

  test.each<[MediaType, ReturnType<typeof createFile>, typeof options | typeof nothing, object]>([
    [
      'REELS',
      clip,
      options,
      {
        shareToFeed: 'false',
        thumbOffset: '14000',
        audioName: 'Som original',
        collaborators: '["lia","bia"]',
        locationId: '213',
        firstComment: '#ceramica',
        userTags: '[{"username":"ana"}]',
      },
    ],
    ['REELS', createFile('video'), nothing, { shareToFeed: 'true' }],
    [
      'IMAGE',
      photo,
      options,
      {
        locationId: '213',
        firstComment: '#ceramica',
        userTags: '[{"username":"lia","x":0.25,"y":0.75},{"username":"bia"}]',
        altText: '["Uma caneca azul"]',
      },
    ],
    ['IMAGE', createFile('image'), nothing, {}],
    [
      'VIDEO',
      clip,
      options,
      { locationId: '213', firstComment: '#ceramica', userTags: '[{"username":"ana"}]' },
    ],
    ['STORIES', clip, options, { userTags: '[{"username":"ana"}]' }],
  ])('of %s contain the options that are set (%#)', (mediaType, file, chosen, fields) => {
    const sent = toOptionFields({ files: [filed(file)], ...chosen }, mediaType);
    expect(sent).toEqual(fields);
    const scheduledTime = '2026-06-09T21:00:00Z';
    expect(schedulePost.body.safeParse({ mediaType, scheduledTime, ...sent }).success).toBe(true);
  });
});
