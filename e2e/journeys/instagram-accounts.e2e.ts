import type { Page } from '@playwright/test';
import { fetchPosts, schedule } from '../support/api.ts';
import {
  getAccountChoice,
  chooseAccount,
  connectAnotherAccount,
  fillForm,
  openDetails,
  publishNow,
  getSendButton,
  getTimelineEntry,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;
const accounts = (page: Page) => page.getByRole('main').getByRole('listitem');
const getRow = (page: Page, username: string) => accounts(page).filter({ hasText: `@${username}` });

test('a second account is connected, chosen for a post, used as a filter and disconnected, at 390 px', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token } = connectedUser;
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));

  await test.step('connects a second account', async () => {
    await connectAnotherAccount(page, 'cafe.serra');
    await expect(getRow(page, 'atelie.barro')).toBeVisible();
    await expect(getRow(page, 'cafe.serra')).toBeVisible();
  });

  const first = 'Da primeira conta';
  await schedule(stack.url, token, {
    caption: first,
    scheduledTime: roundUpToMinute(2 * HOUR),
    picture: await createPicture(),
  });

  await test.step('schedules a post for the second account', async () => {
    await page.goto('/create-post');
    await fillForm(page, { files: await pictureFile('xicara.jpg'), caption });
    await expect(getAccountChoice(page)).toHaveText('@atelie.barro');
    await chooseAccount(page, 'cafe.serra');
    await getSendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible({
      timeout: 60_000,
    });
    const posts = await fetchPosts(stack.url, token);
    const made = posts.find((post) => post.caption === caption);
    const other = posts.find((post) => post.caption === first);
    expect(made?.instagramAccountId).toBeTruthy();
    expect(made?.instagramAccountId).not.toBe(other?.instagramAccountId);
  });

  await test.step('filters the timeline by account', async () => {
    await page.goto('/schedule');
    await expect(getTimelineEntry(page, first)).toBeVisible();
    await page.getByRole('combobox', { name: 'Conta' }).click();
    await page.getByRole('option', { name: '@cafe.serra' }).click();
    await expect(getTimelineEntry(page, first)).toBeHidden();
    await expect(getTimelineEntry(page, caption).first()).toBeVisible();
    const details = await openDetails(page, caption);
    await expect(details.locator('header')).toContainText('@cafe.serra');
    await publishNow(page, 'cafe.serra');
    await expect(details.getByText('Publicado', { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    const out = await sandbox.findPublished(caption);
    expect(out.map(({ username }) => username)).toEqual(['cafe.serra']);
  });

  await test.step('filters the analytics by account', async () => {
    await page.goto('/analytics');
    const outNow = page.getByText('Publicados', { exact: true }).locator('..');
    await expect(outNow).toContainText('1');
    await page.getByRole('combobox', { name: 'Conta' }).click();
    await page.getByRole('option', { name: '@atelie.barro' }).click();
    await expect(outNow).toContainText('0');
    await expect(page).toHaveURL(/conta=\d+/);
  });

  await test.step('disconnects the second account and keeps the first', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Desconectar @cafe.serra' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Desconectar @cafe.serra' });
    await confirm.getByRole('button', { name: 'Desconectar', exact: true }).click();
    await expect(confirm).toBeHidden();
    // The username appears on its card alone: with one account left, posts do not name it.
    await expect(page.getByRole('main').getByText('@atelie.barro')).toHaveCount(1);
    await expect(page.getByRole('main').getByText('@cafe.serra')).toHaveCount(0);
  });
});
