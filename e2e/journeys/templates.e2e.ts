import type { Page } from '@playwright/test';
import { createTemplate } from '@pontual/contract/templates.ts';
import { call, draft, postsOf } from '../api.ts';
import { atEachSize, expectNoBarriersInEachTheme } from '../barriers.ts';
import { chooseAndContinue, chooseFile, goOn, openDetails } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands, tabTo } from '../hands.ts';
import { lineOf, wireTo } from '../line.ts';
import { fillLogin } from '../login-form.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Modelos', exact: true });
const ownList = (page: Page) => page.getByRole('list', { name: 'Meus modelos' });
const cards = (page: Page) => list(page).getByRole('button');
/** The label of a choice: its radio is only read out. */
const shelf = (page: Page, name: string) => page.getByText(name, { exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Detalhes do modelo' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Excluir este modelo?' });
const caption = (where: Page) => where.getByRole('textbox', { name: /^Legenda/ });
/** Heard where the button stands, also in a dialog. */
const told = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first();

/** From the list of a filter, as a person chooses. */
async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a visitor is asked who they are first; the free plan is told which plans have the library', async ({
  page,
  newUser,
}) => {
  await page.goto('/templates');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, await newUser());
  await expect(page).toHaveURL('/templates');
  await expect(page.getByRole('heading', { name: 'Biblioteca não disponível' })).toBeVisible();
  await expect(page.getByText('disponível nos planos Pro e Premium.')).toBeVisible();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await expect(page).toHaveURL('/plans');
  const row = page.getByRole('row', { name: /^Biblioteca de modelos/ });
  await expect(row.getByRole('cell')).toHaveText(['Não', 'Sim', 'Sim']);
  await page.goto('/support#quem-tem-acesso-aos-templates');
  await expect(page.getByText('A biblioteca fica em Modelos, no menu')).toBeVisible();
});

for (const { who, width, hand } of [
  { who: 'by the mouse at 1440 px', width: 1440, hand: hands.mouse },
  { who: 'by the keyboard at 390 px', width: 390, hand: hands.keys },
]) {
  test(`Pro finds a template, fills it in and makes a draft of it, ${who}`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
    await page.goto('/dashboard');
    if (width < 900) await hand.press(page.getByRole('button', { name: 'Mais', exact: true }));
    await hand.press(page.getByRole('link', { name: 'Modelos' }));
    await expect(page.getByText(/^\d{2,} modelos$/)).toBeVisible();
    await hand.press(page.getByLabel('Buscar modelos'));
    await page.keyboard.type('vitrine horario');
    await expect(page.getByText('1 modelo', { exact: true })).toBeVisible();
    await hand.press(cards(page).first());
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('heading', { name: 'Produto novo na vitrine' })).toBeFocused();
    await hand.press(dialog.getByLabel('Produto'));
    await page.keyboard.type('bolo de fubá');
    await expect(dialog.getByText('Tem novidade na vitrine: bolo de fubá.')).toBeVisible();
    await expect(dialog.getByRole('listitem').first()).toContainText('bolo de fubá, já no prato');
    await hand.press(dialog.getByRole('button', { name: 'Usar modelo' }));
    await expect(page).toHaveURL('/create-post');

    await chooseFile(page, await pictureFile('bolo.jpg'), hand);
    await goOn(page, 'Post de Imagem');
    await expect(page.getByRole('heading', { name: 'Detalhes da imagem' })).toBeVisible();
    await expect(caption(page)).toHaveValue(/^Tem novidade na vitrine: bolo de fubá\./);
    // What is still open is not published unseen.
    await expect(page.getByText(/Ainda há o que completar na legenda: \{como é\}/)).toBeVisible();
    await hand.press(page.getByRole('button', { name: 'Salvar rascunho' }));
    await expect
      .poll(async () => (await postsOf(stack.url, connectedUser.token)).map((post) => post.caption))
      .toEqual([expect.stringMatching(/^Tem novidade na vitrine: bolo de fubá\./)]);
  });
}

