import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { listMediaTypes } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  answerComposer,
  answerPosts,
  aPhoto,
  aVideo,
  caption,
  chooseFiles,
  chooseTomorrow,
  dayButton,
  draftButton,
  form,
  continueToDetails,
  heading,
  readTime,
  openComposer,
  openDetails,
  sendButton,
  readFormText,
  tiles,
  typeOption,
} from '../../testing/composer.ts';
import { aConnectedUser, aUser } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const back = form.getByRole('button', { name: 'Voltar', exact: true });
const done = page.getByRole('heading', { name: 'Post Agendado!' });

const readSentFields = (...fields: string[]) => {
  const [call] = server.calls(schedulePost);
  if (call === undefined) throw new Error('nothing was scheduled');
  return Object.fromEntries(fields.map((field) => [field, readFormText(call.body, field)]));
};

describe('the steps', () => {
  beforeEach(() => openComposer());

  test('go forward and back, and each step focuses its heading', async () => {
    await chooseFiles(await aPhoto('canecas.jpg'));
    await form.getByRole('button', { name: 'Continuar' }).click();
    await expect.element(heading('Como esta foto vai ao ar?')).toHaveFocus();
    await expectAccessible();
    await typeOption('Post de Imagem').click();
    await expect.element(heading('Detalhes da imagem')).toHaveFocus();
    await back.click();
    await expect.element(heading('Como esta foto vai ao ar?')).toHaveFocus();
    await back.click();
    await expect.element(heading('Envie seus arquivos')).toHaveFocus();
    await expect.element(tiles).toBeVisible();
  });

  test('allow navigation to the calendar while nothing is chosen', async () => {
    await page.getByRole('button', { name: 'Calendário' }).click();
    await expect.poll(() => location.pathname).toBe('/schedule');
  });

  test('end at the calendar after the confirmation', async () => {
    answerPosts();
    await chooseFiles(await aPhoto('canecas.jpg'));
    await continueToDetails();
    await caption.fill('Canecas');
    await chooseTomorrow();
    await sendButton.click();
    await expect.element(heading('Post Agendado!')).toHaveFocus();
    await expect.poll(() => location.pathname).toBe('/schedule');
    expect(readSentFields('mediaType', 'caption')).toEqual({
      mediaType: 'IMAGE',
      caption: 'Canecas',
    });
  });

  test.each([
    ['a video of the feed', 'Post de Vídeo', 'VIDEO'],
    ['a reel', 'Reels', 'REELS'],
    ['a story', 'Stories', 'STORIES'],
  ])('make %s of a video', async (_, option, mediaType) => {
    answerPosts();
    await chooseFiles(await aVideo('torno.mp4'));
    await continueToDetails(option);
    await chooseTomorrow();
    await sendButton.click();
    await expect.element(done).toBeVisible();
    expect(readSentFields('mediaType')).toEqual({ mediaType });
  });
});

test('a type has the label that the server gives it', async () => {
  const others = mediaTypeOptions.filter(({ value }) => value !== 'STORIES');
  const story = { label: 'Historinha', maxFiles: 1, accepts: 'image/jpeg', icon: 'stories' };
  server.answer(listMediaTypes, {
    mediaTypes: [...others, { value: 'STORIES', ...story }],
    firstComments: true,
  });
  await openComposer();
  await chooseFiles(await aPhoto('vitrine.jpg'));
  await form.getByRole('button', { name: 'Continuar' }).click();
  await expect.element(typeOption('Historinha')).toBeVisible();
  await expect.element(typeOption('Post de Imagem')).toBeVisible();
});

test('the details of a photo are accessible on a phone', async () => {
  await openDetails({ size: PHONE });
  await chooseTomorrow();
  await expect.poll(readTime).toBe('19:00');
  await expectAccessible();
});

test('navigation state prefills type, caption and due time', async () => {
  answerComposer();
  const router = await openPage('/dashboard', { as: aConnectedUser() });
  const when = new Date(Date.now() + 3_600_000);
  when.setSeconds(0, 0);
  await router.navigate('/create-post', {
    state: { mediaType: 'STORIES', caption: 'Vitrine', scheduledTime: when.toISOString() },
  });
  await chooseFiles(await aPhoto('vitrine.jpg'));
  await form.getByRole('button', { name: 'Continuar' }).click();
  await expect.element(typeOption('Stories')).toHaveAttribute('aria-current', 'true');
  await typeOption('Stories').click();
  await expect.element(heading('Detalhes do Stories')).toBeVisible();
  await expect.element(caption).toHaveValue('Vitrine');
  const [hour, minute] = [when.getHours(), when.getMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  );
  await expect.poll(readTime).toBe(`${hour}:${minute}`);
});

