import { me } from '@pontual/contract/identity/auth.ts';
import { call } from '../support/api.ts';
import { fillForm, getForm, getSendButton } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  createGoogleUser,
  continueWithGoogle,
  getGoogleLink,
  getUserButton,
} from '../support/google.ts';
import { tabTo } from '../support/input-methods.ts';

test.use({ serviceWorkers: 'allow' });

test('a user registers with Google, leaves no token behind, and returns to the same user account', async ({
  page,
  sandbox,
  stack,
}) => {
  const person = await createGoogleUser(sandbox);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers()['referer']}`));
  await page.goto('/register');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible();
  const token = /callback\?token=([\w-]+)/.exec(seen.join('\n'))?.[1] ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(seen.filter((one) => one.includes(token))).toHaveLength(1);
  await expect(call(stack.url, me, { token })).rejects.toThrow('UNAUTHENTICATED');
  const idOf = () => page.evaluate<string>(`JSON.parse(localStorage.getItem('pontual.user'))._id`);
  const id = await idOf();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/dashboard');
  expect(await idOf()).toBe(id);
});

test('a visitor who registers with Google finds the unfinished post', async ({
  page,
  sandbox,
  caption,
  pictureFile,
}) => {
  const person = await createGoogleUser(sandbox);
  await page.goto('/create-post');
  await fillForm(page, { files: [await pictureFile('caneca.jpg')], caption });
  await getSendButton(page).click();
  const question = page.getByRole('dialog', { name: 'Entre para agendar' });
  await question.getByRole('button', { name: 'Criar conta grátis' }).click();
  await expect(page).toHaveURL('/register');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/create-post');
  await expect(getForm(page).getByLabel('Legenda')).toHaveValue(caption);
  await expect(getForm(page).getByText('Você continua de onde parou.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a visitor who cancels at Google sees a message and then signs in by keyboard', async ({
    page,
    sandbox,
  }) => {
    const person = await createGoogleUser(sandbox);
    await page.goto('/schedule');
    await page.getByRole('main').getByRole('link', { name: 'Entrar' }).first().click();
    await getGoogleLink(page).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByText('Você cancelou a entrada com Google.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await tabTo(getGoogleLink(page));
    await page.keyboard.press('Enter');
    await tabTo(getUserButton(page, person));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/schedule');
  });
});
