import { askApproval } from '@pontual/contract/approvals.ts';
import { login, me, register } from '@pontual/contract/auth.ts';
import { paths, planBPath } from '@pontual/contract/paths.ts';
import { invitePerson } from '@pontual/contract/people.ts';
import { addSlots } from '@pontual/contract/queue.ts';
import { createWebhook } from '@pontual/contract/webhooks.ts';
import type { Locator, Page } from '@playwright/test';
import { call, connectInstagram, draft, schedule, type Account } from '../api.ts';
import { chooseFile, detailsOf, formOf, openComposer } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { expectNothingSticksOut } from '../layout.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Stack } from '../stack.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The page that asks which account to connect says so where nothing is to be chosen. */
const noChoice = /410 .*\/instagram\/choice/;

/** As long as Instagram lets a username be, and without a place to break it. */
const LONG_NAME = 'padaria_confeitaria_da_serra10';
const LONG_CAPTION =
  'Cerâmica artesanal queimada em forno a lenha, peça por peça, para mesas que recebem gente o ano inteiro: encomendas por mensagem, retirada no ateliê ou entrega em toda a região. ' +
  '#ceramicaartesanalbrasileirafeitaamao #barro https://www.ateliedebarro.com.br/colecoes/primavera-verao/pratos-e-travessas';
const SHORT_CAPTION = 'Fornada';

interface World {
  stack: Stack;
  sandbox: Sandbox;
}

/** Somebody with an e-mail of an ordinary length, or with one that is much too long. */
async function somebody({ stack }: World, isLong: boolean): Promise<Account> {
  const name = isLong
    ? 'contato.atendimento-ao-cliente.padaria-confeitaria'
    : 'contato.ateliedebarro';
  const email = `${name}${Date.now() % 100_000}@example.com`;
  const body = { email, password: 'Senha1' };
  await call(stack.url, register, { body });
  const { user, token } = await call(stack.url, login, { body });
  return { ...body, user, token };
}

/** So many ms from now, a post of this caption. */
const post = async ({ stack }: World, { token }: Account, caption: string, inMs: number) =>
  schedule(stack.url, token, {
    caption,
    picture: await aPicture({ width: 400, height: 400 }),
    scheduledTime: new Date(Date.now() + inMs),
  });

/** An agency with two accounts and 45 posts; days with one, with two and with many. */
async function anAgency(world: World): Promise<Account> {
  const { stack, sandbox } = world;
  const owner = await withPlan(stack.url, await somebody(world, true), 'premium');
  const { token } = owner;
  await sandbox.anAccount(LONG_NAME);
  await connectInstagram(stack.url, token, LONG_NAME);
  // Today many, in three days six, and then two or one a day.
  const hours = Array.from({ length: 45 }, (_, index) => {
    if (index < 9) return 2 + index / 4;
    return index < 15 ? 72 + index / 4 : 24 * (4 + Math.floor((index - 15) / 1.5)) + index / 5;
  });
  const schedules = hours.map(
    (hour, index) => async () =>
      post(world, owner, index % 3 === 0 ? `${SHORT_CAPTION} ${index}` : LONG_CAPTION, hour * HOUR),
  );
  // A few at a time, as a browser would.
  const work = async () => {
    for (let next = schedules.pop(); next !== undefined; next = schedules.pop()) await next();
  };
  await Promise.all([work(), work(), work(), work()]);
  await connectInstagram(stack.url, token, 'cafe.serra', { another: true });
  await post(world, owner, `${LONG_CAPTION} #falha_create_36003_2207009`, HOUR / 3);
  const picture = await aPicture();
  await draft(stack.url, token, { caption: LONG_CAPTION, picture });
  await draft(stack.url, token, { caption: SHORT_CAPTION, picture, scheduledTime: soon() });
  const slots = [1, 3, 5].flatMap((weekday) => [
    { weekday, minute: 540 },
    { weekday, minute: 1110 },
  ]);
  await call(stack.url, addSlots, { token, body: { slots } });
  await call(stack.url, createWebhook, {
    token,
    body: {
      url: `${stack.sandboxUrl}/uma-rota-bem-comprida/${'x'.repeat(60)}`,
      events: ['post.published'],
    },
  });
  return { ...owner, user: (await call(stack.url, me, { token })).user };
}

