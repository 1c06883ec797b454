import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { cell, brasiliaTimeAt, freezeClock, tabTo, timeline } from '../../../testing/calendar.ts';
import { composerDialog, readTime, pickPicture } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const summary = page.getByText('Datas do mês');
const line = (name: string | RegExp) =>
  page.getByRole('group').getByRole('listitem').filter({ hasText: name });

beforeEach(() => freezeClock());

test('calendar and timeline show the names of the dates', async () => {
  answerWithPosts([aPost({ status: 'draft', scheduledTime: brasiliaTimeAt(3, 8) })]);
  await openPage('/schedule', { as: aConnectedUser() });
  await expect
    .element(cell('12 de junho, 1 post: 08:00 Imagem rascunho. Dia dos Namorados'))
    .toBeVisible();
  await expect.element(cell('4 de junho, sem posts. Corpus Christi')).toBeVisible();
  await expect.element(cell('24 de junho, sem posts. Criar post. São João')).toBeVisible();
  await expect.element(cell(/^17 de junho, sem posts\. Criar post$/)).toBeVisible();
  await expect
    .element(timeline.getByRole('heading', { name: /^Sexta\s?12 de junho/ }))
    .toMatchTextContent(/12 de junho, Dia dos Namorados/);
});

test('the list offers a post only for the dates that the plan reaches', async () => {
  await openPage('/schedule', { as: aConnectedUser() });
  await expect.element(page.getByText('Dia dos Namorados, dia 12')).toBeVisible();
  await summary.click();
  const past = line('Corpus Christi');
  await expect.element(past).toMatchTextContent(/ponto facultativo, quinta, já passou/);
  await expect.element(past.getByRole('button')).not.toBeInTheDocument();
  const beyond = line('São João');
  await expect.element(beyond).toMatchTextContent(/agende a partir de 17 de junho/);
  await expect.element(beyond.getByRole('button')).not.toBeInTheDocument();
  await expect
    .element(page.getByText('O plano Gratuito agenda até 16 de junho, 14:32.'))
    .toBeVisible();
  await expectAccessible();
});

test('the list follows the month into the next year', async () => {
  await openPage('/schedule', { as: aConnectedUser() });
  await summary.click();
  const next = page.getByRole('button', { name: 'Próximo mês' });
  for (const month of ['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']) {
    await next.click();
    await expect.element(page.getByRole('heading', { name: `${month} 2026` })).toBeVisible();
  }
  await expect.element(line(/25\s*Natal/)).toMatchTextContent(/agende a partir de/);
  await expect.element(cell('1 de janeiro, sem posts. Criar post. Ano Novo')).toBeVisible();
});

test('a date becomes a post at noon', async () => {
  await openPage('/schedule', { as: aConnectedUser() });
  await summary.click();
  await line('Dia dos Namorados')
    .getByRole('button', { name: /^Criar post/ })
    .click();
  await pickPicture('canecas.jpg');
  await expect.poll(readTime).toBe('12:00');
  await expect
    .element(composerDialog.getByRole('button', { name: /^Data / }))
    .toMatchTextContent(/12 de junho/);
});

test('the list works by keyboard, and gets the focus back after the composer closes', async () => {
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await expect.element(cell('9 de junho, sem posts. Criar post')).toBeVisible();
  cell('9 de junho, sem posts. Criar post').element().focus();
  await userEvent.keyboard('{Tab}{Enter}');
  const create = page.getByRole('button', {
    name: 'Criar post para Dia dos Namorados, 12 de junho',
  });
  await expect.element(create).toBeVisible();
  await tabTo(create);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(composerDialog.getByRole('heading', { name: 'Envie seus arquivos' }))
    .toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(composerDialog).not.toBeInTheDocument();
  await expect.element(create).toHaveFocus();
});
