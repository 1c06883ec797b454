// One file, because the types share their cases: most lines are the table of refused posts.

import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aFormOf,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  dataOf,
  fetchPost,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { aVideo, type VideoOptions } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
  await world.database.db.updateTable('workspaces').set({ plan: 'premium' }).execute();
});
afterAll(() => world.stop());

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const total = async () =>
  dataOf(await client.get<{ pagination: { total: number } }>('/scheduled')).pagination.total;
const videoFile = async (options: VideoOptions): Promise<UploadFile> => ({
  bytes: await aVideo(options),
  name: 'video.mp4',
});
const photoOf = async (width: number, height: number): Promise<UploadFile> => ({
  bytes: await aPhoto(width, height),
  name: 'foto.jpg',
});

describe('a post', () => {
  const everything = {
    caption: 'Linha um\r\nlinha dois #cafe',
    shareToFeed: 'false',
    thumbOffset: '1500',
    audioName: 'Som original',
    collaborators: '["@Padaria.Aurora","cafe_serra"]',
    locationId: '110843418940484',
    userTags: '["maria",{"username":"joao","x":0.5,"y":0.25}]',
    altText: '["Um vídeo do forno"]',
  };

  test('of type REELS stores every field', async () => {
    const made = await aScheduledPost(world, client, { mediaType: 'REELS', ...everything });
    const post = await fetchPost(client, made._id);
    expect(post).toMatchObject({
      mediaType: 'REELS',
      status: 'scheduled',
      caption: 'Linha um\nlinha dois #cafe',
      reelsConfig: {
        shareToFeed: false,
        thumbOffset: 1500,
        audioName: 'Som original',
        collaborators: ['padaria.aurora', 'cafe_serra'],
      },
      locationId: '110843418940484',
      userTags: [{ username: 'maria' }, { username: 'joao', x: 0.5, y: 0.25 }],
      imageUrl: null,
      forecastAt: null,
      mediaItems: [
        {
          type: 'video',
          thumbnailUrl: expect.stringContaining('/thumbnail/'),
          coverUrl: expect.stringContaining('/cover/'),
          width: 1080,
          height: 1920,
          durationMs: 5000,
          altText: 'Um vídeo do forno',
        },
      ],
    });
    expect(post.videoUrl).toBe(post.mediaItems[0]?.url);
  });

  test.each<[MediaType, ('image' | 'video')[]]>([
    ['IMAGE', ['image']],
    ['VIDEO', ['video']],
    ['STORIES', ['image']],
    ['CAROUSEL', ['image', 'image', 'image']],
  ])('of type %s is accepted and has no reels configuration', async (mediaType, kinds) => {
    const post = await aScheduledPost(world, client, { mediaType, collaborators: '["lia"]' });
    expect(post).toMatchObject({ mediaType, status: 'scheduled', reelsConfig: null });
    // A story has no collaborators (Instagram, content publishing); every other type publishes them.
    expect(post.collaborators).toEqual(mediaType === 'STORIES' ? [] : ['lia']);
    expect(post.mediaItems.map(({ type }) => type)).toEqual(kinds);
    const covered = post.mediaItems.map(({ coverUrl }) => coverUrl !== null);
    expect(covered).toEqual(kinds.map((kind) => kind === 'video'));
  });

  test('of type STORIES may be a video, or a tall picture that the feed does not accept', async () => {
    const video = await aScheduledPost(world, client, {
      mediaType: 'STORIES',
      files: [await aVideoFile()],
    });
    const picture = await aScheduledPost(world, client, {
      mediaType: 'STORIES',
      files: [await photoOf(1080, 1920)],
    });
    expect([video.videoUrl, picture.imageUrl]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('of ten mixed files keeps the order of its files and their alt texts', async () => {
    const widths = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009];
    const photos = await Promise.all(widths.map((width) => photoOf(width, 1000)));
    const files = [...photos.slice(0, 4), await aVideoFile(), ...photos.slice(4)];
    const post = await aScheduledPost(world, client, {
      mediaType: 'CAROUSEL',
      files,
      altText: '["primeira","","terceira"]',
    });
    const seen = post.mediaItems.map(({ width }) => width);
    expect(seen).toEqual([...widths.slice(0, 4), 1080, ...widths.slice(4)]);
    const texts = post.mediaItems.map(({ altText }) => altText);
    expect(texts.slice(0, 4)).toEqual(['primeira', null, 'terceira', null]);
    expect(post.imageUrl).toBe(post.mediaItems[0]?.url);
    expect(post.videoUrl).toBe(post.mediaItems[4]?.url);
  });

  test('is served to its owner unchanged, and in parts for range requests', async () => {
    const bytes = await aVideo({ container: 'mov' });
    const post = await aScheduledPost(world, client, {
      mediaType: 'VIDEO',
      files: [{ bytes, name: 'filme.mov' }],
    });
    const link = `${world.url}${post.videoUrl}`;
    const whole = await fetch(link);
    expect(whole.headers.get('content-type')).toBe('video/quicktime');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(await bytes.arrayBuffer()));
    const part = await fetch(link, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    const head = await fetch(link, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.size));
    // The signature of a file link is not valid for its thumbnail or cover.
    expect((await fetch(link.replace('/file/', '/thumbnail/'))).status).toBe(404);
    expect((await fetch(link.replace('/file/', '/cover/'))).status).toBe(404);
  });
});

test('a user who is named twice is stored once, and an email address counts as no mention', async () => {
  const post = await aScheduledPost(world, client, {
    mediaType: 'CAROUSEL',
    caption: 'a@b.com '.repeat(21),
    collaborators: '["@Ana","ana "," bia","ANA"]',
    userTags: '["@Lia",{"username":"lia","x":0.5,"y":0.5},{"username":"lia","item":1}]',
  });
  const { userTags } = await fetchPost(client, post._id);
  expect(userTags).toEqual([{ username: 'lia' }, { username: 'lia', item: 1 }]);
  const row = await world.database.db
    .selectFrom('posts_with_publication')
    .select('collaborators')
    .where('id', '=', post._id)
    .executeTakeFirstOrThrow();
  expect(row.collaborators).toEqual(['ana', 'bia']);
});

const technicalTerms =
  /inválid[oa]:|ISO|esperad|expected|invalid |Muito (grande|pequeno)|reconhecid/i;

describe('a schedule request is refused', () => {
  const photos = (count: number) => Promise.all(Array.from({ length: count }, () => aPhotoFile()));
  const png = async (): Promise<UploadFile> => {
    const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: '#333' } });
    return { bytes: new Blob([new Uint8Array(await picture.png().toBuffer())]), name: 'a.png' };
  };
  // Small videos encode fast; only their length is invalid.
  const long = { seconds: 61, width: 64, height: 112, framesPerSecond: 24 };
  const endless = { ...long, seconds: 901 };
  type Case = [string, MediaType, () => Promise<UploadFile[]>, number, string, RegExp];
  const cases: Case[] = [
    ['no file', 'REELS', async () => [], 400, 'FILE_REQUIRED', /pelo menos um arquivo/],
    ['two files', 'STORIES', () => photos(2), 400, 'TOO_MANY_FILES', /apenas 1 arquivo/],
    ['a carousel of one', 'CAROUSEL', () => photos(1), 400, 'CAROUSEL_SIZE', /2 a 10/],
    ['a carousel of eleven', 'CAROUSEL', () => photos(11), 400, 'CAROUSEL_SIZE', /2 a 10/],
    ['a picture for reels', 'REELS', async () => [await png()], 400, 'MEDIA_KIND', /outro tipo/],
    ['a video for an image', 'IMAGE', async () => [await aVideoFile()], 400, 'MEDIA_KIND', /tipo/],
    [
      'a tall picture in a carousel',
      'CAROUSEL',
      async () => [await aPhotoFile(), await photoOf(700, 1000)],
      422,
      'IMAGE_RATIO',
      /^Imagem 2 de 2: .*4:5/,
    ],
    [
      'a short reel',
      'REELS',
      async () => [await videoFile({ seconds: 2 })],
      422,
      'VIDEO_UNFIT',
      /O vídeo tem 2 s; em Reels, o Instagram aceita vídeos de 3 s a 15 min\./,
    ],
    [
      'a long story',
      'STORIES',
      async () => [await videoFile(long)],
      422,
      'VIDEO_UNFIT',
      /O vídeo tem 1 min 1 s; em Stories, o Instagram aceita vídeos de 3 s a 1 min\./,
    ],
    [
      'a story like a line',
      'STORIES',
      async () => [await videoFile({ width: 64, height: 720 })],
      422,
      'VIDEO_UNFIT',
      /estreito demais \(64 × 720 pixels\); em Stories, o Instagram aceita vídeos de 1:10 a 10:1\./,
    ],
    [
      'a video of a ratio that no post takes',
      'REELS',
      async () => [await videoFile({ width: 1760, height: 160 })],
      422,
      'VIDEO_UNFIT',
      /^O vídeo é largo demais \(1760 × 160 pixels\)/,
    ],
    [
      'a long video in a carousel',
      'CAROUSEL',
      async () => [await aPhotoFile(), await videoFile(long)],
      422,
      'VIDEO_UNFIT',
      /^Vídeo 2 de 2: O vídeo tem 1 min 1 s; em Carrossel/,
    ],
    [
      'a carousel with a file that cannot be read',
      'CAROUSEL',
      async () => [await aPhotoFile(), { bytes: new Blob(['olá']), name: 'pão.jpg' }],
      422,
      'MEDIA_UNREADABLE',
      /^pão\.jpg: Não conseguimos ler/,
    ],
    [
      'a carousel with a video that no post takes',
      'CAROUSEL',
      async () => [await aPhotoFile(), await videoFile(endless)],
      422,
      'VIDEO_UNFIT',
      /^video\.mp4: O vídeo é longo demais: o Instagram aceita vídeos de até 15 minutos/,
    ],
    [
      'a carousel with a picture over 8 MB',
      'CAROUSEL',
      async () => [
        await aPhotoFile(),
        { bytes: new Blob([await aPhoto(), new Uint8Array(8 * 1024 * 1024)]), name: 'grande.jpg' },
      ],
      413,
      'FILE_TOO_LARGE',
      /^Arquivo deve ter no máximo 8MB \(grande\.jpg\)$/,
    ],
    [
      'an AVI for a story',
      'STORIES',
      async () => [await videoFile({ container: 'avi', seconds: 3, width: 180, height: 320 })],
      400,
      'MEDIA_KIND',
      /outro tipo/,
    ],
    [
      'a file that only begins like a video',
      'VIDEO',
      async () => [{ bytes: (await aVideo()).slice(0, 700), name: 'video.mp4' }],
      422,
      'MEDIA_UNREADABLE',
      /incompleto/,
    ],
  ];
  test.each(cases)('for %s (%s)', async (_case, mediaType, files, status, code, message) => {
    const before = await total();
    const form = aFormOf({ mediaType, scheduledTime: inAnHour() }, await files());
    expect(await client.schedule(form)).toMatchObject({
      status,
      body: { code, message: expect.stringMatching(message) },
    });
    expect(await total()).toBe(before);
  });

  const NUL = '\u0000';
  test.each([
    ['31 hashtags', { caption: '#a '.repeat(31) }, 'caption'],
    ['21 mentions', { caption: '@a '.repeat(21) }, 'caption'],
    ['31 hashtags without spaces', { caption: '#a'.repeat(31) }, 'caption'],
    ['a sound that cannot be stored', { audioName: `a${NUL}` }, 'audioName'],
    ['a text that cannot be stored', { altText: JSON.stringify([`a${NUL}`]) }, 'altText'],
    ['a tag that is none', { userTags: '[7]' }, 'userTags'],
    ['a tag with something unknown', { userTags: '[{"username":"a","z":1}]' }, 'userTags'],
    ['a tag of an eleventh item', { userTags: '[{"username":"a","item":10}]' }, 'userTags'],
    ['a tag of another file', { userTags: '[{"username":"a","item":1}]' }, 'userTags'],
    ['tags that are no list', { userTags: '{}' }, 'userTags'],
    ['a collaborator that is none', { collaborators: '[1]' }, 'collaborators'],
    ['eleven texts', { altText: JSON.stringify(Array(11).fill('a')) }, 'altText'],
    ['texts that are none', { altText: '[1]' }, 'altText'],
    ['sharing that is neither', { shareToFeed: 'talvez' }, 'shareToFeed'],
    ['a demonstration that is neither', { demo: '1' }, 'demo'],
    ['an hour without a zone', { scheduledTime: '2099-01-01T10:00:00' }, 'scheduledTime'],
    ['a cover after the end', { thumbOffset: '5000' }, 'thumbOffset'],
    ['a cover that is no number', { thumbOffset: '1.5' }, 'thumbOffset'],
    ['four collaborators', { collaborators: '["a","b","c","d"]' }, 'collaborators'],
    ['collaborators that are no list', { collaborators: 'maria' }, 'collaborators'],
    ['a tag outside of the picture', { userTags: '[{"username":"a","x":2}]' }, 'userTags'],
    ['a place that is none', { locationId: 'São Paulo' }, 'locationId'],
  ])('for %s', async (_case, fields, field) => {
    const sent = { mediaType: 'REELS', scheduledTime: inAnHour(), ...fields };
    const answer = await client.schedule(aFormOf(sent, [await aVideoFile()]));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(Object.keys(('errors' in answer.body && answer.body.errors) || {})).toEqual([field]);
    expect('message' in answer.body && answer.body.message).not.toMatch(technicalTerms);
  });

  test('for a due time that is no time, in a draft and in a change', async () => {
    const form = aFormOf({ scheduledTime: 'amanhã' });
    const draft = dataOf(await client.saveDraft(aFormOf({}))).post;
    const refused = { status: 400, body: { message: 'Data e hora inválidas' } };
    expect(await client.saveDraft(form)).toMatchObject(refused);
    expect(await client.put(`/scheduled/${draft._id}`, form)).toMatchObject(refused);
  });

  test.each<[string, ('photo' | 'video')[], string, RegExp]>([
    [
      'a tag beyond the files',
      ['photo', 'photo'],
      '[{"username":"a","item":2}]',
      /item 3.*2 arquivos/,
    ],
    [
      'a tag on a video',
      ['photo', 'video'],
      '[{"username":"a","item":1}]',
      /item 2, que é um vídeo/,
    ],
    ['a tag without a photo', ['video', 'video'], '["a"]', /só de vídeos/],
  ])('for a carousel with %s', async (_case, kinds, userTags, message) => {
    const files = kinds.map((kind) => (kind === 'photo' ? aPhotoFile() : aVideoFile()));
    const fields = { mediaType: 'CAROUSEL', scheduledTime: inAnHour(), userTags };
    expect(await client.schedule(aFormOf(fields, await Promise.all(files)))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { userTags: expect.stringMatching(message) } },
    });
  });

  test('for a large file of the wrong kind, without delaying the next request', async () => {
    const beginning = (await aVideo()).slice(0, 64);
    const large = new Blob([beginning, new Uint8Array(30_000_000)]);
    for (let turn = 0; turn < 3; turn += 1) {
      const form = aFormOf({ mediaType: 'IMAGE', scheduledTime: inAnHour() }, [
        { bytes: large, name: 'video.mp4' },
      ]);
      expect(await client.schedule(form)).toMatchObject({ body: { code: 'MEDIA_KIND' } });
    }
  });

  test('before its files are read, where the fields suffice to refuse it', async () => {
    const caption = '#a '.repeat(31);
    // The request has no file: a check of the files first would return FILE_REQUIRED.
    const tagged = aFormOf({ mediaType: 'CAROUSEL', scheduledTime: inAnHour(), caption });
    expect(await client.schedule(tagged)).toMatchObject({
      body: { message: 'A legenda aceita até 30 hashtags e 20 menções.' },
    });
    const past = aFormOf({ mediaType: 'CAROUSEL', scheduledTime: '2020-01-01T00:00:00Z' });
    expect(await client.schedule(past)).toMatchObject({ body: { code: 'SCHEDULED_TIME_PAST' } });
  });
});

