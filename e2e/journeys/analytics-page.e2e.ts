import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { forcePublish } from '@pontual/contract/post-changes.ts';
import { call, connectInstagram, draft, postsOf, schedule, type Account } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { tabTo } from '../hands.ts';
import { lineOf, wireTo } from '../line.ts';
import { fillLogin } from '../login-form.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;
/** The engine's steps each take their time. */
const ENGINE = { timeout: 30_000 };

const inAnHour = () => new Date(Date.now() + HOUR);
const titled = (page: Page) => page.getByRole('heading', { level: 1, name: 'Analytics' });
const advanced = (page: Page) => page.getByRole('heading', { name: 'Analytics Avançados' });
const bars = (page: Page) =>
  page.getByRole('list', { name: 'Posts por dia' }).getByRole('listitem');
const exporting = (page: Page, format: string) =>
  page.getByRole('button', { name: `Exportar ${format}` });

/** The number of a summary card. */
const counted = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

/** A picture that is out, or, by the caption's own words, refused by Instagram. */
async function publish(url: string, { token }: Account, caption: string): Promise<void> {
  const before = await postsOf(url, token);
  const { _id } = await schedule(url, token, {
    caption,
    picture: await aPicture(),
    scheduledTime: inAnHour(),
  });
  await call(url, forcePublish, { token, body: { postId: _id } });
  await expect
    .poll(async () => {
      const posts = await postsOf(url, token);
      return posts.filter(({ status }) => status === 'published' || status === 'failed').length;
    }, ENGINE)
    .toBe(before.filter(({ status }) => status === 'published' || status === 'failed').length + 1);
}

test('a visitor is asked who they are first; the free plan has no analytics, and the plans are near', async ({
  page,
  stack,
  newUser,
}) => {
  const account = await newUser();
  await connectInstagram(stack.url, account.token);
  await page.goto('/analytics');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, account);
  await expect(page).toHaveURL('/analytics');
  await expect(page.getByRole('heading', { name: 'Analytics não disponível' })).toBeVisible();
  await expect(
    page.getByText('Esta funcionalidade está disponível nos planos Pro e Premium.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).last().click();
  await expect(page.getByRole('link', { name: 'Criar Novo Post' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Analytics' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await expect(page).toHaveURL('/plans');
});

test('Pro sees what goes out as it changes, and what Premium has beyond it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Ver Analytics' }).click();
  await expect(page).toHaveURL('/analytics');
  await expect(page.getByText('Análise básica de performance')).toBeVisible();
  await expect(page.getByText('Pro, últimos 30 dias')).toBeVisible();
  await expect(bars(page)).toHaveCount(7);
  await expect(bars(page).last()).toContainText(/^Hoje, .+: 0 posts/);
  await expect(page.getByText('Sem dados: nenhum post neste período.')).toBeVisible();

  await test.step('without a new page, when posts are made elsewhere and one goes out', async () => {
    await draft(stack.url, token, { caption, picture: await aPicture() });
    await expect(counted(page, 'Rascunhos')).toHaveText('1');
    await publish(stack.url, connectedUser, caption);
    await expect(counted(page, 'Publicados')).toHaveText('1');
    await expect(bars(page).last()).toContainText(/^Hoje, .+: 1 post(?!s)/);
    await expect(page.getByRole('listitem').filter({ hasText: /^Imagem100%2/ })).toBeVisible();
  });

  await expect(advanced(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Exportar/ })).toHaveCount(0);
  const more = page.getByRole('region', { name: /Premium/ });
  for (const each of [
    'Análise de 6 meses',
    'Comparações mensais',
    'Insights de hashtags',
    'Exportação de dados',
  ]) {
    await expect(more.getByText(each)).toBeVisible();
  }
  await more.getByRole('link', { name: 'Fazer upgrade para o Premium' }).click();
  await expect(page).toHaveURL('/plans');
});

test('Premium sees six months, and takes the posts away as a file', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  test.slow();
  await publish(stack.url, connectedUser, caption);
  await publish(stack.url, connectedUser, `${caption} #falha_create_36003_2207009`);
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/analytics');
  await expect(page.getByText('Análise avançada de performance')).toBeVisible();
  await expect(page.getByText('Premium, últimos 30 dias')).toBeVisible();
  await expect(counted(page, 'Publicados')).toHaveText('1');
  await expect(counted(page, 'Com Falha')).toHaveText('1');

  await test.step('months and types, with how many of them went out', async () => {
    const months = page.getByRole('region', { name: 'Tendência mensal' }).getByRole('row');
    await expect(months).toHaveCount(7);
    await expect(months.nth(1)).toContainText('sem dados');
    await expect(months.last().getByRole('cell')).toHaveText(['2', '1', '1', '50%']);
    const types = page.getByRole('region', { name: 'Performance por tipo' }).getByRole('row');
    await expect(types.last()).toContainText(/^Imagem211.*50%$/);
    await expect(page.getByRole('columnheader', { name: 'Engajamento médio' })).toBeVisible();
  });

  for (const name of [
    'Recomendações',
    'Melhores horários',
    'Sua conta no Instagram',
    'Posts com mais engajamento',
  ]) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  await expect(page.getByText('Veja mais longe com o Premium')).toHaveCount(0);

  await test.step('JSON by the mouse', async () => {
    const saving = page.waitForEvent('download');
    await exporting(page, 'JSON').click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    const saved: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(saved).toMatchObject({
      posts: expect.arrayContaining([expect.objectContaining({ caption, mediaType: 'IMAGE' })]),
    });
  });

  await test.step('CSV by the keyboard', async () => {
    const saving = page.waitForEvent('download');
    await tabTo(exporting(page, 'CSV'));
    await page.keyboard.press('Enter');
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => line.includes(caption))).toHaveLength(2);
    await expect(exporting(page, 'CSV')).toBeFocused();
  });
});

