import { truncate, writeFile } from 'node:fs/promises';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { connectInstagram, draft, schedule } from '../api.ts';
import {
  chooseAndContinue,
  chooseFile,
  chooseTime,
  composerOf,
  detailsOf,
  fillForm,
  formOf,
  goOn,
  openComposer,
  openDetails,
  publishNow,
  sendButton,
  wholeMinuteAfter,
} from '../composer.ts';
import { logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { aPicture } from '../pictures.ts';
import { walkPast } from '../quoted-texts.ts';

const FAST = 10 * 1024 * 1024;
const HOUR = 3_600_000;
const MEGABYTE = 1024 * 1024;

test('the words of the composer', async ({
  page,
  stack,
  connectedUser,
  newUser,
  pictureFile,
  videoFile,
}, testInfo) => {
  const { see, seeIn, expectAllSeen } = walkPast(page, 'composer');
  const large = testInfo.outputPath('enorme.jpg');
  await writeFile(large, Buffer.concat([await aPicture(), Buffer.alloc(8 * MEGABYTE)]));
  const long = testInfo.outputPath('fornada.mp4');
  await writeFile(long, '');
  await truncate(long, 412 * MEGABYTE);

  await page.goto('/schedule');
  await see(
    'Calendário & Timeline',
    '{n} posts por mês',
    'Fazer Upgrade',
    'Agende seu próximo post',
  );
  const composer = await openComposer(page);
  await composer.getByRole('button', { name: 'Continuar' }).click();
  await see('Selecione pelo menos um arquivo');
  await chooseFile(page, large);
  await see('Arquivo deve ter no máximo 8MB');
  await chooseFile(page, long);
  await see('Arquivo deve ter no máximo 300MB');

  const video = await videoFile('torno.mp4');
  // For three seconds.
  await Promise.all([see('Tipo detectado automaticamente'), chooseFile(page, video)]);
  await composer.getByRole('button', { name: 'Continuar' }).click();
  await see('Post de Vídeo', 'Reels', 'Stories');
  const types = composer.getByRole('list', { name: 'Tipos de conteúdo' });
  await types.getByRole('button', { name: /^Reels/ }).click();
  await see('REELS', 'AGORA');
  await composer.getByRole('textbox', { name: 'Colaboradores' }).focus();
  await page.keyboard.type('lia feira,bia');
  await page.keyboard.press('Enter');
  await page.keyboard.type('d');
  await see('Máximo 3 colaboradores');
  const caption = composer.getByLabel('Legenda');
  await caption.fill(`${connectedUser.user.instagramUsername} `.repeat(200));
  await see('Limite excedido!');
  await sendButton(page).click();
  await see('Legenda deve ter no máximo 2200 caracteres');
  await caption.fill('Caneca dupla');
  await sendButton(page).click();
  await see('Selecione data e hora');
  await chooseTime(page, wholeMinuteAfter(HOUR));
  await see('Agendado para <date> às <time>');

  // What is being written waits for its writer: others begin anew.
  await logIn(page, stack, await newUser());
  await openComposer(page);
  await chooseAndContinue(page, await pictureFile('fachada.jpg'), 'Stories');
  await see('STORY');
  await logIn(page, stack, await newUser());
  await openComposer(page);
  const two = [await pictureFile('um.jpg'), await pictureFile('dois.jpg')];
  const told = composerOf(page).getByRole('status');
  await Promise.all([seeIn(told, 'Carrossel'), chooseFile(page, two)]);
  await goOn(page, null);
  await see('CARROSSEL');
  expectAllSeen();
});

test('the words of what is sent, and of what is refused', async ({
  page,
  stack,
  user,
  newUser,
  caption,
  pictureFile,
  tolerate,
}) => {
  tolerate(/(403|502) .*\/api\/|net::ERR_/);
  const { see, expectAllSeen } = walkPast(page, 'sending');
  const photo = await pictureFile('canecas.jpg');
  const wire = await wireTo(stack.url, FAST);
  const backToForm = page.getByRole('button', { name: 'Voltar ao Formulário' });
  await logIn(page, wire, user);
  await page.goto(`${wire.url}/schedule`);
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  await chooseFile(page, photo);
  await composerOf(page).getByRole('button', { name: 'Continuar' }).click();
  await see('Post de Imagem');
  const types = composerOf(page).getByRole('list', { name: 'Tipos de conteúdo' });
  await types.getByRole('button', { name: /^Post de Imagem/ }).click();
  await fillForm(page, { caption });
  wire.refuse('POST /api/schedule');
  await sendButton(page).click();
  await see('Erro ao Agendar');
  await see('Não foi possível agendar o post. Verifique os dados e tente novamente.');
  await backToForm.click();
  await composerOf(page).getByRole('button', { name: 'Salvar rascunho' }).click();
  await see('Não foi possível salvar o rascunho. Tente novamente.');
  await backToForm.click();
  wire.mend();
  await sendButton(page).click();
  await see('Quase lá!', 'Conectar Instagram & Agendar', 'Voltar ao Formulário');
  await see('Continuar Explorando (Demo)');
  await page.getByRole('button', { name: 'Continuar Explorando (Demo)' }).click();
  await see('Post Agendado!', 'Conta do Instagram não conectada');

  await page.goto(`${wire.url}/create-post`);
  await fillForm(page, { files: photo, caption: `${caption} na página` });
  wire.refuse('POST /api/schedule');
  await sendButton(page).click();
  await see('Erro ao agendar post. Tente novamente.');
  await backToForm.click();
  wire.mend();
  await formOf(page).getByRole('button', { name: 'Salvar rascunho' }).click();
  await see('Sucesso!');

  await page.goto(`${wire.url}/schedule`);
  const scheduledTime = wholeMinuteAfter(HOUR);
  const full = await newUser();
  await connectInstagram(stack.url, full.token);
  const small = await aPicture({ width: 400, height: 500 });
  for (let index = 0; index < limitsByPlan.free.maxPosts; index += 1) {
    await schedule(stack.url, full.token, { caption, picture: small, scheduledTime });
  }
  await logIn(page, stack, full);
  await openComposer(page);
  await fillForm(page, { files: photo, caption, when: scheduledTime });
  await sendButton(page).click();
  await see('Limite Atingido');
  wire.close();
  expectAllSeen();
});

test('the words of the posts', async ({ page, stack, connectedUser, caption, tolerate }) => {
  tolerate(/502 .*\/api\/|net::ERR_/);
  const { token } = connectedUser;
  const picture = await aPicture();
  await draft(stack.url, token, { caption: `${caption} rascunho`, picture });
  const scheduledTime = wholeMinuteAfter(HOUR);
  await schedule(stack.url, token, { caption: `${caption} agendado`, picture, scheduledTime });
  const small = await aPicture({ width: 400, height: 500 });
  const six = Array.from({ length: 6 }, () => small);
  await schedule(stack.url, token, { caption: `${caption} seis`, pictures: six, scheduledTime });
  await schedule(stack.url, token, { caption: `${caption} outro`, picture: small, scheduledTime });
  const { see, seeIn, expectAllSeen } = walkPast(page, 'posts');
  const wire = await wireTo(stack.url, FAST);
  await logIn(page, wire, connectedUser);
  await page.goto(`${wire.url}/schedule`);

  await test.step('more than there is room for', async () => {
    await seeIn(page.getByRole('grid'), '+N');
    await seeIn(await openDetails(page, `${caption} seis`), '+N');
    await page.keyboard.press('Escape');
  });

  await test.step('a draft', async () => {
    await see('Rascunhos');
    await openDetails(page, `${caption} rascunho`);
    await see('Sem data definida');
    await detailsOf(page).getByRole('button', { name: 'Agendar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agendar rascunho' });
    const send = dialog.getByRole('button', { name: 'Agendar', exact: true });
    await send.click();
    await see('Data e hora são obrigatórias');
    await chooseTime(page, wholeMinuteAfter(2 * HOUR));
    wire.refuse('PUT /api/schedule/draft');
    await send.click();
    await see('Não foi possível agendar o rascunho.');
    wire.mend();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await see('Rascunho Agendado!');
  });

  await page.goto(`${wire.url}/schedule`);
  const details = await openDetails(page, `${caption} agendado`);
  await test.step('a change', async () => {
    await details.getByRole('button', { name: 'Editar post' }).click();
    await details.getByLabel('Legenda').fill(`${caption} mudado`);
    wire.refuse('PUT /api/scheduled/');
    await details.getByRole('button', { name: 'Salvar' }).click();
    await see('Erro ao Atualizar', 'Não foi possível atualizar o post. Tente novamente.');
    wire.mend();
    // For a second and a half.
    const again = page.getByRole('button', { name: 'Tentar novamente' });
    await Promise.all([see('Post Atualizado!'), again.click()]);
  });

  await page.goto(`${wire.url}/schedule`);
  await test.step('what has gone out', async () => {
    await openDetails(page, `${caption} mudado`);
    await publishNow(page);
    await details.getByText('Publicado em').waitFor({ timeout: 60_000 });
    await details.getByRole('button', { name: 'Editar post' }).click();
    await see('Post publicado', 'Este post já foi publicado e não pode mais ser editado.');
  });

  await page.goto(`${wire.url}/schedule`);
  await test.step('what is deleted', async () => {
    await openDetails(page, `${caption} rascunho`);
    await details.getByRole('button', { name: 'Excluir' }).click();
    await see(
      'Tem certeza que deseja excluir este post agendado? Esta ação não pode ser desfeita.',
    );
    wire.refuse('DELETE /api/scheduled/');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await see('Erro ao Excluir', 'Não foi possível excluir o post. Tente novamente.');
    wire.mend();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await see('Post Excluído');
  });
  wire.close();
  expectAllSeen();
});
