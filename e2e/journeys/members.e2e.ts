// Each test begins with an invitation by email and uses the browser of a second user.
import type { Browser, Page } from '@playwright/test';
import { inviteMember } from '@pontual/contract/identity/members.ts';
import { listPosts } from '@pontual/contract/posts/posts.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { call, type TestUser } from '../support/api.ts';
import { chooseFile, getForm, continueToDetails } from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { fillLogin } from '../support/login-form.ts';
import { givePlan } from '../support/payments.ts';
import type { Sandbox } from '../support/sandbox.ts';
import type { Stack } from '../support/stack.ts';

const PHONE = { width: 390, height: 844 };

const members = (page: Page) => page.getByRole('region', { name: 'Quem faz parte' });
const invitations = (page: Page) => page.getByRole('region', { name: 'Convites' });
const getActivityLog = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' });

async function findEmailLink(sandbox: Sandbox, email: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await sandbox.findEmails(email)).length).toBe(mails);
  const mail = (await sandbox.findEmails(email)).at(-1);
  return /https?:\S+\/invite#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function sendInvitation(
  { stack, sandbox }: { stack: Stack; sandbox: Sandbox },
  owner: TestUser,
  { email, role }: { email: string; role: Exclude<Role, 'owner'> },
): Promise<string> {
  await call(stack.url, inviteMember, { token: owner.token, body: { email, role } });
  return findEmailLink(sandbox, email);
}

async function openBrowser(
  browser: Browser,
  stack: Stack,
  account: TestUser,
  viewport?: typeof PHONE,
) {
  const context = await browser.newContext({ baseURL: stack.url, ...(viewport && { viewport }) });
  const page = await context.newPage();
  await logIn(page, stack, account);
  return page;
}

async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(page).toHaveURL('/dashboard');
}

test('a member is invited by email, joins the team and works in it within the limits of the role', async ({
  page,
  browser,
  stack,
  sandbox,
  connectedUser,
}) => {
  const owner = await givePlan(stack.url, connectedUser, 'pro');
  await page.goto('/account');
  await page.getByRole('link', { name: 'Abrir Pessoas' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pessoas' })).toBeVisible();
  await expect(getActivityLog(page)).toHaveCount(0);
  await invitations(page).getByRole('button', { name: 'Convidar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar' });
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  const email = `bia-${Date.now()}@example.com`;
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Convite enviado a ${email}`)).toBeVisible();
  await expect(invitations(page).getByText(/Pode editar · vale até/)).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await guest.goto(await findEmailLink(sandbox, email));
  await expect(guest.getByText(owner.email).first()).toBeVisible();
  await guest.getByRole('link', { name: 'Criar conta para aceitar' }).click();
  await guest.getByLabel('E-mail').fill(email);
  await guest.getByLabel('Senha', { exact: true }).fill('Senha1');
  await guest.getByLabel('Confirmar senha').fill('Senha1');
  await guest.getByRole('button', { name: 'Criar conta' }).click();
  await expect(guest).toHaveURL('/login');
  await fillLogin(guest, { email, password: 'Senha1' });
  await expect(guest).toHaveURL(/\/invite#/);
  await guest.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(guest).toHaveURL('/dashboard');
  await expect(guest.getByText('@atelie.barro').first()).toBeAttached();
  await expect(guest.getByRole('link', { name: 'Criar post' }).locator('visible=true')).toHaveCount(
    1,
  );
  await expect(guest.getByRole('button', { name: 'Desconectar' })).toHaveCount(0);

  await page.reload();
  await members(page)
    .getByRole('combobox', { name: `Acesso de ${email}` })
    .click();
  await page.getByRole('option', { name: 'Só vê' }).click();
  await expect(page.getByText(`${email}: Só vê`)).toBeVisible();
  await expect(getActivityLog(page).getByText('mudou o acesso')).toBeVisible();
  await expect(getActivityLog(page).getByText('entrou na equipe')).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Criar post' })).toHaveCount(0);

  await page.getByLabel('Nome', { exact: true }).fill('Ateliê da Ana');
  await page.getByRole('button', { name: 'Salvar nome' }).click();
  await expect(getActivityLog(page).getByText('deu à equipe o nome')).toBeVisible();

  await guest.reload();
  await guest.getByRole('button', { name: /@atelie\.barro/ }).click();
  const menu = guest.getByRole('dialog', { name: 'Conta' });
  await expect(menu.getByRole('button', { name: 'Ateliê da Ana' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await menu.getByRole('button', { name: email }).click();
  await expect(guest).toHaveURL('/dashboard');
  await expect(guest.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
});

test('a member who is removed while writing on a phone takes the post to their own workspace', async ({
  page,
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
  caption,
  pictureFile,
}) => {
  const owner = await givePlan(stack.url, connectedUser, 'pro');
  const editor = await newUser();
  const link = await sendInvitation({ stack, sandbox }, owner, {
    email: editor.email,
    role: 'editor',
  });
  const theirs = await openBrowser(browser, stack, editor, PHONE);
  await acceptInvitation(theirs, link);
  await theirs.goto('/create-post');
  await chooseFile(theirs, await pictureFile('caneca.jpg'));
  await continueToDetails(theirs, 'Post de Imagem');
  await getForm(theirs).getByLabel('Legenda').fill(caption);

  await page.goto('/account/members');
  await members(page)
    .getByRole('button', { name: `Remover ${editor.email}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText(`${editor.email} saiu da equipe`)).toBeVisible();

  // A page without the application frame learns of the removal from its next request.
  await theirs.getByRole('button', { name: 'Salvar rascunho' }).click();
  const removalDialog = theirs.getByRole('alertdialog', {
    name: 'Você não faz mais parte desta equipe',
  });
  await removalDialog.getByRole('button', { name: 'Ir para a minha conta' }).click();
  await expect(theirs).toHaveURL('/dashboard');
  await theirs.goto('/create-post');
  await expect(getForm(theirs).getByLabel('Legenda')).toHaveValue(caption);
  expect((await call(stack.url, listPosts, { token: owner.token })).posts).toEqual([]);
  expect((await call(stack.url, listPosts, { token: editor.token })).posts).toEqual([]);
});

test('an owner who wants to delete the account transfers the team first', async ({
  page,
  stack,
  sandbox,
  browser,
  newUser,
  connectedUser,
}) => {
  const owner = await givePlan(stack.url, connectedUser, 'pro');
  const editor = await newUser();
  const link = await sendInvitation({ stack, sandbox }, owner, {
    email: editor.email,
    role: 'editor',
  });
  const theirs = await openBrowser(browser, stack, editor);
  await acceptInvitation(theirs, link);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  const losses = page.getByRole('alertdialog', { name: 'Excluir sua conta?' });
  await expect(losses).toContainText('A outra pessoa da sua equipe perde o acesso.');
  await expect(losses).toContainText('Sua assinatura termina na hora.');
  await losses.getByRole('link', { name: 'Pessoas' }).click();
  await members(page)
    .getByRole('button', { name: /^Passar a responsabilidade/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Passar a responsabilidade?' });
  await expect(dialog).toContainText('que continua sendo cobrado até ser trocado em Planos');
  await dialog.getByLabel('Sua senha', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Passar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sair da equipe' })).toBeVisible();
  await expect(invitations(page)).toHaveCount(0);
  await theirs.goto('/account/members');
  await expect(invitations(theirs).getByRole('button', { name: 'Convidar' })).toBeVisible();
});