describe('a draft', () => {
  test('of two photos can be saved before the details, and its upload can be cancelled', async () => {
    await openComposer();
    answerPosts();
    await chooseFiles([await aPhoto('um.jpg'), await aPhoto('dois.jpg')]);
    await expect.element(tiles).toHaveLength(2);
    const release = server.hold(saveDraft);
    await draftButton.click();
    const progress = form.getByRole('progressbar', { name: 'Enviando 2 arquivos' });
    await expect.element(progress).toBeVisible();
    await form.getByRole('button', { name: 'Cancelar envio' }).click();
    await expect.element(progress).not.toBeInTheDocument();
    release();
    answerPosts();
    await draftButton.click();
    await expect.element(heading('Sucesso!')).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/schedule');
    const sent = server.calls(saveDraft).at(-1)?.body;
    expect(sent?.getAll('media')).toHaveLength(2);
    expect(sent?.get('mediaType')).toBe('CAROUSEL');
  });

  test('keeps its caption without a due time', async () => {
    await openDetails();
    answerPosts();
    await caption.fill('Para depois');
    await draftButton.click();
    await expect.element(heading('Sucesso!')).toBeVisible();
    const sent = server.calls(saveDraft)[0]?.body;
    expect(sent && readFormText(sent, 'caption')).toBe('Para depois');
    expect(sent && readFormText(sent, 'scheduledTime')).toBe('');
  });

  test('keeps its caption when saving fails', async () => {
    await openDetails();
    server.refuse(saveDraft, 'INTERNAL');
    await caption.fill('Para depois');
    await draftButton.click();
    const failed = page.getByRole('alertdialog', { name: 'Erro ao Salvar' });
    await expect
      .element(failed)
      .toHaveAccessibleDescription(/^Não foi possível salvar o rascunho\. Tente novamente\./);
    await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
    await expect.element(draftButton).toHaveFocus();
    await expect.element(caption).toHaveValue('Para depois');
  });
});

describe('a field error', () => {
  const hour = form.getByLabelText('Hora', { exact: true });

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-06T15:00:00Z') });
    await openDetails();
  });

  test('appears at the caption, the day and the time', async () => {
    await caption.fill('a'.repeat(2201));
    await expect.element(form.getByText('Limite excedido!').first()).toBeVisible();
    await sendButton.click();
    await expect
      .element(caption)
      .toHaveAccessibleDescription(/Legenda deve ter no máximo 2200 caracteres/);
    await expect.element(caption).toHaveFocus();
    await expect.element(dayButton).toHaveAccessibleDescription(/^Selecione data e hora/);
    await expect.element(hour).toHaveAccessibleDescription('Selecione data e hora');
    await expectAccessible();
    await caption.fill('a'.repeat(2200));
    await expect
      .element(form.getByText('Legenda deve ter no máximo 2200 caracteres'))
      .not.toBeInTheDocument();
  });

  test('appears immediately for a time in the past', async () => {
    await dayButton.click();
    const calendar = page.getByRole('dialog', { name: 'Escolha o dia' });
    await calendar.getByRole('button', { name: /^6 de janeiro/ }).click();
    await hour.click();
    await userEvent.keyboard('0000{Tab}');
    const past = new RegExp(`^${errorCatalogue.SCHEDULED_TIME_PAST.message}`);
    await expect.element(dayButton).toHaveAccessibleDescription(past);
    await sendButton.click();
    await expect.element(hour).toHaveAccessibleDescription(past);
    expect(server.calls(schedulePost)).toEqual([]);
  });
});

describe('without a connected Instagram account', () => {
  const almost = page.getByRole('dialog', { name: 'Quase lá!' });

  beforeEach(async () => {
    await openDetails({ as: aUser() });
    await caption.fill('Uma demonstração');
    await chooseTomorrow();
    server.refuse(schedulePost, 'INSTAGRAM_NOT_CONNECTED');
    await sendButton.click();
  });

  test('the form keeps its values when the user goes back', async () => {
    await expect.element(almost).toBeVisible();
    await expectAccessible();
    await almost.getByRole('button', { name: 'Voltar ao Formulário' }).click();
    await expect.element(almost).not.toBeInTheDocument();
    await expect.element(caption).toHaveValue('Uma demonstração');
  });

  test('the post stays available while the user connects an account', async () => {
    server.answerByDefault(getInstagramAuthUrl, { authUrl: '/nowhere' });
    await almost.getByRole('button', { name: 'Conectar Instagram & Agendar' }).click();
    await expect.poll(() => location.pathname).toBe('/dashboard');
    await page.getByRole('link', { name: 'Voltar ao post' }).click();
    await expect.element(page.getByText('Você continua de onde parou.')).toBeVisible();
    await expect.element(caption).toHaveValue('Uma demonstração');
  });

  test('a demo post is scheduled and the form starts again', async () => {
    answerPosts();
    await almost.getByRole('button', { name: 'Continuar Explorando (Demo)' }).click();
    await expect.element(done).toBeVisible();
    await expect.element(form.getByText(/Demonstração/)).toBeVisible();
    await expect.element(heading('Envie seus arquivos')).toBeVisible();
    expect(server.calls(schedulePost).map(({ body }) => readFormText(body, 'demo'))).toEqual([
      'false',
      'true',
    ]);
  });
});

test('a reached monthly limit shows an alert, and the post can be sent later', async () => {
  await openDetails();
  await caption.fill('Mais um');
  await chooseTomorrow();
  server.refuse(schedulePost, 'LIMIT_EXCEEDED');
  await sendButton.click();
  const full = page.getByRole('alertdialog', { name: 'Limite Atingido' });
  await expect.element(full).toHaveAccessibleDescription(errorCatalogue.LIMIT_EXCEEDED.message);
  await expectAccessible();
  await expect
    .element(full.getByRole('link', { name: /^Ver planos/ }))
    .toHaveAttribute('target', '_blank');
  await full.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await expect.element(caption).toHaveValue('Mais um');
  answerPosts();
  await sendButton.click();
  await expect.element(done).toBeVisible();
});
