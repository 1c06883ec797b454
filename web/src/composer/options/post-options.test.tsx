import { searchLocations } from '@pontual/contract/instagram/instagram.ts';
import { saveLocation } from '@pontual/contract/posts/locations.ts';
import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import {
  aFile,
  answerPosts,
  aPhoto,
  aVideo,
  caption,
  chooseFiles,
  chooseTomorrow,
  form,
  continueToDetails,
  openComposer,
  openDetails,
  sendButton,
  readFormText,
} from '../../../testing/composer.ts';
import { aUser } from '../../../testing/examples.ts';
import { server } from '../../../testing/stub-server.ts';

const recife = { id: '213000000000008', name: 'Recife', address: 'Pernambuco' };
const olinda = { id: '213000000000009', name: 'Olinda', address: 'Pernambuco' };
const locationField = form.getByRole('combobox', { name: 'Local' });
const locationIdField = form.getByRole('textbox', { name: 'ID do local' });
const onlyDigits = form.getByText('O ID do local tem só números, até 25.');
const focus = (target: Locator) => (target.element() as HTMLElement).focus();

function mockLocations(): void {
  server.answer(searchLocations, ({ query: { q } }) => ({
    allowed: true,
    locations: [recife, olinda].filter(({ name }) =>
      name.toLowerCase().startsWith(q.toLowerCase()),
    ),
  }));
  server.answer(saveLocation, ({ body }) => ({
    locations: [{ ...recife, ...body, address: null, isFavourite: body.isFavourite ?? false }],
  }));
}

async function readSentBody(): Promise<FormData> {
  answerPosts();
  await chooseTomorrow();
  await sendButton.click();
  await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  const [call] = server.calls(schedulePost);
  if (call === undefined) throw new Error('nothing was sent');
  return call.body;
}

const json = (body: FormData, field: string): unknown => JSON.parse(readFormText(body, field));

