import {
  updatePost,
  deletePost,
  saveDraft,
  scheduleDraft,
  schedulePost,
} from '@pontual/contract/posts/post-changes.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  aFile,
  answerComposer,
  answerPosts,
  aPhoto,
  aVideo,
  caption,
  chooseFiles,
  chooseTomorrow,
  draftButton,
  form,
  continueToDetails,
  openComposer,
  openDetails,
  sendButton,
  typeOption,
} from '../../testing/composer.ts';
import { aConnectedUser, aPost, aUser } from '../../testing/examples.ts';
import { answerBadGateway } from '../../testing/bad-gateway.ts';
import { closePage, openPage, PHONE } from '../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../testing/quoted-texts.ts';
import { server } from '../../testing/stub-server.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';

const MEGABYTE = 1024 * 1024;
const continueButton = form.getByRole('button', { name: 'Continuar' });
const backToForm = page.getByRole('button', { name: 'Voltar ao Formulário' });

test('the composer shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('composer');
  await openPage('/schedule', { as: aConnectedUser() });
  await expectTexts(
    'Calendário & Timeline',
    '{n} posts por mês',
    'Fazer Upgrade',
    'Agende seu próximo post',
  );
  await closePage();
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await expectTexts('Agende seu próximo post');
  await closePage();
  await openComposer();
  await continueButton.click();
  await expectTexts('Selecione pelo menos um arquivo');
  await chooseFiles(aFile('enorme.jpg', 8 * MEGABYTE + 1));
  await expectTexts('Arquivo deve ter no máximo 8MB');
  await chooseFiles(aFile('fornada.mp4', 300 * MEGABYTE + 1));
  await expectTexts('Arquivo deve ter no máximo 300MB');
  await chooseFiles(await aVideo('torno.mp4'));
  await expectTexts('Tipo detectado automaticamente');
  await continueButton.click();
  await expectTexts('Post de Vídeo', 'Reels', 'Stories');
  await typeOption('Reels').click();
  await expectTexts('REELS', 'AGORA');
  await form.getByRole('textbox', { name: 'Colaboradores' }).click();
  await userEvent.keyboard('lia feira,bia{Enter}d');
  await expectTexts('Máximo 3 colaboradores');
  await userEvent.keyboard('{Backspace}');
  await caption.fill('atelie '.repeat(330));
  await expectTexts('Limite excedido!');
  await sendButton.click();
  await expectTexts('Legenda deve ter no máximo 2200 caracteres');
  await caption.fill('Caneca dupla');
  await sendButton.click();
  await expectTexts('Selecione data e hora');
  await chooseTomorrow();
  await expectTexts('Agendado para <date> às <time>');

  // The draft store keeps the unsaved post, so `closePage` clears it before the next case.
  await closePage();
  await openComposer();
  await chooseFiles(await aPhoto('fachada.jpg', { width: 90, height: 160 }));
  await continueToDetails('Stories');
  await expectTexts('STORY');
  await closePage();
  await openComposer();
  await chooseFiles([await aPhoto('um.jpg'), await aPhoto('dois.jpg')]);
  await expectTexts('Carrossel');
  await continueToDetails(null);
  await expectTexts('CARROSSEL');
  expect(missingTexts()).toEqual([]);
});

test('results and refusals show the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('sending');
  const user = aUser();
  answerComposer();
  await openPage('/schedule', { as: user });
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar post' });
  await chooseFiles(await aPhoto('canecas.jpg'), dialog);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expectTexts('Post de Imagem');
  await dialog.getByRole('button', { name: /^Post de Imagem/ }).click();
  await dialog.getByRole('textbox', { name: 'Legenda', exact: true }).fill('Canecas');
  await dialog.getByRole('button', { name: 'Amanhã 19:00', exact: true }).click();
  answerBadGateway(schedulePost);
  answerBadGateway(saveDraft);
  const send = dialog.getByRole('button', { name: /^Agendar/ });
  await send.click();
  await expectTexts('Erro ao Agendar');
  await expectTexts('Não foi possível agendar o post. Verifique os dados e tente novamente.');
  await backToForm.click();
  await dialog.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expectTexts('Não foi possível salvar o rascunho. Tente novamente.');
  await backToForm.click();
  server.refuse(schedulePost, 'INSTAGRAM_NOT_CONNECTED');
  await send.click();
  await expectTexts('Quase lá!', 'Conectar Instagram & Agendar', 'Voltar ao Formulário');
  await expectTexts('Continuar Explorando (Demo)');
  answerPosts();
  await page.getByRole('button', { name: 'Continuar Explorando (Demo)' }).click();
  await expectTexts('Post Agendado!', 'Conta do Instagram não conectada');

  await closePage();
  await openDetails();
  await caption.fill('Na página');
  await chooseTomorrow();
  answerBadGateway(schedulePost);
  await sendButton.click();
  await expectTexts('Erro ao agendar post. Tente novamente.');
  await backToForm.click();
  answerPosts();
  await draftButton.click();
  await expectTexts('Sucesso!');

  await closePage();
  server.refuse(schedulePost, 'LIMIT_EXCEEDED');
  await openDetails();
  await caption.fill('Um a mais');
  await chooseTomorrow();
  await sendButton.click();
  await expectTexts('Limite Atingido');
  expect(missingTexts()).toEqual([]);
});

