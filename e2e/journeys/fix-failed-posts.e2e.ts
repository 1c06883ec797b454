import type { Locator, Page } from '@playwright/test';
import { schedule } from '../support/api.ts';
import { openDetails, getTimelineEntry } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const MINUTE = 60_000;
const inTwoMinutes = () => new Date(Date.now() + 2 * MINUTE);

async function chooseFile(page: Page, dialog: Locator, path: string): Promise<void> {
  const button = dialog
    .getByRole('button', { name: /^(Escolher arquivo|Trocar)$/ })
    .filter({ hasText: /./ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(path);
}

test('a post whose file Instagram refused gets another file and is published', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const refused = `${caption} #falha_create_36003_2207009`;
  const post = { caption: refused, scheduledTime: inTwoMinutes(), picture: await createPicture() };
  await schedule(stack.url, connectedUser.token, post);
  await page.goto('/schedule');
  const entry = getTimelineEntry(page, caption);
  await entry.getByRole('button', { name: 'Trocar arquivo' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  await expect(dialog).toHaveAccessibleDescription(/só aceita imagens entre 4:5 e 1,91:1/);

  await test.step('the form reports a missing file and a picture that does not fit', async () => {
    const complaint = dialog.getByRole('alert').filter({ hasText: /./ });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(complaint).toContainText('Selecione pelo menos um arquivo');
    await chooseFile(page, dialog, await pictureFile('larga.jpg', { width: 1600, height: 600 }));
    const shape = dialog.getByRole('region', { name: 'Proporção' });
    await expect(shape).toContainText('Esta sai em 1,91:1.');
    await expect(complaint).toBeHidden();
    await chooseFile(page, dialog, await pictureFile('boa.jpg'));
    await expect(shape).toBeHidden();
    await expect(dialog.getByText('boa.jpg')).toBeVisible();
  });

  await test.step('Esc does not lose the chosen file', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(question).toBeHidden();
    await expect(dialog.getByText('boa.jpg')).toBeVisible();
  });

  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await expect(changed.getByRole('button', { name: 'Fechar' })).toBeFocused();
  await changed.getByRole('button', { name: 'Publicar agora' }).click();
  await expect(changed).toBeHidden();
  await expect(entry.getByRole('button', { name: caption })).toBeFocused();
  await expect(entry.getByText('Publicado', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await sandbox.findPublished(refused)).toHaveLength(1);
});

test('a post whose caption Instagram refused is rewritten from its details', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const refused = `${caption} #falha_create_36004_2207010`;
  const post = { caption: refused, scheduledTime: inTwoMinutes(), picture: await createPicture() };
  await schedule(stack.url, connectedUser.token, post);
  await page.goto('/schedule');
  await expect(getTimelineEntry(page, caption).getByText('Falhou')).toBeVisible({
    timeout: 60_000,
  });
  const details = await openDetails(page, caption);
  await details.getByRole('button', { name: 'Editar legenda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  const text = dialog.getByLabel('Legenda', { exact: true });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(text).toHaveAccessibleDescription(/ainda é a mesma/);
  await text.fill(caption);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await changed.getByRole('button', { name: 'Publicar agora' }).click();
  await expect(changed).toBeHidden();
  await expect(details.getByText('Status: Publicado')).toHaveText(/^Status: Publicado/, {
    timeout: 60_000,
  });
  expect(await sandbox.findPublished(caption)).toHaveLength(1);
});
