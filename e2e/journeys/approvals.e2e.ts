import type { Browser, Page } from '@playwright/test';
import { askApproval } from '@pontual/contract/approvals.ts';
import { invitePerson } from '@pontual/contract/people.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { call, postsOf, schedule } from '../api.ts';
import { detailsOf, openDetails } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands } from '../hands.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';
import type { Sandbox } from '../sandbox.ts';

const HOUR = 3_600_000;
const soon = (ms: number) => new Date(Date.now() + ms);

/** The link like this in the last mail to somebody, once it is there. */
async function mailTo(sandbox: Sandbox, email: string, link: RegExp): Promise<string> {
  const found = async () => link.exec((await sandbox.mail(email)).at(-1)?.text ?? '')?.[0] ?? '';
  await expect.poll(found, { timeout: 60_000 }).not.toBe('');
  return found();
}

/** The call that makes the link of this post. */
const asking = (post: Post | undefined) => ({
  ...askApproval,
  path: askApproval.path.replace(':id', post?._id ?? ''),
});

/** Whoever was sent a link, and has no account. */
async function client(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test('a client asks for a change by the link and approves, by keyboard at 390 px', async ({
  page,
  browser,
  stack,
  connectedUser,
  caption,
}) => {
  test.slow();
  const { token } = await withPlan(stack.url, connectedUser, 'pro');
  await page.setViewportSize({ width: 390, height: 900 });
  const scheduledTime = soon(HOUR);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await aPicture() });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await hands.keys.press(details.getByRole('button', { name: 'Pedir aprovação' }));
  const dialog = page.getByRole('dialog', { name: 'Enviar para aprovação' });
  const link = dialog.getByLabel('Link de aprovação');
  await expect(link).toHaveValue(/\/approve#/);
  const url = await link.inputValue();
  await expect(dialog.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(url).slice(-20)}$`),
  );
  await hands.keys.press(dialog.getByRole('button', { name: 'Fechar' }));
  await expect(dialog).toBeHidden();
  await expect(details.getByText('Espera aprovação.')).toBeVisible();

  const theirs = await client(browser, url);
  await expect(theirs.getByRole('heading', { name: 'Aprovar este post?' })).toBeVisible();
  await expect(theirs.getByRole('complementary').getByText('atelie.barro').first()).toBeVisible();
  await hands.keys.press(theirs.getByRole('button', { name: 'Pedir mudança' }));
  await expect(theirs.getByLabel('O que precisa mudar')).toBeFocused();
  await theirs.keyboard.type('Troque o preço');
  await hands.keys.press(theirs.getByRole('button', { name: 'Enviar pedido' }));
  await expect(theirs.getByText('Escreva o seu nome')).toBeVisible();
  await theirs.getByLabel('Seu nome').fill('Ana Souza');
  await hands.keys.press(theirs.getByRole('button', { name: 'Enviar pedido' }));
  await expect(theirs.getByRole('heading', { name: 'Mudança pedida' })).toBeFocused();

  await expect(details.getByText(/Ana Souza \(pelo link\) pediu uma mudança às/)).toBeVisible();
  await hands.keys.press(details.getByRole('button', { name: 'Editar post' }));
  await details.getByLabel('Legenda').fill(`${caption} por R$ 90`);
  await hands.keys.press(details.getByRole('button', { name: /^Salvar/ }));
  await expect(details).toBeHidden();
  await openDetails(page, caption);
  await expect(details.getByText('Espera aprovação.')).toBeVisible();

  await hands.keys.press(theirs.getByRole('button', { name: 'Aprovar' }));
  await expect(theirs.getByText(/O post mudou/)).toBeVisible();
  await expect(theirs.getByText('por R$ 90').first()).toBeVisible();
  await hands.keys.press(theirs.getByRole('button', { name: 'Aprovar' }));
  await expect(theirs.getByRole('heading', { name: 'Post aprovado' })).toBeFocused();
  await expect(details.getByText(/^Aprovado por Ana Souza \(pelo link\) .*às/)).toBeVisible();
  await theirs.context().close();
});

test('a post that nobody has approved goes back to the drafts when it is due', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  test.slow();
  const { token } = await withPlan(stack.url, connectedUser, 'pro');
  const picture = await aPicture();
  await schedule(stack.url, token, { caption, scheduledTime: soon(15_000), picture });
  const [post] = await postsOf(stack.url, token);
  await call(stack.url, asking(post), { token, body: {} });
  await page.goto('/schedule');
  await expect
    .poll(async () => (await postsOf(stack.url, token))[0]?.status, { timeout: 90_000 })
    .toBe('draft');
  expect(await sandbox.published(caption)).toEqual([]);
  await page.goto(`/schedule?post=${post?._id}`);
  const details = detailsOf(page);
  await expect(details.getByText('A aprovação não chegou até a hora').first()).toBeVisible();
  await details.getByRole('button', { name: 'Dispensar aprovação' }).click();
  await expect(details.getByRole('button', { name: 'Pedir aprovação' })).toBeVisible();
  await expect(details.getByText('Aprovação dispensada')).toBeVisible();
});

test('an approver of the team is told by mail, and answers in the calendar', async ({
  page,
  browser,
  stack,
  sandbox,
  newUser,
  connectedUser,
  caption,
}) => {
  test.slow();
  const owner = await withPlan(stack.url, connectedUser, 'pro');
  const approver = await newUser();
  const { email } = approver;
  await call(stack.url, invitePerson, { token: owner.token, body: { email, role: 'approver' } });
  const invitation = await mailTo(sandbox, email, /https?:\S+\/invite#\S+/);
  const context = await browser.newContext({ baseURL: stack.url });
  const theirs = await context.newPage();
  await logIn(theirs, stack, approver);
  await theirs.goto(invitation);
  await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(theirs).toHaveURL('/dashboard');

  const scheduledTime = soon(HOUR);
  const picture = await aPicture();
  await schedule(stack.url, owner.token, { caption, scheduledTime, picture });
  const [post] = await postsOf(stack.url, owner.token);
  await call(stack.url, asking(post), { token: owner.token, body: {} });
  const told = await mailTo(sandbox, email, /https?:\S+\/schedule\?post=\S+/);
  await theirs.goto('/schedule');
  const timeline = theirs.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Espera aprovação', { exact: true })).toBeVisible();
  await theirs.goto(told);
  const details = detailsOf(theirs);
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
  await expect(detailsOf(page).getByText(new RegExp(`Aprovado por ${email} .*às`))).toBeVisible();
  await expect(page.getByText('Espera aprovação', { exact: true })).toHaveCount(0);
  await context.close();
});
