import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { ConversionKind } from '../../platform/database/rows.ts';
import { createLog } from '../../platform/log/log.ts';
import { aDraft, aUser, fetchPost, type Client } from '../../../testing/factories.ts';
import { aVideo, type VideoOptions } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createConversionRepository } from './conversion.repository.ts';
import { createMedia } from '../create-media.ts';
import { createMediaDecoder } from '../decoder/decoder.ts';
import { planVideo } from './video-plan.ts';

let world: World;
let client: Client;
let folder: string;
const decoder = createMediaDecoder({
  clock: systemClock,
  log: createLog('silent'),
  children: 1,
});
beforeAll(async () => {
  world = await startWorld();
  client = await aUser(world);
  folder = await mkdtemp(join(tmpdir(), 'pontual-conversion-'));
});
afterAll(async () => {
  decoder.close();
  await world.stop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  const { db } = world.database;
  await sql`update media_files set state = 'ready' where state = 'converting'`.execute(db);
  await sql`delete from pgboss.job where name like 'media-%'`.execute(db);
});

const RETRY_DELAY_MS = 30_001;
const small = { width: 320, height: 568 };

async function aDraftOf(options: VideoOptions): Promise<Post> {
  const bytes = await aVideo({ ...small, ...options });
  return aDraft(client, { mediaType: 'REELS', files: [{ bytes, name: 'video.mp4' }] });
}

async function fileOf(postId: string) {
  const { db } = world.database;
  return db
    .selectFrom('post_media as m')
    .innerJoin('media_files as f', 'f.id', 'm.file_id')
    .selectAll('f')
    .where('m.post_id', '=', postId)
    .executeTakeFirstOrThrow();
}

const itemOf = async (postId: string) => (await fetchPost(client, postId)).mediaItems[0];

async function work(): Promise<Record<ConversionKind, number>> {
  const { jobs } = world.services.platform;
  const { conversion } = world.services.media;
  const done = { remux: 0, encode: 0 };
  for (const kind of ['remux', 'encode'] as const) {
    for (const { id } of await jobs.fetch(`media-${kind}`, 10)) {
      await conversion.convertNext(kind);
      await jobs.complete(`media-${kind}`, id);
      done[kind] += 1;
    }
  }
  return done;
}
const nothing = { remux: 0, encode: 0 };

async function fetchMedia(url: string) {
  const response = await fetch(`${world.url}${url}`);
  const path = join(folder, `${Math.random()}.mp4`);
  await writeFile(path, await response.bytes());
  const facts = await decoder.run('probe', { path, container: 'mov' });
  return { type: response.headers.get('content-type'), facts };
}

test.each<[string, ConversionKind, VideoOptions]>([
  ['AVI', 'encode', { container: 'avi', codec: 'mpeg4', audio: 'mp3' }],
  ['QuickTime', 'remux', { container: 'mov', audio: 'aac' }],
  [
    'HEVC',
    'encode',
    { container: 'mov', codec: 'hevc', audio: 'aac', editList: true, index: 'last' },
  ],
  ['an edit list', 'remux', { editList: true, audio: 'aac' }],
  ['an index at its end', 'remux', { index: 'last' }],
  ['fragments', 'remux', { index: 'fragmented', audio: 'aac' }],
  ['MP3 sound', 'remux', { audio: 'mp3' }],
  ['15 frames a second', 'encode', { framesPerSecond: 15 }],
  ['half-pictures', 'encode', { interlaced: true }],
  ['more light than screens show', 'encode', { hdr: 'pq' }],
  ['a place', 'remux', { location: '-23.5505-046.6333/', audio: 'aac' }],
  ['4K', 'encode', { seconds: 3, width: 3840, height: 2160 }],
])(
  'converts a video with %s by %s to an MP4 that needs no conversion',
  async (_what, kind, options) => {
    const post = await aDraftOf(options);
    const sent = await itemOf(post._id);
    expect(sent).toMatchObject({ state: 'converting', progress: 0, refusal: null });
    expect(await work()).toEqual({ ...nothing, [kind]: 1 });
    const item = await itemOf(post._id);
    expect(item).toMatchObject({ state: 'ready', progress: null });
    const { type, facts } = await fetchMedia(item?.url ?? '');
    expect(type).toBe('video/mp4');
    const cover = await fetch(`${world.url}${item?.coverUrl}`);
    const { width, height } = await sharp(await cover.arrayBuffer()).metadata();
    expect(width / height).toBeCloseTo(facts.width / facts.height, 2);
    expect(planVideo(facts)).toEqual({ kind: 'keep' });
    expect(facts).toMatchObject({ codec: 'h264', hasExtras: false });
    expect(facts.audio?.codec ?? null).toBe(options.audio === undefined ? null : 'aac');
    expect(Math.abs(facts.durationMs - (options.seconds ?? 5) * 1000)).toBeLessThan(200);
    expect(item).toMatchObject({ width: facts.width, height: facts.height });
  },
);

