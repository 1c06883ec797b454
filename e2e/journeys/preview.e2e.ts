import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { postsOf } from '../api.ts';
import { chooseAndContinue, composerOf, openComposer, scheduleInForm } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { centreOf, swipe } from '../hands.ts';
import { aBrighteningVideo } from '../videos.ts';

const phone = (page: Page) =>
  composerOf(page).getByRole('complementary', { name: 'Prévia do post' });

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

async function chooseThree(
  page: Page,
  pictureFile: (name: string) => Promise<string>,
): Promise<void> {
  const photos = await Promise.all(['um.jpg', 'dois.jpg', 'tres.jpg'].map(pictureFile));
  await page.goto('/schedule');
  await page.getByRole('link', { name: 'Criar post' }).click();
  await expect(composerOf(page)).toBeVisible();
  await chooseAndContinue(page, photos);
}

test('a carousel is turned by arrow, by key and by mouse', async ({ page, pictureFile }) => {
  await chooseThree(page, (name) => pictureFile(name));
  const preview = phone(page);
  await expect(preview.getByText('CARROSSEL')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Foto um.jpg' })).toBeVisible();

  await preview.getByRole('button', { name: 'Próximo arquivo' }).click();
  await expect(preview.getByRole('status')).toHaveText('Arquivo 2/3');
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('status')).toHaveText('Arquivo 3/3');
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('img', { name: 'Foto tres.jpg' })).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(preview.getByRole('status')).toHaveText('Arquivo 2/3');

  const from = await centreOf(preview.getByRole('group', { name: 'Mídia do post' }));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y, { steps: 5 });
  await page.mouse.up();
  await expect(preview.getByRole('status')).toHaveText('Arquivo 1/3');
  await expect(preview.getByRole('img', { name: 'Foto um.jpg' })).toBeInViewport();
});

test.describe('at a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a carousel is turned by finger', async ({ page, pictureFile }) => {
    await chooseThree(page, (name) => pictureFile(name));
    await composerOf(page).getByRole('button', { name: 'Ver prévia' }).tap();
    const preview = page.getByRole('dialog', { name: 'Prévia do post' });
    const at = preview.getByRole('status');
    const media = preview.getByRole('group', { name: 'Mídia do post' });
    await expect(at).toHaveText('Arquivo 1/3');
    // The sheet comes in from below.
    await media.click({ trial: true });
    const centre = await centreOf(media);
    const move = (x: number, y = 0) => swipe(page, centre, { x: centre.x + x, y: centre.y + y });

    await move(-120);
    await expect(at).toHaveText('Arquivo 2/3');
    await expect(preview.getByRole('img', { name: 'Foto dois.jpg' })).toBeInViewport();
    await move(-120);
    await expect(at).toHaveText('Arquivo 3/3');
    await test.step('which a small move, one up and one past the end do not', async () => {
      await move(40);
      await expect(at).toHaveText('Arquivo 3/3');
      await move(120, 300);
      await expect(at).toHaveText('Arquivo 3/3');
      await move(-120);
      await expect(at).toHaveText('Arquivo 3/3');
      await expect(preview.getByRole('img', { name: 'Foto tres.jpg' })).toBeInViewport();
    });
    await move(120);
    await expect(at).toHaveText('Arquivo 2/3');
  });
});

test('a long caption is folded until somebody wants more', async ({ page, pictureFile }) => {
  await openComposer(page);
  await chooseAndContinue(page, await pictureFile('caneca.jpg'));
  const long = `${'Barro, água e tempo. '.repeat(8)}#ceramica`;
  await composerOf(page).getByLabel('Legenda').fill(long);
  const preview = phone(page);
  await expect(preview.getByText('#ceramica')).toBeHidden();
  await preview.getByRole('button', { name: 'mais do texto' }).click();
  await expect(preview.getByText('#ceramica')).toBeVisible();
});

/** How bright a picture in the page is, from 0 to 255. */
const brightness = (drawn: Locator): Promise<number> =>
  drawn.evaluate((element) => {
    const canvas = element.ownerDocument.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    context.drawImage(element, 0, 0, 1, 1);
    return Number(context.getImageData(0, 0, 1, 1).data[0]);
  });

test('a reel plays, rests on the cover that was chosen, and is sent with it', async ({
  page,
  stack,
  connectedUser,
  caption,
}, testInfo) => {
  const path = testInfo.outputPath('torno.mp4');
  await writeFile(path, await aBrighteningVideo());
  await openComposer(page);
  await chooseAndContinue(page, path);
  const composer = composerOf(page);
  const preview = phone(page);
  const video = preview.getByLabel('Vídeo torno.mp4');
  await expect(preview.getByText('REELS')).toBeVisible();
  await expect.poll(() => brightness(video)).toBeLessThan(20);

  await test.step('plays without its sound until it is paused', async () => {
    await preview.getByRole('button', { name: 'Reproduzir vídeo' }).click();
    await expect.poll(() => brightness(video)).toBeGreaterThan(30);
    await expect(video).toHaveJSProperty('muted', true);
    await preview.getByRole('button', { name: 'Som do vídeo' }).click();
    await expect(video).toHaveJSProperty('muted', false);
    await preview.getByRole('button', { name: 'Pausar vídeo' }).click();
    await expect.poll(() => brightness(video)).toBeLessThan(20);
  });

  const cover = composer.getByRole('slider', { name: 'Capa' });
  await test.step('shows eight frames of the video, from its first to its last', async () => {
    await cover.scrollIntoViewIfNeeded();
    const frames = composer.locator('canvas');
    await expect(frames).toHaveCount(8);
    await expect.poll(() => brightness(frames.last())).toBeGreaterThan(220);
    const all = async () => Promise.all((await frames.all()).map(brightness));
    // They are drawn one by one, as the video comes to them.
    await expect.poll(async () => new Set(await all()).size).toBe(8);
    const seen = await all();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  await test.step('takes the cover from the keys', async () => {
    await cover.focus();
    for (const key of ['PageUp', 'PageUp', 'PageUp', 'PageDown', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await expect(cover).toHaveAttribute('aria-valuetext', 'quadro em 0 minutos e 2,2 segundos');
    await expect(composer.getByText('quadro em 0:02,2')).toBeVisible();
    // It passes what the keys went over on the way.
    await expect
      .poll(async () => {
        const seen = await brightness(video);
        return seen > 90 && seen < 140;
      })
      .toBe(true);
    await page.keyboard.press('End');
    await expect(cover).toHaveValue('4900');
    await page.keyboard.press('Home');
    await expect(cover).toHaveValue('0');
  });

  await test.step('takes it from the mouse', async () => {
    const { x, y } = await centreOf(cover);
    await page.mouse.click(x, y);
    await expect.poll(async () => Number(await cover.inputValue())).toBeGreaterThan(2200);
    expect(Number(await cover.inputValue())).toBeLessThan(2700);
  });

  const chosen = Number(await cover.inputValue());
  await expect(video).toHaveJSProperty('currentTime', chosen / 1000);
  await scheduleInForm(page, { caption });
  const [post] = await postsOf(stack.url, connectedUser.token);
  expect(post?.reelsConfig).toMatchObject({ thumbOffset: chosen });
});

test('a video that this browser cannot read has its first frame as its cover', async ({
  page,
}, testInfo) => {
  const path = testInfo.outputPath('antigo.avi');
  await writeFile(path, 'only a phone can read this');
  await openComposer(page);
  await chooseAndContinue(page, path);
  await expect(phone(page)).toContainText('Este navegador não mostra este vídeo');
  await expect(composerOf(page)).toContainText('A capa será o primeiro quadro.');
});
