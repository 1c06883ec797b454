import type { Locator, Page } from '@playwright/test';
import { listPosts, type Post } from '@pontual/contract/posts.ts';
import { connectInstagram, schedule } from '../api.ts';
import { detailsOf, openDetails, timelineEntry } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const MINUTE = 60_000;
const soon = () => new Date(Date.now() + 2 * MINUTE);

async function choose(page: Page, dialog: Locator, path: string): Promise<void> {
  const button = dialog
    .getByRole('button', { name: /^(Escolher arquivo|Trocar)$/ })
    .filter({ hasText: /./ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(path);
}

test('a post whose file Instagram refused takes another one and is published', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const refused = `${caption} #falha_create_36003_2207009`;
  const wish = { caption: refused, scheduledTime: soon(), picture: await aPicture() };
  await schedule(stack.url, connectedUser.token, wish);
  await page.goto('/schedule');
  const entry = timelineEntry(page, caption);
  await entry.getByRole('button', { name: 'Trocar arquivo' }).click({ timeout: 30_000 });
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  await expect(dialog).toHaveAccessibleDescription(/só aceita imagens entre 4:5 e 1,91:1/);

  await test.step('it says what is missing and what does not fit', async () => {
    const complaint = dialog.getByRole('alert').filter({ hasText: /./ });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(complaint).toContainText('Selecione pelo menos um arquivo');
    await choose(page, dialog, await pictureFile('larga.jpg', { width: 1600, height: 600 }));
    await expect(complaint).toContainText('O Instagram só aceita imagens');
    await choose(page, dialog, await pictureFile('boa.jpg'));
    await expect(complaint).toBeHidden();
    await expect(dialog.getByText('boa.jpg')).toBeVisible();
  });

  await test.step('what was chosen outlives a look elsewhere', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await entry.getByRole('button', { name: 'Trocar arquivo' }).click();
    await expect(dialog.getByText('boa.jpg')).toBeVisible();
  });

  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await expect(changed.getByRole('button', { name: 'Fechar' })).toBeFocused();
  await changed.getByRole('button', { name: 'Publicar agora' }).click();
  await expect(changed).toBeHidden();
  await expect(entry.getByRole('button', { name: caption })).toBeFocused();
  await expect(entry.getByText('Publicado', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await sandbox.published(refused)).toHaveLength(1);
});

test('a post whose caption Instagram refused is written anew from its details', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const refused = `${caption} #falha_create_36004_2207010`;
  const wish = { caption: refused, scheduledTime: soon(), picture: await aPicture() };
  await schedule(stack.url, connectedUser.token, wish);
  await page.goto('/schedule');
  await expect(timelineEntry(page, caption).getByText('Falhou')).toBeVisible({ timeout: 30_000 });
  const details = await openDetails(page, caption);
  await details.getByRole('button', { name: 'Editar legenda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  const text = dialog.getByLabel('Legenda', { exact: true });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(text).toHaveAccessibleDescription(/ainda é a mesma/);
  await text.fill(caption);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await changed.getByRole('button', { name: 'Publicar agora' }).click();
  await expect(changed).toBeHidden();
  await expect(details.getByText('Status: Publicado')).toHaveText(/^Status: Publicado/, {
    timeout: 60_000,
  });
  expect(await sandbox.published(caption)).toHaveLength(1);
});

/** An hour of doubt does not fit into a test: the browser hears that there was one. */
async function tellOfDoubt(page: Page): Promise<void> {
  const isList = (url: URL) => url.pathname === `/api${listPosts.path}`;
  await page.route(isList, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { posts: Post[] } };
    for (const post of body.data.posts) {
      if (post.status !== 'failed') continue;
      post.status = 'error';
      post.errorMessage =
        'Não conseguimos confirmar se este post foi publicado. Veja no Instagram se ele está lá antes de tentar de novo.';
      post.errorAction = 'try_again';
    }
    await route.fulfill({ response, json: body });
  });
}

test('a post that may be on Instagram already is published again only after a question', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const refused = `${caption} #falha_create_36003_2207009`;
  const wish = { caption: refused, scheduledTime: soon(), picture: await aPicture() };
  await schedule(stack.url, connectedUser.token, wish);
  await tellOfDoubt(page);
  await page.goto('/schedule');
  const entry = timelineEntry(page, caption);
  const again = entry.getByRole('button', { name: 'Tentar de novo' });
  await again.click({ timeout: 30_000 });
  const question = page.getByRole('alertdialog', { name: 'Publicar mesmo assim?' });
  await expect(question).toHaveAccessibleDescription(/vai sair duplicado/);
  await expect(question.getByRole('link', { name: /Ver @atelie.barro/ })).toHaveAttribute(
    'href',
    'https://www.instagram.com/atelie.barro/',
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(again).toBeFocused();
  expect(await sandbox.published(refused)).toEqual([]);

  await again.click();
  await question.getByRole('button', { name: 'Publicar mesmo assim' }).click();
  await expect(question).toBeHidden();
  await expect(entry.getByText('Publicado', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await sandbox.published(refused)).toHaveLength(1);
});

test('a link from a mail opens its post although the log in happened in another tab', async ({
  page,
  stack,
  newUser,
  caption,
}) => {
  const { token, user } = await newUser();
  await connectInstagram(stack.url, token);
  const wish = { caption, scheduledTime: soon(), picture: await aPicture() };
  const post = await schedule(stack.url, token, wish);
  await page.goto(`/schedule?post=${post._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/login');
  await other.evaluate(
    ([token, user]) => {
      localStorage.setItem('pontual.user', user ?? '');
      localStorage.setItem('pontual.token', token ?? '');
    },
    [token, JSON.stringify(user)],
  );
  await expect(detailsOf(page).getByText(caption.replace('#barro', ''))).toBeVisible();
  await expect(page).toHaveURL(`/schedule?post=${post._id}`);
});
