import { connectInstagram, fetchPosts, schedule } from '../support/api.ts';
import { getDetails, publishAtOnce, publishNow, getTimelineEntry } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const MINUTE = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

test('a post is published at once from its details, and its history records the publication', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const post = await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: fromNow(60 * MINUTE),
    picture: await createPicture(),
  });

  await test.step('the dialog opens from the timeline by keyboard and closes again', async () => {
    await page.goto('/schedule');
    const row = getTimelineEntry(page, caption).getByRole('button', { name: caption });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(getDetails(page)).toBeVisible();
    await expect(page).toHaveURL(`/schedule?post=${post._id}`);
    await page.keyboard.press('Escape');
    await expect(getDetails(page)).toBeHidden();
    await expect(page).toHaveURL('/schedule');
    await expect(row).toBeFocused();
    await row.click();
    await page.goBack();
    await expect(getDetails(page)).toBeHidden();
  });

  await test.step('its URL opens it, too', async () => {
    await page.goto(`/schedule?post=${post._id}`);
    const details = getDetails(page);
    await expect(details.getByText(caption.replace('#barro', ''))).toBeVisible();
    await expect(details.getByText('Agendado', { exact: true }).first()).toBeVisible();
  });

  await test.step('the post is published, and the dialog shows when', async () => {
    await publishNow(page);
    const details = getDetails(page);
    await details.getByText('Publicado', { exact: true }).waitFor({ timeout: 60_000 });
    const history = details.getByRole('listitem');
    await expect(history.filter({ hasText: 'Publicação imediata pedida' })).toBeVisible();
    await expect(history.filter({ hasText: /^Publicado .*hora/ })).toBeVisible();
    const published = await sandbox.findPublished(caption);
    expect(published).toHaveLength(1);
    await expect(details.getByRole('link', { name: 'Ver no Instagram' })).toHaveAttribute(
      'href',
      published[0]?.permalink ?? '',
    );
    await expect(details.getByRole('button', { name: 'Publicar agora' })).toBeHidden();
  });
});

test('after another account is connected, posts are held until the user confirms the new account', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  tolerate,
}) => {
  // The picture belongs to the previous account; the browser does not know of its deletion yet.
  tolerate(/404 .*\/media\/f\//);
  // Near enough for the worker to have prepared the posts, which is when it detects the new account.
  for (const [index, minutes] of [4, 5].entries()) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} ${index}`,
      scheduledTime: fromNow(minutes * MINUTE),
      picture: await createPicture(),
    });
  }
  await connectInstagram(stack.url, connectedUser.token, 'cafe.serra');

  await page.goto('/schedule');
  const first = getTimelineEntry(page, `${caption} 0`);
  const second = getTimelineEntry(page, `${caption} 1`);
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

  const published = await publishAtOnce(page, sandbox, `${caption} 0`);
  expect(published.username).toBe('cafe.serra');
  const waiting = await fetchPosts(stack.url, connectedUser.token);
  expect(waiting.find((post) => post.caption === `${caption} 1`)?.status).toBe('scheduled');
});