test('a reel gets its audio, location and people by keyboard alone', async () => {
  mockLocations();
  await openComposer();
  await chooseFiles(await aVideo('torno.mp4'));
  await continueToDetails('Reels');
  focus(form.getByRole('switch', { name: 'Mostrar também no feed' }));
  await userEvent.keyboard(' {Tab}');
  await expect.element(form.getByRole('slider', { name: 'Capa' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(form.getByLabelText('Nome do áudio')).toHaveFocus();
  await userEvent.keyboard('Som{Tab}@Lia.Azulejos feira,bia{Enter}');
  await expect.element(form.getByText('3 de 3')).toBeVisible();
  await userEvent.keyboard('dora{Enter}');
  await expect.element(form.getByText('Máximo 3 colaboradores')).toHaveLength(2);
  const names = form.getByRole('textbox', { name: 'Colaboradores' });
  await expect.element(names).toHaveValue('dora');
  await userEvent.clear(names);
  await userEvent.keyboard('{Backspace}');
  await expect.element(form.getByText('2 de 3')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(locationField).toHaveFocus();
  await userEvent.keyboard('reci');
  await expect.element(form.getByRole('option', { name: /^Recife/ })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(locationField).toHaveValue('Recife');
  focus(form.getByRole('textbox', { name: 'Marcar pessoas' }));
  await userEvent.keyboard('ana{Tab}');

  const body = await readSentBody();
  expect(body.get('shareToFeed')).toBe('false');
  expect(body.get('audioName')).toBe('Som');
  expect(json(body, 'collaborators')).toEqual(['lia.azulejos', 'feira']);
  expect(body.get('locationId')).toBe(recife.id);
  expect(json(body, 'userTags')).toMatchObject([{ username: 'ana' }]);
});

describe('people in photos', () => {
  const dialog = page.getByRole('dialog', { name: 'Marcar pessoas' });

  test('are tagged at their position, and the photo gets an alternative text', async () => {
    await openComposer();
    // The photo is cropped to 4:5; positions refer to the cropped picture.
    await chooseFiles(await aPhoto('alta.jpg', { width: 108, height: 192 }));
    await continueToDetails();
    await form.getByRole('button', { name: 'Marcar na foto' }).click();
    const picture = dialog.getByRole('button', { name: 'Marcar alguém em alta.jpg' });
    await expect.element(picture).toBeVisible();
    await waitUntilSettled();
    await expectAccessible();
    const { width, height } = picture.element().getBoundingClientRect();
    await picture.click({ position: { x: width / 4, y: (height * 3) / 4 } });
    await expect.element(dialog.getByLabelText('Quem está aqui?')).toHaveFocus();
    await userEvent.keyboard('@Lia{Enter}');
    focus(picture);
    await userEvent.keyboard('{Enter}bia{Enter}');
    const bia = dialog.getByRole('button', { name: '@bia, 50% da esquerda, 50% do alto' });
    await expect.element(bia).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowUp}');
    await dialog.getByRole('button', { name: 'Pronto' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(form.getByText('@lia, @bia')).toBeVisible();
    await form.getByText('Opções avançadas').click();
    await form.getByLabelText('Texto alternativo').fill('Uma torre de canecas');

    const body = await readSentBody();
    expect(json(body, 'altText')).toEqual(['Uma torre de canecas']);
    expect(json(body, 'userTags')).toMatchObject([
      { username: 'lia', x: expect.closeTo(0.25, 2), y: expect.closeTo(0.75, 2) },
      { username: 'bia', x: 0.55, y: 0.49 },
    ]);
  });

  test('of a carousel stay with their photo when it moves', async () => {
    await openComposer();
    await chooseFiles([await aPhoto('um.jpg'), await aPhoto('dois.jpg')]);
    await continueToDetails(null);
    await form.getByRole('button', { name: 'Marcar nas fotos' }).click();
    const second = dialog.getByRole('radio', { name: /^Item 2/ });
    await expect.element(second).toBeInTheDocument();
    focus(second);
    await userEvent.keyboard(' ');
    const picture = dialog.getByRole('button', { name: 'Marcar alguém em dois.jpg' });
    await expect.element(picture).toBeVisible();
    focus(picture);
    await userEvent.keyboard('{Enter}lia{Enter}{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await form.getByText('Opções avançadas').click();
    await form.getByLabelText('Texto alternativo do item 1').fill('O primeiro vaso');
    await form.getByRole('button', { name: 'Voltar', exact: true }).click();
    focus(form.getByRole('button', { name: 'Mover dois.jpg', exact: true }));
    await userEvent.keyboard('{ArrowLeft}');
    await continueToDetails(null);

    const body = await readSentBody();
    expect(json(body, 'userTags')).toMatchObject([{ username: 'lia', x: 0.5, y: 0.5, item: 0 }]);
    expect(json(body, 'altText')).toEqual(['', 'O primeiro vaso']);
  });

  test('that the browser cannot show are tagged by name, and an invalid name stays for correction', async () => {
    await openComposer();
    await chooseFiles(aFile('IMG_0042.HEIC'));
    await continueToDetails();
    await form.getByRole('button', { name: 'Marcar na foto' }).click();
    const names = dialog.getByRole('textbox', { name: 'Pessoas em IMG_0042.HEIC' });
    await names.click();
    await userEvent.keyboard('@joão');
    await dialog.getByRole('button', { name: 'Pronto' }).click();
    await expect.element(names).toHaveFocus();
    await expect.element(names).toHaveValue('@joão');
    await expect.element(names).toHaveAccessibleDescription(/"@joão" não é um nome de usuário/);
    await names.fill('joao');
    await dialog.getByRole('button', { name: 'Pronto' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(form.getByText('@joao')).toBeVisible();
  });
});

describe('the location', () => {
  test('takes an id without a connected Instagram account', async () => {
    await openDetails({ as: aUser() });
    await locationIdField.fill('Recife');
    focus(caption);
    await expect.element(onlyDigits).toBeVisible();
    await locationIdField.fill('213000000000008');
    await expect.element(onlyDigits).not.toBeInTheDocument();
  });

  test('takes an id after a search has shown that the Instagram account may not search', async () => {
    server.answer(searchLocations, { allowed: false, locations: [] });
    await openDetails();
    await locationField.fill('Recife');
    await expect
      .element(locationIdField)
      .toHaveAccessibleDescription(
        'Esta conta não pode buscar locais pelo nome: informe o ID do local, que tem só números.',
      );
    await expect.element(locationIdField).toHaveFocus();
    await expect.element(locationIdField).toHaveValue('Recife');
    focus(caption);
    await expect.element(onlyDigits).toBeVisible();
    await locationIdField.fill('213000000000008');
    expect((await readSentBody()).get('locationId')).toBe('213000000000008');
  });

  test('says that a search has failed', async () => {
    server.refuse(searchLocations, 'INTERNAL');
    await openDetails();
    await locationField.fill('Recife');
    await expect
      .element(
        form
          .getByText('Não conseguimos procurar lugares agora. Tente de novo em instantes.')
          .first(),
      )
      .toBeVisible();
  });

  test('or a collaborator that is incomplete stays in the field and is marked', async () => {
    mockLocations();
    await openComposer();
    await chooseFiles(await aVideo('torno.mp4'));
    await continueToDetails('Reels');
    const unfinished = form.getByText('Escolha um local da lista ou apague o texto.');
    const names = form.getByRole('textbox', { name: 'Colaboradores' });
    await locationField.fill('Olinda');
    await names.click();
    await userEvent.keyboard('@joão');
    await expect.element(unfinished).toBeVisible();
    await expect.element(locationField).toHaveValue('Olinda');
    await expect.element(locationField).toHaveAttribute('aria-invalid', 'true');

    await locationField.click();
    await expect.element(names).toHaveValue('@joão');
    await expect.element(names).toHaveAttribute('aria-invalid', 'true');
    await chooseTomorrow();
    await sendButton.click();
    expect(server.calls(schedulePost)).toEqual([]);
    await names.fill('joao');
    await userEvent.keyboard('{Enter}');
    await expect.element(form.getByText('1 de 3')).toBeVisible();
    focus(locationField);
    await userEvent.keyboard('{ArrowDown}');
    await form
      .getByRole('option', { name: /^Olinda/ })
      .first()
      .click();
    await expect.element(unfinished).not.toBeInTheDocument();
    await expect.element(locationField).not.toHaveAttribute('aria-invalid');
  });

  test('that was used is offered again after it becomes a favourite', async () => {
    mockLocations();
    await openDetails();
    await locationField.fill('Recife');
    await form
      .getByRole('option', { name: /^Recife/ })
      .first()
      .click();
    const favourite = form.getByRole('button', { name: 'Local favorito' });
    await favourite.click();
    await expect.element(favourite).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'Limpar local' }).click();
    const again = form
      .getByRole('list', { name: 'Locais salvos e recentes' })
      .getByRole('button', { name: /favorito$/ });
    await expect.element(again).toBeVisible();
    focus(again);
    await userEvent.keyboard('{Enter}');
    await expect.element(favourite).toHaveFocus();
    await expect.element(locationField).toHaveValue('Recife');
  });
});
