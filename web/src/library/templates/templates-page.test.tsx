import { saveDraft } from '@pontual/contract/posts/post-changes.ts';
import {
  createTemplate,
  deleteTemplate,
  listCustomTemplates,
  listTemplates,
  updateTemplate,
  type CustomTemplate,
  type LibraryTemplate,
} from '@pontual/contract/posts/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  answerComposer,
  answerPosts,
  aPhoto,
  caption,
  chooseFiles,
  draftButton,
  continueToDetails,
  openDetails,
  readFormText,
  readTexts,
} from '../../../testing/composer.ts';
import { aConnectedUser, anId, aPost } from '../../../testing/examples.ts';
import { DESK, openPage, PHONE, type Visit } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const cards = page.getByRole('list', { name: 'Modelos', exact: true }).getByRole('button');
const own = page.getByRole('list', { name: 'Meus modelos' }).getByRole('button');
const ownTab = page.getByText('Meus modelos', { exact: true });
const dialog = page.getByRole('dialog', { name: 'Detalhes do modelo' });
const confirmDialog = page.getByRole('alertdialog', { name: 'Excluir este modelo?' });
const saveButton = page.getByRole('button', { name: 'Salvar modelo' });
/** The announcement is next to the button, also in a dialog. */
const statusMessage = (text: string) => page.getByRole('status').filter({ hasText: text }).first();

