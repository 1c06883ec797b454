import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { forcePublish } from '@pontual/contract/post-changes.ts';
import sharp from 'sharp';
import { call, postsOf } from '../api.ts';
import {
  chooseFile,
  composerOf,
  goOn,
  openComposer,
  scheduleInForm,
  typeOption,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { readPhoto } from '../pictures.ts';

const red = '#c02020';
const blue = '#2040c0';

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

/** A photo three times as wide as it is high: blue, with a red field in its middle. */
async function aPanorama(path: string): Promise<string> {
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

const shapes = (page: Page) => composerOf(page).getByRole('region', { name: 'Proporção' });
/** What is shown of how a photo comes out. */
const outcome = (page: Page, name: string) => shapes(page).getByAltText(`${name}, como vai sair`);

/** The colours met on the way down and across the middle of what is shown. */
async function coloursOf(shown: Locator): Promise<{ down: string[]; across: string[] }> {
  const frame = shown.locator('xpath=..');
  const { data, info } = await sharp(await frame.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const nameAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (r > 220 && g > 220 && b > 220) return 'white';
    return r > b ? 'red' : 'blue';
  };
  const steps = Array.from({ length: 9 }, (_, index) => (index + 0.5) / 9);
  const met = (name: (share: number) => string) => [...new Set(steps.map(name))];
  const [middleX, middleY] = [Math.floor(info.width / 2), Math.floor(info.height / 2)];
  return {
    down: met((share) => nameAt(middleX, Math.floor(share * info.height))),
    across: met((share) => nameAt(Math.floor(share * info.width), middleY)),
  };
}

test('a photo too wide for the feed is cut, or gets borders, and is shown as it comes out', async ({
  page,
}, testInfo) => {
  const composer = await openComposer(page);
  await chooseFile(page, await aPanorama(testInfo.outputPath('larga.jpg')));
  await expect(shapes(page)).toContainText('aceita imagens de 4:5 a 1,91:1. Esta sai em 1,91:1.');
  const choice = shapes(page).getByRole('group', { name: 'Como ajustar larga.jpg' });
  await expect(choice.getByRole('radio', { name: 'Cortar' })).toBeChecked();
  await expect(shapes(page)).toContainText('Sai sem 36% da largura, cortada pelo centro.');
  const shown = outcome(page, 'larga.jpg');
  await expect.poll(() => coloursOf(shown)).toEqual({ down: ['red'], across: ['blue', 'red'] });

  await choice.getByText('Com bordas').click();
  await expect(shapes(page)).toContainText('Sai inteira, com bordas brancas em cima e embaixo.');
  await expect
    .poll(() => coloursOf(shown))
    .toEqual({ down: ['white', 'red'], across: ['blue', 'red'] });

  await goOn(page, 'Post de Imagem');
  await expect(choice.getByRole('radio', { name: 'Com bordas' })).toBeChecked();

  // In the modal another type begins with other files.
  await composer.getByRole('button', { name: 'Voltar' }).click();
  await typeOption(page, 'Stories').click();
  const asked = page.getByRole('alertdialog', { name: 'Trocar para Stories?' });
  await asked.getByRole('button', { name: 'Trocar o tipo' }).click();
  await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();
  await chooseFile(page, await aPanorama(testInfo.outputPath('larga.jpg')));
  await expect(shapes(page)).toContainText('Stories ocupam a tela inteira, em 9:16.');
  await choice.getByText('Cortar').click();
  await expect.poll(() => coloursOf(shown)).toEqual({ down: ['red'], across: ['red'] });
});

test('a carousel says beforehand that all take the shape of its first', async ({
  page,
  pictureFile,
}, testInfo) => {
  const composer = await openComposer(page);
  await chooseFile(page, [
    await pictureFile('retrato.jpg', { width: 1080, height: 1350 }),
    await aPanorama(testInfo.outputPath('larga.jpg')),
  ]);
  await expect(shapes(page)).toContainText('Todos os itens saem na proporção do primeiro (4:5).');
  await expect(shapes(page).getByRole('listitem')).toHaveCount(1);
  await expect
    .poll(() => coloursOf(outcome(page, 'larga.jpg')))
    .toEqual({
      down: ['red'],
      across: ['blue', 'red'],
    });

  await composer.getByRole('button', { name: 'Mover larga.jpg', exact: true }).press('Home');
  await expect(shapes(page)).toContainText(
    'Todos os itens saem na proporção do primeiro (1,91:1).',
  );
  await expect(shapes(page).getByRole('listitem')).toHaveCount(2);
});

test('a story is published with the borders that its photo was given', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}, testInfo) => {
  await openComposer(page);
  await chooseFile(page, await aPanorama(testInfo.outputPath('larga.jpg')));
  await goOn(page, 'Stories');
  await shapes(page).getByText('Com bordas').click();
  await scheduleInForm(page, { caption });
  const onlyPost = async () => (await postsOf(stack.url, connectedUser.token))[0];
  const scheduled = await onlyPost();
  expect(scheduled).toMatchObject({ mediaType: 'STORIES', status: 'scheduled' });

  const body = { postId: scheduled?._id ?? '' };
  await call(stack.url, forcePublish, { token: connectedUser.token, body });
  // Instagram tells of the address some time after the publication.
  const address = async () => (await onlyPost())?.permalink ?? null;
  await expect.poll(address, { timeout: 60_000 }).not.toBeNull();
  const story = await sandbox.publishedAt((await address()) ?? '');
  expect(story).toMatchObject({ media_product_type: 'STORY' });
  const fetched = await fetch(story?.media_url ?? '');
  const picture = Buffer.from(await fetched.arrayBuffer());
  expect(await readPhoto(picture)).toMatchObject({ format: 'jpeg', width: 1440, height: 2560 });
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  // Not cut: blue, red and blue side by side, and white over and under them.
  const white = [255, 255, 255];
  expect([at(720, 100), at(720, 2460)]).toEqual([white, white]);
  const [left, middle, right] = [at(100, 1280), at(720, 1280), at(1340, 1280)];
  expect([left, middle, right].map(([r = 0, , b = 0]) => r > b)).toEqual([false, true, false]);
});
