import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getDetails, openComposer, publishAtOnce, scheduleInForm } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPhonePhoto, isUpright, readPhoto } from '../support/pictures.ts';
import { listBoxes, readVideo } from '../support/video-probe.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { createPhoneVideo, LOCATION_METADATA } from '../support/videos.ts';

// Phones produce HEIC photos and HEVC videos. The server tests cover every other format and its conversion.

const ordinaryNotes = new Set(
  'major_brand minor_version compatible_brands encoder language handler_name vendor_id'.split(' '),
);

/** The first digits of a location in ISO 6709; FFmpeg rounds the rest. */
const [latitude = ''] = /^-\d+\.\d\d/.exec(LOCATION_METADATA) ?? [];

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

test('a photo of a phone is published upright as a JPEG without a location', async ({
  page,
  sandbox,
  caption,
}, testInfo) => {
  const taken = await readPhonePhoto();
  expect(await readPhoto(taken)).toMatchObject({ hasLocation: true, hasNoMetadata: false });
  const path = testInfo.outputPath('IMG_0003.heic');
  await writeFile(path, taken);
  await scheduleFile(page, path, caption);

  const bytes = await publishedBytes(page, sandbox, caption);
  expect(await readPhoto(bytes)).toEqual({
    format: 'jpeg',
    width: 1440,
    height: 1080,
    hasNoMetadata: true,
    hasLocation: false,
  });
  expect(await isUpright(bytes)).toBe(true);
});

test('a video of a phone is published as an MP4 of H.264 and AAC without a location', async ({
  page,
  sandbox,
  caption,
}, testInfo) => {
  const taken = await createPhoneVideo();
  const before = await readVideo(taken);
  expect(before).toMatchObject({ codecs: ['hevc', 'aac'], seconds: 5 });
  expect(before.notes.map(([, said]) => said).join()).toContain(latitude);
  const path = testInfo.outputPath('forno.mov');
  await writeFile(path, taken);
  await scheduleFile(page, path, caption);

  const bytes = await publishedBytes(page, sandbox, caption);
  const after = await readVideo(bytes);
  expect(after).toMatchObject({ codecs: ['h264', 'aac'], seconds: 5 });
  expect(Math.abs(after.frames - 150)).toBeLessThanOrEqual(2);
  const boxes = listBoxes(bytes);
  expect(boxes[0]).toBe('ftyp');
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  expect(after.notes.filter(([note]) => !ordinaryNotes.has(note))).toEqual([]);
  expect(bytes.includes(latitude)).toBe(false);
});

async function scheduleFile(page: Page, path: string, caption: string): Promise<void> {
  const composer = await openComposer(page);
  await scheduleInForm(page, { files: path, caption });
  await expect(composer).toBeHidden();
}

async function publishedBytes(page: Page, sandbox: Sandbox, caption: string): Promise<Buffer> {
  const entry = await publishAtOnce(page, sandbox, caption);
  await page.keyboard.press('Escape');
  await expect(getDetails(page)).toBeHidden();
  const response = await fetch(entry.media_url);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.bytes_sha256);
  return bytes;
}
