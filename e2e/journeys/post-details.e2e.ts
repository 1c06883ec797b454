import { connectInstagram, postsOf, schedule } from '../api.ts';
import { detailsOf, openDetails, publishNow, timelineEntry } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture, readPhoto } from '../pictures.ts';
import { aVideo } from '../videos.ts';

const MINUTE = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

test('a post that Instagram refuses says why, and what to do', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    // What a person can type to be refused (sandbox/README.md).
    caption: `${caption} #falha_create_36003_2207009`,
    scheduledTime: fromNow(2 * MINUTE),
    picture: await aPicture(),
  });
  const cause = 'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.';
  await page.goto('/schedule');
  const entry = timelineEntry(page, caption);
  await expect(entry.getByText('Falhou')).toBeVisible({ timeout: 60_000 });
  await expect(entry.getByText(cause)).toBeVisible();

  const details = await openDetails(page, caption);
  await expect(details.getByText(cause).first()).toBeVisible();
  await expect(details.getByRole('listitem').filter({ hasText: `Falhou: ${cause}` })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Publicar agora' })).toBeHidden();
});

test('a post is published at once from its details, where its history tells of it', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const post = await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: fromNow(60 * MINUTE),
    picture: await aPicture(),
  });

  await test.step('the dialog opens from the timeline, by its keyboard, and closes again', async () => {
    await page.goto('/schedule');
    const row = timelineEntry(page, caption).getByRole('button', { name: caption });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(detailsOf(page)).toBeVisible();
    await expect(page).toHaveURL(`/schedule?post=${post._id}`);
    await page.keyboard.press('Escape');
    await expect(detailsOf(page)).toBeHidden();
    await expect(page).toHaveURL('/schedule');
    await expect(row).toBeFocused();
    await row.click();
    await page.goBack();
    await expect(detailsOf(page)).toBeHidden();
  });

  await test.step('its address opens it too', async () => {
    await page.goto(`/schedule?post=${post._id}`);
    const details = detailsOf(page);
    await expect(details.getByText(caption.replace('#barro', ''))).toBeVisible();
    await expect(details.getByText('Agendado', { exact: true }).first()).toBeVisible();
  });

  await test.step('it is published, and the dialog tells when', async () => {
    await publishNow(page);
    const details = detailsOf(page);
    await details.getByText('Publicado', { exact: true }).waitFor({ timeout: 60_000 });
    const history = details.getByRole('listitem');
    await expect(history.filter({ hasText: 'Publicação imediata pedida' })).toBeVisible();
    await expect(history.filter({ hasText: /^Publicado .*hora/ })).toBeVisible();
    const published = await sandbox.published(caption);
    expect(published).toHaveLength(1);
    await expect(details.getByRole('link', { name: 'Ver no Instagram' })).toHaveAttribute(
      'href',
      published[0]?.permalink ?? '',
    );
    await expect(details.getByRole('button', { name: 'Publicar agora' })).toBeHidden();
  });
});

test('a video shows its cover until it is played, or the frame that was chosen for it', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  const scheduledTime = fromNow(60 * MINUTE);
  const reel = await aVideo();
  const covered = { caption: `${caption} capa`, scheduledTime, reel };
  await schedule(stack.url, token, covered);
  const chosen = { caption: `${caption} escolhida`, scheduledTime, reel, thumbOffset: 2500 };
  await schedule(stack.url, token, chosen);

  await page.goto('/schedule');
  const video = (await openDetails(page, covered.caption)).getByLabel('Reels do post');
  await expect(video).toHaveAttribute('poster', /\/cover\//);
  const cover = await fetch(`${stack.url}${await video.getAttribute('poster')}`);
  const photo = await readPhoto(Buffer.from(await cover.arrayBuffer()));
  expect(photo).toMatchObject({ format: 'jpeg', width: 540, height: 960 });
  await page.keyboard.press('Escape');

  await openDetails(page, chosen.caption);
  await expect(video).toHaveJSProperty('currentTime', 2.5);
  await expect(video).not.toHaveAttribute('poster');
  // Whoever plays it sees all of it.
  await video.press('Space');
  const second = () => video.evaluate((element: { currentTime: number }) => element.currentTime);
  await expect.poll(second, { intervals: [100] }).toBeLessThan(2);
});

test('a carousel shows four of its items, and the rest when it is asked for', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  const pictures = await Promise.all(Array.from({ length: 6 }, () => aPicture()));
  const scheduledTime = fromNow(60 * MINUTE);
  await schedule(stack.url, token, { caption, scheduledTime, pictures });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  const items = details.getByRole('list', { name: 'Itens do carrossel' }).getByRole('button');
  await expect(items).toHaveText(['', '', '', '', '+2']);
  await details.getByRole('button', { name: 'Próximo item' }).click();
  await expect(details.getByText('2/6')).toBeVisible();
  await details.getByRole('button', { name: 'Mais 2 itens' }).focus();
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(6);
  await expect(items.nth(4)).toBeFocused();
  await expect(details.getByText('5/6')).toBeVisible();
});

test('a post that is not there is told so', async ({ page, connectedUser, tolerate }) => {
  tolerate(/404 .*\/api\/scheduled/);
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.goto('/schedule?post=018f0000-0000-7000-8000-000000000000');
  await expect(page.getByText('Post não encontrado')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar ao calendário' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after another account is connected, posts wait until one says that they go out there', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  tolerate,
}) => {
  // The picture of the earlier account, of which the browser is about to hear that it is gone.
  tolerate(/404 .*\/media\/f\//);
  for (const [index, ms] of [MINUTE, 5 * MINUTE].entries()) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} ${index}`,
      scheduledTime: fromNow(ms),
      picture: await aPicture(),
    });
  }
  await connectInstagram(stack.url, connectedUser.token, 'cafe.serra');

  await page.goto('/schedule');
  const first = timelineEntry(page, `${caption} 0`);
  const second = timelineEntry(page, `${caption} 1`);
  const ask = { name: 'Publicar em @cafe.serra' };
  await expect(second.getByRole('button', ask)).toBeVisible({ timeout: 60_000 });
  await first.getByRole('button', ask).click();
  const question = page.getByRole('alertdialog', { name: 'Publicar em @cafe.serra?' });
  await expect(
    question.getByText('2 posts esperam, porque foram agendados com outra conta'),
  ).toBeVisible();
  await question.getByRole('button', ask).click();
  await expect(question).toBeHidden();
  await expect(first.getByRole('button', ask)).toBeHidden();
  await expect(second.getByRole('button', ask)).toBeHidden();
  await expect(first.getByRole('button', { name: caption })).toBeFocused();

  await first.getByText('Publicado').waitFor({ timeout: 120_000 });
  const published = await sandbox.published(`${caption} 0`);
  expect(published.map(({ username }) => username)).toEqual(['cafe.serra']);
  const waiting = await postsOf(stack.url, connectedUser.token);
  expect(waiting.find((post) => post.caption === `${caption} 1`)?.status).toBe('scheduled');
});
