// Every story of a team, from the invitation to leaving: each begins with an invitation by mail, and with
// a second person's browser.
import type { Browser, Page } from '@playwright/test';
import { invitePerson, listPeople } from '@pontual/contract/people.ts';
import { listPosts } from '@pontual/contract/posts.ts';
import type { Role } from '@pontual/contract/roles.ts';
import { call, connectInstagram, newAccount, schedule, type Account } from '../api.ts';
import { atEachSize, expectNoBarriersInEachTheme } from '../barriers.ts';
import { chooseFile, formOf, goOn } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Stack } from '../stack.ts';

const DAY = 86_400_000;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const members = (page: Page) => page.getByRole('region', { name: 'Quem faz parte' });
const invitations = (page: Page) => page.getByRole('region', { name: 'Convites' });
const trail = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' });

/** The link in the last of so many mails. */
async function linkTo(sandbox: Sandbox, email: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await sandbox.mail(email)).length).toBe(mails);
  const mail = (await sandbox.mail(email)).at(-1);
  return /https?:\S+\/invite#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Invites somebody who has an account already; gives the link in their mail. */
async function invited(
  { stack, sandbox }: { stack: Stack; sandbox: Sandbox },
  owner: Account,
  { email, role }: { email: string; role: Exclude<Role, 'owner'> },
): Promise<string> {
  await call(stack.url, invitePerson, { token: owner.token, body: { email, role } });
  return linkTo(sandbox, email);
}

/** Somebody else's browser, logged in as them. */
async function another(browser: Browser, stack: Stack, account: Account, size = sizes[0]) {
  const context = await browser.newContext({ baseURL: stack.url, viewport: size ?? null });
  const page = await context.newPage();
  await logIn(page, stack, account);
  return page;
}

/** Somebody accepts by the page behind the link. */
async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(page).toHaveURL('/dashboard');
}

