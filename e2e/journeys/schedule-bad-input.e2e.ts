import { fetchPosts } from '../support/api.ts';
import { fillForm, openComposer, getSendButton } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { emulateNetwork } from '../support/network.ts';

test.describe('without a connected account', () => {
  test.beforeEach(async ({ page, user, caption, pictureFile, tolerate }) => {
    tolerate(/403 .*\/api\/schedule/);
    expect(user.user.instagramAccountId).toBeNull();
    await openComposer(page);
    await expect(page.getByText('Conta do Instagram não conectada')).toBeVisible();
    await fillForm(page, { files: await pictureFile('demo.jpg'), caption });
    await getSendButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Quase lá!' })).toBeVisible();
  });

  test('the user connects an account and returns to the post', async ({
    page,
    stack,
    user,
    caption,
  }) => {
    await page.getByRole('button', { name: 'Conectar Instagram & Agendar' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await fetchPosts(stack.url, user.token)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Voltar ao post' })).toHaveAttribute(
      'href',
      '/create-post',
    );
    await page.getByRole('button', { name: 'Conectar Instagram', exact: true }).click();
    await page.getByRole('button', { name: 'atelie.barro' }).click();
    await expect(page.getByRole('link', { name: 'Criar meu primeiro post' })).toBeVisible();
    await page.getByRole('link', { name: 'Agendar o post' }).click();
    await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
    await expect(page.getByLabel('Legenda')).toHaveValue(caption);
    await getSendButton(page).click();
    await expect(page.getByText('Post Agendado!')).toBeVisible();
    const [post] = await fetchPosts(stack.url, user.token);
    expect(post).toMatchObject({ caption, status: 'scheduled', demo: false });
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Voltar ao|Agendar o) post$/ })).toBeHidden();
  });
});

test('a post whose server dies during the request leaves nothing, and can be sent again', async ({
  page,
  stack,
  connectedUser,
  caption,
  pictureFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  const composer = await openComposer(page);
  const photo = await pictureFile('grande.jpg', { width: 1440, height: 1440 });
  await fillForm(page, { files: photo, caption });
  await (await emulateNetwork(page)).slowDown(100_000);
  await getSendButton(page).click();
  await expect(composer.getByRole('progressbar')).toHaveAttribute('value', /[1-9]/);
  await stack.kill9();
  const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
  await expect(failed).toContainText('Sem conexão com o servidor.', { timeout: 60_000 });
  await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await expect(failed).toBeHidden();

  await stack.start();
  expect(await fetchPosts(stack.url, connectedUser.token)).toEqual([]);
  await getSendButton(page).click();
  await expect(composer.getByText('Post Agendado!')).toBeVisible({ timeout: 60_000 });
  const posts = await fetchPosts(stack.url, connectedUser.token);
  expect(posts.map((post) => post.caption)).toEqual([caption]);
});
