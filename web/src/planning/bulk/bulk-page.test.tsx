import {
  createBatch,
  listBatches,
  undoBatch,
  type BatchIssue,
} from '@pontual/contract/planning/bulk.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aBatch, answerChecks, chooseFiles, row } from '../../../testing/bulk.ts';
import { brasiliaTimeAt, statusMessage, freezeClock } from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { aPictureFile, aSheetFile, aWorkbookFile } from '../../../testing/files.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const pro = aConnectedUser({ plan: 'pro' });
const rows = page.getByRole('region', { name: 'Posts do lote' }).getByRole('listitem');
const send = page.getByRole('button', { name: /^Agendar \d+ posts?$/ });
const doneCard = page.getByRole('region', { name: 'Lote agendado' });
const headings = ['Arquivo', 'Data', 'Hora', 'Tipo', 'Legenda'];

const issue = (
  column: BatchIssue['column'],
  code: BatchIssue['code'],
  message: string,
): BatchIssue => ({ column, code, message, isWarning: false });

beforeEach(() => {
  freezeClock();
  answerChecks();
});

test('below Pro the page links to the plans', async () => {
  await openPage('/bulk', { as: aConnectedUser(), size: PHONE });
  await expect.element(page.getByText(/disponível nos planos Pro e Premium\.$/)).toBeVisible();
  await expectAccessible();
});

test('the template sheet is offered for Excel and as CSV before a file is chosen', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await openPage('/bulk', { as: pro });
  await expect.element(page.getByRole('button', { name: 'Modelo Excel' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Modelo Excel' }).click();
  await expect.poll(() => saved).toEqual(['pontual-modelo.xlsx']);
  await page.getByRole('button', { name: 'Modelo CSV' }).click();
  await expect.poll(() => saved).toEqual(['pontual-modelo.xlsx', 'pontual-modelo.csv']);
});

describe('a sheet with errors', () => {
  const sheet = aSheetFile('plano.csv', [
    headings,
    ['pão.jpg', '11/06/2026', '18h30', '', 'Fornada'],
    ['bolo.jpg', '31/02/2027', '25h', 'Cartaz', 'Bolo'],
  ]);
  const faults = page.getByRole('alert').filter({ hasText: '1 post para corrigir' });

  beforeEach(() => {
    answerChecks((line, files) =>
      line.caption === 'Bolo'
        ? [
            ...(files.some(({ name }) => name === 'bolo.jpg')
              ? []
              : [issue('files', 'FILE_MISSING', 'O arquivo não está entre os que você escolheu.')]),
            ...(line.day.startsWith('31/02')
              ? [issue('day', 'DAY_NONEXISTENT', 'O dia 31/02/2027 não existe.')]
              : []),
            ...(line.hour === '25h'
              ? [issue('hour', 'HOUR_NONEXISTENT', 'A hora 25h não existe.')]
              : []),
            ...(line.type === 'Cartaz'
              ? [issue('type', 'TYPE_UNREADABLE', 'Não existe o tipo “Cartaz”.')]
              : []),
          ]
        : [],
    );
  });

  test('lists them by line and column, and sends nothing until they are fixed', async () => {
    await openPage('/bulk', { as: pro });
    await chooseFiles(sheet, await aPictureFile('pão.jpg'));
    await expect.element(statusMessage('1 post pronto, 1 para corrigir')).toBeVisible();
    const texts = () =>
      faults
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent);
    await expect
      .poll(texts)
      .toEqual([
        'Linha 3, Arquivo: O arquivo não está entre os que você escolheu.',
        'Linha 3, Data: O dia 31/02/2027 não existe.',
        'Linha 3, Hora: A hora 25h não existe.',
        'Linha 3, Tipo: Não existe o tipo “Cartaz”.',
      ]);
    await expect.element(send).toBeDisabled();
    await expectAccessible();
    await chooseFiles(await aPictureFile('bolo.jpg'));
    await expect.element(faults.getByRole('listitem')).toHaveLength(3);
  });

  test('links each error to its field, where it is fixed by keyboard', async () => {
    await openPage('/bulk', { as: pro, size: PHONE });
    await chooseFiles(sheet, await aPictureFile('pão.jpg'), await aPictureFile('bolo.jpg'));
    await expect.element(faults.getByRole('listitem')).toHaveLength(3);
    await expectAccessible();
    const fault = faults.getByRole('button', { name: /Linha 3, Data/ });
    (fault.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const line = row('Linha 3');
    await expect.element(line.getByLabelText('Data')).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}12/06/2026{Tab}');
    await expect.element(line.getByLabelText('Hora')).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}18h{Tab}');
    await userEvent.selectOptions(line.getByLabelText('Tipo'), 'IMAGE');
    await expect.element(statusMessage('2 posts prontos para agendar')).toBeVisible();
    await expect.element(send).toBeEnabled();
  });
});

