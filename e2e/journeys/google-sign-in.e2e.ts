import { me } from '@pontual/contract/auth.ts';
import { call, connectInstagram } from '../api.ts';
import { fillForm, formOf, sendButton } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import {
  aGooglePerson,
  continueWithGoogle,
  googleLink,
  newGmail,
  personButton,
} from '../google.ts';
import { tabTo } from '../hands.ts';
import { fillLogin } from '../login-form.ts';

test.use({ serviceWorkers: 'allow' });

const FAILURE = 'Erro na autenticação com Google. Tente novamente.';

test('registers with Google, leaves, and comes back to the same account', async ({
  page,
  sandbox,
}) => {
  const person = await aGooglePerson(sandbox);
  await page.goto('/register');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible();
  const idOf = () => page.evaluate<string>(`JSON.parse(localStorage.getItem('pontual.user'))._id`);
  const id = await idOf();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/dashboard');
  expect(await idOf()).toBe(id);
});

test('leaves nothing of the return in the address bar, the history or a request', async ({
  page,
  sandbox,
  stack,
  tolerate,
}) => {
  // Back is Google's page, which has expired.
  tolerate(/400 .*\/google\/interaction\//);
  const person = await aGooglePerson(sandbox);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers()['referer']}`));
  await page.goto('/login');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/dashboard');
  const token = /callback\?token=([\w-]+)/.exec(seen.join('\n'))?.[1] ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  // Once in the address that the server sends the browser to, and in no other.
  expect(seen.filter((one) => one.includes(token))).toHaveLength(1);
  await expect(call(stack.url, me, { token })).rejects.toThrow('UNAUTHENTICATED');
  await page.goBack();
  expect(page.url()).not.toContain('token');
});

test('leads back to where the visitor wanted to go', async ({ page, sandbox }) => {
  const person = await aGooglePerson(sandbox);
  await page.goto('/connected?connected=true');
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL('/register');
  await expect(googleLink(page)).toHaveAttribute(
    'href',
    '/api/auth/google?to=%2Fconnected%3Fconnected%3Dtrue',
  );
  await continueWithGoogle(page, person);
  // Which sends on whoever has connected nothing.
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor finds the post that was being made', async ({
  page,
  sandbox,
  caption,
  pictureFile,
}) => {
  const person = await aGooglePerson(sandbox);
  await page.goto('/create-post');
  await fillForm(page, { files: [await pictureFile('caneca.jpg')], caption });
  await sendButton(page).click();
  const question = page.getByRole('dialog', { name: 'Entre para agendar' });
  await question.getByRole('button', { name: 'Criar conta grátis' }).click();
  await expect(page).toHaveURL('/register');
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/create-post');
  await expect(formOf(page).getByLabel('Legenda')).toHaveValue(caption);
  await expect(formOf(page).getByText('Você continua de onde parou.')).toBeVisible();
});

test('whoever cancels is told so, and keeps the way', async ({ page, sandbox }) => {
  const person = await aGooglePerson(sandbox);
  await page.goto('/schedule');
  await page.getByRole('main').getByRole('link', { name: 'Entrar' }).first().click();
  await googleLink(page).click();
  // Before the page's three seconds begin: a busy machine sees them begin late.
  const cancelled = Date.now();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alert')).toHaveText(`${FAILURE}Você cancelou a entrada com Google.`);
  await expect(page).toHaveURL('/auth/callback');
  await expect(page).toHaveURL('/login');
  expect(Date.now() - cancelled).toBeGreaterThan(3000);
  await expect(page.getByText('Você cancelou a entrada com Google.')).toBeVisible();
  await continueWithGoogle(page, person);
  await expect(page).toHaveURL('/schedule');
});

test('an address that Google has not confirmed makes no account', async ({
  page,
  sandbox,
  tolerate,
}) => {
  tolerate(/401 .*\/api\/auth\/login/);
  const person = await aGooglePerson(sandbox, { email: newGmail(), emailVerified: false });
  await page.goto('/login');
  await continueWithGoogle(page, person);
  await expect(page.getByRole('alert')).toContainText(FAILURE);
  await expect(page.getByRole('alert')).toContainText('ainda não confirmou o e-mail');
  await page.getByRole('link', { name: 'Voltar agora' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('ainda não confirmou o e-mail')).toBeVisible();
  await fillLogin(page, { email: person.email, password: 'Senha1' });
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
});

test('an account that somebody laid out at the address is its owner’s, with nothing of theirs', async ({
  page,
  stack,
  sandbox,
  newUser,
  tolerate,
}) => {
  tolerate(/401 .*\/api\/auth\/login/);
  const { token, ...attacker } = await newUser();
  await connectInstagram(stack.url, token);
  // Whose address it is, an organisation of Google's says.
  const owner = await aGooglePerson(sandbox, {
    email: attacker.email,
    organisation: 'example.com',
  });
  await page.goto('/login');
  await continueWithGoogle(page, owner);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
  await expect(call(stack.url, me, { token })).rejects.toThrow('UNAUTHENTICATED');
  await page.getByRole('button', { name: 'Sair' }).click();
  await fillLogin(page, attacker);
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
});

test.describe('the page of the return', () => {
  for (const { query, text } of [
    { query: '?error=qualquer_coisa', text: FAILURE },
    { query: '?error=', text: FAILURE },
    { query: '', text: 'Token não encontrado. Tente fazer login novamente.' },
    { query: '?token=', text: 'Token não encontrado. Tente fazer login novamente.' },
  ]) {
    test(`says what is wrong with “${query}”, and leads to the login`, async ({ page }) => {
      await page.goto(`/auth/callback${query}`);
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page).toHaveURL('/login');
      await page.goBack();
      expect(page.url()).not.toContain('/auth/callback');
    });
  }

  test('takes no token that this browser did not get', async ({ page, tolerate }) => {
    tolerate(/401 .*\/api\/auth\/session/);
    await page.goto('/auth/callback?token=inventado&to=//mau.example');
    await expect(page.getByRole('alert')).toContainText(FAILURE);
    await expect(page).toHaveURL('/auth/callback');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Esta entrada com Google não vale mais.')).toBeVisible();
    await expect(googleLink(page)).toHaveAttribute('href', /to=%2Fdashboard$/);
  });
});

test.describe('on a phone, by keyboard', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('registers with Google', async ({ page, sandbox }) => {
    const person = await aGooglePerson(sandbox);
    await page.goto('/register');
    await tabTo(googleLink(page));
    await page.keyboard.press('Enter');
    await tabTo(personButton(page, person));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main').getByText(person.email)).toBeVisible();
  });
});
