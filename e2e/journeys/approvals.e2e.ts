import type { Browser, Page } from '@playwright/test';
import { requestApproval } from '@pontual/contract/planning/approvals.ts';
import { inviteMember } from '@pontual/contract/identity/members.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { call, fetchPosts, schedule } from '../support/api.ts';
import { getDetails, openDetails } from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';
import type { Sandbox } from '../support/sandbox.ts';

const HOUR = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

async function findEmailLink(sandbox: Sandbox, email: string, link: RegExp): Promise<string> {
  const findLink = async () =>
    link.exec((await sandbox.findEmails(email)).at(-1)?.text ?? '')?.[0] ?? '';
  await expect.poll(findLink, { timeout: 60_000 }).not.toBe('');
  return findLink();
}

const buildApprovalCall = (post: Post | undefined) => ({
  ...requestApproval,
  path: requestApproval.path.replace(':id', post?._id ?? ''),
});

async function openClientPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test('a client requests a change through the link and approves, by keyboard at 390 px', async ({
  page,
  browser,
  stack,
  connectedUser,
  caption,
}) => {
  test.slow();
  const { token } = await givePlan(stack.url, connectedUser, 'pro');
  await page.setViewportSize({ width: 390, height: 900 });
  const scheduledTime = fromNow(HOUR);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await inputMethods.keys.press(details.getByRole('button', { name: 'Pedir aprovação' }));
  const dialog = page.getByRole('dialog', { name: 'Enviar para aprovação' });
  const link = dialog.getByLabel('Link de aprovação');
  await expect(link).toHaveValue(/\/approve#/);
  const url = await link.inputValue();
  await expect(dialog.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(url).slice(-20)}$`),
  );
  await inputMethods.keys.press(dialog.getByRole('button', { name: 'Fechar' }));
  await expect(dialog).toBeHidden();
  await expect(details.getByText('Espera aprovação.')).toBeVisible();

  const theirs = await openClientPage(browser, url);
  await expect(theirs.getByRole('heading', { name: 'Aprovar este post?' })).toBeVisible();
  await expect(theirs.getByRole('complementary').getByText('atelie.barro').first()).toBeVisible();
  await inputMethods.keys.press(theirs.getByRole('button', { name: 'Pedir mudança' }));
  await expect(theirs.getByLabel('O que precisa mudar')).toBeFocused();
  await theirs.keyboard.type('Troque o preço');
  await inputMethods.keys.press(theirs.getByRole('button', { name: 'Enviar pedido' }));
  await expect(theirs.getByText('Escreva o seu nome')).toBeVisible();
  await theirs.getByLabel('Seu nome').fill('Ana Souza');
  await inputMethods.keys.press(theirs.getByRole('button', { name: 'Enviar pedido' }));
  await expect(theirs.getByRole('heading', { name: 'Mudança pedida' })).toBeFocused();

  await expect(details.getByText(/Ana Souza \(pelo link\) pediu uma mudança às/)).toBeVisible();
  await inputMethods.keys.press(details.getByRole('button', { name: 'Editar post' }));
  await details.getByLabel('Legenda').fill(`${caption} por R$ 90`);
  await inputMethods.keys.press(details.getByRole('button', { name: /^Salvar/ }));
  await expect(details).toBeHidden();
  await openDetails(page, caption);
  await expect(details.getByText('Espera aprovação.')).toBeVisible();

  await inputMethods.keys.press(theirs.getByRole('button', { name: 'Aprovar' }));
  await expect(theirs.getByText(/O post mudou/)).toBeVisible();
  await expect(theirs.getByText('por R$ 90').first()).toBeVisible();
  await inputMethods.keys.press(theirs.getByRole('button', { name: 'Aprovar' }));
  await expect(theirs.getByRole('heading', { name: 'Post aprovado' })).toBeFocused();
  await expect(details.getByText(/^Aprovado por Ana Souza \(pelo link\) .*às/)).toBeVisible();
  await theirs.context().close();
});

test('a post without approval becomes a draft at its due time', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  test.slow();
  const { token } = await givePlan(stack.url, connectedUser, 'pro');
  const picture = await createPicture();
  await schedule(stack.url, token, { caption, scheduledTime: fromNow(15_000), picture });
  const [post] = await fetchPosts(stack.url, token);
  await call(stack.url, buildApprovalCall(post), { token, body: {} });
  await page.goto('/schedule');
  await expect
    .poll(async () => (await fetchPosts(stack.url, token))[0]?.status, { timeout: 90_000 })
    .toBe('draft');
  expect(await sandbox.findPublished(caption)).toEqual([]);
  await page.goto(`/schedule?post=${post?._id}`);
  const details = getDetails(page);
  await expect(details.getByText('A aprovação não chegou até a hora').first()).toBeVisible();
  await details.getByRole('button', { name: 'Dispensar aprovação' }).click();
  await expect(details.getByRole('button', { name: 'Pedir aprovação' })).toBeVisible();
  await expect(details.getByText('Aprovação dispensada')).toBeVisible();
});

test('an approver of the team receives an email and responds in the calendar', async ({
  page,
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
  caption,
}) => {
  test.slow();
  const owner = await givePlan(stack.url, connectedUser, 'pro');
  const approver = await newUser();
  const { email } = approver;
  await call(stack.url, inviteMember, { token: owner.token, body: { email, role: 'approver' } });
  const invitation = await findEmailLink(sandbox, email, /https?:\S+\/invite#\S+/);
  const context = await browser.newContext({ baseURL: stack.url });
  const theirs = await context.newPage();
  await logIn(theirs, stack, approver);
  await theirs.goto(invitation);
  await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(theirs).toHaveURL('/dashboard');

  const scheduledTime = fromNow(HOUR);
  const picture = await createPicture();
  await schedule(stack.url, owner.token, { caption, scheduledTime, picture });
  const [post] = await fetchPosts(stack.url, owner.token);
  await call(stack.url, buildApprovalCall(post), { token: owner.token, body: {} });
  const postLink = await findEmailLink(sandbox, email, /https?:\S+\/schedule\?post=\S+/);
  await theirs.goto('/schedule');
  const timeline = theirs.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Espera aprovação', { exact: true })).toBeVisible();
  await theirs.goto(postLink);
  const details = getDetails(theirs);
  await details.getByRole('button', { name: 'Pedir mudança' }).click();
  await expect(details.getByLabel('O que precisa mudar')).toBeFocused();
  await details.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(details.getByText('Escreva o que precisa mudar')).toBeVisible();
  await details.getByLabel('O que precisa mudar').fill('Troque o preço');
  await details.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(details.getByText(`${email} pediu uma mudança`).first()).toBeVisible();
  await details.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(details.getByText(`Aprovado por ${email}`).first()).toBeVisible();

  await page.goto(`/schedule?post=${post?._id}`);
  await expect(getDetails(page).getByText(new RegExp(`Aprovado por ${email} .*às`))).toBeVisible();
  await expect(page.getByText('Espera aprovação', { exact: true })).toHaveCount(0);
  await context.close();
});
