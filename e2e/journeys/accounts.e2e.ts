import type { Page } from '@playwright/test';
import { postsOf, schedule } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import {
  accountChoice,
  chooseAccount,
  chooseAndContinue,
  connectAnother,
  fillForm,
  openComposer,
  openDetails,
  publishNow,
  sendButton,
  timelineEntry,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;
const accounts = (page: Page) => page.getByRole('main').getByRole('listitem');
const rowOf = (page: Page, username: string) => accounts(page).filter({ hasText: `@${username}` });

test('who has one account sees nothing of several', async ({
  page,
  connectedUser: { token },
  stack,
  caption,
  pictureFile,
}) => {
  const scheduledTime = wholeMinuteAfter(HOUR);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await aPicture() });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('@atelie.barro')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Conectar outra conta' })).toBeHidden();
  await page.goto('/schedule');
  await expect(timelineEntry(page, caption)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Conta' })).toBeHidden();
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('vaso.jpg'));
  await expect(accountChoice(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /@/ })).toHaveCount(0);
});

test('of two accounts each has its own hours: what one takes is free for the other', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await connectAnother(page, 'cafe.serra');
  await page.goto('/bulk');
  const post = page.getByRole('listitem', { name: 'Post 1', exact: true });
  const hour = post.getByRole('paragraph').first();
  const send = page.getByRole('button', { name: 'Agendar 1 post' });
  const choose = async (path: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Escolher arquivos', exact: true }).click(),
    ]);
    await chooser.setFiles(path);
    await expect(send).toBeEnabled();
  };
  await choose(await pictureFile('um.jpg'));
  const taken = await hour.innerText();
  await send.click();
  await page.getByRole('button', { name: 'Agendar mais' }).click();
  await choose(await pictureFile('dois.jpg'));
  await expect(hour).not.toHaveText(taken);
  await page.getByRole('group', { name: 'Conta do Instagram' }).getByText('@cafe.serra').click();
  await expect(hour).toHaveText(taken);
  await expect(page.getByText('Outro post sai neste mesmo minuto.')).toHaveCount(0);
  await send.click();
  await expect(page.getByRole('heading', { name: '1 post agendado' })).toBeVisible();
});

for (const look of looks.filter(({ theme }) => theme === 'light')) {
  test(`a second account is connected, chosen for a post, looked at alone and disconnected, at ${look.size.width} px`, async ({
    page,
    stack,
    sandbox,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    await wear(page, look);
    const { token } = connectedUser;
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));

    await test.step('one more beside the first', async () => {
      await connectAnother(page, 'cafe.serra');
      await expect(rowOf(page, 'atelie.barro')).toBeVisible();
      await expect(rowOf(page, 'cafe.serra')).toBeVisible();
      await expectNoBarriers(page, look);
    });

    const first = 'Da primeira conta';
    await schedule(stack.url, token, {
      caption: first,
      scheduledTime: wholeMinuteAfter(2 * HOUR),
      picture: await aPicture(),
    });

    await test.step('a post for the second', async () => {
      const isWide = look.size.width > 1000;
      if (!isWide) await page.goto('/create-post');
      if (isWide) await openComposer(page);
      await fillForm(page, { files: await pictureFile('xicara.jpg'), caption });
      await expect(accountChoice(page)).toHaveText('@atelie.barro');
      await chooseAccount(page, 'cafe.serra');
      if (isWide) await expectNoBarriers(page, look);
      await sendButton(page).click();
      await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible({
        timeout: 60_000,
      });
      const posts = await postsOf(stack.url, token);
      const made = posts.find((post) => post.caption === caption);
      const other = posts.find((post) => post.caption === first);
      expect(made?.instagramAccountId).toBeTruthy();
      expect(made?.instagramAccountId).not.toBe(other?.instagramAccountId);
    });

    await test.step('the timeline of one account', async () => {
      await page.goto('/schedule');
      await expect(timelineEntry(page, first)).toBeVisible();
      await page.getByRole('combobox', { name: 'Conta' }).click();
      await page.getByRole('option', { name: '@cafe.serra' }).click();
      await expect(timelineEntry(page, first)).toBeHidden();
      await expect(timelineEntry(page, caption).first()).toBeVisible();
      const details = await openDetails(page, caption);
      await expect(details.locator('header')).toContainText('@cafe.serra');
      await publishNow(page, 'cafe.serra');
      await expect(details.getByText('Publicado', { exact: true })).toBeVisible({
        timeout: 60_000,
      });
      const out = await sandbox.published(caption);
      expect(out.map(({ username }) => username)).toEqual(['cafe.serra']);
    });

    await test.step('the numbers of one account', async () => {
      await page.goto('/analytics');
      const outNow = page.getByText('Publicados', { exact: true }).locator('..');
      await expect(outNow).toContainText('1');
      await page.getByRole('combobox', { name: 'Conta' }).click();
      await page.getByRole('option', { name: '@atelie.barro' }).click();
      await expect(outNow).toContainText('0');
      await expect(page).toHaveURL(/conta=\d+/);
      await expectNoBarriers(page, look);
    });

    await test.step('and disconnected, with the first left alone', async () => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Desconectar @cafe.serra' }).click();
      const confirm = page.getByRole('alertdialog', { name: 'Desconectar @cafe.serra' });
      await confirm.getByRole('button', { name: 'Desconectar', exact: true }).click();
      await expect(confirm).toBeHidden();
      // In its card alone: with one account left no post names it.
      await expect(page.getByRole('main').getByText('@atelie.barro')).toHaveCount(1);
      await expect(page.getByRole('main').getByText('@cafe.serra')).toHaveCount(0);
    });
  });
}