describe('a sixth hashtag', () => {
  const five = '#a #b #c #d #e';
  const six = `${five} #f`;
  let photo: UploadFile;
  beforeAll(async () => {
    photo = await aPhotoFile();
  });
  const warning = 'O Instagram aceita 5 hashtags por post desde dezembro de 2025';

  test('is accepted with a warning, separately for the caption and the first comment', async () => {
    const form = (texts: object) =>
      aFormOf({ mediaType: 'IMAGE', scheduledTime: inAnHour(), ...texts }, [photo]);
    const fine = await client.schedule(form({ caption: five, firstComment: five }));
    expect(dataOf(fine)).toMatchObject({ warning: null, textWarnings: [] });
    const many = dataOf(await client.schedule(form({ caption: six, firstComment: six })));
    expect(many).toMatchObject({
      warning: null,
      textWarnings: [
        `${warning}; com mais, ele pode ignorar as outras ou recusar o post.`,
        `${warning}; com mais, ele pode ignorar as outras ou recusar o comentário.`,
      ],
    });
    const { _id } = many.post;
    const mended = await client.put(`/scheduled/${_id}`, aFormOf({ caption: five }));
    expect(dataOf(mended).textWarnings).toEqual(many.textWarnings.slice(1));
  });

  test('of a story causes no warning, because a story shows no caption', async () => {
    const story = { mediaType: 'STORIES', scheduledTime: inAnHour(), caption: six };
    const answer = await client.schedule(aFormOf(story, [photo]));
    expect(dataOf(answer).textWarnings).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('identifies all files in their order and one endpoint', async () => {
    const files = [await aPhotoFile(), await aVideoFile(), await aPhotoFile()];
    const headers = { 'idempotency-key': 'carrossel-1' };
    const fields = { mediaType: 'CAROUSEL', scheduledTime: inAnHour() };
    const before = await total();
    const first = dataOf(await client.schedule(aFormOf(fields, files), headers)).post;
    const again = dataOf(await client.schedule(aFormOf(fields, files), headers)).post;
    expect(again._id).toBe(first._id);
    const turned = await client.schedule(aFormOf(fields, files.toReversed()), headers);
    expect(turned).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    const asDraft = await client.saveDraft(aFormOf(fields, files), headers);
    expect(asDraft).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(await total()).toBe(before + 1);
  });

  test('of a deleted post creates no other post', async () => {
    const [file, headers] = [await aPhotoFile(), { 'idempotency-key': 'excluido-1' }];
    const fields = { mediaType: 'IMAGE', scheduledTime: inAnHour() };
    const send = () => client.schedule(aFormOf(fields, [file]), headers);
    const { post } = dataOf(await send());
    const before = await total();
    expect((await client.delete(`/scheduled/${post._id}`)).status).toBe(200);
    for (const answer of await Promise.all([send(), send()])) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await total()).toBe(before - 1);
  });

  test('creates one draft for many simultaneous requests', async () => {
    const [file, headers] = [await aPhotoFile(), { 'idempotency-key': 'rascunho-1' }];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.saveDraft(aFormOf({ caption: 'Oi' }, [file]), headers),
      ),
    );
    const ids = answers.map((answer) => dataOf<{ post: Post }>(answer).post._id);
    expect(new Set(ids).size).toBe(1);
  });
});
