import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { createLog } from '../../log.ts';
import { aVideo, type VideoWish } from '../../testing/videos.ts';
import { planVideo } from '../media.video.plan.ts';
import { createMediaDecoder } from './decoder.ts';
import type { VideoContainer } from './tasks.ts';

const decoder = createMediaDecoder({
  clock: systemClock,
  log: createLog('silent'),
  children: 1,
});
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-encoding-'));
});
afterAll(async () => {
  decoder.close();
  await rm(folder, { recursive: true });
});

const output = () => join(folder, newId());

const containerOf = ({ container }: VideoWish): VideoContainer =>
  container === 'avi' ? 'avi' : 'mov';

async function probed(path: string, container: VideoContainer = 'mov') {
  const thumbnail = output();
  const facts = await decoder.run('probe', { path, container, thumbnail });
  return { facts, thumbnail };
}

/** A small video, with something done to its bytes. */
async function aFile(wish: VideoWish, change = (bytes: Buffer) => bytes): Promise<string> {
  const video = await aVideo({ seconds: 3, width: 320, height: 568, ...wish });
  const path = output();
  await writeFile(path, change(Buffer.from(await video.arrayBuffer())));
  return path;
}

/** Converts it as is planned. */
async function converted(path: string, container: VideoContainer = 'mov') {
  const before = await probed(path, container);
  const plan = planVideo(before.facts);
  if (plan.kind === 'keep') throw new Error('nothing is to be done with this video');
  const made = output();
  await decoder.run('convert', { path, output: made, facts: before.facts, plan });
  return { before, after: await probed(made) };
}

/** How much each line of a picture differs from the next, in the middle of it. */
async function unevenness(picture: string): Promise<number> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 0; at + info.width < data.length; at += 1) {
    sum += Math.abs((data[at] ?? 0) - (data[at + info.width] ?? 0));
  }
  return sum / data.length;
}

const brightness = async (picture: string): Promise<number> =>
  (await sharp(picture).greyscale().stats()).channels[0]?.mean ?? 0;

test('half-pictures are made whole', async () => {
  const { before, after } = await converted(await aFile({ interlaced: true }));
  expect(after.facts.isInterlaced).toBe(false);
  expect(await unevenness(before.thumbnail)).toBeGreaterThan(5);
  expect(await unevenness(after.thumbnail)).toBeLessThan(3);
});

test.each(['pq', 'hlg'] as const)('light told by %s becomes that of every screen', async (hdr) => {
  const { before, after } = await converted(await aFile({ hdr }));
  expect(after.facts.hdr).toBeNull();
  // The cover of what was sent is shown meanwhile, in the same light.
  const [sent, made] = [await brightness(before.thumbnail), await brightness(after.thumbnail)];
  expect(Math.abs(sent - made)).toBeLessThan(5);
});

test.each<[string, VideoWish]>([
  ['H.264', { framesPerSecond: 15 }],
  ['HEVC', { codec: 'hevc' }],
  ['MPEG-4', { container: 'avi', codec: 'mpeg4' }],
])('%s whose pictures are damaged in the middle is refused', async (_codec, wish) => {
  const damaged = await aFile(wish, (bytes) => {
    const middle = Math.floor(bytes.length / 2);
    return bytes.fill(0x5a, middle, middle + 20);
  });
  await converted(await aFile(wish), containerOf(wish));
  await expect(converted(damaged, containerOf(wish))).rejects.toMatchObject({
    code: 'MEDIA_UNREADABLE',
  });
});