const soon = () => new Date(Date.now() + 2 * DAY);

/** Pages whose address needs something that is there: an approval, an invitation, a request. */
async function addressesOf(
  world: World,
  owner: Account,
): Promise<Partial<Record<keyof typeof paths, string[]>>> {
  const { stack, sandbox } = world;
  const { token } = owner;
  const asked = await post(world, owner, LONG_CAPTION, 5 * HOUR);
  const path = askApproval.path.replace(':id', asked._id);
  const { url } = await call(stack.url, { ...askApproval, path }, { token, body: {} });
  const guest = `convidada-com-um-endereco-bem-comprido-${Date.now()}@example.com`;
  await call(stack.url, invitePerson, { token, body: { email: guest, role: 'editor' } });
  const [mail] = await sandbox.mail(guest);
  const invitation = /https?:\S+\/invite#\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await sandbox.anAccount('quem.pede.exclusao');
  return {
    authCallback: ['/auth/callback?error=email_unverified'],
    resetPassword: ['/reset-password', '/reset-password?token=segredo'],
    connected: ['/connected?connected=true'],
    report: ['/analytics/relatorios'],
    confirmEmail: ['/account/confirm-email#x'],
    support: ['/support', '/support#quais-formatos-posso-enviar'],
    approve: [url],
    invite: [invitation],
    planB: [planBPath(asked._id)],
    deletion: [
      await sandbox.askForDeletion('quem.pede.exclusao'),
      '/exclusao-de-dados/nenhum-pedido',
    ],
  };
}

/** Outside the application: the same for everybody who is logged in, whatever their plan. */
const outside: readonly (keyof typeof paths)[] = [
  'home',
  'authCallback',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'privacy',
  'terms',
  'cookies',
  'accessibility',
  'status',
  'developers',
  'deletion',
  'invite',
];

/** Every page of the product: those of the table, and one that there is not. */
function pagesOf(given: Partial<Record<keyof typeof paths, string[]>>): string[] {
  const all = Object.entries({ ...paths, ...given }).flatMap(([, path]) => path);
  const unknown = all.filter((path) => path.includes('/:'));
  if (unknown.length > 0) throw new Error(`addressesOf lacks: ${unknown.join(', ')}`);
  return [...all, '/nao-existe'];
}

/** Calls that are under way; the one that tells of news has no end. */
function watchCalls(page: Page): () => number {
  const calls = new Set<object>();
  page.on('request', (request) => {
    if (request.headers()['accept'] !== 'text/event-stream') calls.add(request);
  });
  const end = (request: object) => calls.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => calls.size;
}

/** A page that leaves by itself after 3 s is looked at for longer. */
const STAYS = `const later = setTimeout;
  setTimeout = (work, ms, ...more) => later(work, ms === 3000 ? 600000 : ms, ...more);`;

async function walk(page: Page, all: readonly string[]): Promise<void> {
  await page.addInitScript({ content: STAYS });
  const underWay = watchCalls(page);
  const seen = new Set<string>();
  for (const path of all) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect.poll(underWay).toBe(0);
      // A page that is not for this person leads to another one.
      const shown = page.url();
      if (seen.has(shown)) return;
      seen.add(shown);
      await expectNothingSticksOut(page, path);
    });
  }
}

