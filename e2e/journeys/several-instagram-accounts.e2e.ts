import { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import { dayKey, formatDayMonth, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { call, schedule } from '../support/api.ts';
import {
  getAccountChoice,
  chooseAccount,
  connectAnotherAccount,
  getDetails,
  fillForm,
  formatButtonTime,
  openComposer,
  openDetails,
  publishNow,
  getSendButton,
  getTimelineEntry,
} from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;
const FIRST = '@atelie.barro';
const SECOND = '@cafe.serra';

test('with two accounts every view names the account of its post', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  const tomorrow = startOfDay(dayKey(new Date()), 1);
  const at = (hour: number) => new Date(tomorrow.getTime() + hour * HOUR);
  const ofFirst = 'Do ateliê';

  await test.step('the second account is connected', async () => {
    await connectAnotherAccount(page, 'cafe.serra');
    const { accounts } = await call(stack.url, listInstagramAccounts, connectedUser);
    await schedule(stack.url, connectedUser.token, {
      caption: ofFirst,
      scheduledTime: at(12),
      picture: await createPicture(),
      ...(accounts[0] && { account: accounts[0].instagramAccountId }),
    });
  });

  await test.step('the form selects the account first, and the button names it', async () => {
    await openComposer(page);
    await expect(getAccountChoice(page)).toHaveText(FIRST);
    await chooseAccount(page, 'cafe.serra');
    await fillForm(page, { files: await pictureFile('xicara.jpg'), caption, dueAt: at(15) });
    await expect(getSendButton(page)).toHaveAccessibleName(
      `Agendar em ${SECOND}, ${formatButtonTime(at(15))}`,
    );
    await getSendButton(page).click();
    const done = page.getByRole('status').filter({ hasText: 'Post Agendado!' });
    await expect(done.first()).toContainText(`15:00 em ${SECOND}`, { timeout: 60_000 });
    await page.goto('/schedule');
  });

  await test.step('calendar and timeline name it', async () => {
    const day = page.getByRole('button', {
      name: new RegExp(`^${formatDayMonth(at(12))}, 2 posts`),
    });
    await expect(day).toHaveAccessibleName(
      new RegExp(`12:00 Imagem agendado em ${FIRST}, 15:00 Imagem agendado em ${SECOND}`),
    );
    await expect(getTimelineEntry(page, ofFirst)).toContainText(FIRST);
    await expect(getTimelineEntry(page, caption)).toContainText(SECOND);
    await day.click();
    const list = page.getByRole('dialog').getByRole('listitem');
    await expect(list.filter({ hasText: ofFirst })).toContainText(FIRST);
    await expect(list.filter({ hasText: caption })).toContainText(SECOND);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  });

  await test.step('a filter shows one account, also after a reload', async () => {
    const filter = page.getByRole('group', { name: 'Conta' });
    await filter.getByRole('combobox', { name: 'Conta' }).click();
    await page.getByRole('option', { name: SECOND }).click();
    const day = page.getByRole('button', {
      name: new RegExp(`^${formatDayMonth(at(12))}, 1 post:`),
    });
    // The name of a holiday follows where the day is the eve of one.
    await expect(day).toHaveAccessibleName(new RegExp(`15:00 Imagem agendado em ${SECOND}(\\.|$)`));
    await expect(getTimelineEntry(page, ofFirst)).toBeHidden();
    await page.reload();
    await expect(filter.getByRole('combobox', { name: 'Conta' })).toHaveText(SECOND);
    await expect(getTimelineEntry(page, caption)).toBeVisible();
    await expect(getTimelineEntry(page, ofFirst)).toBeHidden();
    await page.getByRole('button', { name: 'Prévia do perfil' }).click();
    const profile = page.getByRole('dialog', { name: 'Prévia do perfil' });
    await expect(profile.getByText(SECOND).first()).toBeVisible();
    await expect(
      profile.getByRole('list', { name: 'Posts do perfil' }).getByRole('listitem'),
    ).toHaveCount(1);
    await profile.getByRole('button', { name: 'Fechar' }).click();
  });

  await test.step('details, questions and forms of a post name it', async () => {
    const details = await openDetails(page, caption);
    await expect(details.locator('header')).toContainText(SECOND);
    await details.getByRole('button', { name: 'Excluir' }).click();
    const question = page.getByRole('alertdialog', { name: `Excluir este post de ${SECOND}?` });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await details.getByRole('button', { name: 'Editar post' }).click();
    const choice = getDetails(page).getByRole('group', { name: 'Conta do Instagram' });
    await expect(choice.getByRole('radio', { name: SECOND })).toBeChecked();
    await getDetails(page).getByRole('button', { name: 'Cancelar' }).click();
    await publishNow(page, 'cafe.serra');
    await expect(details.getByText('Publicado', { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    const out = await sandbox.findPublished(caption);
    expect(out.map(({ username }) => username)).toEqual(['cafe.serra']);
    await details.getByRole('button', { name: 'Fechar detalhes' }).click();
    await expect(page).toHaveURL(/conta=/);
  });

  await test.step('the dashboard names it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(FIRST)).toHaveCount(2);
    await expect(page.getByRole('main').getByText(SECOND)).toHaveCount(1);
  });
});
