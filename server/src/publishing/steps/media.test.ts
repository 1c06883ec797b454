import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aFormOf, aPhotoFile, aScheduledPost, aVideoFile } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { aVideo } from '../../../testing/videos.ts';

const engine = usePublishing();

/** Exactly the maximum length of a story, and longer after its conversion. */
const minute = { seconds: 60, container: 'mov', audio: 'aac', editList: true } as const;

const aConvertingReel = async (dueInMs: number) => {
  const bytes = await aVideo({ width: 320, height: 568, index: 'last' });
  const files = [{ bytes, name: 'video.mp4' }];
  return aScheduledPost(engine.world, engine.client, { mediaType: 'REELS', files, dueInMs });
};

const fileIds = async (postId: string) => {
  const { db } = engine.world.database;
  const rows = await db
    .selectFrom('post_media')
    .select('file_id')
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
  return rows.map(({ file_id: id }) => id);
};

const convert = () => engine.world.services.media.conversion.convertNext('remux');

async function refuse(postId: string, position: number): Promise<void> {
  const ids = await fileIds(postId);
  await sql`update media_files set state = 'refused', refusal = 'Este vídeo não serve.'
    where id = ${ids[position] ?? ''}`.execute(engine.world.database.db);
}

test('a post whose video is being converted waits past its due time and is published after the conversion', async () => {
  const post = await aConvertingReel(2 * MINUTE);
  await engine.advance(post._id);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'scheduled',
    errorMessage: null,
  });
  await engine.advanceTo(post, -90 * MINUTE);
  await engine.advance(post._id);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'pending',
    errorMessage: expect.stringContaining('Ele sai assim que ficar pronto'),
    errorAction: 'wait',
  });
  await convert();
  await engine.advanceUntil(post._id, 'published');
  expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
});

test('a cover beyond the end of the converted video becomes its last moment', async () => {
  const bytes = await aVideo({ ...minute, width: 320, height: 568 });
  const post = await aScheduledPost(engine.world, engine.client, {
    mediaType: 'REELS',
    files: [{ bytes, name: 'video.mov' }],
    thumbOffset: '59990',
    dueInMs: 2 * MINUTE,
  });
  await convert();
  const { durationMs } = (await engine.fetchPost(post._id)).mediaItems[0] ?? {};
  expect(durationMs).toBeLessThan(59_990);
  await engine.untilReady(post._id);
  await engine.advanceTo(post);
  await engine.advanceUntil(post._id, 'published');
  expect((await engine.onlyMedium()).thumb_offset).toBe((durationMs ?? 0) - 1);
});

test('the end of a conversion sends a job for the post that waits for it', async () => {
  const post = await aConvertingReel(10 * MINUTE);
  await sql`delete from pgboss.job where name = 'post-advance'`.execute(engine.world.database.db);
  await convert();
  const sent = await engine.world.services.platform.jobs.fetch('post-advance', 10);
  expect(sent.map(({ data }) => data.postId)).toEqual([post._id]);
  await engine.untilReady(post._id);
});

test('a video that cannot be converted is reported at once, and its post fails at the due time', async () => {
  const post = await aConvertingReel(120 * MINUTE);
  await sql`update media_files set attempts = 5`.execute(engine.world.database.db);
  await convert();
  await engine.advance(post._id);
  const issue = {
    errorMessage: expect.stringContaining('Não conseguimos converter este vídeo'),
    errorAction: 'change_media',
  };
  expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'scheduled', ...issue });
  expect(await engine.deliverEmails()).toHaveLength(1);
  await engine.advance(post._id);
  expect(await engine.deliverEmails()).toHaveLength(1);
  await engine.advanceTo(post, -1000);
  await engine.advance(post._id);
  expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'failed', ...issue });
  expect(await engine.publishCalls()).toBe(0);
});

test('the issue of a carousel names the item, and another file fixes it', async () => {
  const files = [await aPhotoFile(), await aVideoFile()];
  const post = await aScheduledPost(engine.world, engine.client, {
    mediaType: 'CAROUSEL',
    files,
    dueInMs: 20 * MINUTE,
  });
  await refuse(post._id, 1);
  await engine.advance(post._id);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    errorMessage: 'Vídeo 2 de 2: Este vídeo não serve.',
  });
  const mended = [await aPhotoFile(), await aPhotoFile()];
  await engine.client.put(`/scheduled/${post._id}`, aFormOf({}, mended));
  expect(await engine.fetchPost(post._id)).toMatchObject({ errorMessage: null });
  await engine.untilReady(post._id);
});

test('a refused video that became due in an outage window is reported, without an unknown outcome', async () => {
  const post = await aConvertingReel(10 * MINUTE);
  await refuse(post._id, 0);
  const { repository } = engine.world.services.publishing;
  await repository.recordHeartbeat(newId());
  await engine.advanceTo(post, -MINUTE);
  await sql`update worker_heartbeats set seen_at = app_now() - interval '5 minutes'`.execute(
    engine.world.database.db,
  );
  await repository.recordHeartbeat(newId());
  await engine.advanceUntil(post._id, 'failed');
  expect(await engine.fetchPost(post._id)).toMatchObject({ errorMessage: 'Este vídeo não serve.' });
});
