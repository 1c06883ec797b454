import { login } from '@pontual/contract/identity/auth.ts';
import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
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
  heading,
  readTime,
  openAsVisitor,
  openComposer,
  sendButton,
  tiles,
} from '../../../testing/composer.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { openPage, reloadPage } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';

const restoredNotice = page.getByText('Você continua de onde parou.');
const user = aConnectedUser();

async function createCarousel(): Promise<void> {
  await chooseFiles([await aPhoto('um.jpg'), await aPhoto('dois.jpg')]);
  await continueToDetails(null);
  await caption.fill('Duas canecas');
  await chooseTomorrow();
}

async function expectCarousel(): Promise<void> {
  await expect.element(heading('Detalhes do carrossel')).toBeVisible();
  await expect.element(form.getByText('2 arquivos')).toBeVisible();
  await expect.element(caption).toHaveValue('Duas canecas');
  await expect.poll(readTime).toBe('19:00');
}

async function expectEmptyPage(): Promise<void> {
  await expect.element(heading('Envie seus arquivos')).toBeVisible();
  await expect.element(tiles).not.toBeInTheDocument();
  await expect.element(restoredNotice).not.toBeInTheDocument();
}

async function logIn(as = user): Promise<void> {
  answerUserDefaults(as);
  server.answer(login, { user: as, token: 'token-of-a-test' });
  await page.getByLabelText('E-mail').fill(as.email);
  await page.getByLabelText('Senha', { exact: true }).fill('Senha1');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

const asksBeforeUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a visitor', () => {
  beforeEach(async () => {
    await openAsVisitor();
    await createCarousel();
    await sendButton.click();
  });

  test('must log in before anything is sent, and returns to the post', async () => {
    const question = page.getByRole('dialog', { name: 'Entre para agendar' });
    await expect.element(question).toMatchTextContent('fica guardado neste navegador');
    await question.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await logIn();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expectCarousel();
    answerPosts();
    await sendButton.click();
    await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
    expect(server.calls(schedulePost)).toHaveLength(1);
  });

  test('can go to registration, and the post is restored after the first login', async () => {
    await page.getByRole('button', { name: 'Criar conta grátis' }).click();
    await expect.poll(() => location.pathname).toBe('/register');
    await page.getByRole('link', { name: 'Entrar', exact: true }).last().click();
    await expect.poll(() => location.pathname).toBe('/login');
    await logIn();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expectCarousel();
  });
});

test('a reloaded page restores its carousel until the user starts over', async () => {
  await openComposer();
  await createCarousel();
  await reloadPage();
  await expect.element(restoredNotice).toBeVisible();
  await expectCarousel();

  await form.getByRole('button', { name: 'Começar de novo' }).click();
  await page
    .getByRole('alertdialog', { name: 'Começar de novo?' })
    .getByRole('button', { name: 'Começar de novo' })
    .click();
  await expect.element(heading('Envie seus arquivos')).toHaveFocus();
  await expectEmptyPage();
  await reloadPage();
  await expectEmptyPage();
});

test('a reloaded page opens the dialog again with the video and its cover', async () => {
  answerComposer();
  await openPage('/schedule', { as: user });
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar post' });
  await chooseFiles(await aVideo('torno.mp4'), dialog);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: /^Reels/ }).click();
  await dialog.getByLabelText('Legenda').fill('O torno');
  const cover = dialog.getByRole('slider', { name: 'Capa' });
  await expect.element(cover).toBeInTheDocument();
  (cover.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(cover).toHaveValue('200');

  await reloadPage();
  await expect.element(dialog.getByText('Você continua de onde parou.')).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Detalhes do Reels' })).toBeVisible();
  await expect.element(dialog.getByText('torno.mp4').first()).toBeVisible();
  await expect.element(dialog.getByLabelText('Legenda')).toHaveValue('O torno');
  await expect.element(cover).toHaveValue('200');
});

test('a discarded post is deleted', async () => {
  await openComposer();
  await createCarousel();
  await page.getByRole('button', { name: 'Calendário' }).click();
  await page
    .getByRole('alertdialog', { name: 'Descartar este post?' })
    .getByRole('button', { name: 'Descartar' })
    .click();
  await expect.poll(() => location.pathname).toBe('/schedule');
  await expect.element(page.getByRole('dialog', { name: 'Criar post' })).not.toBeInTheDocument();
  await openComposer({ as: user });
  await expectEmptyPage();
});

async function loseSession(): Promise<void> {
  await openComposer({ as: user });
  await createCarousel();
  server.refuse(schedulePost, 'UNAUTHENTICATED');
  await sendButton.click();
  await expect.poll(() => location.pathname).toBe('/login');
}

