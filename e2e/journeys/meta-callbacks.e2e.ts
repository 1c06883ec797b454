import type { Page } from '@playwright/test';
import { schedule } from '../support/api.ts';
import { getTimelineEntry } from '../support/composer.ts';
import { expect, withOwnStack } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

/** A data deletion affects every workspace of this person, and waits for posts in flight there. */
const test = withOwnStack();

const MINUTE = 60_000;

async function pressOnFacebook(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/facebook/settings/apps`);
  const marina = page.getByRole('region', { name: 'Marina Couto' });
  await expect(marina.getByText('deu acesso ao aplicativo')).toBeVisible();
  await marina.getByRole('button', { name }).click();
}

test.describe.configure({ mode: 'default' });

test('a user who removes the app on Facebook is notified, and connects again', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: new Date(Date.now() + 20 * MINUTE),
    picture: await createPicture(),
  });
  await page.goto('/schedule');
  const entry = getTimelineEntry(page, caption);
  await expect(entry.getByText('pronto para publicar')).toBeVisible({ timeout: 90_000 });

  await pressOnFacebook(page, sandbox.url, 'Remover o aplicativo');
  await expect(page.getByRole('status')).toContainText('Marina Couto removeu o aplicativo');

  await page.goto('/schedule');
  await expect(entry.getByText(/foi removido no Facebook/)).toBeVisible({ timeout: 60_000 });
  const subjects = async () =>
    (await sandbox.findEmails(connectedUser.email)).map(({ subject }) => subject);
  await expect
    .poll(subjects, { timeout: 60_000 })
    .toEqual(['@atelie.barro precisa ser reconectada: 1 post em risco']);

  await entry.getByRole('button', { name: 'Conectar conta' }).click();
  await page.waitForURL(/dialog\/oauth/);
  await page.getByRole('button', { name: 'atelie.barro' }).click();
  await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
  await page.goto('/schedule');
  await expect(entry.getByText('pronto para publicar')).toBeVisible({ timeout: 90_000 });
});

test('a user who requests a data deletion on Facebook follows it through a link and keeps the posts', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: new Date(Date.now() + 3 * 60 * MINUTE),
    picture: await createPicture(),
  });
  await pressOnFacebook(page, sandbox.url, 'Pedir exclusão dos dados');
  const confirmation = page.getByRole('status');
  const code = (await confirmation.locator('code').textContent()) ?? '';
  await confirmation.getByRole('link', { name: 'Ver a situação do pedido' }).click();

  await expect(page).toHaveURL(`/exclusao-de-dados/${code}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Exclusão de dados' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Concluída.');
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText(/por 6 meses/)).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
  await page.goto('/schedule');
  await expect(getTimelineEntry(page, caption)).toBeVisible();
  await expect
    .poll(async () => (await sandbox.findEmails(connectedUser.email)).map(({ subject }) => subject))
    .toEqual(['Os dados do seu Instagram foram excluídos']);
});