test('does not extend a video of exactly one minute beyond the limit of a story', async () => {
  const small = { width: 320, height: 568, framesPerSecond: 24 };
  const post = await aDraftOf({
    ...small,
    seconds: 60,
    container: 'mov',
    audio: 'aac',
    editList: true,
  });
  await work();
  const item = await itemOf(post._id);
  expect(item?.state).toBe('ready');
  expect(item?.durationMs).toBeLessThanOrEqual(60_000);
});

test('sends no job for a video that needs no conversion', async () => {
  const post = await aDraftOf({});
  expect(await itemOf(post._id)).toMatchObject({ state: 'ready', progress: null });
  expect(await work()).toEqual(nothing);
});

test('changes nothing for a duplicate or unnecessary job', async () => {
  const post = await aDraftOf({ index: 'last' });
  await work();
  const before = await fileOf(post._id);
  await world.services.media.conversion.convertNext('remux');
  expect(await fileOf(post._id)).toEqual(before);
});

test('deletes the original after the conversion', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { sha256: sent } = await fileOf(post._id);
  await work();
  await world.advanceTime(25 * 3_600_000);
  await world.services.media.collectMedia();
  await world.advanceTime(2 * 3_600_000);
  await world.services.media.collectMedia();
  expect(await world.services.media.storage.size(sent)).toBeUndefined();
  const { sha256: converted } = await fileOf(post._id);
  expect(await world.services.media.storage.size(converted)).toBeGreaterThan(0);
});

test('requeues a conversion whose job was lost', async () => {
  const post = await aDraftOf({ index: 'last' });
  await sql`delete from pgboss.job where name = 'media-remux'`.execute(world.database.db);
  await world.services.media.conversion.requeueStalled();
  expect(await work()).toEqual(nothing);
  await world.advanceTime(11 * 60_000);
  await world.services.media.conversion.requeueStalled();
  expect(await work()).toEqual({ ...nothing, remux: 1 });
  expect(await itemOf(post._id)).toMatchObject({ state: 'ready' });
});

test('reports repeated failures with an instruction', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id } = await fileOf(post._id);
  await sql`update media_files set attempts = 5 where id = ${id}`.execute(world.database.db);
  await work();
  expect(await itemOf(post._id)).toMatchObject({
    state: 'refused',
    progress: null,
    refusal: expect.stringContaining('Não conseguimos converter este vídeo'),
  });
  const soon = new Date(world.now().getTime() + 600_000).toISOString();
  const scheduled = await client.put(`/schedule/draft/${post._id}/schedule`, {
    scheduledTime: soon,
  });
  expect(scheduled).toMatchObject({
    status: 422,
    body: { code: 'VIDEO_UNFIT', message: expect.stringContaining('Não conseguimos converter') },
  });
});

test('does not count a file missing from the storage as a failure of the file', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { sha256 } = await fileOf(post._id);
  await world.services.media.storage.remove(sha256);
  for (let outage = 0; outage < 6; outage += 1) {
    await world.services.media.conversion.convertNext('remux');
    await world.advanceTime(RETRY_DELAY_MS);
  }
  expect(await itemOf(post._id)).toMatchObject({ state: 'converting', progress: 0 });
  expect(await fileOf(post._id)).toMatchObject({ attempts: 0 });
});

test('retries a video that the decoder refuses before it refuses the video', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id } = await fileOf(post._id);
  const damaged = join(folder, 'damaged');
  const content = 'not what was looked at when it came';
  await writeFile(damaged, content);
  const other = createHash('sha256').update(content).digest('hex');
  await world.services.media.storage.put(other, damaged);
  await sql`update media_files set sha256 = ${other} where id = ${id}`.execute(world.database.db);
  const { convertNext } = world.services.media.conversion;
  await convertNext('remux');
  expect(await fileOf(post._id)).toMatchObject({ state: 'converting', attempts: 1 });
  await convertNext('remux');
  expect(await fileOf(post._id)).toMatchObject({ attempts: 1 });
  await world.advanceTime(RETRY_DELAY_MS);
  await convertNext('remux');
  await world.advanceTime(RETRY_DELAY_MS);
  await convertNext('remux');
  expect(await fileOf(post._id)).toMatchObject({ state: 'refused', attempts: 3 });
});

test('lets one of two processes convert a video, and the other one after the claim has expired', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id } = await fileOf(post._id);
  const { db } = world.database;
  await sql`update media_files set claimed_until = app_now() + interval '45 seconds'
    where id = ${id}`.execute(db);
  await world.services.media.conversion.convertNext('remux');
  expect(await itemOf(post._id)).toMatchObject({ state: 'converting' });
  await world.advanceTime(46_000);
  await world.services.media.conversion.convertNext('remux');
  expect(await itemOf(post._id)).toMatchObject({ state: 'ready' });
});

