import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { answerComposer, aPhoto, chooseFiles } from '../../testing/composer.ts';
import { aConnectedUser } from '../../testing/examples.ts';
import { openPage } from '../../testing/open-page.tsx';

const MAX_TAB_STOPS = 60;

const dialog = page.getByRole('dialog', { name: 'Criar post' });
const title = dialog.getByRole('heading', { name: 'Envie seus arquivos' });
const discardDialog = page.getByRole('alertdialog', { name: 'Descartar este post?' });

beforeEach(async () => {
  answerComposer();
  await openPage('/schedule', { as: aConnectedUser() });
});

describe('over the calendar', () => {
  beforeEach(async () => {
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  });

  test('the focus starts at the heading and stays within the dialog', async () => {
    await expect.element(title).toHaveFocus();
    await chooseFiles(await aPhoto('a.jpg'), dialog);
    await expect.element(dialog.getByText('a.jpg').first()).toBeVisible();
    await expectAccessible();
    const inside = () => dialog.element().contains(document.activeElement);
    for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
      await userEvent.keyboard('{Tab}');
      // The focus guards at both ends hold the focus briefly when it wraps around.
      await expect.poll(inside).toBe(true);
    }
  });

  test('Esc asks for confirmation before work is lost, and a second Esc cancels it', async () => {
    await expect.element(title).toHaveFocus();
    await chooseFiles(await aPhoto('a.jpg'), dialog);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: /^Post de Imagem/ }).click();
    await dialog.getByLabelText('Legenda').fill('Uma caneca');
    await userEvent.keyboard('{Escape}');
    await expect.element(discardDialog).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(discardDialog).not.toBeInTheDocument();
    await expect.element(dialog.getByLabelText('Legenda')).toHaveValue('Uma caneca');
    await userEvent.keyboard('{Escape}');
    await discardDialog.getByRole('button', { name: 'Descartar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

test('the letter C selects in a list, open or closed, and creates a post elsewhere', async () => {
  const type = page.getByRole('region', { name: 'Timeline' }).getByLabelText('Tipo');
  await expect.element(type).toBeVisible();
  (type.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const chosen = page.getByRole('option', { selected: true });
  await expect.element(chosen).toHaveFocus();
  // The key press may arrive before the list has the focus.
  (chosen.element() as HTMLElement).blur();
  await userEvent.keyboard('c');
  (chosen.element() as HTMLElement).focus();
  await userEvent.keyboard('c');
  await expect.element(page.getByRole('option', { name: 'Carrossel' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('option', { name: 'Stories' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(type).toHaveFocus();
  await expect.element(type).toMatchTextContent('Stories');

  await userEvent.keyboard('c');
  await expect.element(type).toMatchTextContent('Carrossel');
  await page.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect.element(type).toMatchTextContent('Todos os tipos');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('heading', { name: 'Timeline', exact: true }).click();
  await userEvent.keyboard('c');
  await expect.element(dialog).toBeVisible();
});
