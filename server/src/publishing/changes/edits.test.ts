import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import {
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  connect,
  dataOf,
  type ApiResponse,
  type UploadFile,
} from '../../../testing/factories.ts';
import { claimOptions, MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

const aReadyPost = async (
  options: { mediaType?: MediaType; dueInMs?: number; files?: UploadFile[]; caption?: string } = {},
) => {
  const post = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 20 * MINUTE,
    ...options,
  });
  return engine.untilReady(post._id);
};
const edit = (
  post: Pick<Post, '_id'>,
  fields: Parameters<typeof aFormOf>[0],
  files: UploadFile[] = [],
) => engine.client.put(`/scheduled/${post._id}`, aFormOf(fields, files));
const inMs = (ms: number) => new Date(engine.world.now().getTime() + ms).toISOString();
const photos = (count: number) => Promise.all(Array.from({ length: count }, () => aPhotoFile()));
const dueAtOf = ({ scheduledTime }: Post) => new Date(scheduledTime ?? 0).getTime();
const codeOf = ({ body }: ApiResponse<unknown>) => (body.success ? undefined : body.code);

describe('editing a prepared post', () => {
  test('with a new caption publishes that caption and reuses the pictures of a carousel', async () => {
    const post = await aReadyPost({ mediaType: 'CAROUSEL', files: await photos(4) });
    const before = await engine.containers();
    expect(before).toHaveLength(5);
    expect((await edit(post, { caption: 'Agora com frete grátis' })).status).toBe(200);
    expect((await engine.fetchPost(post._id)).ready).toBe(false);
    await engine.untilReady(post._id, 10_000);

    const after = await engine.containers();
    expect(after.map(({ kind }) => kind)).toEqual([...before.map(({ kind }) => kind), 'carousel']);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    expect((await engine.onlyMedium()).caption).toBe('Agora com frete grátis');
    const published = (await engine.containers()).filter((one) => one.published_as !== null);
    expect(published.map(({ id }) => id)).toEqual(
      after.flatMap(({ id, kind }) =>
        kind === 'carousel' && id === before.at(-1)?.id ? [] : [id],
      ),
    );
  });

  test('twenty times creates the pictures of a carousel of ten once', async () => {
    const post = await aReadyPost({ mediaType: 'CAROUSEL', files: await photos(10) });
    for (let index = 1; index <= 20; index += 1) {
      expect((await edit(post, { caption: `Versão ${index}` })).status).toBe(200);
      await engine.world.advanceTime(5000);
      await engine.advance(post._id);
    }
    await engine.untilReady(post._id, 10_000);
    const made = await engine.containers();
    expect(made.filter(({ kind }) => kind === 'carousel-image')).toHaveLength(10);
    expect(made.length).toBeLessThanOrEqual(10 + 2);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    expect((await engine.onlyMedium()).caption).toBe('Versão 20');
  });

  test('with a new alt text for one picture creates only that picture again', async () => {
    const post = await aReadyPost({ mediaType: 'CAROUSEL', files: await photos(3) });
    await edit(post, { altText: JSON.stringify(['', 'Prato fundo']) });
    await engine.advanceUntil(post._id, 'published', 3 * MINUTE);
    const kinds = (await engine.containers()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'carousel-image')).toHaveLength(4);
    const { children } = await engine.onlyMedium();
    expect(children.map((child) => child.alt_text)).toEqual([null, 'Prato fundo', null]);
  });

  test.each(['later', 'sooner'])(
    'with a %s due time keeps all containers and publishes at the new time',
    async (when) => {
      const post = await aReadyPost({ mediaType: 'CAROUSEL', files: await photos(3) });
      const made = await engine.containers();
      const scheduledTime = inMs(when === 'later' ? 50 * MINUTE : 5 * MINUTE);
      const moved = dataOf(await edit(post, { scheduledTime })).post;
      expect(moved).toMatchObject({ ready: true, scheduledTime });

      await engine.advanceTo(moved, MINUTE);
      await engine.runSteps([moved], 2, 1000);
      expect(await engine.ledger()).toEqual([]);
      await engine.advanceTo(moved);
      await engine.runSteps([moved], 1, 1000);
      expect((await engine.fetchPost(post._id)).status).toBe('published');
      expect((await engine.containers()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      expect((await engine.onlyMedium()).published_at_ms).toBeGreaterThanOrEqual(
        new Date(scheduledTime).getTime(),
      );
    },
  );

  test('with a due time beyond the life of its container prepares it again in time', async () => {
    const post = await aReadyPost();
    const made = await engine.containers();
    const moved = dataOf(await edit(post, { scheduledTime: inMs(30 * 60 * MINUTE) })).post;
    await engine.advanceTo(moved, 29 * MINUTE);
    await engine.untilReady(post._id);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    const medium = await engine.onlyMedium();
    expect(made.map(({ id }) => id)).not.toContain(medium.container_id);
  });

  test('with other pictures publishes those pictures', async () => {
    const post = await aReadyPost({ caption: 'Prato' });
    const first = (await engine.row(post._id)).container_id;
    expect((await edit(post, {}, [await aPhotoFile()])).status).toBe(200);
    const edited = await engine.untilReady(post._id, 10_000);
    expect(edited.imageUrl).not.toBe(post.imageUrl);
    expect((await engine.row(post._id)).container_id).not.toBe(first);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    const hashes = await engine.world.database.db
      .selectFrom('post_media')
      .innerJoin('media_files', 'media_files.id', 'post_media.file_id')
      .select('sha256')
      .where('post_id', '=', post._id)
      .execute();
    expect([(await engine.onlyMedium()).bytes_sha256]).toEqual(hashes.map(({ sha256 }) => sha256));
  });

  test('in the last minute prepares it without waiting for more edits', async () => {
    const post = await aReadyPost({ dueInMs: 5 * MINUTE });
    await engine.advanceTo(post, 30_000);
    await edit(post, { caption: 'Na última hora' });
    await engine.advance(post._id);
    await engine.world.advanceTime(1500);
    await engine.advance(post._id);
    expect((await engine.fetchPost(post._id)).ready).toBe(true);
    await engine.advanceTo(post);
    await engine.runSteps([post], 1, 1000);
    expect((await engine.onlyMedium()).caption).toBe('Na última hora');
  });
});

const changes = {
  edit: (post: Post) => edit(post, { caption: 'Depois' }),
  move: (post: Post) => edit(post, { scheduledTime: inMs(40 * MINUTE) }),
  delete: (post: Post) => engine.client.delete(`/scheduled/${post._id}`),
  'publish-now': (post: Post) => engine.publishNow(post._id),
};
type Change = keyof typeof changes;
const publishedAfter: Record<Change, string[]> = {
  edit: ['Depois'],
  move: ['Antes'],
  delete: [],
  'publish-now': ['Antes'],
};
const everyChange = Object.keys(changes) as Change[];

async function advanceToEnd(post: Post): Promise<void> {
  await engine.runSteps([post], 20, 20_000);
  await engine.runSteps([post], 8, 10 * MINUTE);
}

describe('a change near the due time', () => {
  test.each(everyChange)('%s is refused once the intent is written', async (change) => {
    const post = await aReadyPost({ dueInMs: 5 * MINUTE, caption: 'Antes' });
    await engine.advanceTo(post, 500);
    expect(
      await engine.world.services.publishing.repository.claimDue(claimOptions(1, post._id)),
    ).toHaveLength(1);
    const answer = await changes[change](post);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'POST_IN_PROGRESS']);
    await advanceToEnd(post);
    expect((await engine.onlyMedium()).caption).toBe('Antes');
    expect((await engine.fetchPost(post._id)).status).toBe('published');
  });

  test.each(everyChange)('%s before the intent takes effect', async (change) => {
    const post = await aReadyPost({ dueInMs: 5 * MINUTE, caption: 'Antes' });
    await engine.advanceTo(post, 3000);
    expect((await changes[change](post)).status).toBeLessThan(300);
    await engine.world.advanceTime(1500);
    await engine.world.services.publishing.dispatcher.run();
    await engine.world.services.publishing.dispatcher.settle();
    await advanceToEnd(post);
    const captions = (await engine.ledger()).map(({ caption }) => caption);
    expect(captions).toEqual(publishedAfter[change]);
  });

  test.each(everyChange)(
    '%s at the time of the claim either takes effect or is refused',
    async (change) => {
      for (let round = 0; round < 4; round += 1) {
        await engine.world.resetSandbox();
        await connect(engine.world, engine.client);
        const post = await aReadyPost({ dueInMs: 5 * MINUTE, caption: 'Antes' });
        await engine.advanceTo(post);
        const [answer] = await Promise.all([
          changes[change](post),
          engine.world.services.publishing.dispatcher.run(),
        ]);
        await engine.world.services.publishing.dispatcher.settle();
        await advanceToEnd(post);
        const media = await engine.ledger();
        const isWon = answer.status !== 409;
        expect([answer.status, media.map(({ caption }) => caption)]).toEqual([
          answer.status,
          isWon ? publishedAfter[change] : ['Antes'],
        ]);
        const earliest = isWon && change === 'move' ? 40 * MINUTE : 0;
        const sinceHour = (media[0]?.published_at_ms ?? Infinity) - dueAtOf(post);
        expect(sinceHour).toBeGreaterThanOrEqual(earliest);
      }
    },
  );

  test('of a disconnect publishes the post once, or never and with a reason', async () => {
    for (let round = 0; round < 4; round += 1) {
      await engine.world.resetSandbox();
      await connect(engine.world, engine.client);
      const post = await aReadyPost({ dueInMs: 5 * MINUTE });
      await engine.advanceTo(post);
      await Promise.all([
        engine.client.post('/auth/instagram/disconnect'),
        engine.world.services.publishing.dispatcher.run(),
      ]);
      await engine.world.services.publishing.dispatcher.settle();
      await advanceToEnd(post);
      const { status } = await engine.fetchPost(post._id);
      const media = await engine.ledger();
      expect([status, media.length]).toEqual(
        media.length === 1 ? ['published', 1] : ['expired', 0],
      );
    }
  });
});
