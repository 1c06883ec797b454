import type { Page } from '@playwright/test';
import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import { forcePublish } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { call, fetchPosts, schedule, type TestUser } from '../support/api.ts';
import { openDetails, getTimelineEntry } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';
import type { Stack } from '../support/stack.ts';

const HOUR = 3_600_000;
/** Instagram refuses a picture of this ratio, also at the due time. */
const REFUSED_SENTINEL = '#falha_create_36003_2207009';
const OUTAGE_SENTINEL = Array.from({ length: 8 }, () => '#falha_create_500_code2').join(' ');

async function createFailingPost(
  { url }: Pick<Stack, 'url'>,
  { token }: TestUser,
  { caption, becomes }: { caption: string; becomes: 'failed' | 'pending' },
): Promise<Post> {
  const scheduledTime = new Date(Date.now() + HOUR);
  await schedule(url, token, { caption, scheduledTime, picture: await createPicture() });
  const find = async () => (await fetchPosts(url, token)).find((post) => post.caption === caption);
  const postId = (await find())?._id ?? '';
  await call(url, forcePublish, { token, body: { postId } });
  await expect.poll(async () => (await find())?.status, { timeout: 60_000 }).toBe(becomes);
  const post = await find();
  if (post === undefined) throw new Error('the post is not in the list');
  return post;
}

const createRefusedPost = (stack: Pick<Stack, 'url'>, owner: TestUser, caption: string) =>
  createFailingPost(stack, owner, { caption, becomes: 'failed' });

const readClipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

test('a post that Instagram refuses is published manually, detected and closed', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  test.slow();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const refused = `${caption} ${REFUSED_SENTINEL}`;
  const post = await createRefusedPost(stack, connectedUser, refused);
  const path = manualPublishingPath(post._id);
  const mailed = async () =>
    (await sandbox.findEmails(connectedUser.email)).filter(({ text }) => text.includes(path));
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(1);
  const [mail] = await mailed();
  expect(mail?.subject).toMatch(/não foi publicado em @atelie\.barro$/);
  expect(mail?.text).toContain(refused);

  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Publicar eu mesmo', level: 1 })).toBeVisible();
  await expect(page.getByText('só aceita imagens entre 4:5')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Prévia do post' })).toBeVisible();
  const media = page.getByRole('link', { name: 'Baixar mídia' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inputMethods.mouse.press(media),
  ]);
  expect(download.suggestedFilename()).toBe('pontual-1.jpg');
  await inputMethods.mouse.press(page.getByRole('button', { name: 'Copiar legenda' }));
  await expect(page.getByText('Copiado.')).toBeVisible();
  expect(await readClipboard(page)).toBe(refused);

  await inputMethods.mouse.press(page.getByRole('button', { name: 'Vou publicar eu mesmo' }));
  await expect(page.getByRole('heading', { name: 'É com você' })).toBeFocused();
  await inputMethods.mouse.press(page.getByRole('button', { name: 'Já publiquei' }));
  await expect(page.getByText(/Ainda não encontramos este post em @atelie.barro/)).toBeVisible();

  await sandbox.publishManually('atelie.barro', refused);
  await inputMethods.mouse.press(
    page.getByRole('button', { name: /Procurar de novo|Já publiquei/ }),
  );
  await expect(page.getByRole('heading', { name: 'Publicado' })).toBeVisible();
  const [entry, ...others] = await sandbox.findPublished(refused);
  expect(others).toEqual([]);
  await expect(page.getByRole('link', { name: /Ver no Instagram/ })).toHaveAttribute(
    'href',
    entry?.permalink ?? '',
  );
  await page.goto('/schedule');
  await expect(
    getTimelineEntry(page, caption).getByText('Publicado', { exact: true }),
  ).toBeVisible();
});

test('manual publishing starts during an Instagram outage, and the post goes out once', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const wanted = { caption: `${caption} ${OUTAGE_SENTINEL}`, becomes: 'pending' } as const;
  const post = await createFailingPost(stack, connectedUser, wanted);
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await details.getByRole('link', { name: 'Publicar eu mesmo' }).click();
  await expect(page.getByRole('heading', { name: 'A Pontual continua tentando' })).toBeVisible();
  await page.getByRole('button', { name: 'Vou publicar eu mesmo' }).click();
  await expect(page.getByRole('heading', { name: 'É com você' })).toBeFocused();
  await sandbox.publishManually('atelie.barro', post.caption);
  await page.getByRole('button', { name: 'Já publiquei' }).click();
  await expect(page.getByRole('heading', { name: 'Publicado' })).toBeVisible();
  expect(await sandbox.findPublished(post.caption)).toHaveLength(1);
});
