import {
  disconnectInstagram,
  listInstagramAccounts,
} from '@pontual/contract/instagram/instagram.ts';
import { listIssues } from '@pontual/contract/posts/issues.ts';
import { getPause, listHeldPosts } from '@pontual/contract/planning/pause.ts';
import { forcePublish, schedulePost, updatePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerTwoAccounts,
  anOwnerOfTwo,
  secondAccount,
  SECOND_ID,
} from '../../../testing/instagram-accounts.ts';
import { chooseOption } from '../../../testing/choose-option.ts';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import { answerChecks, chooseFiles, row } from '../../../testing/bulk.ts';
import {
  cell,
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  openDetails,
  freezeClock,
  readFormText,
} from '../../../testing/calendar.ts';
import {
  answerComposer,
  chooseTime,
  composerDialog,
  pickPicture,
} from '../../../testing/composer-dialog.ts';
import {
  ACCOUNT_ID,
  aConnectedUser,
  aFailureIssue,
  anInstagramAccount,
  aPost,
} from '../../../testing/examples.ts';
import { aPictureFile } from '../../../testing/files.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { answerQueue, dailySlots } from '../../../testing/queue.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const filter = page.getByRole('combobox', { name: 'Conta', exact: true });
const choice = page.getByRole('combobox', { name: 'Conta do Instagram' });
const main = page.getByRole('main');
const confirmDialog = page.getByRole('alertdialog');
const firstPost = aPost({ caption: 'Do ateliê', scheduledTime: brasiliaTimeAt(1, 12) });
const secondPost = aPost({
  caption: 'Do café',
  scheduledTime: brasiliaTimeAt(1, 15),
  instagramAccountId: SECOND_ID,
});

beforeEach(() => {
  freezeClock();
  answerWithPosts([firstPost, secondPost]);
});

test('a user with one account sees no multi-account controls', async () => {
  const router = await openPage('/dashboard', { as: aConnectedUser() });
  await expect.element(main.getByText('@atelie.barro')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Conectar outra conta' }))
    .not.toBeInTheDocument();
  await router.navigate('/schedule');
  await expect.element(timelineEntry('Do ateliê')).toBeVisible();
  await expect.element(filter).not.toBeInTheDocument();
  await router.navigate('/create-post');
  await pickPicture('vaso.jpg');
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /@/ })).not.toBeInTheDocument();
});