/** The three steps of the form that is open, and the month it lets a day be chosen from. */
async function walkComposer(page: Page, pictures: string[]): Promise<void> {
  await expectNothingSticksOut(page, 'composer: files');
  await chooseFile(page, pictures);
  await expect(formOf(page).getByText(`${pictures.length} de 10 arquivos`)).toBeVisible();
  await expectNothingSticksOut(page, 'composer: chosen files');
  const others = formOf(page).getByRole('button', { name: /^Remover (?!todos)/ });
  for (let left = pictures.length; left > 1; left -= 1) await others.last().click();
  await formOf(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(formOf(page).getByRole('list', { name: 'Tipos de conteúdo' })).toBeVisible();
  await expectNothingSticksOut(page, 'composer: type');
  await formOf(page)
    .getByRole('button', { name: /^Post de Imagem/ })
    .click();
  await formOf(page).getByLabel('Legenda').fill(LONG_CAPTION);
  await expectNothingSticksOut(page, 'composer: details');
}

/** They stand beside each other, none under another. */
async function expectOneLine(row: Locator, what: string): Promise<void> {
  const middles = await row.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  expect(middles.length, what).toBeGreaterThan(1);
  expect.soft(Math.max(...middles) - Math.min(...middles), what).toBeLessThan(10);
}

test.describe('nothing leaves the page or its cell, and nothing is cut, from 360 to 1920 px wide,', () => {
  test('on Premium with 45 posts', async ({ page, stack, sandbox, tolerate }) => {
    tolerate(/404 .*\/api\/(deletions|invitations)/);
    tolerate(noChoice);
    const world = { stack, sandbox };
    const owner = await anAgency(world);
    await logIn(page, stack, owner);
    const none = Object.fromEntries(outside.map((name) => [name, []]));
    await walk(page, pagesOf({ ...(await addressesOf(world, owner)), ...none }));
  });

  test('in the calendar and the composer, with 45 posts', async ({
    page,
    stack,
    sandbox,
    pictureFile,
  }) => {
    const owner = await anAgency({ stack, sandbox });
    await logIn(page, stack, owner);
    await page.goto('/schedule');
    await expect(
      page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first(),
    ).toBeVisible();
    for (const width of [1024, 1180, 1280, 1320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectOneLine(
        page.getByRole('main').getByRole('button', {
          name: /^(Prévia do perfil|Pausar tudo|Agende seu próximo post)$/,
        }),
        `the buttons over the calendar at ${width} px`,
      );
      const head = page.getByRole('region', { name: /^Calendário de / });
      await expectOneLine(
        head
          .getByRole('button', { name: /^(Hoje|Próximo mês)$/ })
          .or(head.getByText('Semana', { exact: true })),
        `the calendar's head at ${width} px`,
      );
    }
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline
      .getByRole('button', { name: /Cerâmica artesanal/ })
      .first()
      .click();
    await expect(detailsOf(page).getByRole('heading', { name: 'Histórico' })).toBeVisible();
    await expectNothingSticksOut(page, 'the details of a post');
    await page.keyboard.press('Escape');
    await page
      .getByRole('grid')
      .getByRole('button', { name: /, \d+ posts/ })
      .first()
      .click();
    await expectNothingSticksOut(page, 'the posts of a day');
    await page.keyboard.press('Escape');
    await page.getByText('Datas do mês').click();
    await page.getByRole('button', { name: 'Próximo mês' }).click();
    await expectNothingSticksOut(page, 'calendar: the next month');
    await page.getByText('Semana', { exact: true }).click();
    await expectNothingSticksOut(page, 'calendar: a week');
    const wide = await pictureFile('um-nome-de-arquivo-bem-comprido-que-nao-cabe.jpg', {
      width: 1600,
      height: 600,
    });
    await openComposer(page);
    await walkComposer(page, [await pictureFile('foto.jpg'), wide]);
  });

  test('on Free', async ({ page, stack, sandbox, tolerate, pictureFile }) => {
    tolerate(/404 .*\/api\//);
    tolerate(noChoice);
    const world = { stack, sandbox };
    const agency = await withPlan(stack.url, await somebody(world, true), 'premium');
    await connectInstagram(stack.url, agency.token);
    const addresses = await addressesOf(world, agency);
    const owner = await somebody(world, false);
    await connectInstagram(stack.url, owner.token);
    const { _id } = await post(world, owner, LONG_CAPTION, HOUR);
    await logIn(page, stack, owner);
    await walk(page, pagesOf({ ...addresses, planB: [planBPath(_id)] }));
    await page.goto('/create-post');
    await walkComposer(page, [await pictureFile('foto.jpg'), await pictureFile('outra.jpg')]);
  });

  test('for a visitor', async ({ page, stack, sandbox, tolerate }) => {
    tolerate(/404 .*\/api\/deletions\//);
    const world = { stack, sandbox };
    const owner = await withPlan(stack.url, await somebody(world, true), 'premium');
    await connectInstagram(stack.url, owner.token);
    await walk(page, pagesOf(await addressesOf(world, owner)));
  });
});
