import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { expect, test } from 'vitest';
import { emptyForm, type PostForm } from './form.rules.ts';
import { aPicture, aVideo } from './picked-file-fixture.ts';
import { toPostFields } from './post-fields.ts';
import type { SubmitMode } from './wizard-state.ts';
import { startWizard } from './wizard.ts';

const when = { date: '2026-06-09', time: '18:00' };
const tags = [{ username: 'lia', x: 0.5, y: 0.25 }, { username: 'rui' }];

function postFieldsOf(
  mediaType: 'IMAGE' | 'REELS' | 'STORIES' | 'CAROUSEL',
  form: Partial<PostForm>,
  aim: SubmitMode,
) {
  const wizard = startWizard({
    frame: 'page',
    mediaType,
    form: { when, caption: 'Caneca', ...form },
  });
  return toPostFields(wizard, aim);
}

test('a reel has all reel fields, and user tags without positions', () => {
  const reel: Partial<PostForm> = {
    files: [{ ...aVideo(), tags, altText: 'Um torno' }],
    shareToFeed: false,
    thumbOffset: 1400,
    audioName: ' Samba ',
    collaborators: ['lia', 'rui'],
    location: { id: '110', name: 'Recife' },
  };
  const fields = postFieldsOf('REELS', reel, 'schedule');
  expect(fields).toEqual({
    mediaType: 'REELS',
    caption: 'Caneca',
    scheduledTime: '2026-06-09T21:00:00.000Z',
    demo: 'false',
    shareToFeed: 'false',
    thumbOffset: '1400',
    audioName: 'Samba',
    collaborators: '["lia","rui"]',
    locationId: '110',
    userTags: '[{"username":"lia"},{"username":"rui"}]',
  });
  expect(schedulePost.body.safeParse(fields).success).toBe(true);
});

test('user tags and alternative texts of a carousel refer to their item', () => {
  const files = [aPicture('a.jpg'), { ...aPicture('b.jpg'), tags, altText: 'Uma caneca azul' }];
  const fields = postFieldsOf('CAROUSEL', { files, audioName: 'Samba' }, 'schedule');
  expect(JSON.parse(fields['userTags'] ?? '')).toEqual([
    { username: 'lia', x: 0.5, y: 0.25, item: 1 },
    { username: 'rui', item: 1 },
  ]);
  expect(fields['altText']).toBe('["","Uma caneca azul"]');
  expect(fields).not.toHaveProperty('audioName');
  expect(schedulePost.body.safeParse(fields).success).toBe(true);
});

test('a story has neither location nor alternative texts', () => {
  const files = [{ ...aPicture(), altText: 'Uma caneca', tags }];
  const fields = postFieldsOf(
    'STORIES',
    { files, location: { id: '110', name: null } },
    'schedule',
  );
  expect(fields).not.toHaveProperty('locationId');
  expect(fields).not.toHaveProperty('altText');
  expect(fields['userTags']).toBe('[{"username":"lia"},{"username":"rui"}]');
});

test('a draft may be incomplete and is never a demo post', () => {
  const nothing = startWizard({ frame: 'page', form: emptyForm });
  expect(toPostFields(nothing, 'draft')).toEqual({ caption: '' });
  const fields = postFieldsOf('IMAGE', {}, 'draft');
  expect(fields).not.toHaveProperty('demo');
  expect(saveDraft.body.safeParse(fields).success).toBe(true);
  expect(postFieldsOf('IMAGE', {}, 'demo')['demo']).toBe('true');
});
