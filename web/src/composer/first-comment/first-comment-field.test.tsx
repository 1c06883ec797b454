import {
  createHashtagGroup,
  deleteHashtagGroup,
  listHashtagGroups,
  updateHashtagGroup,
  type HashtagGroup,
} from '@pontual/contract/posts/hashtag-groups.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { listMediaTypes } from '@pontual/contract/posts/posts.ts';
import { listCustomTemplates, listTemplates } from '@pontual/contract/posts/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { statusMessage } from '../../../testing/calendar.ts';
import { caption, form, openDetails } from '../../../testing/composer.ts';
import { aConnectedUser, anId } from '../../../testing/examples.ts';
import { DESK, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const comment = form.getByLabelText('Primeiro comentário');
const groups = form.getByRole('button', { name: 'Grupos de hashtags' });
const dialog = page.getByRole('dialog', { name: 'Grupos de hashtags' });
const editor = page.getByRole('dialog', { name: 'Editar grupo' });
const name = editor.getByLabelText('Nome do grupo');
const save = editor.getByRole('button', { name: 'Salvar grupo' });
const question = page.getByRole('alertdialog', { name: 'Excluir o grupo #barro?' });
const confirm = question.getByRole('button', { name: 'Excluir' });
const groupList = dialog.getByRole('list', { name: 'Seus grupos' });

async function press(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

function mockGroups(): void {
  let all: HashtagGroup[] = [];
  server.answer(listHashtagGroups, () => ({ groups: all }));
  server.answer(createHashtagGroup, ({ body }) => {
    const group = { _id: anId(), ...body };
    all = [...all, group];
    return { group };
  });
  server.answer(updateHashtagGroup, ({ params, body }) => {
    const group = { _id: params.id, ...body };
    all = all.map((one) => (one._id === params.id ? group : one));
    return { group };
  });
  server.answer(deleteHashtagGroup, ({ params }) => {
    all = all.filter(({ _id }) => _id !== params.id);
    return null;
  });
}

test('is absent where the app may not comment', async () => {
  server.answer(listMediaTypes, { mediaTypes: [...mediaTypeOptions], firstComments: false });
  await openDetails();
  await expect.element(caption).toBeVisible();
  await expect.element(comment).not.toBeInTheDocument();
});

describe('groups of hashtags', () => {
  beforeEach(async () => {
    mockGroups();
    await openDetails();
    await caption.fill('Vaso novo #barro #ceramica');
    await groups.first().click();
    await dialog.getByRole('button', { name: 'Salvar as 2 hashtags do texto' }).click();
  });

  test('are saved with two presses, edited, and inserted into the comment with one', async () => {
    await expect
      .element(groupList.getByRole('button', { name: /^#barro 2 hashtags/ }))
      .toBeVisible();
    await expect.element(statusMessage('Grupo salvo: #barro')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Editar grupo #barro' }).click();
    await name.fill('Ateliê');
    const hashtags = editor.getByLabelText('Hashtags', { exact: true });
    await hashtags.fill('barro ceramica, feitoamao argila torno forno');
    await expect
      .element(hashtags)
      .toHaveAccessibleDescription(/^O Instagram aceita 5 hashtags por post/);
    await hashtags.fill('barro ceramica, feitoamao');
    await expect
      .element(hashtags)
      .toHaveAccessibleDescription('Separe por espaços. O # é opcional.');
    await save.click();
    await expect
      .element(groupList.getByRole('button', { name: /^Ateliê 3 hashtags/ }))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar grupos' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await comment.fill('Siga o ateliê');
    await press(groups.last());
    await press(groupList.getByRole('button', { name: /^Ateliê/ }));
    await expect.element(comment).toHaveValue('Siga o ateliê #barro #ceramica #feitoamao');
    await expect.element(comment).toHaveFocus();
  });

  test('are deleted after a confirmation', async () => {
    await dialog.getByRole('button', { name: 'Excluir grupo #barro' }).click();
    await expectAccessible();
    await confirm.click();
    await expect.element(dialog.getByText('Nenhum grupo ainda')).toBeVisible();
    await expect
      .element(dialog.getByRole('heading', { name: 'Grupos de hashtags' }).last())
      .toHaveFocus();
  });

  test('show an error when deleting fails', async () => {
    server.refuse(deleteHashtagGroup, 'INTERNAL');
    await dialog.getByRole('button', { name: 'Excluir grupo #barro' }).click();
    await confirm.click();
    await expect
      .element(question.getByRole('alert'))
      .toHaveTextContent('Não foi possível excluir o grupo. Tente de novo.');
  });

  test('show at its field why a name or a list is refused', async () => {
    const edit = dialog.getByRole('button', { name: 'Editar grupo #barro' });
    await edit.click();
    const hashtags = editor.getByLabelText('Hashtags', { exact: true });
    await hashtags.fill('');
    await save.click();
    await expect.element(hashtags).toHaveFocus();
    await expect.element(hashtags).toHaveAccessibleDescription('Escreva pelo menos uma hashtag');
    await hashtags.fill('barro');
    const taken = 'Você já tem um grupo com este nome. Escolha outro.';
    server.refuse(updateHashtagGroup, 'HASHTAG_GROUP_NAME_TAKEN', { name: taken });
    await save.click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription(taken);
    server.refuse(updateHashtagGroup, 'INTERNAL');
    await save.click();
    await expect
      .element(editor.getByRole('alert'))
      .toHaveTextContent('Não foi possível salvar o grupo. Tente de novo.');
    await editor.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(edit).toHaveFocus();
  });
});

test.each([
  ['Grupos de hashtags', 'Grupos de hashtags', 'Erro ao carregar os grupos'],
  ['Usar um modelo', 'Modelos para a legenda', 'Erro ao carregar os modelos'],
])('%s that fail to load show an error and can be retried by keyboard', async (...given) => {
  const [opener, name, failure] = given;
  await openDetails({ as: aConnectedUser({ plan: 'premium' }) });
  for (const endpoint of [listHashtagGroups, listTemplates, listCustomTemplates])
    server.failConnection(endpoint);
  await press(form.getByRole('button', { name: opener }).first());
  const opened = page.getByRole('dialog', { name });
  const alert = opened.getByRole('alert');
  await expect.element(alert).toMatchTextContent(failure);
  await expect.element(alert).toMatchTextContent('Sem conexão com o servidor.');
  server.answer(listHashtagGroups, { groups: [] });
  server.answer(listTemplates, {
    templates: [],
    pagination: { page: 1, limit: 200, total: 0, pages: 0 },
  });
  server.answer(listCustomTemplates, { templates: [] });
  await press(opened.getByRole('button', { name: 'Tentar de novo' }));
  await expect.element(alert).not.toBeInTheDocument();
  // The first heading is only for screen readers.
  await expect.element(opened.getByRole('heading').nth(1)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opened).not.toBeInTheDocument();
});

test('offers #publi in a caption that mentions a partner, and the user can dismiss it', async () => {
  const reminder = form.getByText('Você marcou outra conta.', { exact: false });
  await openDetails();
  await caption.fill('Em parceria com @loja.do.barro');
  await expect.element(reminder).toBeVisible();
  await form.getByRole('button', { name: 'Inserir #publi' }).click();
  await expect.element(caption).toHaveValue('#publi Em parceria com @loja.do.barro');
  await expect.element(reminder).not.toBeInTheDocument();
  await caption.fill('Mimo da @loja.do.barro');
  await form.getByRole('button', { name: 'Não é publicidade' }).click();
  await expect.element(reminder).not.toBeInTheDocument();
});

test.each([DESK, PHONE])('the warnings of the post are accessible at $width px', async (size) => {
  await openDetails({ size });
  await caption.fill('Parceria com @loja. Vaso novo');
  await comment.fill('#um '.repeat(31));
  await expect.element(form.getByRole('button', { name: 'Inserir #publi' })).toBeVisible();
  await expect.element(form.getByRole('button', { name: 'Encurtar o comentário' })).toBeVisible();
  await expectAccessible();
});
