import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { call, createDraft, schedule } from '../support/api.ts';
import { chooseFile, getForm, continueToDetails } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createDrawing } from '../support/pictures.ts';
import type { Stack } from '../support/stack.ts';

const TEXT = 'Chegou a fornada de canecas esmaltadas em azul, feitas à mão no ateliê';
const DAY = 86_400_000;
/** The worker processes new files every few seconds. */
const CHECK_TIMEOUT_MS = 60_000;

async function schedulePoster(stack: Stack, token: string): Promise<void> {
  const [scheduledTime, picture] = [new Date(Date.now() + DAY), await createDrawing(1080)];
  await schedule(stack.url, token, { caption: `${TEXT}. #barro`, scheduledTime, picture });
  const { _id: postId } = await createDraft(stack.url, token, {
    caption: TEXT,
    picture: await createDrawing(900),
  });
  const isKnown = async () =>
    (await call(stack.url, findDuplicates, { token, body: { postId } })).similar.some(
      ({ sharesMedia }) => sharesMedia,
    );
  await expect.poll(isKnown, { timeout: CHECK_TIMEOUT_MS }).toBe(true);
}

const getDuplicates = (within: Locator) =>
  within.getByRole('region', { name: 'Já publiquei isso?' });

test('a near duplicate of another post is pointed out, and can still be scheduled', async ({
  page,
  stack,
  connectedUser: { token },
}, testInfo) => {
  await schedulePoster(stack, token);
  const path = testInfo.outputPath('de-novo.jpg');
  await writeFile(path, await createDrawing(720));
  await page.goto('/schedule');
  await page.getByRole('link', { name: 'Criar post' }).click();
  await chooseFile(page, path);
  await continueToDetails(page, 'Post de Imagem');
  const form = getForm(page);
  const found = getDuplicates(form);
  await expect(found.getByRole('link', { name: /^Imagem quase igual/ })).toBeVisible();
  await form.getByLabel('Legenda').fill(`${TEXT}!`);
  const link = found.getByRole('link', { name: /^Imagem e legenda quase iguais/ });
  await expect(link).toContainText('Agendado para');
  await expect(link).toHaveAttribute('href', /\/schedule\?post=/);
  await expect(form.getByRole('button', { name: /^Agendar/ })).toBeEnabled();
  await form
    .getByLabel('Legenda')
    .fill('Outro assunto, bem diferente do que já foi dito antes aqui');
  await expect(found.getByRole('link', { name: /^Imagem quase igual/ })).toBeVisible();
});