describe('a session that ends while the user composes a post', () => {
  beforeEach(loseSession);

  test('restores everything after the login', async () => {
    await logIn();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expect.element(restoredNotice).toBeVisible();
    await expectCarousel();
  });

  test('preserves the draft for its user while a visitor uses the page', async () => {
    history.replaceState(null, '', '/create-post');
    await reloadPage();
    await expectEmptyPage();
    history.replaceState(null, '', '/login');
    await reloadPage();
    await logIn();
    await expect.poll(() => location.pathname).toBe('/dashboard');
    history.replaceState(null, '', '/create-post');
    await reloadPage();
    await expectCarousel();
  });

  test('does not show the draft to another user who logs in', async () => {
    await logIn(aConnectedUser({ _id: 'user-2', email: 'bia@example.com' }));
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expectEmptyPage();
  });
});

describe('another tab', () => {
  /** Holds the draft lock of an owner, like a tab that has the draft open. */
  function holdPlace(owner: string): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = navigator.locks.request(`pontual.composer.${owner}`, () => promise);
    onTestFinished(() => resolve());
    return async () => {
      resolve();
      await held;
    };
  }

  test('with the draft open keeps the lock: this tab starts empty and warns before it is closed', async () => {
    await openComposer({ as: user });
    await createCarousel();
    // Queued while this page holds the lock, and granted as soon as the page reloads.
    const release = holdPlace('user-1');
    await reloadPage();
    await expectEmptyPage();
    expect(asksBeforeUnload()).toBe(false);
    await chooseFiles(await aPhoto('segunda.jpg'));
    await expect.element(tiles).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
    await release();
    await reloadPage();
    await expect.element(restoredNotice).toBeVisible();
    await expectCarousel();
  });

  test('with the draft open over the calendar prevents the dialog from opening here', async () => {
    answerComposer();
    await openPage('/schedule', { as: user });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar post' });
    await chooseFiles(await aPhoto('foto.jpg'), dialog);
    await expect.element(dialog.getByText('foto.jpg').first()).toBeVisible();
    const release = holdPlace('user-1');
    await reloadPage();
    await expect.element(page.getByRole('grid').first()).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await release();
  });

  test('of a visitor holds the only draft: this tab shows that it stores nothing', async () => {
    const release = holdPlace('visitor');
    const notice = page.getByText(/Outra aba já guarda um post seu/);
    await openAsVisitor();
    await expect.element(notice).toBeVisible();
    await draftButton.click();
    const question = page.getByRole('dialog', { name: 'Entre para salvar o rascunho' });
    await expect
      .element(question)
      .toMatchTextContent('Outra aba já guarda um post deste navegador');
    await question.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect.element(page.getByRole('form', { name: 'Entrar' })).toBeVisible();
    history.back();
    await expect.element(notice).toBeVisible();
    await chooseFiles(await aPhoto('segunda.jpg'));
    await continueToDetails();
    await caption.fill('Da segunda aba');
    history.forward();
    await page
      .getByRole('alertdialog', { name: 'Descartar este post?' })
      .getByRole('button', { name: 'Continuar editando' })
      .click();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expect.element(caption).toHaveValue('Da segunda aba');
    await release();
  });
});

describe('a browser', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const missing = page.getByText(
    /^O texto está aqui, mas não foi possível recuperar um arquivo. Escolha-o de novo\./,
  );

  afterEach(() => vi.restoreAllMocks());

  test('that cannot read its files shows which file is missing and deletes none of them', async () => {
    await openComposer();
    await chooseFiles(await aPhoto('caneca.jpg'));
    await continueToDetails();
    await caption.fill('Caneca azul');
    const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(refuse);
    await reloadPage();
    await expect.element(missing).toBeVisible();
    broken.mockRestore();
    await reloadPage();
    await expect.element(restoredNotice).toBeVisible();
    await expect.element(form.getByText('caneca.jpg').first()).toBeVisible();
  });

  test('that stores only the text shows which file is missing and restores the text', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
    await openComposer();
    await chooseFiles(await aPhoto('foto.jpg'));
    await continueToDetails();
    await caption.fill('Foto sem lugar');
    await reloadPage();
    await expect.element(missing).toBeVisible();
    await chooseFiles(await aPhoto('foto.jpg'));
    await continueToDetails();
    await expect.element(caption).toHaveValue('Foto sem lugar');
  });

  test('that stores nothing still saves a draft on the server', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
    vi.spyOn(LockManager.prototype, 'request').mockImplementation(async () => refuse());
    await openComposer();
    answerPosts();
    await expect
      .element(page.getByText(/^Este navegador não guarda o que você faz aqui/))
      .toBeVisible();
    await chooseFiles(await aPhoto('foto.jpg'));
    await continueToDetails();
    await draftButton.click();
    await expect.element(page.getByRole('heading', { name: 'Sucesso!' })).toBeVisible();
    expect(server.calls(saveDraft)).toHaveLength(1);
  });

  test('with a draft of another version starts empty and stores drafts again', async () => {
    localStorage.setItem('pontual.composer.visitor', JSON.stringify({ version: 2, form: null }));
    await openAsVisitor();
    await chooseFiles(await aPhoto('caneca.jpg'));
    await continueToDetails();
    await caption.fill('Caneca azul');
    await reloadPage();
    await expect.element(restoredNotice).toBeVisible();
    await expect.element(caption).toHaveValue('Caneca azul');
  });
});