describe('with two accounts, each view names the account of its post:', () => {
  beforeEach(() => answerTwoAccounts());

  test('the calendar, the timeline and the list of a day', async () => {
    await openPage('/schedule', { as: anOwnerOfTwo() });
    const day = cell(
      /^10 de junho, 2 posts: 12:00 Imagem agendado em @atelie\.barro, 15:00 Imagem agendado em @cafe\.serra/,
    );
    await expect.element(day).toBeVisible();
    await expect.element(timelineEntry('Do ateliê')).toMatchTextContent('@atelie.barro');
    await expect.element(timelineEntry('Do café')).toMatchTextContent('@cafe.serra');
    await day.click();
    const list = page.getByRole('dialog').getByRole('listitem');
    await expect.element(list.filter({ hasText: 'Do ateliê' })).toMatchTextContent('@atelie.barro');
    await expect.element(list.filter({ hasText: 'Do café' })).toMatchTextContent('@cafe.serra');
    await expectAccessible();
  });

  test('the dialogs of a post', async () => {
    server.answer(forcePublish, { post: secondPost });
    await openPage('/schedule', { as: anOwnerOfTwo(), size: PHONE });
    await openDetails('Do café');
    await expect.element(detailsDialog).toMatchTextContent('@cafe.serra');
    await expectAccessible();
    await detailsDialog.getByRole('button', { name: 'Excluir' }).click();
    await expect.element(confirmDialog).toMatchTextContent('Excluir este post de @cafe.serra?');
    await confirmDialog.getByRole('button', { name: 'Cancelar' }).click();
    await detailsDialog.getByRole('button', { name: 'Publicar agora' }).click();
    await expect.element(confirmDialog).toMatchTextContent('Publicar agora em @cafe.serra?');
    await confirmDialog.getByRole('button', { name: 'Publicar em @cafe.serra' }).click();
    await expect.element(confirmDialog).not.toBeInTheDocument();
    answerComposer();
    await detailsDialog.getByRole('button', { name: 'Editar post' }).click();
    const radios = detailsDialog.getByRole('group', { name: 'Conta do Instagram' });
    await expect.element(radios.getByRole('radio', { name: '@cafe.serra' })).toBeChecked();
  });

  test('a post that was fixed', async () => {
    const failed = aPost({
      ...secondPost,
      status: 'failed',
      scheduledTime: brasiliaTimeAt(0, 9),
      errorMessage: 'Recusado.',
      errorAction: 'change_media',
    });
    answerWithPosts([failed]);
    answerComposer();
    server.answer(updatePost, { post: failed, warning: null, textWarnings: [] });
    await openPage('/schedule', { as: anOwnerOfTwo() });
    await timelineEntry('Do café').getByRole('button', { name: 'Trocar arquivo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
    await expect.element(dialog).toMatchTextContent('@cafe.serra');
    const picture = await aPictureFile('boa.jpg', { width: 1080, height: 1080 });
    await userEvent.upload(dialog.getByLabelText('Escolher arquivo'), picture);
    await expect.element(dialog.getByText('boa.jpg')).toBeVisible();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const mended = page.getByRole('dialog', { name: 'Post Atualizado!' });
    await expect
      .element(mended.getByRole('button', { name: 'Publicar em @cafe.serra' }))
      .toBeVisible();
  });

  test('the queue, and the posts missed during a pause', async () => {
    answerQueue(dailySlots(15), [secondPost]);
    const premium = { ...anOwnerOfTwo(), plan: 'premium' as const };
    const router = await openPage('/queue', { as: premium });
    await expect
      .element(page.getByRole('button', { name: 'Tirar da fila: Do café em @cafe.serra' }))
      .toBeVisible();
    server.answer(getPause, { pause: null, held: 1, underWay: 0 });
    server.answer(listHeldPosts, {
      posts: [{ post: secondPost, proposedTime: brasiliaTimeAt(2, 15) }],
      total: 1,
    });
    await router.navigate('/schedule');
    server.emitLiveEvent({ kind: 'posts' });
    await page.getByRole('button', { name: 'Escolher horários' }).click();
    const held = page.getByRole('dialog', { name: 'Posts que não saíram na pausa' });
    await expect.element(held.getByRole('listitem')).toMatchTextContent('@cafe.serra');
    await expect
      .element(held.getByRole('button', { name: 'Deixar como rascunho: Do café em @cafe.serra' }))
      .toBeVisible();
  });

  test('the dashboard, where one account is disconnected', async () => {
    server.answer(disconnectInstagram, null);
    await openPage('/dashboard', { as: anOwnerOfTwo() });
    // Once on the card of the next post, and once in the account list for each.
    await expect.element(main.getByText('@atelie.barro')).toHaveLength(2);
    await expect.element(main.getByText('@cafe.serra')).toHaveLength(1);
    await expectAccessible();
    await main.getByRole('button', { name: 'Desconectar @cafe.serra' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Desconectar @cafe.serra' });
    await confirm.getByRole('button', { name: 'Desconectar', exact: true }).click();
    await expect.element(confirm).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Instagram' })).toHaveFocus();
    expect(server.calls(disconnectInstagram)).toMatchObject([{ query: { account: SECOND_ID } }]);
  });
});

describe('the filter for one account', () => {
  beforeEach(() => answerTwoAccounts());

  test('applies to the whole page, and preselects the account of a new post and of the profile preview', async () => {
    const router = await openPage('/schedule', { as: anOwnerOfTwo() });
    await chooseOption(filter, '@cafe.serra');
    await expect.element(cell(/^10 de junho, 1 post: 15:00 .*@cafe\.serra/)).toBeVisible();
    await expect.element(timelineEntry('Do ateliê')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe(`?conta=${SECOND_ID}`);
    await expectAccessible();
    const begin = page.getByRole('button', { name: 'Agende seu próximo post' });
    await begin.click();
    await expect.element(choice).toMatchTextContent('@cafe.serra');
    // A different choice applies to that post only: the next post starts with the account of the page.
    await chooseOption(choice, '@atelie.barro');
    await userEvent.keyboard('{Escape}');
    await expect.element(composerDialog).not.toBeInTheDocument();
    await begin.click();
    await expect.element(choice).toMatchTextContent('@cafe.serra');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Prévia do perfil' }).click();
    const profile = page.getByRole('dialog', { name: 'Prévia do perfil' });
    await expect.element(profile.getByText('@cafe.serra').first()).toBeVisible();
    const tiles = profile.getByRole('list', { name: 'Posts do perfil' }).getByRole('listitem');
    await expect.element(tiles).toHaveLength(1);
  });

  test('comes from the URL, until the user shows all accounts', async () => {
    await openPage(`/schedule?conta=${SECOND_ID}`, { as: anOwnerOfTwo(), size: PHONE });
    await expect.element(filter).toMatchTextContent('@cafe.serra');
    await expect.element(timelineEntry('Do café')).toBeVisible();
    await expect.element(timelineEntry('Do ateliê')).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'Ver todas as contas' }).click();
    await expect.element(filter).toHaveFocus();
    await expect.element(timelineEntry('Do ateliê')).toBeVisible();
  });

  test('applies to the list of failed posts of an issue', async () => {
    const failed = {
      status: 'failed',
      scheduledTime: brasiliaTimeAt(0, 9),
      errorMessage: 'Não.',
    } as const;
    answerWithPosts([
      aPost({ caption: 'Um', instagramAccountId: SECOND_ID, ...failed }),
      aPost({ caption: 'Três', ...failed }),
    ]);
    const issue = aFailureIssue({
      account: { instagramAccountId: SECOND_ID, username: 'cafe.serra' },
      total: 2,
      action: 'review_posts',
    });
    server.answer(listIssues, { issues: [issue] });
    const router = await openPage('/dashboard', { as: anOwnerOfTwo() });
    await page.getByRole('button', { name: 'Ver os 2 posts' }).click();
    await expect.poll(() => router.state.location.search).toBe(`?status=failed&conta=${SECOND_ID}`);
    await expect.element(timelineEntry('Um')).toBeVisible();
    await expect.element(timelineEntry('Três')).not.toBeInTheDocument();
  });
});

describe('a new post of a user with two accounts', () => {
  test('goes to the chosen account, which the button names', async () => {
    answerTwoAccounts();
    answerComposer();
    server.answer(schedulePost, { post: secondPost, warning: null, textWarnings: [] });
    // No account was chosen in this workspace before.
    await openPage('/schedule', { as: { ...anOwnerOfTwo(), workspace: 'workspace-2' } });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    await expect.element(choice).toMatchTextContent('@atelie.barro');
    await chooseOption(choice, '@cafe.serra');
    await pickPicture('xicara.jpg');
    await composerDialog.getByLabelText('Legenda', { exact: true }).fill('Do café');
    await chooseTime(10, '1500');
    const send = composerDialog.getByRole('button', { name: /^Agendar/ });
    await expect.element(send).toHaveAccessibleName('Agendar em @cafe.serra, qua 10/06 às 15:00');
    await expectAccessible();
    await send.click();
    await expect.element(composerDialog).toMatchTextContent('15:00 em @cafe.serra');
    const [call] = server.calls(schedulePost);
    expect(call && readFormText(call.body, 'instagramAccountId')).toBe(SECOND_ID);
  });

  test('shows its account while it is in the offline queue', async () => {
    answerTwoAccounts();
    answerComposer();
    server.failConnection(schedulePost);
    await openPage('/create-post', { as: anOwnerOfTwo() });
    await chooseOption(choice, '@cafe.serra');
    await pickPicture('pao.jpg');
    await page.getByLabelText('Legenda', { exact: true }).fill('Sem linha');
    await chooseTime(10, '1500');
    await page.getByRole('button', { name: /^Agendar em/ }).click();
    await page.getByRole('button', { name: 'Enviar quando a internet voltar' }).click();
    const waiting = page.getByRole('region', { name: 'Aguardando internet' });
    await expect.element(waiting.getByRole('listitem')).toMatchTextContent('@cafe.serra');
  });

  test('requires another choice when its account is disconnected', async () => {
    const third = anInstagramAccount({
      instagramAccountId: '17841400000000003',
      username: 'sitio.pereira',
    });
    server.answer(listInstagramAccounts, {
      accounts: [anInstagramAccount(), secondAccount, third],
      limit: 3,
    });
    await openPage('/schedule', { as: aConnectedUser({ plan: 'pro', accounts: 3 }) });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    await chooseOption(choice, '@sitio.pereira');
    answerTwoAccounts();
    server.emitLiveEvent({ kind: 'posts' });
    await expect.element(choice).toMatchTextContent('Escolha a conta');
    await expect
      .element(choice)
      .toHaveAccessibleDescription(
        'A conta escolhida não está mais conectada. Conecte-a de novo ou escolha outra.',
      );
  });

  test('does not shift when its accounts load late', async () => {
    answerTwoAccounts();
    answerComposer();
    const release = server.hold(listInstagramAccounts);
    await openPage('/create-post', { as: anOwnerOfTwo() });
    const heading = page.getByRole('heading', { name: 'Envie seus arquivos' });
    await expect.element(heading).toBeVisible();
    const tops = new Set<number>();
    let frame = 0;
    const look = () => {
      tops.add(heading.element().getBoundingClientRect().top);
      frame = requestAnimationFrame(look);
    };
    look();
    await import('../../instagram/instagram-account-bar.tsx');
    await waitUntilSettled();
    release();
    await expect.element(choice).toBeVisible();
    cancelAnimationFrame(frame);
    expect([...tops]).toHaveLength(1);
  });

  test.each([
    ['/schedule', filter],
    ['/create-post', choice],
  ])('offers no account on %s while none has loaded', async (path, box) => {
    server.failConnection(listInstagramAccounts);
    await openPage(path, { as: anOwnerOfTwo() });
    const missing = page.getByRole('alert').filter({ hasText: 'As contas não carregaram.' });
    await expect.element(missing).toBeVisible();
    await expect.element(box).not.toBeInTheDocument();
    // Not earlier: a part of the page that loads late would ask again, and the button would be gone.
    addEventListener('pointerdown', answerTwoAccounts, { once: true, capture: true });
    await missing.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(box).toBeVisible();
    await expect.element(missing).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement === document.body).toBe(false);
  });
});

test('a due time in a batch that one account uses is free for the other', async () => {
  answerTwoAccounts();
  answerChecks();
  answerWithPosts([
    aPost({ scheduledTime: brasiliaTimeAt(0, 18), instagramAccountId: ACCOUNT_ID }),
  ]);
  await openPage('/bulk', { as: anOwnerOfTwo() });
  await chooseFiles(await aPictureFile('um.jpg'));
  await expect.element(row('Post 1')).toMatchTextContent('12:00');
  const accounts = page.getByRole('group', { name: 'Conta do Instagram' });
  await accounts.getByText('@cafe.serra').click();
  await expect.element(row('Post 1')).toMatchTextContent('18:00');
});
