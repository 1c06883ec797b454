import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  answerPosts,
  aVideo,
  caption,
  chooseFiles,
  chooseTomorrow,
  draftButton,
  form,
  continueToDetails,
  heading,
  readTime,
  openComposer,
  openDetails,
  sendButton,
} from '../../testing/composer.ts';
import { server } from '../../testing/stub-server.ts';

describe('a reel without a connection', () => {
  beforeEach(async () => {
    await openComposer();
    await chooseFiles(await aVideo('torno.mp4'));
    await continueToDetails('Reels');
    await caption.fill('O torno');
    await chooseTomorrow();
    await form.getByLabelText('Nome do áudio').fill('Som do torno');
    await form.getByRole('textbox', { name: 'Colaboradores' }).fill('lia');
    await userEvent.keyboard('{Enter}');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answerPosts();
  });

  test.each([
    ['a post', 'Erro ao Agendar', sendButton, schedulePost, 'Post Agendado!'],
    ['a draft', 'Erro ao Salvar', draftButton, saveDraft, 'Sucesso!'],
  ] as const)('fails as %s, keeps all values, and can be retried', async (...given) => {
    const [, title, button, endpoint, success] = given;
    await button.click();
    const failed = page.getByRole('alertdialog', { name: title });
    await expect
      .element(failed)
      .toHaveAccessibleDescription(
        'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
      );
    await expectAccessible();
    await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
    await expect.element(button).toHaveFocus();
    await expect.element(heading('Detalhes do Reels')).toBeVisible();
    await expect.element(form.getByText('torno.mp4').first()).toBeVisible();
    await expect.element(caption).toHaveValue('O torno');
    await expect.element(form.getByLabelText('Nome do áudio')).toHaveValue('Som do torno');
    await expect.element(form.getByText('@lia', { exact: true })).toBeVisible();
    await expect.poll(readTime).toBe('19:00');

    await button.click();
    await expect.element(failed).toBeVisible();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(form.getByRole('heading', { name: success })).toBeVisible();
    const calls = server.calls(endpoint);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body.get('audioName')).toBe('Som do torno');
    expect(calls[0]?.body.get('collaborators')).toBe('["lia"]');
    expect(calls[0]?.body.getAll('media')).toHaveLength(1);
  });
});

test('a post may exist after its connection failed, and is sent again under the same key', async () => {
  await openDetails();
  await caption.fill('Perdida');
  await chooseTomorrow();
  const keys: (string | null)[] = [];
  server.answerPath('POST', `/api${schedulePost.path}`, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    return Response.error();
  });
  await sendButton.click();
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
  await expect.element(failed).toMatchTextContent('tentar de novo não cria outro');
  await expect.element(form.getByText(/ele pode já existir/)).toBeInTheDocument();
  answerPosts();
  await failed.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  const [repeated] = server.calls(schedulePost);
  expect(keys).toEqual([repeated?.headers.get('idempotency-key')]);
});
