import { writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import {
  formatDayMonth,
  formatTime,
  fromBrasilia,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import sharp from 'sharp';
import { fetchPosts } from '../support/api.ts';
import {
  getCalendar,
  chooseFile,
  getDayButton,
  getDay,
  getDetails,
  getForm,
  openComposer,
  publishAtOnce,
  scheduleInForm,
  getSendButton,
  getTypeOption,
  formatButtonTime,
} from '../support/composer.ts';
import { expect, test, withMotion } from '../support/fixtures.ts';
import { inputMethods, type InputMethod } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';
import { createVideo } from '../support/videos.ts';

test.use({ ...withMotion, timezoneId: 'Asia/Tokyo' });

/** Small media; `option` is what the second step offers where several types fit. */
const types = {
  IMAGE: { files: ['foto.jpg'], option: 'Post de Imagem' },
  REELS: { files: ['torno.mp4'], option: 'Reels' },
  STORIES: { files: ['foto.jpg'], option: 'Stories' },
} as const;

/** From the calendar the composer opens as a dialog, from other pages as a page. */
const inputCases = [
  {
    name: 'a reel by keyboard alone, in the dialog',
    hand: inputMethods.keys,
    device: { viewport: { width: 1440, height: 900 } },
    from: '/schedule',
    mediaTypes: ['REELS'],
  },
  {
    name: 'a photo and a story by finger, on the page at a phone',
    hand: inputMethods.finger,
    device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    from: '/dashboard',
    mediaTypes: ['IMAGE', 'STORIES'],
  },
] as const;

/** Returns 21:30 tomorrow in Brasília, which is the day after tomorrow in Tokyo. */
function tomorrowEvening(): Date {
  const today = toBrasilia(new Date());
  return fromBrasilia({ ...today, day: today.day + 1, hour: 21, minute: 30 });
}

const createFile = { jpg: () => createPicture({ width: 400, height: 500 }), mp4: createVideo };

const writeFiles = (testInfo: TestInfo, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const path = testInfo.outputPath(name);
      await writeFile(path, await createFile[name.endsWith('mp4') ? 'mp4' : 'jpg']());
      return path;
    }),
  );

async function schedule(
  page: Page,
  hand: InputMethod,
  post: { files: string[]; option: string | null; caption: string; when: Date },
): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Criar post' }));
  await expect(page.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  const form = getForm(page);
  await chooseFile(page, post.files, hand);
  await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeVisible();
  await hand.press(form.getByRole('button', { name: 'Continuar' }));
  if (post.option !== null) await hand.press(getTypeOption(page, post.option));
  await hand.moveTo(form.getByLabel('Legenda'));
  await page.keyboard.type(post.caption);
  const calendar = getCalendar(page);
  // While the calendar still scrolls, a press may be lost or may land outside and close it.
  await expect(async () => {
    if (!(await calendar.isVisible())) await hand.press(getDayButton(page));
    await expect(calendar.locator('[data-day]:focus')).toBeVisible({ timeout: 5000 });
    await hand.press(getDay(page, post.when), 'ArrowRight');
    await expect(getDayButton(page)).toContainText(formatDayMonth(post.when), { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await hand.moveTo(form.getByLabel('Hora', { exact: true }));
  await page.keyboard.type(formatTime(post.when).replace(':', ''));
  await expect(getSendButton(page)).toHaveAccessibleName(
    `Agendar para ${formatButtonTime(post.when)}`,
  );
  await hand.press(getSendButton(page));
  await expect(form.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
}

for (const { name, hand, device, from, mediaTypes } of inputCases) {
  test.describe(() => {
    test.use(device);

    test(`a user in Tokyo schedules ${name}`, async ({
      page,
      stack,
      connectedUser,
      caption,
    }, testInfo) => {
      const when = tomorrowEvening();
      for (const mediaType of mediaTypes) {
        const { files, option } = types[mediaType];
        await page.goto(from);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await schedule(page, hand, {
          files: await writeFiles(testInfo, files),
          option,
          caption: `${mediaType} ${caption}`,
          when,
        });
      }
      const posts = await fetchPosts(stack.url, connectedUser.token);
      expect(posts).toHaveLength(mediaTypes.length);
      expect(posts).toEqual(
        expect.arrayContaining(
          mediaTypes.map((mediaType) =>
            expect.objectContaining({
              mediaType,
              caption: `${mediaType} ${caption}`,
              status: 'scheduled',
              scheduledTime: when.toISOString(),
            }),
          ),
        ),
      );
    });
  });
}

async function readHeight(url: string): Promise<number | undefined> {
  const response = await fetch(url);
  return (await sharp(await response.arrayBuffer()).metadata()).height;
}

test('a video becomes a reel of the feed and a carousel keeps its order, by mouse', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}, testInfo) => {
  test.slow();
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await test.step('schedules a video', async () => {
    const composer = await openComposer(page);
    const files = await writeFiles(testInfo, ['torno.mp4']);
    await scheduleInForm(page, { files, type: 'Post de Vídeo', caption: `Vídeo ${caption}` });
    await expect(composer).toBeHidden();
    expect(await publishAtOnce(page, sandbox, `Vídeo ${caption}`)).toMatchObject({
      username: 'atelie.barro',
      media_type: 'VIDEO',
      media_product_type: 'REELS',
      share_to_feed: true,
    });
  });

  await test.step('schedules three photos', async () => {
    const heights = [1350, 900, 675];
    const files = await Promise.all(
      heights.map((height) => pictureFile(`${height}.jpg`, { width: height * 0.8, height })),
    );
    const composer = await openComposer(page);
    await scheduleInForm(page, { files, caption: `Fotos ${caption}` });
    await expect(composer).toBeHidden();
    const published = await publishAtOnce(page, sandbox, `Fotos ${caption}`);
    expect(published).toMatchObject({ username: 'atelie.barro', media_type: 'CAROUSEL_ALBUM' });
    const items = getDetails(page).getByRole('list', { name: 'Itens do carrossel' });
    await expect(items.getByRole('button')).toHaveCount(3);
    const seen = await Promise.all(
      published.children.map(({ media_url }) => readHeight(media_url)),
    );
    expect(seen).toEqual(heights);
  });
});
