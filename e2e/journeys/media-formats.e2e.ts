import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openComposer, scheduleInForm, timelineEntry, wholeMinuteAfter } from '../composer.ts';
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
  test.setTimeout(300_000);
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
    await scheduleSoon(page, path, `${caption} ${name}`);
  }
  for (const { name, width, height } of photos) {
    const bytes = await published(page, sandbox, `${caption} ${name}`);
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
    await scheduleSoon(page, path, `${caption} ${name}`);
  }
  for (const { name } of videos) {
    const bytes = await published(page, sandbox, `${caption} ${name}`);
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

/** Makes a post of one file, for the next minute but one at the latest. */
async function scheduleSoon(page: Page, path: string, caption: string): Promise<void> {
  const composer = await openComposer(page);
  await scheduleInForm(page, { files: path, caption, when: wholeMinuteAfter(45_000) });
  await expect(composer).toBeHidden();
}

/** Waits until the post is out; the bytes that Instagram fetched of it. */
async function published(page: Page, sandbox: Sandbox, caption: string): Promise<Buffer> {
  await timelineEntry(page, caption).getByText('Publicado').waitFor({ timeout: 150_000 });
  const [entry, ...others] = await sandbox.published(caption);
  expect(others).toEqual([]);
  const response = await fetch(entry?.media_url ?? '');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry?.bytes_sha256);
  return bytes;
}