for (const size of sizes) {
  test(`somebody is invited by mail, joins, and works as what they are let at ${size.width} px`, async ({
    page,
    browser,
    stack,
    sandbox,
    connectedUser,
  }) => {
    const owner = await withPlan(stack.url, connectedUser, 'pro');
    await page.setViewportSize(size);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Abrir Pessoas' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Pessoas' })).toBeVisible();
    await expect(trail(page)).toHaveCount(0);
    await invitations(page).getByRole('button', { name: 'Convidar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convidar' });
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await expect(dialog.getByLabel('E-mail')).toBeFocused();
    const email = `bia-${size.width}-${Date.now()}@example.com`;
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Convite enviado a ${email}`)).toBeVisible();
    await expect(invitations(page).getByText(/Pode editar · vale até/)).toBeVisible();

    const guest = await (
      await browser.newContext({ baseURL: stack.url, viewport: size })
    ).newPage();
    await guest.goto(await linkTo(sandbox, email));
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
    await expect(
      guest.getByRole('link', { name: 'Criar post' }).locator('visible=true'),
    ).toHaveCount(1);
    await expect(guest.getByRole('button', { name: 'Desconectar' })).toHaveCount(0);

    await page.reload();
    await members(page)
      .getByRole('combobox', { name: `Acesso de ${email}` })
      .click();
    await page.getByRole('option', { name: 'Só vê' }).click();
    await expect(page.getByText(`${email}: Só vê`)).toBeVisible();
    await expect(trail(page).getByText('mudou o acesso')).toBeVisible();
    await expect(trail(page).getByText('entrou na equipe')).toBeVisible();
    // At once, without a reload.
    await expect(guest.getByRole('link', { name: 'Criar post' })).toHaveCount(0);

    await page.getByLabel('Nome', { exact: true }).fill('Ateliê da Ana');
    await page.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(trail(page).getByText('deu à equipe o nome')).toBeVisible();

    await guest.reload();
    await guest
      .getByRole('button', { name: size.width > 900 ? /@atelie\.barro/ : /^Conta / })
      .click();
    const menu = guest.getByRole('dialog', { name: 'Conta' });
    await expect(menu.getByRole('button', { name: 'Ateliê da Ana' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await menu.getByRole('button', { name: email }).click();
    await expect(guest).toHaveURL('/dashboard');
    await expect(guest.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
  });
}

test('whoever only looks on finds nothing that they could not do', async ({
  page,
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
  caption,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  await schedule(stack.url, owner.token, {
    caption,
    scheduledTime: new Date(Date.now() + DAY),
    picture: await aPicture(),
  });
  const viewer = await newUser();
  const link = await invited({ stack, sandbox }, owner, { email: viewer.email, role: 'viewer' });
  const theirs = await another(browser, stack, viewer);
  await accept(theirs, link);
  await theirs.goto('/schedule');
  const post = theirs.getByRole('button', { name: new RegExp(caption.slice(0, 20)) }).first();
  await expect(post).toBeVisible();
  for (const name of ['Agende seu próximo post', 'Pausar tudo', 'Criar Novo Post']) {
    await expect(theirs.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(theirs.getByRole('link', { name: 'Agendar vários' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /Criar post/ })).toHaveCount(0);
  await post.click();
  const detail = theirs.getByRole('dialog');
  await expect(detail.getByText(`por ${owner.email}`)).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Editar post' })).toHaveCount(0);
  await expect(detail.getByRole('button', { name: 'Excluir' })).toHaveCount(0);
  await theirs.goto('/library');
  const file = theirs.getByRole('list', { name: 'Arquivos' }).getByRole('button');
  await expect(file).toHaveCount(1);
  await expect(theirs.getByRole('button', { name: 'Selecionar vários' })).toHaveCount(0);
  await file.click();
  const media = theirs.getByRole('dialog', { name: 'Foto' });
  await expect(media.getByRole('button')).toHaveText(['Fechar']);
  for (const path of ['/create-post', '/bulk']) {
    await theirs.goto(path);
    await expect(theirs.getByText('O seu acesso não inclui isto')).toBeVisible();
  }
  await theirs.goto('/plans');
  await expect(theirs.getByText(/O plano da equipe fica com quem é responsável/)).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Assinar|Gerenciar/ })).toHaveCount(0);

  // Alone, nobody's name stands in a history.
  await page.goto('/schedule');
  await expect(page.getByRole('button', { name: 'Agende seu próximo post' })).toBeVisible();
});

for (const size of sizes) {
  test(`somebody who is removed while they write is told, and takes it along at ${size.width} px`, async ({
    page,
    browser,
    stack,
    sandbox,
    newUser,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    const owner = await withPlan(stack.url, connectedUser, 'pro');
    const editor = await newUser();
    const link = await invited({ stack, sandbox }, owner, { email: editor.email, role: 'editor' });
    const theirs = await another(browser, stack, editor, size);
    await accept(theirs, link);
    await theirs.goto('/create-post');
    await chooseFile(theirs, await pictureFile('caneca.jpg'));
    await goOn(theirs, 'Post de Imagem');
    await formOf(theirs).getByLabel('Legenda').fill(caption);

    await page.setViewportSize(size);
    await page.goto('/account/people');
    await members(page)
      .getByRole('button', { name: `Remover ${editor.email}` })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await expect(page.getByText(`${editor.email} saiu da equipe`)).toBeVisible();

    // A page without the frame hears of it by what it asks next.
    await theirs.getByRole('button', { name: 'Salvar rascunho' }).click();
    const told = theirs.getByRole('alertdialog', { name: 'Você não faz mais parte desta equipe' });
    await told.getByRole('button', { name: 'Ir para a minha conta' }).click();
    await expect(theirs).toHaveURL('/dashboard');
    await theirs.goto('/create-post');
    await expect(formOf(theirs).getByLabel('Legenda')).toHaveValue(caption);
    expect((await call(stack.url, listPosts, { token: owner.token })).posts).toEqual([]);
    expect((await call(stack.url, listPosts, { token: editor.token })).posts).toEqual([]);
  });
}

test('whoever would delete their account is shown to hand the team over first, and does', async ({
  page,
  stack,
  sandbox,
  browser,
  newUser,
  connectedUser,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const editor = await newUser();
  const link = await invited({ stack, sandbox }, owner, { email: editor.email, role: 'editor' });
  const theirs = await another(browser, stack, editor);
  await accept(theirs, link);
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
  await theirs.goto('/account/people');
  await expect(invitations(theirs).getByRole('button', { name: 'Convidar' })).toBeVisible();
});

test('an editor reads who reconnects an account that is lost', async ({
  stack,
  sandbox,
  browser,
  newUser,
  user,
}) => {
  const owner = await withPlan(stack.url, user, 'pro');
  const username = 'armazem.lima';
  await sandbox.anAccount(username);
  await connectInstagram(stack.url, owner.token, username);
  const editor = await newUser();
  const link = await invited({ stack, sandbox }, owner, { email: editor.email, role: 'editor' });
  const theirs = await another(browser, stack, editor);
  await accept(theirs, link);
  await sandbox.removeAccess(username);
  const band = theirs.getByRole('region', { name: 'Precisa de você' });
  await expect(band).toContainText(
    `@${username} está desconectada. Nada é publicado nesta conta até ela ser reconectada.`,
  );
  await expect(theirs.getByText('Quem é responsável pela equipe reconecta.')).toHaveCount(2);
  await expect(theirs.getByRole('button', { name: /^Reconectar/ })).toHaveCount(0);
});

test('somebody leaves a team on a phone, and goes on in their own account', async ({
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const editor = await newUser();
  const link = await invited({ stack, sandbox }, owner, { email: editor.email, role: 'editor' });
  const theirs = await another(browser, stack, editor, sizes[1]);
  await accept(theirs, link);
  await theirs.goto('/account/people');
  await theirs.getByRole('button', { name: 'Sair da equipe' }).click();
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
  await expect(theirs).toHaveURL('/dashboard');
  await expect(theirs.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
  const { people } = await call(stack.url, listPeople, { token: owner.token });
  expect(people.map(({ email }) => email)).toEqual([owner.email]);
});

test('a link to a post of another team opens there', async ({
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
  caption,
  tolerate,
}) => {
  tolerate(/404 .*\/api\/scheduled/);
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const post = await schedule(stack.url, owner.token, {
    caption,
    scheduledTime: new Date(Date.now() + DAY),
    picture: await aPicture(),
  });
  const viewer = await newUser();
  const link = await invited({ stack, sandbox }, owner, { email: viewer.email, role: 'viewer' });
  const theirs = await another(browser, stack, viewer);
  await accept(theirs, link);
  await theirs.getByRole('button', { name: /@atelie\.barro/ }).click();
  await theirs
    .getByRole('dialog', { name: 'Conta' })
    .getByRole('button', { name: viewer.email })
    .click();
  await expect(theirs.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();

  await theirs.goto(`/schedule?post=${post._id}`);
  const dialog = theirs.getByRole('dialog', { name: 'Detalhes do post' });
  await expect(dialog.getByText('Post não encontrado')).toBeVisible();
  await dialog
    .getByRole('list', { name: 'Procurar em outra equipe' })
    .getByRole('button', { name: owner.email })
    .click();
  await expect(dialog.getByText(caption)).toBeVisible();
  await expect(theirs).toHaveURL(`/schedule?post=${post._id}`);
});

test('a link that is forged, revoked or another’s says so', async ({
  page,
  stack,
  sandbox,
  newUser,
  connectedUser,
  tolerate,
}) => {
  tolerate(/40[49] .*\/api\/invitations\/read$/);
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const guest = await newUser();
  // The second is of a version before, whose links still hold.
  for (const forged of ['/invite#inventado', '/invite?token=inventado']) {
    await page.goto(forged);
    await expect(page.getByText('Este convite não vale mais.', { exact: false })).toBeVisible();
  }
  await page.goto('/invite');
  await expect(page.getByText(/O link está incompleto/)).toBeVisible();

  const link = await invited({ stack, sandbox }, owner, { email: guest.email, role: 'approver' });
  await page.goto(link);
  await expect(page.getByText(`Este convite é para ${guest.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sair e trocar de conta' }).click();
  await expect(page).toHaveURL('/login');
  await fillLogin(page, guest);
  await expect(page.getByRole('button', { name: 'Aceitar convite' })).toBeVisible();
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByRole('heading', { name: 'Convite recusado' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/já foi respondido ou cancelado/)).toBeVisible();
});

