import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log/log.ts';
import { aVideo, type VideoOptions } from '../../../testing/videos.ts';
import { planVideo } from '../conversion/video-plan.ts';
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

const containerOf = ({ container }: VideoOptions): VideoContainer =>
  container === 'avi' ? 'avi' : 'mov';

async function probe(path: string, container: VideoContainer = 'mov') {
  const pictures = { cover: output(), thumbnail: output() };
  const facts = await decoder.run('probe', { path, container, pictures });
  return { facts, thumbnail: pictures.thumbnail };
}

async function aFile(options: VideoOptions, change = (bytes: Buffer) => bytes): Promise<string> {
  const video = await aVideo({ seconds: 3, width: 320, height: 568, ...options });
  const path = output();
  await writeFile(path, change(Buffer.from(await video.arrayBuffer())));
  return path;
}

async function convert(path: string, container: VideoContainer = 'mov') {
  const before = await probe(path, container);
  const plan = planVideo(before.facts);
  if (plan.kind === 'keep') throw new Error('nothing is to be done with this video');
  const made = output();
  await decoder.run('convert', { path, output: made, facts: before.facts, plan });
  return { before, after: await probe(made) };
}

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

test('deinterlaces an interlaced video', async () => {
  const { before, after } = await convert(await aFile({ interlaced: true }));
  expect(after.facts.isInterlaced).toBe(false);
  expect(await unevenness(before.thumbnail)).toBeGreaterThan(5);
  expect(await unevenness(after.thumbnail)).toBeLessThan(3);
});

test.each(['pq', 'hlg'] as const)('converts %s video to standard dynamic range', async (hdr) => {
  const { before, after } = await convert(await aFile({ hdr }));
  expect(after.facts.hdr).toBeNull();
  const [sent, made] = [await brightness(before.thumbnail), await brightness(after.thumbnail)];
  expect(Math.abs(sent - made)).toBeLessThan(5);
});

async function colourOf(picture: string): Promise<number[]> {
  const middle = sharp(picture).extract({ left: 140, top: 180, width: 40, height: 40 });
  return (await middle.stats()).channels.map(({ mean }) => mean);
}

// Calculated independently: BT.709 light (1 is 100 cd/m²) becomes ten-bit BT.2020, and returns by Hable's
// curve with white at 1000 cd/m² and gamma 2.4. HLG's gamma 1.2 is applied per channel, unlike the standard.
test.each([
  { hdr: 'pq', light: '1.0, 0.1, 0.1', colour: [389, 483, 571], shades: [157, 60, 60] },
  { hdr: 'pq', light: '0.8, 0.4, 0.25', colour: [443, 489, 531], shades: [146, 109, 90] },
  { hdr: 'pq', light: '0.05, 0.1, 0.9', colour: [339, 595, 505], shades: [46, 61, 152] },
  { hdr: 'pq', light: '2.03, 2.03, 2.03', colour: [573, 512, 512], shades: [193, 193, 193] },
  { hdr: 'hlg', light: '1.0, 0.1, 0.1', colour: [388, 455, 643], shades: [167, 50, 53] },
  { hdr: 'hlg', light: '0.8, 0.4, 0.25', colour: [486, 458, 560], shades: [151, 107, 84] },
  { hdr: 'hlg', light: '0.05, 0.1, 0.9', colour: [306, 692, 496], shades: [28, 56, 169] },
  { hdr: 'hlg', light: '2.03, 2.03, 2.03', colour: [721, 512, 512], shades: [193, 193, 193] },
] as const)('maps light $light in $hdr to $shades', async (seen) => {
  const { hdr, colour, shades } = seen;
  const { before, after } = await convert(await aFile({ seconds: 1, codec: 'hevc', hdr, colour }));
  expect(before.facts).toMatchObject({ codec: 'hevc', pixelFormat: 'yuv420p10le' });
  expect(after.facts).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p' });
  for (const { thumbnail } of [before, after]) {
    for (const [at, shade] of (await colourOf(thumbnail)).entries()) {
      expect(Math.abs(shade - (shades[at] ?? 0))).toBeLessThan(8);
    }
  }
});

test('outputs exactly the visible part of a trimmed video', async () => {
  const path = await aFile({
    seconds: 4,
    greys: [40, 110, 150, 220],
    trim: { from: 1, length: 2 },
    editList: true,
    audio: 'aac',
  });
  const { before, after } = await convert(path);
  expect(before.facts.edits).toBe('cut');
  expect(after.facts.edits).toBe('none');
  for (const { facts, thumbnail } of [before, after]) {
    expect(Math.abs(facts.durationMs - 2000)).toBeLessThan(100);
    expect(await brightness(thumbnail)).toBeGreaterThan(100);
    expect(await brightness(thumbnail)).toBeLessThan(125);
  }
});

test.each<[string, VideoOptions]>([
  ['H.264', { framesPerSecond: 15 }],
  ['HEVC', { codec: 'hevc' }],
  ['MPEG-4', { container: 'avi', codec: 'mpeg4' }],
])('refuses a %s video whose pictures are damaged in the middle', async (_codec, options) => {
  const damaged = await aFile(options, (bytes) => {
    const middle = Math.floor(bytes.length / 2);
    return bytes.fill(0x5a, middle, middle + 20);
  });
  await convert(await aFile(options), containerOf(options));
  await expect(convert(damaged, containerOf(options))).rejects.toMatchObject({
    code: 'MEDIA_UNREADABLE',
  });
});