/** A short database outage: this number of writes is rolled back. */
async function withFailingWrites<T>(times: number, work: () => Promise<T>): Promise<T> {
  const { db } = world.database;
  // The counter of a sequence is not rolled back.
  await sql`create sequence ends`.execute(db);
  await sql`create function fail_to_end() returns trigger language plpgsql as $$ begin
    if nextval('ends') <= ${sql.lit(times)} then raise exception 'canceling statement due to lock timeout';
    end if; return new; end $$`.execute(db);
  await sql`create trigger fail_to_end before update of state, attempts on media_files
    for each row execute function fail_to_end()`.execute(db);
  try {
    return await work();
  } finally {
    await sql`drop function fail_to_end cascade`.execute(db);
    await sql`drop sequence ends`.execute(db);
  }
}

test('stores a result despite a short database outage', async () => {
  const post = await aDraftOf({ index: 'last' });
  await withFailingWrites(1, () => world.services.media.conversion.convertNext('remux'));
  expect(await itemOf(post._id)).toMatchObject({ state: 'ready' });
});

test('stores a failure despite a short database outage', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id, sha256 } = await fileOf(post._id);
  await world.services.media.storage.remove(sha256);
  await withFailingWrites(1, () => world.services.media.conversion.convertNext('remux'));
  const waiting = await sql`select 1 from pgboss.job
    where name = 'media-remux' and data->>'fileId' = ${id}`.execute(world.database.db);
  expect(waiting.rows).toHaveLength(2);
});

test('retries a failed job only after the claim has expired', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id } = await fileOf(post._id);
  const { jobs } = world.services.platform;
  const { db } = world.database;
  const [job] = await jobs.fetch('media-remux', 1);
  // The claim was renewed just before the failure.
  await createConversionRepository(db).claimNext('remux');
  await jobs.fail('media-remux', job?.id ?? '', 'the database is away');
  const seconds = await sql<{ claimed: number; waits: number }>`
    select extract(epoch from f.claimed_until - app_now())::float8 as claimed,
      extract(epoch from j.start_after - pgboss.job_now())::float8 as waits
    from media_files f cross join pgboss.job j
    where f.id = ${id} and j.id = ${job?.id}`.execute(db);
  const [{ claimed, waits } = { claimed: 0, waits: 0 }] = seconds.rows;
  expect(claimed).toBeGreaterThan(40);
  expect(waits).toBeGreaterThan(claimed);
});

async function createConversionWithShortLimit() {
  const { services, serviceOptions, database } = world;
  const monotonicMs = () => serviceOptions.clock.monotonicMs() * 100;
  const clock = { ...serviceOptions.clock, monotonicMs };
  const { jobs, wakeUps } = services.platform;
  return (await createMedia({ ...serviceOptions, database, jobs, wakeUps, clock })).conversion;
}

async function progressDuring(work: () => Promise<void>): Promise<number[]> {
  const { db } = world.database;
  await sql`create table steps (nth serial, percent int)`.execute(db);
  await sql`create function keep_step() returns trigger language plpgsql as $$ begin
    insert into steps (percent) values (new.progress); return new; end $$`.execute(db);
  await sql`create trigger keep_step before update of progress on media_files
    for each row execute function keep_step()`.execute(db);
  try {
    await work();
    const steps = await sql<{ percent: number }>`
      select percent from steps order by nth`.execute(db);
    return steps.rows.map(({ percent }) => percent);
  } finally {
    await sql`drop function keep_step cascade`.execute(db);
    await sql`drop table steps`.execute(db);
  }
}

test('stores its progress and sends wake-ups to open pages', async () => {
  const post = await aDraftOf({ seconds: 10, codec: 'hevc' });
  const { workspace_id: workspaceId } = await fileOf(post._id);
  const conversion = await createConversionWithShortLimit();
  let wakeUpCount = 0;
  const stop = world.services.platform.wakeUps.listen((wakeUp) => {
    if (wakeUp.topic === 'posts' && wakeUp.workspaceId === workspaceId) wakeUpCount += 1;
  });
  const [begun, ...steps] = await progressDuring(() => conversion.convertNext('encode'));
  expect([begun, steps.at(-1)]).toEqual([0, 100]);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  await expect.poll(() => wakeUpCount, { timeout: 10_000 }).toBeGreaterThanOrEqual(steps.length);
  stop();
  conversion.stop();
}, 120_000);

test('shows its progress', async () => {
  const post = await aDraftOf({ index: 'last' });
  const { id } = await fileOf(post._id);
  await createConversionRepository(world.database.db).writeProgress(id, 25);
  expect(await itemOf(post._id)).toMatchObject({ state: 'converting', progress: 25 });
});
