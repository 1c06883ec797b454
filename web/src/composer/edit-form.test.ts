import type { Post } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { withMediumDetails } from '../posts/change/replacement.ts';
import { aPost } from '../posts/post-fixture.ts';
import {
  changedFields,
  validateEdit,
  toEditForm,
  getLateEditStart,
  type EditForm,
} from './edit-form.ts';

/** 9 June 2026, 14:32 in Brasília. */
const now = new Date('2026-06-09T17:32:00.000Z');
const horizon = { days: 7, planName: 'Gratuito' };

const picture: Post['mediaItems'][number] = {
  type: 'image',
  url: '/media/1',
  thumbnailUrl: '/thumbnail/1',
  coverUrl: null,
  width: 1080,
  height: 1350,
  durationMs: null,
  altText: null,
  state: 'ready',
  progress: null,
  readyInMs: null,
  refusal: null,
};

const reel = aPost({
  mediaType: 'REELS',
  mediaItems: [{ ...picture, type: 'video', durationMs: 9000 }],
  reelsConfig: {
    shareToFeed: true,
    thumbOffset: 2500,
    audioName: 'Torno',
    collaborators: ['feira.daprata'],
  },
  collaborators: ['feira.daprata'],
});

const changed = (post: Post, change: Partial<EditForm>) => {
  const initialForm = toEditForm(post);
  return changedFields(initialForm, { ...initialForm, ...change }, post.mediaType);
};
const editErrors = (post: Post, change: Partial<EditForm>) => {
  const initialForm = toEditForm(post);
  return validateEdit(
    { ...initialForm, ...change },
    { initialForm, status: post.status, now, horizon },
  );
};

test.each([
  aPost(),
  reel,
  aPost({ status: 'draft', scheduledTime: null }),
  // The due time of an imported post has seconds, which the fields do not show.
  aPost({ scheduledTime: '2026-06-09T21:00:12.345Z', mediaItems: [picture] }),
  aPost({ locationId: '213385402', userTags: [{ username: 'lia', x: 0.5, y: 0.5 }] }),
])('an unchanged post sends nothing', (post) => {
  expect(changed(post, {})).toEqual({});
});

test('only changed values are sent', () => {
  expect(changed(aPost(), { caption: 'Caneca tripla' })).toEqual({ caption: 'Caneca tripla' });
  expect(changed(aPost(), { when: { date: '2026-06-10', time: '12:00' } })).toEqual({
    scheduledTime: '2026-06-10T15:00:00.000Z',
  });
  expect(changed(aPost(), { location: { id: '7', name: 'Recife' } })).toEqual({ locationId: '7' });
  expect(changed(reel, { shareToFeed: false, audioName: ' Torno ' })).toEqual({
    shareToFeed: 'false',
  });
});

test('collaborators from an import or the API can be removed from any post but a story', () => {
  const invited = { collaborators: ['feira.daprata'] };
  const photo = aPost(invited);
  expect(changed(photo, { collaborators: [] })).toEqual({ collaborators: '[]' });
  expect(changed(aPost({ mediaType: 'STORIES' }), invited)).toEqual({});
});

test('emptied fields are cleared', () => {
  const draft = aPost({ status: 'draft', locationId: '7' });
  expect(changed(draft, { location: null, when: { date: '', time: '' }, caption: '' })).toEqual({
    caption: '',
    locationId: '',
    scheduledTime: '',
  });
  expect(changed(reel, { thumbOffset: 0, audioName: '', collaborators: [] })).toEqual({
    thumbOffset: '',
    audioName: '',
    collaborators: '[]',
  });
});

test('user tags and alt texts of a carousel stay with their items', () => {
  const carousel = aPost({
    mediaType: 'CAROUSEL',
    mediaItems: [picture, { ...picture, url: '/media/2', altText: 'Um prato' }],
    userTags: [{ username: 'lia', x: 0.2, y: 0.3, item: 1 }],
  });
  const { files } = toEditForm(carousel);
  expect(files.map(({ file, altText, tags }) => [file.name, altText, tags])).toEqual([
    ['foto 1', '', []],
    ['foto 2', 'Um prato', [{ username: 'lia', x: 0.2, y: 0.3 }]],
  ]);
  const tagged = withMediumDetails(files, '/media/1', {
    tags: [{ username: 'rui', x: 0.1, y: 0.1 }],
    altText: 'Vaso',
  });
  expect(changed(carousel, { files: tagged })).toEqual({
    altText: '["Vaso","Um prato"]',
    userTags:
      '[{"username":"rui","x":0.1,"y":0.1,"item":0},{"username":"lia","x":0.2,"y":0.3,"item":1}]',
  });
});

test('a changed due time that is past or too near is refused, an unchanged one is not checked', () => {
  const near = { date: '2026-06-09', time: '14:32' };
  expect(editErrors(aPost(), { when: near }).when).toContain('próximo demais');
  expect(editErrors(aPost(), { when: { date: '2026-06-09', time: '10:00' } }).when).toContain(
    'passou',
  );
  expect(editErrors(aPost(), { when: { date: '', time: '' } }).when).toBe('Selecione data e hora');
  expect(editErrors(aPost(), { when: { date: '2026-06-20', time: '10:00' } }).when).toContain(
    'Gratuito agenda até',
  );
  expect(editErrors(aPost({ scheduledTime: now.toISOString() }), {})).toEqual({});
});

test('a caption that is too long is refused, except in a draft', () => {
  const caption = 'a'.repeat(2201);
  const words = 'Legenda deve ter no máximo 2200 caracteres';
  expect(editErrors(aPost(), { caption })).toEqual({ caption: words });
  expect(editErrors(aPost({ status: 'draft' }), { caption })).toEqual({});
});

test('a draft needs no due time, but a date needs a time', () => {
  const draft = aPost({ status: 'draft' });
  expect(editErrors(draft, { when: { date: '', time: '' } })).toEqual({});
  expect(editErrors(draft, { when: { date: '2026-06-12', time: '' } }).when).toBe(
    'Selecione data e hora',
  );
});

test('a failed post starts without a due time and may stay without one', () => {
  const failed = aPost({ status: 'failed' });
  expect(toEditForm(failed).when).toEqual({ date: '', time: '' });
  expect(editErrors(failed, { caption: 'Outra' })).toEqual({});
  expect(changed(failed, { caption: 'Outra' })).toEqual({ caption: 'Outra' });
});

test('an edit is late from one minute before the due time, only for scheduled posts', () => {
  expect(getLateEditStart(aPost())?.toISOString()).toBe('2026-06-09T20:59:00.000Z');
  expect(getLateEditStart(aPost({ status: 'draft' }))).toBeNull();
  expect(getLateEditStart(aPost({ status: 'failed' }))).toBeNull();
});
