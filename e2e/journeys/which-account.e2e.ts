import { instagramDisconnect, listAccounts } from '@pontual/contract/instagram.ts';
import { pausePublishing } from '@pontual/contract/pause.ts';
import { addSlots } from '@pontual/contract/queue.ts';
import { dayKey, formatDayMonth, startOfDay } from '@pontual/contract/brasilia-time.ts';
import type { Page } from '@playwright/test';
import { call, connectInstagram, draft, schedule } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import {
  accountChoice,
  chooseAccount,
  connectAnother,
  detailsOf,
  fillForm,
  momentOnButton,
  openComposer,
  openDetails,
  publishNow,
  sendButton,
  timelineEntry,
} from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { lineOf } from '../line.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;
const FIRST = '@atelie.barro';
const SECOND = '@cafe.serra';

for (const look of looks.filter(({ theme }) => theme === 'light')) {
  test(`of two accounts every place names the one of its post, at ${look.size.width} px`, async ({
    page,
    stack,
    sandbox,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    await wear(page, look);
    const isWide = look.size.width > 1000;
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
    const tomorrow = startOfDay(dayKey(new Date()), 1);
    const at = (hour: number) => new Date(tomorrow.getTime() + hour * HOUR);
    const ofFirst = 'Do ateliê';

    await test.step('the page after connecting says what the second is for', async () => {
      await connectAnother(page, 'cafe.serra');
      const { accounts } = await call(stack.url, listAccounts, connectedUser);
      await schedule(stack.url, connectedUser.token, {
        caption: ofFirst,
        scheduledTime: at(12),
        picture: await aPicture(),
        ...(accounts[0] && { account: accounts[0].instagramAccountId }),
      });
    });

    await test.step('in the form it is chosen first, and the button says it', async () => {
      if (isWide) await openComposer(page);
      else await page.goto('/create-post');
      await expect(accountChoice(page)).toHaveText(FIRST);
      await chooseAccount(page, 'cafe.serra');
      await fillForm(page, { files: await pictureFile('xicara.jpg'), caption, when: at(15) });
      await expect(sendButton(page)).toHaveAccessibleName(
        `Agendar em ${SECOND}, ${momentOnButton(at(15))}`,
      );
      if (isWide) await expectNoBarriers(page, look);
      await sendButton(page).click();
      const done = page.getByRole('status').filter({ hasText: 'Post Agendado!' });
      await expect(done.first()).toContainText(`15:00 em ${SECOND}`, { timeout: 60_000 });
      // Where the next one begins.
      await page.goto('/schedule');
    });

    await test.step('in the calendar and the timeline', async () => {
      const day = page.getByRole('button', {
        name: new RegExp(`^${formatDayMonth(at(12))}, 2 posts`),
      });
      await expect(day).toHaveAccessibleName(
        new RegExp(`12:00 Imagem agendado em ${FIRST}, 15:00 Imagem agendado em ${SECOND}`),
      );
      await expect(timelineEntry(page, ofFirst)).toContainText(FIRST);
      await expect(timelineEntry(page, caption)).toContainText(SECOND);
      await day.click();
      const list = page.getByRole('dialog').getByRole('listitem');
      await expect(list.filter({ hasText: ofFirst })).toContainText(FIRST);
      await expect(list.filter({ hasText: caption })).toContainText(SECOND);
      await expectNoBarriers(page, look);
      await page.keyboard.press('Escape');
      await expect(list).toHaveCount(0);
    });

    await test.step('one account alone, also after a reload', async () => {
      const filter = page.getByRole('group', { name: 'Conta' });
      await filter.getByRole('combobox', { name: 'Conta' }).click();
      await page.getByRole('option', { name: SECOND }).click();
      const day = page.getByRole('button', {
        name: new RegExp(`^${formatDayMonth(at(12))}, 1 post:`),
      });
      // On the eve of a celebrated day its name follows.
      await expect(day).toHaveAccessibleName(
        new RegExp(`15:00 Imagem agendado em ${SECOND}(\\.|$)`),
      );
      await expect(timelineEntry(page, ofFirst)).toBeHidden();
      await page.reload();
      await expect(filter.getByRole('combobox', { name: 'Conta' })).toHaveText(SECOND);
      await expect(timelineEntry(page, caption)).toBeVisible();
      await expect(timelineEntry(page, ofFirst)).toBeHidden();
      await expectNoBarriers(page, look);
      if (isWide) {
        await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
        await expect(accountChoice(page)).toHaveText(SECOND);
        // Another choice is that post's alone: the next one begins where the page is.
        await chooseAccount(page, 'atelie.barro');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
        await expect(accountChoice(page)).toHaveText(SECOND);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Prévia do perfil' }).click();
      const profile = page.getByRole('dialog', { name: 'Prévia do perfil' });
      await expect(profile.getByText(SECOND).first()).toBeVisible();
      await expect(
        profile.getByRole('list', { name: 'Posts do perfil' }).getByRole('listitem'),
      ).toHaveCount(1);
      await profile.getByRole('button', { name: 'Fechar' }).click();
    });

    await test.step('in what is asked of a post', async () => {
      const details = await openDetails(page, caption);
      await expect(details.locator('header')).toContainText(SECOND);
      await details.getByRole('button', { name: 'Excluir' }).click();
      const question = page.getByRole('alertdialog', { name: `Excluir este post de ${SECOND}?` });
      await question.getByRole('button', { name: 'Cancelar' }).click();
      await details.getByRole('button', { name: 'Editar post' }).click();
      const choice = detailsOf(page).getByRole('group', { name: 'Conta do Instagram' });
      await expect(choice.getByRole('radio', { name: SECOND })).toBeChecked();
      await detailsOf(page).getByRole('button', { name: 'Cancelar' }).click();
      await publishNow(page, 'cafe.serra');
      await expect(details.getByText('Publicado', { exact: true })).toBeVisible({
        timeout: 60_000,
      });
      const out = await sandbox.published(caption);
      expect(out.map(({ username }) => username)).toEqual(['cafe.serra']);
      // The filter outlives the details.
      await details.getByRole('button', { name: 'Fechar detalhes' }).click();
      await expect(page).toHaveURL(/conta=/);
    });

    await test.step('on the dashboard', async () => {
      await page.goto('/dashboard');
      // On the card of the next post, and each once among the accounts.
      await expect(page.getByRole('main').getByText(FIRST)).toHaveCount(2);
      await expect(page.getByRole('main').getByText(SECOND)).toHaveCount(1);
      await expectNoBarriers(page, look);
    });
  });
}

const choices = {
  '/schedule': (page: Page) => page.getByRole('combobox', { name: 'Conta' }),
  '/create-post': accountChoice,
};
for (const [path, choiceOn] of Object.entries(choices)) {
  test(`accounts that did not load are told, and asked for again, on ${path}`, async ({
    page,
    stack,
    connectedUser,
    tolerate,
  }) => {
    tolerate(/net::ERR_/);
    const owner = await withPlan(stack.url, connectedUser, 'pro');
    await connectInstagram(stack.url, owner.token, 'cafe.serra', { another: true });
    const line = await lineOf(page);
    await line.block(`*${listAccounts.path}*`);
    await logIn(page, stack, owner);
    await page.goto(path);
    const missing = page.getByRole('alert').filter({ hasText: 'As contas não carregaram.' });
    await expect(missing).toBeVisible();
    await expect(choiceOn(page)).toBeHidden();
    await line.block();
    await missing.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(choiceOn(page)).toBeVisible();
    await expect(missing).toBeHidden();
    await expect(page.locator('body')).not.toBeFocused();
  });
}

test('an account that goes while it is chosen is told with the choice', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'premium');
  await sandbox.anAccount('sitio.pereira');
  for (const username of ['cafe.serra', 'sitio.pereira']) {
    await connectInstagram(stack.url, owner.token, username, { another: true });
  }
  await logIn(page, stack, owner);
  await page.goto('/schedule');
  await openComposer(page);
  await chooseAccount(page, 'sitio.pereira');
  const { accounts } = await call(stack.url, listAccounts, owner);
  const gone = accounts.find(({ username }) => username === 'sitio.pereira');
  const path = `${instagramDisconnect.path}?account=${gone?.instagramAccountId}`;
  await call(stack.url, { ...instagramDisconnect, path }, owner);
  // Another post tells the page that something has changed.
  await draft(stack.url, owner.token, { caption, picture: await aPicture() });
  await expect(accountChoice(page)).toHaveText('Escolha a conta');
  await expect(accountChoice(page)).toHaveAccessibleDescription(
    'A conta escolhida não está mais conectada. Conecte-a de novo ou escolha outra.',
  );
});

