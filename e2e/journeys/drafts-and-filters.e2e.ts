import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { forcePublish } from '@pontual/contract/post-changes.ts';
import type { Page } from '@playwright/test';
import { call, draft, postsOf, schedule } from '../api.ts';
import { chooseTime, openDetails, timelineEntry, wholeMinuteAfter } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

/** The card with the drafts, beside the timeline's own section of that name. */
const draftsCard = (page: Page) => page.locator('details').filter({ hasText: 'Rascunhos' });
const scheduleDialog = (page: Page) => page.getByRole('dialog', { name: 'Agendar rascunho' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });

test.use({ timezoneId: 'Asia/Tokyo' });

test('a draft gets its hour from the card, and the plan counts it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await aPicture();
  await draft(stack.url, token, { caption, picture });
  const when = wholeMinuteAfter(HOUR);
  await page.goto('/schedule');
  const meter = page.getByRole('region', { name: 'Plano e uso do mês' });
  await expect(meter).toContainText('10 posts por mês');
  await expect(meter).toContainText('10 restantes');
  await draftsCard(page)
    .getByRole('button', { name: `Agendar ${caption.slice(0, 60)}` })
    .click();
  const dialog = scheduleDialog(page);

  await test.step('without an hour nothing is sent', async () => {
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
    await expect(dialog.getByText('Data e hora são obrigatórias')).toBeVisible();
  });

  await chooseTime(page, when);
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Rascunho Agendado!' }).waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(timelineEntry(page, caption)).toContainText('Agendado');
  await expect(timelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(meter).toContainText('1 agendado em');
  await expect(meter.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
  await expect(draftsCard(page)).toBeHidden();
  const [post] = await postsOf(stack.url, token);
  expect(post).toMatchObject({ status: 'scheduled', scheduledTime: when.toISOString() });
});

test('a draft of somebody without an account becomes a demonstration, by keyboard', async ({
  page,
  stack,
  user,
  caption,
  tolerate,
}) => {
  tolerate(/403/);
  const scheduledTime = wholeMinuteAfter(HOUR);
  await draft(stack.url, user.token, { caption, picture: await aPicture(), scheduledTime });
  await page.goto('/schedule');
  await page.getByRole('button', { name: `Agendar ${caption.slice(0, 60)}` }).focus();
  await page.keyboard.press('Enter');
  await expect(scheduleDialog(page)).toBeVisible();
  // The hour that the draft has is there already.
  await scheduleDialog(page).getByRole('button', { name: 'Agendar', exact: true }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Quase lá!' });
  await question.getByRole('button', { name: 'Continuar Explorando (Demo)' }).focus();
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Rascunho Agendado!' });
  await expect(done).toContainText('Conta do Instagram não conectada');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [post] = await postsOf(stack.url, user.token);
  expect(post).toMatchObject({ status: 'scheduled', demo: true });
  const details = await openDetails(page, caption);
  await expect(details).toContainText('o post NÃO será publicado até que uma conta seja conectada');
  await expect(details.getByRole('button', { name: 'Conectar conta' })).toBeVisible();
});

test('a full month and a broken server are said, and the hour stays', async ({
  page,
  stack,
  connectedUser,
  caption,
  tolerate,
}) => {
  tolerate(/40[03]|500|Failed to load/);
  const { token } = connectedUser;
  const picture = await aPicture();
  const when = wholeMinuteAfter(HOUR);
  for (let index = 0; index < 10; index += 1) {
    await schedule(stack.url, token, {
      caption: `${caption} ${index}`,
      picture,
      scheduledTime: when,
    });
  }
  await draft(stack.url, token, { caption, picture, scheduledTime: when });
  await page.goto('/schedule');
  await expect(page.getByText('Limite Atingido')).toBeVisible();
  await page.getByRole('button', { name: `Agendar ${caption.slice(0, 60)}` }).click();
  await scheduleDialog(page).getByRole('button', { name: 'Agendar', exact: true }).click();
  const limit = page.getByRole('alertdialog', { name: 'Limite Atingido' });
  await expect(limit).toContainText('Você usou os 10 posts de');
  await limit.getByRole('button', { name: 'Voltar ao Formulário' }).click();

  await page.context().setOffline(true);
  await scheduleDialog(page).getByRole('button', { name: 'Agendar', exact: true }).click();
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
  await expect(failed).toBeVisible();
  await page.context().setOffline(false);
  await failed.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(limit).toBeVisible();
  const drafts = await postsOf(stack.url, token, { status: 'draft' });
  expect(drafts).toHaveLength(1);
});

test('the timeline is narrowed by status and by type, and widened again', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await aPicture();
  await schedule(stack.url, token, {
    caption: `${caption} agendado`,
    picture,
    scheduledTime: wholeMinuteAfter(HOUR),
  });
  await draft(stack.url, token, { caption: `${caption} rascunho`, picture });
  const sent = await schedule(stack.url, token, {
    caption: `${caption} publicado`,
    pictures: [picture, picture],
    scheduledTime: wholeMinuteAfter(HOUR),
  });
  await call(stack.url, forcePublish, { token, body: { postId: sent._id } });
  await page.goto('/schedule');
  const all = ['agendado', 'rascunho', 'publicado'];
  const expectOnly = async (...shown: string[]) => {
    for (const each of shown) {
      await expect(timelineEntry(page, `${caption} ${each}`)).toBeVisible({ timeout: 60_000 });
    }
    for (const each of all.filter((each) => !shown.includes(each))) {
      await expect(timelineEntry(page, `${caption} ${each}`)).toBeHidden();
    }
  };
  await expectOnly(...all);

  const status = timeline(page).getByLabel('Status');
  await status.click();
  await page.getByRole('option', { name: 'Rascunhos' }).click();
  await expectOnly('rascunho');
  await status.click();
  await page.getByRole('option', { name: 'Publicados' }).click();
  await expectOnly('publicado');
  await status.click();
  await page.getByRole('option', { name: 'Todos' }).click();
  await expectOnly(...all);

  const type = timeline(page).getByLabel('Tipo');
  const byKeyboard = async (keys: string) => {
    await type.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toBeFocused();
    await page.keyboard.type(keys);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(type).toBeFocused();
  };
  await byKeyboard('Car');
  await expectOnly('publicado');
  await byKeyboard('Ree');
  await expectOnly();
  await expect(timeline(page).getByText('Nenhum post com este filtro')).toBeVisible();
  await timeline(page).getByRole('button', { name: 'Mostrar todos' }).click();
  await expectOnly(...all);
});
