import type { Page } from '@playwright/test';
import { draft, schedule } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { tabTo } from '../hands.ts';
import { wireTo } from '../line.ts';
import { aPicture } from '../pictures.ts';

/** 31 December 2026, 23:30, and 1 January 2027, 00:10, in Brasília (UTC-3). */
const LAST = new Date('2027-01-01T02:30:00Z');
const FIRST = new Date('2027-01-01T03:10:00Z');

const today = (page: Page) => page.getByRole('region', { name: 'Hoje' });
const postsOn = (page: Page) => today(page).getByRole('list', { name: 'Posts de hoje' });

for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`with a browser in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('the line is that of the day in Brasília, also when it turns', async ({
      page,
      stack,
      newUser,
      tolerate,
      caption,
    }) => {
      tolerate(/net::ERR_/);
      const account = await newUser();
      const picture = await aPicture();
      for (const [name, scheduledTime] of Object.entries({ Último: LAST, Primeiro: FIRST })) {
        await draft(stack.url, account.token, {
          caption: `${name} ${caption}`,
          picture,
          scheduledTime,
        });
      }
      const wire = await wireTo(stack.url, 10 * 1024 * 1024);
      await logIn(page, wire, account);
      await page.clock.install({ time: '2027-01-01T02:58:00Z' });
      await page.goto(`${wire.url}/dashboard`);
      await expect(today(page)).toContainText('quinta, 31 de dezembro');
      await expect(postsOn(page).getByRole('button')).toHaveCount(1);
      await expect(postsOn(page).getByRole('button', { name: /^23:30 .*Último/ })).toBeVisible();

      await test.step('midnight comes while the server is out of reach', async () => {
        wire.cut();
        await page.clock.fastForward(3 * 60_000);
        await expect(today(page)).toContainText('sexta, 1 de janeiro');
        await expect(today(page).getByRole('alert')).toContainText(
          'Não foi possível carregar os posts de hoje.',
        );
        await expect(today(page).getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
        await expect(today(page).getByText('Nenhum post hoje.')).toBeHidden();
      });

      await test.step('and is there again', async () => {
        wire.mend();
        await page.clock.fastForward(60_000);
        await expect(postsOn(page).getByRole('button', { name: /^00:10 .*Primeiro/ })).toBeVisible({
          timeout: 60_000,
        });
        await expect(postsOn(page).getByRole('button')).toHaveCount(1);
        await expect(today(page).getByRole('alert')).toBeHidden();
      });
      wire.close();
    });
  });
}

test('a post of the day is opened by keyboard, and gives the focus back', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  await page.clock.setFixedTime(new Date(LAST.getTime() - 3_600_000));
  await page.goto('/dashboard');
  await expect(today(page)).toContainText('Nenhum post hoje.');

  await test.step('it comes by itself when it was made elsewhere', async () => {
    await draft(stack.url, token, { caption, picture: await aPicture(), scheduledTime: LAST });
    await expect(postsOn(page).getByRole('button')).toHaveAccessibleName(
      `23:30 Imagem, ${caption.slice(0, 60)}, rascunho`,
    );
  });

  const dot = postsOn(page).getByRole('button');
  const details = page.getByRole('dialog', { name: 'Detalhes do post' });
  await tabTo(dot);
  await page.keyboard.press('Enter');
  await expect(details).toContainText(caption);
  await expect(page).toHaveURL(/\/dashboard\?post=/);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  await expect(dot).toBeFocused();
});

test('posts of one hour are stacked, and their number leads to the calendar', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  const picture = await aPicture();
  for (let index = 0; index < 5; index += 1) {
    await draft(stack.url, token, { caption: `${index} ${caption}`, picture, scheduledTime: LAST });
  }
  await page.clock.setFixedTime(new Date(LAST.getTime() - 3_600_000));
  await page.goto('/dashboard');
  await expect(postsOn(page).getByRole('button')).toHaveCount(3);
  const boxes = await Promise.all(
    (await postsOn(page).getByRole('button').all()).map((each) => each.boundingBox()),
  );
  const tops = boxes.map((box) => box?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => b - a));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
  const rest = postsOn(page).getByRole('link', {
    name: 'Mais 2 posts a partir de 23:30, no calendário',
  });
  await expect(rest).toHaveText('+2');
  await rest.click();
  await expect(page).toHaveURL('/schedule');
});

test('the cards tell a new account what it has, and what a plan would add', async ({
  page,
  user,
}) => {
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByText(user.email)).toBeVisible();
  await expect(main.getByText('Gratuito', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Nenhum post agendado')).toBeVisible();
  await expect(main.getByText('Nenhum ainda')).toHaveCount(2);
  const terms = main.getByRole('term');
  await expect(terms).toHaveText([
    'Posts Agendados',
    'Posts Publicados',
    'Rascunhos',
    'Total de Posts',
    'Posts nesta semana',
    'Plano atual',
    'Limite mensal',
  ]);
  await expect(main.getByRole('definition').nth(6)).toHaveText('0 de 10');
  await expect(main.getByRole('listitem')).toHaveText([
    'Analytics, no plano Pro',
    'Relatórios personalizados, no plano Premium',
    'Suporte prioritário, no plano Premium',
  ]);
  for (const name of ['Fazer upgrade', 'Ver planos premium']) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', '/plans');
  }
  await expect(main.getByRole('navigation', { name: 'Ações rápidas' })).toBeHidden();
});

test('the next post is told in full, and opened from its card', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
}) => {
  await schedule(stack.url, token, {
    caption,
    picture: await aPicture(),
    scheduledTime: new Date(Date.now() + 26 * 3_600_000),
  });
  await page.goto('/dashboard');
  await expect(today(page)).toContainText(/Próximo post em\s*2[56] h/);
  const actions = page.getByRole('navigation', { name: 'Ações rápidas' }).getByRole('link');
  await expect(actions).toHaveText(['Criar Novo Post', 'Ver Timeline Completa']);
  await page.getByRole('button', { name: 'Abrir o próximo post' }).click();
  const details = page.getByRole('dialog', { name: 'Detalhes do post' });
  await expect(details).toContainText(caption);
  await page.goBack();
  await expect(details).toBeHidden();
});

test('a checkout that nobody has paid grants nothing', async ({ page, user }) => {
  await page.clock.install();
  await page.goto('/dashboard?success=true&session_id=cs_test_inventado');
  const main = page.getByRole('main');
  await expect(main.getByText('Confirmando o pagamento.')).toBeVisible();
  // It asks several times, each time after a longer wait.
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(main.getByRole('alert')).toContainText('O pagamento ainda não foi confirmado.', {
      timeout: 1000,
    });
  }).toPass();
  await expect(page).toHaveURL('/dashboard');
  await expect(main.getByRole('link', { name: 'Planos', exact: true })).toHaveAttribute(
    'href',
    '/plans',
  );
  const again = page.waitForResponse(/\/api\/subscription\/refresh\b/);
  await main.getByRole('button', { name: 'Verificar de novo' }).click();
  await again;
  await expect(main.getByRole('heading', { name: 'Plano Gratuito' })).toBeVisible();
  expect(user.user.plan).toBe('free');
  await page.reload();
  await expect(main.getByText(user.email)).toBeVisible();
  await expect(main.getByText(/pagamento/)).toBeHidden();
});

test('an address that somebody made up begins no check', async ({ page, user }) => {
  await page.goto('/dashboard?success=true&session_id=ana@example.com');
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  await expect(page.getByText('Nenhum post agendado')).toBeVisible();
  await expect(page.getByText('Confirmando o pagamento.')).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});
