import type { Locator, Page } from '@playwright/test';
import { formatMonthName, formatTime } from '@pontual/contract/brasilia-time.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { deletePost } from '@pontual/contract/post-changes.ts';
import { call, postsOf, schedule } from '../api.ts';
import {
  fillForm,
  formOf,
  hourIn,
  openComposer,
  sendButton,
  wholeMinuteAfter,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { hands } from '../hands.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

const draftButton = (page: Page) => formOf(page).getByRole('button', { name: 'Salvar rascunho' });
const openPage = async (page: Page) => {
  await page.goto('/create-post');
  return formOf(page);
};

/** Says what becomes of a reel that the server does not get, and what is left of it. */
const troubles = [
  {
    name: 'by keyboard, a post on the page',
    title: 'Erro ao Agendar',
    done: 'Post Agendado!',
    open: openPage,
    hand: hands.keys,
    button: sendButton,
    status: 'scheduled',
  },
  {
    name: 'by mouse, a draft in the dialog',
    title: 'Erro ao Salvar',
    done: 'Sucesso!',
    open: openComposer,
    hand: hands.mouse,
    button: draftButton,
    status: 'draft',
  },
] as const;

/** Everything that was chosen and typed stands in the form. */
async function expectAsTyped(form: Locator, caption: string): Promise<void> {
  await expect(form.getByRole('heading', { name: 'Detalhes do Reels' })).toBeVisible();
  await expect(form.getByText('torno.mp4').first()).toBeVisible();
  await expect(form.getByLabel('Legenda')).toHaveValue(caption);
  await expect(form.getByLabel('Nome do áudio')).toHaveValue('Som do torno');
  await expect(form.getByText('@lia', { exact: true })).toBeVisible();
}

for (const { name, title, done, open, hand, button, status } of troubles) {
  test(`without a line, ${name} is tried again until it arrives, once and whole`, async ({
    page,
    context,
    stack,
    connectedUser,
    caption,
    videoFile,
    tolerate,
  }) => {
    tolerate(/net::ERR_/);
    const when = wholeMinuteAfter(HOUR);
    const form = await open(page);
    await fillForm(page, { files: await videoFile('torno.mp4'), caption, when });
    await form.getByLabel('Nome do áudio').fill('Som do torno');
    await form.getByRole('textbox', { name: 'Colaboradores' }).fill('lia');
    await page.keyboard.press('Enter');
    const failed = page.getByRole('alertdialog', { name: title });
    const expectCause = () =>
      expect(failed).toHaveAccessibleDescription(
        'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
      );

    await context.setOffline(true);
    await hand.press(button(page));
    await expectCause();
    await hand.press(failed.getByRole('button', { name: 'Voltar ao Formulário' }));
    await expect(failed).toBeHidden();
    await expect(button(page)).toBeFocused();
    await expectAsTyped(form, caption);
    await expect.poll(() => hourIn(page)).toBe(formatTime(when));

    await hand.press(button(page));
    await expectCause();
    await context.setOffline(false);
    await hand.press(failed.getByRole('button', { name: 'Tentar novamente' }));
    await expect(form.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
    const posts = await postsOf(stack.url, connectedUser.token, { status });
    expect(posts).toMatchObject([
      {
        caption,
        mediaType: 'REELS',
        scheduledTime: when.toISOString(),
        mediaItems: [{ type: 'video' }],
        reelsConfig: { audioName: 'Som do torno', collaborators: ['lia'] },
      },
    ]);
  });
}

test('a month that is full is told, and the post goes in once another makes room', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
  pictureFile,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/schedule/);
  // All in the month of this one hour, whatever day it is.
  const when = wholeMinuteAfter(HOUR);
  const picture = await aPicture({ width: 400, height: 500 });
  const other = { caption: 'Da semana', scheduledTime: when, picture };
  const { maxPosts } = limitsByPlan.free;
  const others = await Promise.all(
    Array.from({ length: maxPosts }, () => schedule(stack.url, token, other)),
  );
  const form = await openComposer(page);
  await fillForm(page, { files: await pictureFile('foto.jpg'), caption, when });
  await sendButton(page).click();
  const full = page.getByRole('alertdialog', { name: 'Limite Atingido' });
  await expect(full).toHaveAccessibleDescription(
    `Você usou os ${maxPosts} posts de ${formatMonthName(when)} do plano Gratuito.`,
  );
  await expect(full.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('target', '_blank');
  await full.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await expect(full).toBeHidden();
  await expect(form.getByText('foto.jpg').first()).toBeVisible();
  await expect(form.getByLabel('Legenda')).toHaveValue(caption);
  await expect.poll(() => hourIn(page)).toBe(formatTime(when));

  const path = deletePost.path.replace(':id', others[0]?._id ?? '');
  await call(stack.url, { ...deletePost, path }, { token });
  await sendButton(page).click();
  await expect(form.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  const posts = await postsOf(stack.url, token, { status: 'scheduled' });
  expect(posts).toHaveLength(maxPosts);
  expect(posts.map((post) => post.caption)).toContain(caption);
});