test('what cannot be fetched is told, and fetched again', async ({
  page,
  stack,
  newUser,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'premium'));
  const line = await lineOf(page);

  await test.step('the numbers', async () => {
    await line.block('*/api/analytics/basic');
    await page.goto('/analytics');
    const failure = page.getByRole('alert').filter({ hasText: 'Erro ao carregar Analytics' });
    await expect(failure).toContainText('Sem conexão com o servidor.');
    await expect(failure.getByRole('link', { name: 'Voltar' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await line.block('*/api/analytics/advanced', '*/api/analytics/export*');
    await tabTo(failure.getByRole('button', { name: 'Tentar de novo' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Análise avançada de performance')).toBeVisible();
    await expect(titled(page)).toBeFocused();
  });

  await test.step('the advanced part is silently not there, a file that fails says so', async () => {
    await expect(advanced(page)).toHaveCount(0);
    await exporting(page, 'JSON').click();
    await expect(page.getByRole('alert').getByText('Erro ao exportar dados')).toBeVisible();
    await expect(exporting(page, 'JSON')).toBeEnabled();
  });

  await test.step('without the limits it is as if the plan had none', async () => {
    await line.block('*/api/subscription/limits');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Analytics não disponível' })).toBeVisible();
    await line.block();
    await page
      .getByRole('alert')
      .filter({ hasText: 'os limites do seu plano' })
      .getByRole('button', { name: 'Tentar de novo' })
      .press('Enter');
    await expect(advanced(page)).toBeVisible();
    await expect(titled(page)).toBeFocused();
  });

  await test.step('an account that is not connected is, from here', async () => {
    await expect(page.getByText('nenhuma conta está conectada')).toBeVisible();
    await page.getByRole('button', { name: 'Conectar Instagram' }).click();
    await expect(page).toHaveURL(new RegExp(`^${stack.sandboxUrl}`));
  });
});

test('a server that is at fault and does not say how is told in the words of the page', async ({
  page,
  stack,
  newUser,
  tolerate,
}) => {
  tolerate(/502/);
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, await withPlan(stack.url, await newUser(), 'pro'));
  wire.refuse('GET /api/analytics/basic');
  await page.goto(`${wire.url}/analytics`);
  const failure = page.getByRole('alert');
  await expect(
    failure.getByRole('heading', { name: 'Erro ao carregar Analytics', exact: true }),
  ).toBeVisible();
  await expect(failure.getByText('Erro ao carregar analytics', { exact: true })).toBeVisible();
  wire.mend();
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Análise básica de performance')).toBeVisible();
  wire.close();
});

test('a file that no longer comes is given up, and nothing is saved once the session has ended', async ({
  page,
  stack,
  newUser,
}) => {
  const account = await withPlan(stack.url, await newUser(), 'premium');
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, account);
  const saved: string[] = [];
  page.on('download', (file) => saved.push(file.suggestedFilename()));
  await page.clock.install();
  await page.goto(`${wire.url}/analytics`);
  wire.holdAnswersTo('GET /api/analytics/export');
  await exporting(page, 'CSV').click();
  await expect(exporting(page, 'JSON')).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert').getByText('Erro ao exportar dados')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar aviso' }).click();

  await exporting(page, 'CSV').click();
  const busy = page.getByRole('button', { name: 'Exportando...' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(exporting(page, 'JSON')).toBeDisabled();
  const given = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/analytics/export'),
  );
  await page.getByRole('button', { name: 'Sair' }).click();
  await given;
  wire.release();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Erro ao exportar dados')).toHaveCount(0);
  expect(saved).toEqual([]);
  wire.close();
});

test('on a phone it is in the lower bar, and a wide table is scrolled under its first column', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await publish(stack.url, connectedUser, caption);
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto('/dashboard');
  const tab = page.getByRole('link', { name: 'Analytics', exact: true });
  await tab.click();
  await expect(page).toHaveURL('/analytics');
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const table = page.getByRole('region', { name: 'Performance por tipo' });
  const head = table.getByRole('rowheader', { name: 'Imagem' });
  await tabTo(table);
  const before = await head.boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect((await head.boundingBox())?.x).toBe(before?.x);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow, 'what sticks out sideways, in px').toBe(0);
});
