import { formatTime } from '@pontual/contract/brasilia-time.ts';
import sharp from 'sharp';
import {
  chooseAndContinue,
  chooseTime,
  openComposer,
  openDetails,
  publishNow,
  sendButton,
  timelineEntry,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';

const HOUR = 3_600_000;

/** Which of the three photos it is, told by its size: all have the shape of the first. */
async function heightOf(url: string): Promise<number | undefined> {
  const response = await fetch(url);
  return (await sharp(await response.arrayBuffer()).metadata()).height;
}

test('a carousel of three photos goes out at its hour, in their order', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const heights = [1350, 900, 675];
  const photos = await Promise.all(
    heights.map((height) => pictureFile(`${height}.jpg`, { width: height * 0.8, height })),
  );
  const composer = await openComposer(page);
  await chooseAndContinue(page, photos);
  await expect(composer.getByText('3 arquivos')).toBeVisible();
  await expect(composer.getByRole('radio')).toHaveCount(0);
  await composer.getByLabel('Legenda').fill(caption);
  const preview = composer.getByRole('complementary', { name: 'Prévia do post' });
  await expect(preview.getByText('CARROSSEL')).toBeVisible();
  await preview.getByRole('button', { name: 'Próximo arquivo' }).click();
  await expect(preview.getByText('2/3')).toBeVisible();
  const when = wholeMinuteAfter(45_000);
  await chooseTime(page, when);
  await composer.getByRole('button', { name: `Agendar para ${formatTime(when)}` }).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible();
  await expect(composer).toBeHidden();

  const entry = timelineEntry(page, caption);
  await expect(entry).toContainText('Carrossel');
  await entry.getByText('Publicado').waitFor({ timeout: 120_000 });
  const details = await openDetails(page, caption);
  await expect(
    details.getByRole('list', { name: 'Itens do carrossel' }).getByRole('button'),
  ).toHaveCount(3);

  const [published, ...others] = await sandbox.published(caption);
  expect(others).toEqual([]);
  expect(published).toMatchObject({ username: 'atelie.barro', media_type: 'CAROUSEL_ALBUM' });
  const children = published?.children ?? [];
  const seen = await Promise.all(children.map(({ media_url }) => heightOf(media_url)));
  expect(seen).toEqual(heights);
});

test('a reel is scheduled from a video, and goes out as a reel', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  videoFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  await chooseAndContinue(page, await videoFile('torno.mp4'));
  await composer.getByLabel('Legenda').fill(caption);
  await chooseTime(page, wholeMinuteAfter(HOUR));
  await sendButton(page).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible();
  await expect(composer).toBeHidden();

  await expect(timelineEntry(page, caption)).toContainText('Reels');
  const details = await openDetails(page, caption);
  await publishNow(page);
  await details.getByText('Publicado', { exact: true }).waitFor({ timeout: 60_000 });
  const published = await sandbox.published(caption);
  expect(published).toHaveLength(1);
  expect(published[0]).toMatchObject({ media_product_type: 'REELS', media_type: 'VIDEO' });
});

test('a story is made of a tall photo', async ({ page, connectedUser, caption, pictureFile }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const composer = await openComposer(page);
  await chooseAndContinue(
    page,
    await pictureFile('alta.jpg', { width: 1080, height: 1920 }),
    'Stories',
  );
  await composer.getByLabel('Legenda').fill(caption);
  await chooseTime(page, wholeMinuteAfter(HOUR));
  await sendButton(page).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible();
  await composer.getByRole('button', { name: 'Fechar' }).click();
  await expect(composer).toBeHidden();
  await expect(timelineEntry(page, caption)).toContainText('Stories');
});