test('the queue, what waits for a line and what a pause held name the account', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  const owner = await withPlan(stack.url, connectedUser, 'premium');
  await connectInstagram(stack.url, owner.token, 'cafe.serra', { another: true });
  const { accounts } = await call(stack.url, listAccounts, owner);
  const second = accounts.find(({ username }) => username === 'cafe.serra');
  const account = second?.instagramAccountId ?? '';
  const picture = await aPicture();
  const ofSecond = (caption: string, scheduledTime: Date) =>
    schedule(stack.url, owner.token, { caption, scheduledTime, picture, account });
  await logIn(page, stack, owner);

  await test.step('the queue', async () => {
    const minute = 12 * 60;
    const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, minute }));
    await call(stack.url, addSlots, { token: owner.token, body: { slots } });
    await ofSecond('Na fila', new Date(startOfDay(dayKey(new Date()), 2).getTime() + 12 * HOUR));
    await page.goto('/queue');
    await expect(
      page.getByRole('button', { name: `Tirar da fila: Na fila em ${SECOND}` }),
    ).toBeVisible();
  });

  await test.step('what waits for a line', async () => {
    const line = await lineOf(page);
    await page.goto('/create-post');
    await chooseAccount(page, 'cafe.serra');
    const when = new Date(startOfDay(dayKey(new Date()), 1).getTime() + 15 * HOUR);
    await fillForm(page, { files: await pictureFile('pao.jpg'), caption: 'Sem linha', when });
    await line.block('*/api/schedule');
    await sendButton(page).click();
    await page.getByRole('button', { name: 'Enviar quando a internet voltar' }).click();
    const waiting = page.getByRole('region', { name: 'Aguardando internet' });
    await expect(waiting.getByRole('listitem')).toContainText(SECOND);
    await line.block();
  });

  await test.step('what a pause held', async () => {
    await call(stack.url, pausePublishing, { token: owner.token, body: { until: null } });
    await ofSecond('Na pausa', new Date(Date.now() + 4000));
    await page.goto('/schedule');
    await expect(page.getByText('1 post não saiu por causa da pausa')).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('button', { name: 'Retomar', exact: true }).click();
    const held = page.getByRole('dialog', { name: 'Posts que não saíram na pausa' });
    await expect(held.getByRole('listitem')).toContainText(SECOND);
    await expect(
      held.getByRole('button', { name: `Deixar como rascunho: Na pausa em ${SECOND}` }),
    ).toBeVisible();
  });
});
