import { checkBatch, createBatch } from '@pontual/contract/planning/bulk.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { findBatchDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aBatch, answerChecks, chooseFiles, row } from '../../../testing/bulk.ts';
import { brasiliaTimeAt, statusMessage, freezeClock } from '../../../testing/calendar.ts';
import { aConnectedUser, anId } from '../../../testing/examples.ts';
import { aPictureFile, aSheetFile } from '../../../testing/files.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const pro = aConnectedUser({ plan: 'pro' });
const send = page.getByRole('button', { name: /^Agendar \d+ posts?$/ });
const caption = row('Post 1').getByLabelText('Legenda');

async function writeCaption(text: string): Promise<void> {
  await row('Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await caption.fill(text);
  await row('Post 1').getByLabelText('Data').click();
}

beforeEach(() => {
  freezeClock();
  answerChecks();
});

test('a plan that ends meanwhile clears nothing on the page, and the send is refused', async () => {
  server.refuse(createBatch, 'PLAN_REQUIRED');
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'));
  await writeCaption('Fornada das sete');
  server.answer(planLimits, { limits: limitsByPlan.free });
  server.emitLiveEvent({ kind: 'account' });
  await expect.element(send).toBeEnabled();
  await send.click();
  const errorAlert = page.getByRole('alert').filter({ hasText: 'O seu plano não inclui isto.' });
  await expect.element(errorAlert.first()).toBeVisible();
  await expect.element(caption).toHaveValue('Fornada das sete');
  await expectAccessible();
});

test.each([
  [
    'a refused check',
    () => server.refuse(checkBatch, 'RATE_LIMITED'),
    /^Não foi possível conferir os posts\. Muitas tentativas\./,
  ],
  [
    'a check that the connection lost',
    () => server.failConnection(checkBatch),
    /^Não foi possível conferir os posts\. Sem conexão com o servidor\./,
  ],
  [
    'a check with an internal error',
    () => server.refuse(checkBatch, 'INTERNAL'),
    /^Não foi possível conferir os posts\. Tente de novo em instantes\./,
  ],
])('%s says what failed and what to do', async (_what, fail, text) => {
  fail();
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'));
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toMatchTextContent(text);
});

test('uploaded files stay when the check fails, and when a sheet is added to its files', async () => {
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'), await aPictureFile('dois.jpg'));
  const arrived = page.getByText('2 de 2 arquivos enviados');
  await expect.element(arrived).toBeVisible();

  server.refuse(checkBatch, 'INTERNAL');
  await writeCaption('Fornada das sete');
  const errorAlert = page
    .getByRole('alert')
    .filter({ hasText: 'Não foi possível conferir os posts.' });
  await expect.element(errorAlert).toBeVisible();
  await expect.element(arrived).toBeVisible();
  await expect.element(send).toBeDisabled();
  await expectAccessible();
  answerChecks();
  await errorAlert.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(statusMessage('2 posts prontos para agendar')).toBeVisible();

  await chooseFiles(
    aSheetFile('plano.csv', [
      ['Arquivo', 'Data', 'Hora'],
      ['um.jpg', '11/06/2026', '18h30'],
      ['dois.jpg', '12/06/2026', '18h30'],
    ]),
  );
  await expect.element(row('Linha 2')).toMatchTextContent('18:30');
  await expect.element(statusMessage('2 posts prontos para agendar')).toBeVisible();
  await expect.element(arrived).toBeVisible();
  expect(server.uploads).toHaveLength(2);
});

test('a file that another post uses stays when its own post is removed', async () => {
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'), await aPictureFile('dois.jpg'));
  await row('Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await row('Post 1').getByLabelText('Arquivo').fill('dois.jpg');
  await row('Post 1').getByLabelText('Data').click();
  await expect
    .element(page.getByText(/Um arquivo não está em nenhum post e não será enviado/))
    .toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Remover Post 2' }).click();
  await expect.element(statusMessage('1 post pronto')).toBeVisible();
  server.answer(createBatch, { batch: aBatch() });
  await send.click();
  await expect.element(page.getByRole('heading', { name: '1 post agendado' })).toBeVisible();
  expect(server.calls(createBatch)[0]?.body.uploadIds).toHaveLength(1);
});

describe('a batch whose response is lost', () => {
  const errorAlert = page.getByRole('alert').filter({ hasText: 'podem já ter sido criados' });

  test('can only be sent again unchanged, under the same key', async () => {
    server.failConnection(createBatch);
    await openPage('/bulk', { as: pro, size: PHONE });
    await chooseFiles(await aPictureFile('um.jpg'), await aPictureFile('dois.jpg'));
    await expect.element(send).toBeEnabled();
    await send.click();
    await expect.element(errorAlert).toBeVisible();
    await expect.element(page.getByText(/Nenhum post foi criado\.$/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Remover Post 1' })).toBeDisabled();
    await expectAccessible();
    await errorAlert.getByRole('link', { name: 'Ver no calendário' }).click();
    const leaving = page.getByRole('alertdialog', { name: 'Sair sem resposta?' });
    await expect.element(leaving).toMatchTextContent('Os posts podem já ter sido criados');
    await leaving.getByRole('button', { name: 'Continuar aqui' }).click();
    server.answer(createBatch, { batch: aBatch({ posts: 2, undoable: 2 }) });
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(page.getByRole('heading', { name: '2 posts agendados' })).toBeVisible();
    const [first, ...others] = server.calls(createBatch).map(({ body }) => body);
    expect(others.at(-1)).toEqual(first);
  });
});

test('rows show their duplicates, and the batch can be sent', async () => {
  const nearest = {
    _id: anId(),
    mediaType: 'IMAGE' as const,
    caption: 'Chegou a fornada',
    scheduledTime: brasiliaTimeAt(1, 18),
    isPublished: false,
    permalink: null,
    thumbnailUrl: null,
  };
  const repeats = (...captions: string[]) =>
    captions.map((text, index) => {
      const shared = { sharesMedia: false, sharesCaption: true };
      if (text === 'Chegou a fornada!') return { post: { ...nearest, ...shared }, other: null };
      if (text === 'Bom dia')
        return { post: { ...nearest, sharesMedia: true, sharesCaption: false }, other: null };
      return {
        post: null,
        other: text === 'Pratos. #barro' ? { index: index - 1, ...shared } : null,
      };
    });
  server.answer(findBatchDuplicates, ({ body }) => ({
    posts: repeats(...body.posts.map((post) => post.caption)),
  }));
  await openPage('/bulk', { as: pro });
  const texts = ['Chegou a fornada!', 'Bom dia', 'Pratos', 'Pratos. #barro'];
  const pictures = await Promise.all(texts.map((_, index) => aPictureFile(`${index}.jpg`)));
  const lines = texts.map((text, index) => [`${index}.jpg`, `1${index}/06/2026`, '18h', text]);
  await chooseFiles(
    aSheetFile('plano.csv', [['Arquivo', 'Data', 'Hora', 'Legenda'], ...lines]),
    ...pictures,
  );
  const found = page.getByRole('region', { name: 'Já publiquei isso?' });
  await expect
    .element(found)
    .toMatchTextContent('3 posts quase repetem outros. Se for de propósito');
  const names = () =>
    found
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent);
  expect(names()).toEqual(['Linha 2', 'Linha 3', 'Linha 5']);
  await expect
    .element(row('Linha 2'))
    .toMatchTextContent('Legenda quase igual à do post agendado para 10/06/2026, 18:00.');
  await expect
    .element(row('Linha 3'))
    .toMatchTextContent('Imagem quase igual à do post agendado para');
  await expect.element(row('Linha 4')).not.toMatchTextContent('quase');
  await expect.element(row('Linha 5')).toMatchTextContent('Legenda quase igual à da Linha 4.');
  await expect
    .element(row('Linha 2').getByRole('link', { name: 'Ver post em outra aba' }))
    .toHaveAttribute('href', `/schedule?post=${nearest._id}`);
  await expectAccessible();
  await found.getByRole('button', { name: 'Linha 5' }).click();
  await expect.element(row('Linha 5')).toHaveFocus();
  await row('Linha 5').getByRole('button', { name: 'Ver Linha 4' }).click();
  await expect.element(row('Linha 4')).toHaveFocus();

  await row('Linha 5').getByRole('button', { name: 'Editar Linha 5' }).click();
  await row('Linha 5').getByLabelText('Legenda').fill('Outra coisa');
  await row('Linha 5').getByLabelText('Data').click();
  await expect.poll(names).toEqual(['Linha 2', 'Linha 3']);
  await expect.element(send).toBeEnabled();
});
