import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { detailsOf, openComposer, publishAtOnce, scheduleInForm } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPhonePhoto, isUpright, readPhoto } from '../pictures.ts';
import { boxesOf, readVideo } from '../probing.ts';
import type { Sandbox } from '../sandbox.ts';
import { aCameraVideo, PLACE } from '../videos.ts';

const photos = [
  { name: 'IMG_0001.jpg', format: 'jpeg', width: 1440, height: 1800 },
  { name: 'IMG_0002.png', format: 'png', width: 1440, height: 1440 },
  { name: 'IMG_0003.heic', format: 'heic', width: 1440, height: 1080 },
] as const;
const videos = [
  { name: 'torno.mp4', format: 'mp4', codecs: ['h264', 'aac'] },
  { name: 'forno.mov', format: 'mov', codecs: ['hevc', 'aac'] },
  { name: 'feira.avi', format: 'avi', codecs: ['mpeg4', 'mp3'] },
] as const;
/** Of what FFmpeg reads in a file, all that says nothing about anybody. */
const ordinaryNotes = new Set(
  'major_brand minor_version compatible_brands encoder language handler_name vendor_id'.split(' '),
);

/** The first half of a place in ISO 6709: FFmpeg rounds the rest in its own way. */
const [latitude = ''] = /^-\d+\.\d\d/.exec(PLACE) ?? [];

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

test('a photo of any format goes out as a JPEG that stands upright and tells no place', async ({
  page,
  sandbox,
  caption,
}, testInfo) => {
  for (const { name, format } of photos) {
    const bytes = await aPhonePhoto(format);
    expect(await readPhoto(bytes), name).toMatchObject({ hasPlace: true, isBare: false });
    const path = testInfo.outputPath(name);
    await writeFile(path, bytes);
    await scheduleFile(page, path, `${caption} ${name}`);
  }
  for (const { name, width, height } of photos) {
    const bytes = await publishedBytes(page, sandbox, `${caption} ${name}`);
    expect(await readPhoto(bytes), name).toEqual({
      format: 'jpeg',
      width,
      height,
      isBare: true,
      hasPlace: false,
    });
    expect(await isUpright(bytes), name).toBe(true);
  }
});

test('a video of any format goes out as an MP4 of H.264 and AAC that tells no place', async ({
  page,
  sandbox,
  caption,
}, testInfo) => {
  for (const { name, format, codecs } of videos) {
    const bytes = await aCameraVideo(format);
    const sent = await readVideo(bytes, format === 'avi' ? 'avi' : 'mov');
    expect(sent, name).toMatchObject({ codecs, seconds: 5 });
    expect(sent.notes.map(([, said]) => said).join(), name).toContain(latitude);
    const path = testInfo.outputPath(name);
    await writeFile(path, bytes);
    await scheduleFile(page, path, `${caption} ${name}`);
  }
  for (const { name } of videos) {
    const bytes = await publishedBytes(page, sandbox, `${caption} ${name}`);
    const seen = await readVideo(bytes, 'mov');
    expect(seen, name).toMatchObject({ codecs: ['h264', 'aac'], seconds: 5 });
    expect(Math.abs(seen.frames - 150), name).toBeLessThanOrEqual(2);
    const boxes = boxesOf(bytes);
    expect(boxes[0], name).toBe('ftyp');
    expect(boxes.indexOf('moov'), name).toBeLessThan(boxes.indexOf('mdat'));
    expect(
      seen.notes.filter(([note]) => !ordinaryNotes.has(note)),
      name,
    ).toEqual([]);
    expect(bytes.includes(latitude), name).toBe(false);
  }
});

async function scheduleFile(page: Page, path: string, caption: string): Promise<void> {
  const composer = await openComposer(page);
  await scheduleInForm(page, { files: path, caption });
  await expect(composer).toBeHidden();
}

/** Publishes the post at once; gives the bytes that Instagram fetched of it. */
async function publishedBytes(page: Page, sandbox: Sandbox, caption: string): Promise<Buffer> {
  const entry = await publishAtOnce(page, sandbox, caption);
  await page.keyboard.press('Escape');
  await expect(detailsOf(page)).toBeHidden();
  const response = await fetch(entry.media_url);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.bytes_sha256);
  return bytes;
}
