import type { Locator, Page } from '@playwright/test';
import { schedule } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import {
  chooseFile,
  detailsOf,
  fillForm,
  formOf,
  goOn,
  openComposer,
  openDetails,
  publishAtOnce,
  publishNow,
  scheduleInForm,
  sendButton,
} from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands, tabTo } from '../hands.ts';
import { lineOf, wireTo } from '../line.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const TEXT = 'Feita à mão no Recife.\n#barro #ceramica';
const comment = (where: Page | Locator) => where.getByLabel('Primeiro comentário');
/** A comment comes by a pass of its own. */
const COMMENTED_MS = 60_000;

test('what is written as first comment stands below the post, and its details say so', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await openComposer(page);
  await fillForm(page, { files: await pictureFile('vaso.jpg'), caption });
  await comment(formOf(page)).fill(TEXT);
  await scheduleInForm(page, { caption });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await expect(details.getByText('Sai logo depois do post')).toBeVisible();
  await page.keyboard.press('Escape');
  await publishAtOnce(page, sandbox, caption);
  await expect(details.getByText('Primeiro comentário publicado').first()).toBeVisible({
    timeout: COMMENTED_MS,
  });
  const [published] = await sandbox.published(caption);
  expect(published?.comments.map(({ text }) => text)).toEqual([TEXT]);
});

test('by keyboard at 390 px it is changed, refused by Instagram and tried again', async ({
  page,
  stack,
  sandbox,
  connectedUser: { token },
  caption,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const scheduledTime = new Date(Date.now() + 3_600_000);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await aPicture() });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await hands.keys.press(details.getByRole('button', { name: 'Editar' }));
  await tabTo(comment(details));
  await page.keyboard.type('Encomendas pelo direct');
  await hands.keys.press(details.getByRole('button', { name: /^Salvar/ }));
  await expect(details).toBeHidden();
  await openDetails(page, caption);
  await expect(details.getByText('Encomendas pelo direct')).toBeVisible();
  await sandbox.fault({ service: 'instagram', step: 'comment', fault: '100', times: 1 });
  await publishNow(page);
  await expect(details.getByText('O Instagram não aceitou o comentário.').first()).toBeVisible({
    timeout: COMMENTED_MS,
  });
  await hands.keys.press(details.getByRole('button', { name: 'Tentar de novo' }));
  await expect(details.getByText('Primeiro comentário publicado').first()).toBeVisible({
    timeout: COMMENTED_MS,
  });
  const [published] = await sandbox.published(caption);
  expect(published?.comments.map(({ text }) => text)).toEqual(['Encomendas pelo direct']);
});

