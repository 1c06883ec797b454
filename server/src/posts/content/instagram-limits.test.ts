import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { INSTAGRAM_LIMITS_META } from '@pontual/contract/shared/instagram-limits.ts';
import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import { SEQUENCE_TEXT } from '@pontual/contract/posts/sequence-text.ts';
import { describe, expect, test } from 'vitest';
import { aLine, checkLines } from '../../../testing/bulk.ts';
import {
  aDraft,
  aFormOf,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  dataOf,
  fetchPost,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import type { World } from '../../../testing/world.ts';
import { createApp } from '../../composition/app.ts';

const FIVE = '#a #b #c #d #e';
const SIX = `${FIVE} #f`;
const aTallPhoto = async (height = 1440) => ({
  bytes: await aPhoto(1080, height),
  name: 'alta.jpg',
});
const sheetFiles = [{ name: 'foto.jpg', kind: 'image', bytes: 1000, durationMs: null }];

async function readLoginPage(world: World): Promise<string> {
  await writeFile(join(world.folder, 'index.html'), '<html><head></head><body></body></html>');
  const app = await createApp(world.services, {
    publicUrl: world.url,
    webDist: world.folder,
    metricsToken: undefined,
    isDraining: () => false,
  });
  const { body } = await app.inject({ url: '/login' });
  await app.close();
  return body;
}

describe('by default', () => {
  const engine = usePublishing();
  const scheduledTime = () => new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();

  test('the pages have no meta tag with limits', async () => {
    expect(await readLoginPage(engine.world)).not.toContain(INSTAGRAM_LIMITS_META);
  });

  test('a picture of 3:4 is refused', async () => {
    const form = aFormOf({ mediaType: 'IMAGE', scheduledTime: scheduledTime() }, [
      await aTallPhoto(),
    ]);
    expect(await engine.client.schedule(form)).toMatchObject({
      body: { code: 'IMAGE_RATIO', message: expect.stringContaining('4:5') },
    });
  });

  test('a sixth hashtag that Instagram refuses becomes an issue, which an edit fixes', async () => {
    await engine.world.sandbox.settings({ maxHashtags: 5 });
    const post = await aScheduledPost(engine.world, engine.client, {
      caption: SIX,
      dueInMs: 5 * MINUTE,
    });
    const refused = await engine.untilIssue(post._id);
    expect(refused.errorMessage).toContain('5 hashtags');
    await engine.client.put(`/scheduled/${post._id}`, aFormOf({ caption: FIVE }));
    await engine.publishNow(post._id);
    await engine.advanceUntil(post._id, 'published', MINUTE);
  });

  test('a sixth hashtag that Instagram refuses in a first comment fails the comment alone', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      firstComment: SIX,
      dueInMs: 5 * MINUTE,
    });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    await engine.world.sandbox.settings({ maxHashtags: 5 });
    const { firstComments } = engine.world.services.planning;
    await firstComments.enqueueDue();
    await firstComments.write(post._id);
    const detail = await engine.client.get<{ firstComment: FirstCommentState | null }>(
      `/scheduled/${post._id}`,
    );
    expect(dataOf(detail).firstComment?.state).toBe('failed');
    expect((await fetchPost(engine.client, post._id)).status).toBe('published');
  });
});

