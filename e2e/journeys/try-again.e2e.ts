import type { Locator } from '@playwright/test';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { fetchPosts } from '../support/api.ts';
import {
  fillForm,
  getForm,
  readTime,
  getSendButton,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';

const HOUR = 3_600_000;

async function expectUnchanged(form: Locator, caption: string): Promise<void> {
  await expect(form.getByRole('heading', { name: 'Detalhes do Reels' })).toBeVisible();
  await expect(form.getByText('torno.mp4').first()).toBeVisible();
  await expect(form.getByLabel('Legenda')).toHaveValue(caption);
  await expect(form.getByLabel('Nome do áudio')).toHaveValue('Som do torno');
  await expect(form.getByText('@lia', { exact: true })).toBeVisible();
}

test('a reel that fails offline is retried by keyboard until it arrives, once and complete', async ({
  page,
  context,
  stack,
  connectedUser,
  caption,
  videoFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  const dueAt = roundUpToMinute(HOUR);
  await page.goto('/create-post');
  const form = getForm(page);
  await fillForm(page, { files: await videoFile('torno.mp4'), caption, dueAt });
  await form.getByLabel('Nome do áudio').fill('Som do torno');
  await form.getByRole('textbox', { name: 'Colaboradores' }).fill('lia');
  await page.keyboard.press('Enter');
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
  const expectCause = () =>
    expect(failed).toHaveAccessibleDescription(
      'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
    );

  await context.setOffline(true);
  await inputMethods.keys.press(getSendButton(page));
  await expectCause();
  await inputMethods.keys.press(failed.getByRole('button', { name: 'Voltar ao Formulário' }));
  await expect(failed).toBeHidden();
  await expect(getSendButton(page)).toBeFocused();
  await expectUnchanged(form, caption);
  await expect.poll(() => readTime(page)).toBe(formatTime(dueAt));

  await inputMethods.keys.press(getSendButton(page));
  await expectCause();
  await context.setOffline(false);
  await inputMethods.keys.press(failed.getByRole('button', { name: 'Tentar de novo' }));
  await expect(form.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible({
    timeout: 60_000,
  });
  const posts = await fetchPosts(stack.url, connectedUser.token, { status: 'scheduled' });
  expect(posts).toMatchObject([
    {
      caption,
      mediaType: 'REELS',
      scheduledTime: dueAt.toISOString(),
      mediaItems: [{ type: 'video' }],
      reelsConfig: { audioName: 'Som do torno', collaborators: ['lia'] },
    },
  ]);
});
