import { expect, test } from '../fixtures.ts';

// What is seen is Brasília's, wherever the browser is.
test.use({ timezoneId: 'Asia/Tokyo' });

test('a visitor sees the calendar locked, and the ways in', async ({ page }) => {
  // The last evening of June in Brasília, the first morning of July in Tokyo.
  await page.clock.setFixedTime(new Date('2026-07-01T02:30:00Z'));
  await page.goto('/schedule');
  const main = page.getByRole('main');
  await expect(
    main.getByRole('heading', { level: 1, name: 'Calendário & Timeline' }),
  ).toBeVisible();
  await expect(main.getByText('Uma prévia do que espera por você.')).toBeVisible();
  await expect(main.getByText('23:30')).toBeVisible();

  await test.step('the panels tell this month and today, but no hour and no caption', async () => {
    await expect(main.getByText('junho 2026')).toBeVisible();
    await expect(main.getByText('terça, 30 de junho')).toBeVisible();
    await expect(main.getByText('quarta, 1 de julho')).toBeVisible();
    const hidden = main.locator('[inert]');
    await expect(hidden).toHaveCount(2);
    for (const panel of await hidden.all()) {
      expect(await panel.textContent()).not.toMatch(/\d{2}:\d{2}|caf|canec|vestid|aça/i);
    }
  });

  await test.step('the ways in are the only things to reach, in order', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Comece Agora' }).focus();
    const names: (string | null)[] = [];
    for (let stops = 0; stops < 5; stops += 1) {
      await page.keyboard.press('Tab');
      names.push(await page.locator(':focus').textContent());
    }
    expect(names).toEqual(['Criar conta grátis', 'Entrar', 'Entrar', 'Criar conta', 'Ver planos']);
    await page.keyboard.press('Tab');
    await expect(main.locator(':focus')).toHaveCount(0);
  });

  await test.step('and lead there', async () => {
    const queue = main.getByRole('region', { name: 'A fila, minuto a minuto' });
    await queue.getByRole('link', { name: 'Criar conta' }).click();
    await expect(page).toHaveURL('/register');
    await page.goBack();
    const month = main.getByRole('region', { name: 'Seu mês inteiro num olhar' });
    await month.getByRole('link', { name: 'Entrar' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test('a visitor does without the code of the calendar', async ({ page }) => {
  await page.goto('/schedule');
  await expect(page.getByRole('heading', { name: 'A fila, minuto a minuto' })).toBeVisible();
  const files: string[] = await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  );
  // How much it is beside that is kept by budgets.e2e.ts.
  expect(files.filter((name) => /\/(schedule|timeline|app-frame)-.*[.]js$/.test(name))).toEqual([
    expect.stringContaining('/schedule-page-'),
  ]);
});

test('a login in another tab unlocks the calendar', async ({ page, newUser }) => {
  await page.goto('/schedule');
  await expect(page.getByRole('heading', { name: 'A fila, minuto a minuto' })).toBeVisible();
  const { email, password } = await newUser();
  const other = await page.context().newPage();
  await other.goto('/login');
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Senha', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(other).toHaveURL('/dashboard');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A fila, minuto a minuto' })).toBeHidden();
});
