import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { forcePublish } from '@pontual/contract/posts/post-changes.ts';
import sharp from 'sharp';
import { call, fetchPosts } from '../support/api.ts';
import {
  chooseFile,
  getComposer,
  continueToDetails,
  openComposer,
  scheduleInForm,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPhoto } from '../support/pictures.ts';

const red = '#c02020';
const blue = '#2040c0';

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

async function createPanorama(path: string): Promise<string> {
  const field = { create: { width: 400, height: 600, channels: 3, background: red } } as const;
  const picture = sharp({ create: { width: 1800, height: 600, channels: 3, background: blue } });
  const middle = await sharp(field).png().toBuffer();
  await writeFile(
    path,
    await picture
      .composite([{ input: middle }])
      .jpeg()
      .toBuffer(),
  );
  return path;
}

const getAspectRatioRegion = (page: Page) =>
  getComposer(page).getByRole('region', { name: 'Proporção' });
test('a story is published with the borders that its photo was given', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}, testInfo) => {
  await openComposer(page);
  await chooseFile(page, await createPanorama(testInfo.outputPath('larga.jpg')));
  await continueToDetails(page, 'Stories');
  await getAspectRatioRegion(page).getByText('Com bordas').click();
  await scheduleInForm(page, { caption });
  const onlyPost = async () => (await fetchPosts(stack.url, connectedUser.token))[0];
  const scheduled = await onlyPost();
  expect(scheduled).toMatchObject({ mediaType: 'STORIES', status: 'scheduled' });

  const body = { postId: scheduled?._id ?? '' };
  await call(stack.url, forcePublish, { token: connectedUser.token, body });
  // Instagram returns the permalink some time after the publication.
  const address = async () => (await onlyPost())?.permalink ?? null;
  await expect.poll(address, { timeout: 60_000 }).not.toBeNull();
  const story = await sandbox.findPublishedAt((await address()) ?? '');
  expect(story).toMatchObject({ media_product_type: 'STORY' });
  const fetched = await fetch(story?.media_url ?? '');
  const picture = Buffer.from(await fetched.arrayBuffer());
  expect(await readPhoto(picture)).toMatchObject({ format: 'jpeg', width: 1440, height: 2560 });
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  // The picture is padded, not cropped: blue, red and blue side by side, white above and below.
  const white = [255, 255, 255];
  expect([at(720, 100), at(720, 2460)]).toEqual([white, white]);
  const [left, middle, right] = [at(100, 1280), at(720, 1280), at(1340, 1280)];
  expect([left, middle, right].map(([r = 0, , b = 0]) => r > b)).toEqual([false, true, false]);
});