test('a workbook of Excel is read like a CSV, whatever its name, and an .ods is refused', async () => {
  answerChecks(({ day }) =>
    day === '02/12/2026' ? [issue('type', 'TYPE_UNREADABLE', 'Não existe este tipo.')] : [],
  );
  await openPage('/bulk', { as: pro });
  await chooseFiles(
    await aWorkbookFile('dezembro.csv'),
    new File(['PK\u0003\u0004'], 'dezembro.ods'),
    await aPictureFile('pão.jpg'),
  );
  await expect.element(statusMessage('3 posts prontos, 3 para corrigir')).toBeVisible();
  await expect
    .element(page.getByRole('alert').filter({ hasText: '3 posts para corrigir' }))
    .toMatchTextContent('Linha 3, Tipo: Não existe este tipo.');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Um arquivo não entrou' }))
    .toMatchTextContent('dezembro.ods: Não conseguimos abrir esta planilha.');
  await expect.element(row('Linha 2')).toMatchTextContent('Promoção às três');
});

test('files without a sheet are spread over free slots, which can be chosen', async () => {
  answerWithPosts([aPost({ scheduledTime: brasiliaTimeAt(0, 18) })]);
  await openPage('/bulk', { as: pro, size: PHONE });
  await chooseFiles(await aPictureFile('um.jpg'), await aPictureFile('dois.jpg'));
  await expect.element(statusMessage('2 posts prontos para agendar')).toBeVisible();
  await expect.element(row('Post 1')).toMatchTextContent('12:00');
  await expectAccessible();
  scrollTo(0, 0);
  const bar = page.getByRole('navigation', { name: 'Principal' }).last();
  await expect.element(send).toBeInViewport();
  const foot = send.element().getBoundingClientRect().bottom;
  expect(foot).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);

  const hours = page.getByRole('group', { name: 'Horas, em Brasília' });
  await hours.getByRole('button', { name: '12:00' }).click();
  await page.getByRole('spinbutton', { name: 'Outra hora' }).click();
  await userEvent.keyboard('0745');
  await page.getByRole('button', { name: 'Incluir' }).click();
  await expect.element(hours.getByRole('button', { name: '07:45' })).toBeVisible();
  (hours.getByRole('button', { name: '07:45' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(hours.getByRole('button', { name: '07:45' })).not.toBeInTheDocument();
  await expect.element(hours.getByRole('button', { name: '09:00' })).toHaveFocus();

  await page.getByRole('button', { name: 'Remover Post 2' }).click();
  await expect.element(row('Post 2')).not.toBeInTheDocument();
  await expect.element(row('Post 1')).toHaveFocus();
});

test('a batch is sent with its files and captions, and undone as a whole', async () => {
  const batch = aBatch({ posts: 2, undoable: 2 });
  server.answer(createBatch, { batch });
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'), await aPictureFile('dois.jpg'));
  await expect.element(send).toBeEnabled();
  await row('Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await row('Post 1').getByLabelText('Legenda').fill('Bom dia');
  await send.click();
  await expect.element(doneCard.getByRole('heading', { name: '2 posts agendados' })).toBeVisible();
  await expectAccessible();
  const [call] = server.calls(createBatch);
  expect(call?.body.uploadIds).toHaveLength(2);
  expect(call?.body.posts.map(({ caption, files }) => [caption, files])).toEqual([
    ['Bom dia', [0]],
    ['', [1]],
  ]);
  server.answer(undoBatch, {
    batch: { ...batch, undoable: 0, undoneAt: new Date().toISOString() },
    deleted: 2,
    notDeleted: 0,
  });
  await doneCard.getByRole('button', { name: 'Desfazer tudo' }).click();
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
  await expectAccessible();
  await question.getByRole('button', { name: 'Desfazer 2 posts' }).click();
  await expect.element(statusMessage('2 posts desfeitos.')).toBeVisible();
  expect(server.calls(undoBatch)).toMatchObject([{ params: { id: batch._id } }]);
});

test('another batch can be started, with the focus on the heading', async () => {
  server.answer(createBatch, { batch: aBatch() });
  await openPage('/bulk', { as: pro });
  await chooseFiles(await aPictureFile('um.jpg'));
  await expect.element(send).toBeEnabled();
  await send.click();
  await doneCard.getByRole('button', { name: 'Agendar mais' }).click();
  await expect.element(page.getByRole('heading', { name: 'Agendar vários posts' })).toHaveFocus();
  await expect.element(rows.first()).not.toBeInTheDocument();
});

test('earlier batches are listed, and one can be undone', async () => {
  const batch = aBatch({ posts: 30, undoable: 30 });
  server.answer(listBatches, { batches: [batch] });
  server.answer(undoBatch, () => {
    const undone = { ...batch, undoable: 0, undoneAt: new Date().toISOString() };
    server.answer(listBatches, { batches: [undone] });
    return { batch: undone, deleted: 30, notDeleted: 0 };
  });
  await openPage('/bulk', { as: pro, size: PHONE });
  const past = page.getByRole('region', { name: 'Lotes anteriores' });
  await past.getByRole('button', { name: /^Desfazer o lote/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Desfazer tudo?' });
  await question.getByRole('button', { name: 'Desfazer 30 posts' }).click();
  await expect.element(statusMessage('30 posts desfeitos.')).toBeVisible();
  await expect.element(past.getByText(/Lote desfeito\./)).toBeVisible();
  await expectAccessible();
});