describe('where the sixth hashtag is refused, 3:4 is accepted and posts go out in sequence', () => {
  const engine = usePublishing({
    meta: {
      INSTAGRAM_HASHTAGS: 'refuse',
      INSTAGRAM_TALL_PICTURES: 'accept',
      PUBLISH_GAP_SECONDS: 8,
    },
  });
  const scheduledTime = () => new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
  const schedule = async (fields: object) =>
    engine.client.schedule(
      aFormOf({ mediaType: 'IMAGE', scheduledTime: scheduledTime(), ...fields }, [
        await aPhotoFile(),
      ]),
    );
  const inCaption = {
    status: 400,
    body: { code: 'VALIDATION', errors: { caption: expect.stringContaining('até 5 hashtags') } },
  };
  const inComment = {
    status: 400,
    body: {
      code: 'VALIDATION',
      errors: { firstComment: expect.stringContaining('até 5 hashtags') },
    },
  };

  test('the pages have a meta tag with the limits', async () => {
    const page = await readLoginPage(engine.world);
    const [, content = ''] = /<meta name="instagram-limits" content="([^"]*)"/.exec(page) ?? [];
    const limits: unknown = JSON.parse(content.replaceAll('&quot;', '"'));
    expect(limits).toEqual({ maxHashtags: 5, minImageRatio: 0.75, publishGapSeconds: 8 });
  });

  test('a post can be scheduled with five hashtags and not with six', async () => {
    expect(await schedule({ caption: SIX })).toMatchObject(inCaption);
    expect(await schedule({ firstComment: SIX })).toMatchObject(inComment);
    const { post, textWarnings } = dataOf(await schedule({ caption: FIVE, firstComment: FIVE }));
    expect(textWarnings).toEqual([]);
    const edit = async (fields: object) =>
      engine.client.put(`/scheduled/${post._id}`, aFormOf({ ...fields }));
    expect(await edit({ caption: SIX })).toMatchObject(inCaption);
    expect(await edit({ firstComment: SIX })).toMatchObject(inComment);
  });

  test.each([
    [{ caption: SIX }, inCaption],
    [{ firstComment: SIX }, inComment],
  ])('a draft may have six until it is scheduled: %o', async (fields, refusal) => {
    const draft = await aDraft(engine.client, fields);
    const path = `/schedule/draft/${draft._id}/schedule`;
    const body = { scheduledTime: scheduledTime() };
    expect(await engine.client.put(path, body)).toMatchObject(refusal);
  });

  test('two lines of a sheet for one minute are published in sequence', async () => {
    await givePlan(engine.world, engine.client, 'premium');
    const soon = new Date(engine.world.now().getTime() + 48 * 60 * MINUTE);
    const { day, month, year } = toBrasilia(soon);
    const line = aLine({ day: `${day}/${month}/${year}`, hour: '18h30' });
    const lines = [line, line];
    const checked = dataOf(await checkLines(engine.client, { lines, files: sheetFiles })).lines;
    const ofMinute = checked.map(
      ({ issues }) => issues.find(({ code }) => code === 'SAME_MINUTE')?.message,
    );
    const message = `Há outro post neste mesmo minuto. ${SEQUENCE_TEXT}`;
    expect(ofMinute).toEqual([message, message]);
  });

  test('a line of a sheet with six is refused', async () => {
    await givePlan(engine.world, engine.client, 'premium');
    const lines = [aLine({ caption: FIVE }), aLine({ caption: SIX })];
    const checked = dataOf(await checkLines(engine.client, { lines, files: sheetFiles })).lines;
    const ofCaption = checked.map(({ issues }) =>
      issues.filter(({ column }) => column === 'caption'),
    );
    expect(ofCaption).toMatchObject([[], [{ code: 'CAPTION', isWarning: false }]]);
  });

  test('a picture of 3:4 is published as it is, and a taller one is refused', async () => {
    const { world, client } = engine;
    await world.sandbox.settings({ tallPictures: true });
    const post = await aScheduledPost(world, client, {
      files: [await aTallPhoto()],
      dueInMs: 5 * MINUTE,
    });
    expect(post.mediaItems).toMatchObject([{ width: 1080, height: 1440 }]);
    await engine.advanceUntil(post._id, 'published', MINUTE);
    const taller = aFormOf({ mediaType: 'IMAGE', scheduledTime: scheduledTime() }, [
      await aTallPhoto(1500),
    ]);
    expect(await client.schedule(taller)).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_RATIO', message: expect.stringContaining('3:4') },
    });
  });
});