test('on the free plan a quiet card leads to the plans', async ({ page, user }) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/account');
  await expect(page.getByText(/quem só acompanha\. Disponível nos planos/)).toBeVisible();
  await page.goto('/account/people');
  await expect(page.getByText('Pessoas não disponível')).toBeVisible();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await expect(page).toHaveURL('/plans');
});

test('people and invitation have no barriers', async ({
  page,
  browser,
  stack,
  sandbox,
  connectedUser,
}) => {
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const guest = await newAccount(stack.url);
  const link = await invited({ stack, sandbox }, owner, { email: guest.email, role: 'approver' });
  await atEachSize(page, async () => {
    await page.goto(link);
    await expect(page.getByText('Seu acesso')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
  const theirs = await another(browser, stack, guest);
  await accept(theirs, link);
  await atEachSize(page, async ({ width }) => {
    await page.goto('/account/people');
    await invitations(page).getByRole('button', { name: 'Convidar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar convite' }).click();
    await expectNoBarriersInEachTheme(page);
    // One address is invited three times a day.
    const vera = `vera-${width}@example.com`;
    await page.getByLabel('E-mail').fill(vera);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Convite enviado a ${vera}`)).toBeVisible();
    await expect(trail(page).getByText(`convidou ${vera}`)).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await members(page)
      .getByRole('button', { name: /^Passar a responsabilidade/ })
      .click();
    await expect(
      page.getByRole('alertdialog').getByLabel('Sua senha', { exact: true }),
    ).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});
