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

/** Makes a carousel of two photos, up to the button that sends it. */
async function createCarousel(): Promise<void> {
  await chooseFiles([await aPhoto('um.jpg'), await aPhoto('dois.jpg')]);
  await continueToDetails(null);
  await caption.fill('Duas canecas');
  await chooseTomorrow();
}

/** It is there, at its last step. */
async function expectCarousel(): Promise<void> {
  await expect.element(heading('Detalhes do carrossel')).toBeVisible();
  await expect.element(form.getByText('2 arquivos')).toBeVisible();
  await expect.element(caption).toHaveValue('Duas canecas');
  await expect.poll(readTime).toBe('19:00');
}

/** The page begins with nothing, and says nothing of anybody's work. */
async function expectEmptyPage(): Promise<void> {
  await expect.element(heading('Envie seus arquivos')).toBeVisible();
  await expect.element(tiles).not.toBeInTheDocument();
  await expect.element(restoredNotice).not.toBeInTheDocument();
}

/** Logs in by the form. */
async function logIn(as = user): Promise<void> {
  answerUserDefaults(as);
  server.answer(login, { user: as, token: 'token-of-a-test' });
  await page.getByLabelText('E-mail').fill(as.email);
  await page.getByLabelText('Senha', { exact: true }).fill('Senha1');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Whether the browser asks before the tab is closed or loaded again. */
const asksBeforeUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a visitor', () => {
  beforeEach(async () => {
    await openAsVisitor();
    await createCarousel();
    await sendButton.click();
  });

  test('is asked to log in before anything is sent, and comes back to the post', async () => {
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

  test('is led to registration, and the post waits for the first login', async () => {
    await page.getByRole('button', { name: 'Criar conta grátis' }).click();
    await expect.poll(() => location.pathname).toBe('/register');
    await page.getByRole('link', { name: 'Entrar', exact: true }).last().click();
    await expect.poll(() => location.pathname).toBe('/login');
    await logIn();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expectCarousel();
  });
});

test('a page that is loaded again goes on with its carousel, until it is begun anew', async () => {
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

test('a dialog that is loaded again is open again, with the video and its cover', async () => {
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

test('what is discarded is forgotten', async () => {
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

/** The server no longer knows the session when the post is sent. */
async function loseSession(): Promise<void> {
  await openComposer({ as: user });
  await createCarousel();
  server.refuse(schedulePost, 'UNAUTHENTICATED');
  await sendButton.click();
  await expect.poll(() => location.pathname).toBe('/login');
}

describe('a session that ends while a post is made', () => {
  beforeEach(loseSession);

  test('leads back to everything after the login', async () => {
    await logIn();
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expect.element(restoredNotice).toBeVisible();
    await expectCarousel();
  });

  test('keeps it for its user while a visitor looks around', async () => {
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

  test('shows nothing of it to somebody else who logs in', async () => {
    await logIn(aConnectedUser({ _id: 'user-2', email: 'bia@example.com' }));
    await expect.poll(() => location.pathname).toBe('/create-post');
    await expectEmptyPage();
  });
});

describe('another tab', () => {
  /** Holds the place of an owner, as the tab that is at their post does. */
  function holdPlace(owner: string): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = navigator.locks.request(`pontual.composer.${owner}`, () => promise);
    onTestFinished(() => resolve());
    return async () => {
      resolve();
      await held;
    };
  }

  test('that is at the post keeps it: this one begins empty, and asks before it is left', async () => {
    await openComposer({ as: user });
    await createCarousel();
    // Asked for while this page has it, and had as soon as it is left.
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

  test('that is at the post over the calendar keeps its dialog to itself', async () => {
    answerComposer();
    await openPage('/schedule', { as: user });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar post' });
    await chooseFiles(await aPhoto('foto.jpg'), dialog);
    await expect.element(dialog.getByText('foto.jpg').first()).toBeVisible();
    // Asked for while this page has it, and had as soon as it is left.
    const release = holdPlace('user-1');
    await reloadPage();
    await expect.element(page.getByRole('grid').first()).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await release();
  });

  test("of a visitor's keeps one post: this one says that it keeps nothing", async () => {
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

  test('that does not open its storage says what is missing, and forgets none of it', async () => {
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

  test('that keeps words alone says which file is missing, and the words are there', async () => {
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

  test('that keeps nothing makes a draft all the same', async () => {
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

  test('that kept another shape begins anew, and keeps again', async () => {
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