test('hashtags are kept as a group in two taps, and written into the comment with one', async ({
  page,
  connectedUser,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.goto('/create-post');
  await chooseFile(page, await pictureFile('vaso.jpg'));
  await goOn(page, 'Post de Imagem');
  const form = formOf(page);
  await form.getByLabel('Legenda').fill('Vaso novo #barro #ceramica');
  const groups = form.getByRole('button', { name: 'Grupos de hashtags' });
  await groups.first().click();
  const dialog = page.getByRole('dialog', { name: 'Grupos de hashtags' });
  await dialog.getByRole('button', { name: 'Salvar as 2 hashtags do texto' }).click();
  const kept = dialog.getByRole('list', { name: 'Seus grupos' });
  await expect(kept.getByRole('button', { name: /^#barro 2 hashtags/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Editar grupo #barro' }).click();
  await dialog.getByLabel('Nome do grupo').fill('Ateliê');
  const hashtags = dialog.getByLabel('Hashtags', { exact: true });
  await hashtags.fill('barro ceramica, feitoamao argila torno forno');
  await expect(hashtags).toHaveAccessibleDescription(/^O Instagram aceita 5 hashtags por post/);
  await hashtags.fill('barro ceramica, feitoamao');
  await expect(hashtags).toHaveAccessibleDescription('Separe por espaços. O # é opcional.');
  await dialog.getByRole('button', { name: 'Salvar grupo' }).click();
  await expect(kept.getByRole('button', { name: /^Ateliê 3 hashtags/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar grupos' }).click();
  await expect(dialog).toBeHidden();
  await comment(form).fill('Siga o ateliê');
  await groups.last().press('Enter');
  await kept.getByRole('button', { name: /^Ateliê/ }).press('Enter');
  await expect(comment(form)).toHaveValue('Siga o ateliê #barro #ceramica #feitoamao');
  await expect(comment(form)).toBeFocused();
  await groups.last().click();
  await dialog.getByRole('button', { name: 'Editar grupo Ateliê' }).click();
  await dialog.getByRole('button', { name: 'Excluir grupo' }).click();
  await dialog.getByRole('button', { name: 'Confirmar exclusão' }).click();
  await expect(dialog.getByText('Nenhum grupo ainda')).toBeVisible();
});

test('a group of hashtags that could not be deleted is told as that', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/502 .*\/api\/hashtag-groups/);
  const wire = await wireTo(stack.url, 8 * 1024 * 1024);
  await logIn(page, wire, connectedUser);
  await page.goto(`${wire.url}/create-post`);
  await chooseFile(page, await pictureFile('vaso.jpg'));
  await goOn(page, 'Post de Imagem');
  await formOf(page).getByLabel('Legenda').fill('Vaso novo #barro #ceramica');
  await formOf(page).getByRole('button', { name: 'Grupos de hashtags' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Grupos de hashtags' });
  await dialog.getByRole('button', { name: 'Salvar as 2 hashtags do texto' }).click();
  await dialog.getByRole('button', { name: 'Editar grupo #barro' }).click();
  wire.refuse('DELETE /api/hashtag-groups');
  await dialog.getByRole('button', { name: 'Excluir grupo' }).click();
  await dialog.getByRole('button', { name: 'Confirmar exclusão' }).click();
  const failure = dialog.getByRole('alert');
  await expect(failure).toHaveText('Não foi possível excluir o grupo. Tente novamente.');
  wire.refuse('PUT /api/hashtag-groups');
  await dialog.getByRole('button', { name: 'Salvar grupo' }).click();
  await expect(failure).toHaveText('Não foi possível salvar o grupo. Tente novamente.');
  wire.close();
});

test('groups of hashtags and templates that do not come are told, and asked for again by keyboard', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/create-post');
  await chooseFile(page, await pictureFile('vaso.jpg'));
  await goOn(page, 'Post de Imagem');
  const line = await lineOf(page);
  for (const [opener, name, failure, api] of [
    ['Grupos de hashtags', 'Grupos de hashtags', 'Erro ao carregar os grupos', 'hashtag-groups'],
    ['Usar um modelo', 'Modelos para a legenda', 'Erro ao carregar os modelos', 'templates'],
  ] as const) {
    await line.block(`*/api/${api}*`);
    await formOf(page).getByRole('button', { name: opener }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('alert')).toContainText(failure);
    await expect(dialog.getByRole('alert')).toContainText('Sem conexão com o servidor.');
    await line.block();
    await tabTo(dialog.getByRole('button', { name: 'Tentar de novo' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    // After the one that is only read out.
    await expect(dialog.getByRole('heading').nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('who names a partner is reminded of #publi; a place that was used is offered again', async ({
  page,
  connectedUser,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const begin = async () => {
    await chooseFile(page, await pictureFile('vaso.jpg'));
    await goOn(page, 'Post de Imagem');
  };
  await page.goto('/create-post');
  await begin();
  const form = formOf(page);
  const caption = form.getByLabel('Legenda');
  await caption.fill('Em parceria com @loja.do.barro');
  await expect(form.getByText('Você marcou outra conta.')).toBeVisible();
  await form.getByRole('button', { name: 'Inserir #publi' }).click();
  await expect(caption).toHaveValue('#publi Em parceria com @loja.do.barro');
  await expect(form.getByText('Você marcou outra conta.')).toBeHidden();
  await caption.fill('Mimo da @loja.do.barro');
  await form.getByRole('button', { name: 'Não é publicidade' }).click();
  await expect(form.getByText('Você marcou outra conta.')).toBeHidden();

  await form.getByLabel('Local', { exact: true }).fill('Recife');
  await page
    .getByRole('option', { name: /Recife/ })
    .first()
    .click();
  const favourite = form.getByRole('button', { name: 'Local favorito' });
  await favourite.click();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await form.getByRole('button', { name: 'Limpar local' }).click();
  const again = form.getByRole('list', { name: 'Locais salvos e recentes' });
  await again.getByRole('button', { name: /favorito$/ }).press('Enter');
  await expect(favourite).toBeFocused();
  await expect(form.getByLabel('Local', { exact: true })).toHaveValue('Marco Zero');
});

for (const look of [looks[0], looks[3]]) {
  test(`nothing is in the way, ${look.theme} at ${look.size.width} px`, async ({
    page,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
    await wear(page, look);
    await page.goto('/schedule');
    await page.getByRole('link', { name: 'Criar post' }).click();
    await chooseFile(page, await pictureFile('vaso.jpg'));
    await goOn(page, 'Post de Imagem');
    await formOf(page).getByLabel('Legenda').fill(`Parceria com @loja. ${caption}`);
    await comment(formOf(page)).fill(`#um `.repeat(31));
    await expect(formOf(page).getByRole('button', { name: 'Inserir #publi' })).toBeVisible();
    await expect(formOf(page).getByRole('button', { name: 'Encurtar o comentário' })).toBeVisible();
    await expect(sendButton(page)).toBeVisible();
    await expectNoBarriers(page, look);
    await expect(detailsOf(page)).toBeHidden();
  });
}