test('the posts show the texts of the specification', async () => {
  const { expectTexts, expectTextsIn, missingTexts } = trackQuotedTexts('posts');
  const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
  const [item] = aPost().mediaItems;
  if (item === undefined) throw new Error('no picture');
  const draft = aPost({ caption: 'Rascunho', status: 'draft', scheduledTime: null });
  const planned = aPost({ caption: 'Agendado', scheduledTime: inTwoHours });
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  const published = aPost({
    caption: 'Publicado',
    status: 'published',
    scheduledTime: earlier,
    publishedAt: earlier,
  });
  const six = aPost({
    caption: 'Seis',
    mediaType: 'CAROUSEL',
    scheduledTime: inTwoHours,
    mediaItems: Array.from({ length: 6 }, () => item),
    fit: Array.from({ length: 6 }, () => null),
  });
  const more = ['Outro', 'Mais um'].map((text) =>
    aPost({ caption: text, scheduledTime: inTwoHours }),
  );
  const user = aConnectedUser();
  const open = async (post: typeof draft) => {
    await closePage();
    answerComposer();
    answerWithPosts([draft, planned, published, six, ...more]);
    await openPage(`/schedule?post=${post._id}`, { as: user });
    await expect.element(details).toBeVisible();
  };
  const details = page.getByRole('dialog', { name: 'Detalhes do post' });
  const again = page.getByRole('button', { name: /^Tentar (de novo|novamente)$/ });

  await open(six);
  await expectTextsIn(details, '+N');
  await userEvent.keyboard('{Escape}');
  await expectTextsIn(page.getByRole('grid'), '+N');
  await expectTexts('Rascunhos');

  await open(draft);
  await expectTexts('Sem data definida');
  await details.getByRole('button', { name: 'Agendar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Agendar rascunho' });
  const send = dialog.getByRole('button', { name: 'Agendar', exact: true });
  await send.click();
  await expectTexts('Data e hora são obrigatórias');
  await dialog.getByRole('button', { name: 'Amanhã 19:00', exact: true }).click();
  answerBadGateway(scheduleDraft);
  await send.click();
  await expectTexts('Não foi possível agendar o rascunho.');
  server.answer(scheduleDraft, {
    post: { ...draft, status: 'scheduled' },
    warning: null,
    textWarnings: [],
  });
  await again.click();
  await expectTexts('Rascunho Agendado!');

  await open(planned);
  await details.getByRole('button', { name: 'Editar post' }).click();
  await details.getByRole('textbox', { name: 'Legenda' }).fill('Mudado');
  answerBadGateway(updatePost);
  await details.getByRole('button', { name: 'Salvar' }).click();
  await expectTexts('Erro ao Atualizar', 'Não foi possível atualizar o post. Tente novamente.');
  server.answer(updatePost, {
    post: { ...planned, caption: 'Mudado' },
    warning: null,
    textWarnings: [],
  });
  await again.click();
  await expectTexts('Post Atualizado!');

  await open(published);
  await details.getByRole('button', { name: 'Editar post' }).click();
  await expectTexts('Post publicado', 'Este post já foi publicado e não pode mais ser editado.');

  await open(planned);
  await details.getByRole('button', { name: 'Excluir' }).click();
  await expectTexts(
    'Tem certeza que deseja excluir este post agendado? Esta ação não pode ser desfeita.',
  );
  answerBadGateway(deletePost);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectTexts('Erro ao Excluir', 'Não foi possível excluir o post. Tente novamente.');
  server.answer(deletePost, null);
  await again.click();
  await expectTexts('Post Excluído');
  expect(missingTexts()).toEqual([]);
});