async function press(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

const aTemplate = (overrides: Partial<LibraryTemplate> = {}): LibraryTemplate => ({
  _id: anId(),
  trade: 'padaria',
  occasion: 'novidade',
  title: 'Produto novo na vitrine',
  mediaType: 'IMAGE',
  frames: ['{produto}, já no prato'],
  caption: 'Tem novidade na vitrine: {produto}. {como é}',
  fields: [
    { name: 'produto', example: 'bolo de fubá' },
    { name: 'como é', example: 'fofinho' },
  ],
  ...overrides,
});

const others = Array.from({ length: 39 }, (_, index) =>
  aTemplate({
    title: `Corte ${index + 1}`,
    trade: 'barbearia',
    caption: 'Corte novo',
    frames: [],
    fields: [],
  }),
);
const walk = aTemplate({
  title: 'Passeio em dia quente',
  trade: 'pet',
  occasion: 'dica',
  caption: 'Leve {água}',
  fields: [{ name: 'água', example: 'água fresca' }],
});

function answerTemplates(savedTemplates: CustomTemplate[] = []): void {
  const templates = [aTemplate(), walk, ...others];
  let all = savedTemplates;
  server.answer(listTemplates, {
    templates,
    pagination: { page: 1, limit: 200, total: templates.length, pages: 1 },
  });
  server.answer(listCustomTemplates, () => ({ templates: all }));
  server.answer(createTemplate, ({ body }) => {
    const template = { _id: anId(), ...body, updatedAt: '2026-01-06T12:00:00.000Z' };
    all = [...all, template];
    return { template };
  });
  server.answer(updateTemplate, ({ params, body }) => {
    const template = { _id: params.id, ...body, updatedAt: '2026-01-06T13:00:00.000Z' };
    all = all.map((one) => (one._id === params.id ? template : one));
    return { template };
  });
  server.answer(deleteTemplate, ({ params }) => {
    all = all.filter(({ _id }) => _id !== params.id);
    return null;
  });
}

const batch: CustomTemplate = {
  _id: anId(),
  name: 'Fornada',
  mediaType: 'IMAGE',
  caption: '{produto}',
  frames: [],
  updatedAt: '2026-01-06T12:00:00.000Z',
};

async function openTemplates(plan: 'pro' | 'premium', visit: Visit = {}): Promise<void> {
  answerComposer();
  await openPage('/templates', { as: aConnectedUser({ plan }), ...visit });
}

describe('the free plan', () => {
  test.each([DESK, PHONE])('shows which plans have the library, at $width px', async (size) => {
    await openPage('/templates', { as: aConnectedUser(), size });
    await expect
      .element(page.getByRole('heading', { name: 'Biblioteca não disponível' }))
      .toBeVisible();
    await expect.element(page.getByText(/disponível nos planos Pro e Premium\./)).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await expect.poll(() => location.pathname).toBe('/plans');
    await expect
      .poll(() =>
        readTexts(page.getByRole('row', { name: /^Biblioteca de modelos/ }).getByRole('cell')),
      )
      .toEqual(['Não', 'Sim', 'Sim']);
  });
});

test('a visitor is redirected to the login', async () => {
  await openPage('/templates');
  await expect.poll(() => location.pathname).toBe('/login');
});

describe('the library', () => {
  test('is filtered by trade and occasion, and shows more on demand', async () => {
    answerTemplates();
    await openTemplates('pro');
    await expect.element(cards).toHaveLength(18);
    await press(page.getByRole('button', { name: 'Mostrar mais 18' }));
    await expect.element(cards).toHaveLength(36);
    await expect.element(cards.nth(18)).toHaveFocus();
    await page.getByRole('combobox', { name: 'Ramo' }).click();
    await page.getByRole('option', { name: 'Pet shop', exact: true }).click();
    await page.getByRole('combobox', { name: 'Ocasião' }).click();
    await page.getByRole('option', { name: 'Dica', exact: true }).click();
    await expect
      .poll(() => readTexts(cards))
      .toEqual([expect.stringContaining('Passeio em dia quente')]);
    await page.getByLabelText('Buscar modelos').fill('zebra');
    await expect.element(page.getByText('Nenhum modelo com esse filtro')).toBeVisible();
    await press(page.getByRole('button', { name: 'Limpar filtros' }));
    await expect.element(cards).toHaveLength(18);
    await expect.element(cards.first()).toHaveFocus();
  });

  test('of custom templates shows on Pro that it requires Premium', async () => {
    answerTemplates();
    await openTemplates('pro');
    await ownTab.click();
    await expect.element(page.getByText('Modelos próprios são do Premium')).toBeVisible();
    await expect
      .element(page.getByText(/eles estão guardados e voltam com o Premium\.$/))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Novo modelo' })).not.toBeInTheDocument();
    expect(server.calls(listCustomTemplates)).toEqual([]);
  });

  test.each([DESK, PHONE])('fills in a template for a draft, at $width px', async (size) => {
    answerTemplates();
    answerPosts();
    await openTemplates('pro', { size });
    await page.getByLabelText('Buscar modelos').fill('vitrine');
    await expect.element(page.getByText('1 modelo', { exact: true })).toBeVisible();
    await expectAccessible();
    await press(cards.first());
    await expect
      .element(dialog.getByRole('heading', { name: 'Produto novo na vitrine' }))
      .toHaveFocus();
    await dialog.getByLabelText('Produto').fill('bolo de fubá');
    await expect
      .element(dialog.getByRole('listitem').first())
      .toMatchTextContent('bolo de fubá, já no prato');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Usar modelo' }).click();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await chooseFiles(await aPhoto('bolo.jpg'));
    await continueToDetails();
    await expect.element(caption).toHaveValue('Tem novidade na vitrine: bolo de fubá. {como é}');
    await expect
      .element(page.getByText(/Ainda há o que completar na legenda: \{como é\}/))
      .toBeVisible();
    await draftButton.click();
    await expect.element(page.getByRole('heading', { name: 'Sucesso!' })).toBeVisible();
    const [call] = server.calls(saveDraft);
    expect(call && readFormText(call.body, 'caption')).toMatch(
      /^Tem novidade na vitrine: bolo de fubá/,
    );
  });
});

describe('custom templates', () => {
  test('are created from a post in two clicks, with unique names', async () => {
    answerTemplates();
    const post = aPost({ caption: 'Caneca dupla com esmalte azul, a primeira.' });
    answerWithPosts([post]);
    answerComposer();
    await openPage('/schedule', { as: aConnectedUser({ plan: 'premium' }) });
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByRole('button', { name: /Caneca dupla/ })
      .click();
    const save = page.getByRole('button', { name: 'Salvar como modelo' });
    await save.click();
    await saveButton.click();
    await expect
      .element(statusMessage('Modelo salvo: Caneca dupla com esmalte azul'))
      .toBeInTheDocument();
    expect(server.calls(createTemplate)).toMatchObject([
      {
        body: { name: 'Caneca dupla com esmalte azul', caption: post.caption, mediaType: 'IMAGE' },
      },
    ]);
    server.refuse(createTemplate, 'TEMPLATE_NAME_TAKEN', {
      name: 'Você já tem um modelo com este nome.',
    });
    await save.click();
    await saveButton.click();
    await expect.element(page.getByLabelText('Nome do modelo')).toHaveFocus();
    await expect.element(page.getByText('Você já tem um modelo com este nome.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(save).toHaveFocus();
  });

  test.each([DESK, PHONE])('are edited and used, at $width px', async (size) => {
    answerTemplates([batch]);
    await openTemplates('premium', { size });
    await ownTab.click();
    await own.first().click();
    await dialog.getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('form', { name: 'Editar modelo' });
    await form.getByLabelText('Nome do modelo').fill('Peça do dia');
    await form.getByLabelText('Legenda').fill('Hoje na bancada: {peça}.');
    await form.getByLabelText('Roteiro das imagens').fill('{peça} de perto\n\nDetalhe');
    await expectAccessible();
    await saveButton.click();
    await expect.element(dialog.getByRole('heading', { name: 'Peça do dia' })).toBeVisible();
    await expect.element(dialog.getByRole('listitem')).toHaveLength(2);
    await dialog.getByLabelText('Peça').fill('um vaso');
    await dialog.getByRole('button', { name: 'Usar modelo' }).click();
    await expect.poll(() => location.pathname).toBe('/create-post');
  });

  test('return the focus to the heading after a deletion, even if the list loads late', async () => {
    answerTemplates([batch]);
    await openTemplates('premium');
    await ownTab.click();
    await own.first().click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await expect.element(confirmDialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    const release = server.hold(listCustomTemplates);
    await confirmDialog.getByRole('button', { name: 'Excluir' }).click();
    await expect.element(confirmDialog).not.toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
    release();
    await expect.element(page.getByText('Nenhum modelo salvo')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('that cannot be saved show the reason and keep the input', async () => {
    answerTemplates();
    await openTemplates('premium');
    await ownTab.click();
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    await saveButton.click();
    await expect.element(page.getByText('Nome é obrigatório')).toBeVisible();
    await page.getByLabelText('Nome do modelo').fill('Aviso');
    await saveButton.click();
    await expect.element(page.getByText('Escreva a legenda ou o roteiro do modelo')).toBeVisible();
    await page.getByLabelText('Legenda').fill('Fechamos às {horário}.');
    await userEvent.keyboard('{Escape}');
    await page
      .getByRole('alertdialog', { name: 'Descartar este modelo?' })
      .getByRole('button', { name: 'Continuar editando' })
      .click();
    await expect.element(page.getByLabelText('Legenda')).toHaveValue('Fechamos às {horário}.');
    server.failConnection(createTemplate);
    await saveButton.click();
    await expect
      .element(page.getByRole('dialog').getByRole('alert'))
      .toMatchTextContent('Sem conexão');
    answerTemplates();
    await saveButton.click();
    await expect.element(own.filter({ hasText: 'Aviso' })).toBeVisible();
  });
});

test('a library that fails to load shows an error and can be retried', async () => {
  server.failConnection(listTemplates);
  await openTemplates('premium');
  const failure = page.getByRole('alert').filter({ hasText: 'Erro ao carregar a biblioteca' });
  await expect.element(failure).toMatchTextContent('Sem conexão com o servidor.');
  answerTemplates();
  await press(failure.getByRole('button', { name: 'Tentar de novo' }));
  await expect.element(cards).toHaveLength(18);
});

describe('in the composer', () => {
  const picker = page.getByRole('dialog', { name: 'Modelos para a legenda' });
  const use = page.getByRole('button', { name: 'Usar um modelo' });

  beforeEach(async () => {
    answerTemplates();
    await openDetails({ as: aConnectedUser({ plan: 'premium' }) });
    await caption.fill('Bom dia!');
  });

  test('a template is appended to the caption by keyboard, and undo reverts it', async () => {
    await press(use);
    await expect.element(picker.getByRole('heading', { name: 'Usar um modelo' })).toHaveFocus();
    await picker.getByLabelText('Buscar modelos').fill('passeio');
    await press(picker.getByRole('button', { name: /Passeio em dia quente/ }));
    await expect
      .element(picker.getByRole('heading', { name: 'Passeio em dia quente' }))
      .toHaveFocus();
    await press(picker.getByRole('button', { name: 'Juntar ao fim' }));
    await expect.element(caption).toHaveValue('Bom dia!\n\nLeve {água}');
    await expect.element(caption).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(caption).toHaveValue('Bom dia!');
  });

  test('a filled-in template replaces the caption', async () => {
    await use.click();
    await picker.getByRole('button', { name: /Passeio em dia quente/ }).click();
    await picker.getByLabelText('Água').fill('água de coco');
    await picker.getByRole('button', { name: 'Substituir a legenda' }).click();
    await expect.element(caption).toHaveValue('Leve água de coco');
  });

  test('a caption is saved as a template and can be used at once', async () => {
    await page.getByRole('button', { name: 'Salvar como modelo' }).click();
    await page.getByLabelText('Nome do modelo').fill('Recado');
    await saveButton.click();
    await expect.element(statusMessage('Modelo salvo: Recado')).toBeInTheDocument();
    await use.click();
    await picker.getByText('Meus modelos', { exact: true }).click();
    await expect.element(picker.getByRole('button', { name: /Recado/ }).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(use).toHaveFocus();
  });
});