test('the library is narrowed down by trade and occasion, and shows more on demand', async ({
  page,
  stack,
  newUser,
}) => {
  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'pro'));
  await page.goto('/templates');
  await expect(cards(page)).toHaveCount(18);
  await page.getByRole('button', { name: 'Mostrar mais 18' }).press('Enter');
  await expect(cards(page)).toHaveCount(36);
  await expect(cards(page).nth(18)).toBeFocused();
  await choose(page, 'Ramo', 'Pet shop');
  await choose(page, 'Ocasião', 'Dica');
  await expect(cards(page)).toHaveText([/Passeio em dia quente/]);
  await page.getByLabel('Buscar modelos').fill('zebra');
  await expect(page.getByText('Nenhum modelo com esse filtro')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).press('Enter');
  await expect(cards(page)).toHaveCount(18);
  await expect(cards(page).first()).toBeFocused();
  // What Premium has beyond it is said, and not offered.
  await shelf(page, 'Meus modelos').click();
  await expect(page.getByText('Modelos próprios são do Premium')).toBeVisible();
  await expect(page.getByText('eles estão guardados e voltam com o Premium.')).toBeVisible();
});

test('on Premium a post becomes a template in two clicks, and is renamed, used and deleted', async ({
  page,
  stack,
  connectedUser,
  tolerate,
}) => {
  test.slow();
  tolerate(/409 .*\/api\/templates\/custom/);
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await draft(stack.url, token, {
    caption: 'Caneca dupla com esmalte azul, a primeira.\n\n#barro',
    picture: await aPicture(),
    scheduledTime: new Date(Date.now() + 3_600_000),
  });
  await page.goto('/schedule');
  await openDetails(page, 'Caneca dupla');

  await test.step('two clicks', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    await expect(told(page, 'Modelo salvo: Caneca dupla com esmalte azul')).toBeVisible();
  });

  await test.step('the same name again is refused beside its field', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    const name = page.getByLabel('Nome do modelo');
    await expect(name).toBeFocused();
    await expect(page.getByText('Você já tem um modelo com este nome.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('button', { name: 'Salvar como modelo' })).toBeFocused();
  });

  await page.goto('/templates');
  await shelf(page, 'Meus modelos').click();
  await ownList(page)
    .getByRole('button', { name: /Caneca dupla/ })
    .click();
  await test.step('renamed, and its words made a field', async () => {
    await dialogOf(page).getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('form', { name: 'Editar modelo' });
    await form.getByLabel('Nome do modelo').fill('Peça do dia');
    await form.getByLabel('Legenda').fill('Hoje na bancada: {peça}.\n\n#barro');
    await form.getByLabel('Roteiro das imagens').fill('{peça} de perto\n\nDetalhe do esmalte');
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    await expect(dialogOf(page).getByRole('heading', { name: 'Peça do dia' })).toBeVisible();
    await expect(dialogOf(page).getByRole('listitem')).toHaveCount(2);
  });
  await test.step('used', async () => {
    await dialogOf(page).getByLabel('Peça').fill('um vaso');
    await dialogOf(page).getByRole('button', { name: 'Usar modelo' }).click();
    await expect(page).toHaveURL('/create-post');
  });
  await test.step('deleted, once that is meant', async () => {
    await page.goto('/templates');
    await shelf(page, 'Meus modelos').click();
    await ownList(page)
      .getByRole('button', { name: /Peça do dia/ })
      .click();
    await dialogOf(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Nenhum modelo salvo')).toBeVisible();
  });
});

test('once a template is deleted the focus is on the heading, however late the list comes', async ({
  page,
  stack,
  connectedUser,
}) => {
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, await withPlan(stack.url, connectedUser, 'premium'));
  const body = { name: 'Fornada', mediaType: 'IMAGE' as const, caption: '{produto}', frames: [] };
  await call(stack.url, createTemplate, { token: connectedUser.token, body });
  await page.goto(`${wire.url}/templates`);
  await shelf(page, 'Meus modelos').click();
  await ownList(page)
    .getByRole('button', { name: /Fornada/ })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Excluir' }).click();
  // Its card is there until the list has come anew, which may be long after the dialogs are gone.
  wire.holdAnswersTo('GET /api/templates/custom ');
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
  wire.release();
  await expect(page.getByText('Nenhum modelo salvo')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  wire.close();
});

test('in the composer a template fills the caption, and undoing takes it back', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('foto.jpg'));
  await caption(page).fill('Bom dia!');
  const picker = page.getByRole('dialog', { name: 'Modelos para a legenda' });

  await test.step('by the keyboard, after what is written', async () => {
    await tabTo(page.getByRole('button', { name: 'Usar um modelo' }));
    await page.keyboard.press('Enter');
    await expect(picker.getByRole('heading', { name: 'Usar um modelo' })).toBeFocused();
    await tabTo(picker.getByLabel('Buscar modelos'));
    await page.keyboard.type('agenda vaga');
    await tabTo(picker.getByRole('button', { name: /Agenda aberta para clientes/ }));
    await page.keyboard.press('Enter');
    const heading = picker.getByRole('heading', { name: 'Agenda aberta para clientes' });
    await expect(heading).toBeFocused();
    await tabTo(picker.getByRole('button', { name: 'Juntar ao fim' }));
    await page.keyboard.press('Enter');
    await expect(caption(page)).toHaveValue(/^Bom dia!\n\nAbrimos \{vagas\} vagas/);
    await expect(caption(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(caption(page)).toHaveValue('Bom dia!');
  });

  await test.step('in its place, by the mouse', async () => {
    await page.getByRole('button', { name: 'Usar um modelo' }).click();
    await picker.getByRole('button', { name: /Recado de quem provou/ }).click();
    await picker.getByLabel('Cliente').fill('a Marina');
    await picker.getByRole('button', { name: 'Substituir a legenda' }).click();
    await expect(caption(page)).toHaveValue(/^“\{depoimento\}”\n\nQuem escreveu foi a Marina/);
  });

  await test.step('and kept from here', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByLabel('Nome do modelo').fill('Recado');
    await page.getByRole('button', { name: 'Salvar modelo' }).click();
    await expect(told(page, 'Modelo salvo: Recado')).toBeVisible();
    await page.getByRole('button', { name: 'Usar um modelo' }).click();
    await picker.getByText('Meus modelos', { exact: true }).click();
    await expect(picker.getByRole('button', { name: 'Recado' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Usar um modelo' })).toBeFocused();
  });
});

test('what cannot be fetched or kept is told, and tried again', async ({
  page,
  stack,
  newUser,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'premium'));
  const line = await lineOf(page);
  await line.block('*/api/templates*');
  await page.goto('/templates');
  const failure = page.getByRole('alert').filter({ hasText: 'Erro ao carregar a biblioteca' });
  await expect(failure).toContainText('Sem conexão com o servidor.');
  await line.block();
  await failure.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(cards(page)).toHaveCount(18);
  await shelf(page, 'Meus modelos').click();
  await page.getByRole('button', { name: 'Novo modelo' }).click();
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(page.getByText('Nome é obrigatório')).toBeVisible();
  await page.getByLabel('Nome do modelo').fill('Aviso');
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(page.getByText('Escreva a legenda ou o roteiro do modelo')).toBeVisible();
  await page.getByLabel('Legenda').fill('Fechamos mais cedo hoje, às {horário}.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Descartar este modelo?' });
  await question.getByRole('button', { name: 'Continuar editando' }).press('Enter');
  await expect(page.getByLabel('Legenda')).toHaveValue('Fechamos mais cedo hoje, às {horário}.');
  await line.block('*/api/templates*');
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Sem conexão');
  await line.block();
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(ownList(page).getByRole('button', { name: /Aviso/ })).toBeVisible();
});

test('templates have no barriers', async ({ page, stack, connectedUser }) => {
  await atEachSize(page, async () => {
    await page.goto('/templates');
    await expect(page.getByText('Biblioteca não disponível')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  const body = { name: 'Fornada', mediaType: 'IMAGE' as const, caption: '{produto}', frames: [] };
  await call(stack.url, createTemplate, { token: connectedUser.token, body });
  await atEachSize(page, async () => {
    await page.goto('/templates');
    await expect(cards(page).first()).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await cards(page).first().click();
    await dialogOf(page).getByLabel('Produto').fill('pão');
    await expectNoBarriersInEachTheme(page);
    await page.keyboard.press('Escape');
    await shelf(page, 'Meus modelos').click();
    await ownList(page).getByRole('button').first().click();
    await dialogOf(page).getByRole('button', { name: 'Editar' }).click();
    await expect(page.getByRole('form', { name: 'Editar modelo' })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});
