import {
  dayKey,
  formatDate,
  formatTime,
  fromBrasilia,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import { MIN_LEAD_MS } from '@pontual/contract/posts/posts.ts';
import { fetchPosts } from '../support/api.ts';
import {
  chooseAndContinue,
  chooseTime,
  getComposer,
  formatButtonTime,
  openComposer,
  openDetails,
  scheduleInForm,
  getTimelineEntry,
  roundUpToMinute,
} from '../support/composer.ts';
import { expect, test, withMotion } from '../support/fixtures.ts';

test.use(withMotion);

test('a visitor registers, connects an account, schedules a photo and sees it published on the second', async ({
  page,
  sandbox,
  caption,
  pictureFile,
}) => {
  const email = `visitante-${Date.now()}@example.com`;
  const photo = await pictureFile('canecas.jpg');

  await test.step('registers', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Comece Agora' }).click();
    await expect(page).toHaveURL('/register');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('Senha1');
    await page.getByLabel('Confirmar senha').fill('Senha1');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(
      page.getByText('Conta criada com sucesso! Redirecionando para login...'),
    ).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('logs in', async () => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('Senha1');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    await expect(page.getByText('Nenhum post agendado')).toBeVisible();
  });

  await test.step('connects the account', async () => {
    await page.getByRole('button', { name: 'Conectar Instagram' }).click();
    await page.getByRole('button', { name: 'atelie.barro' }).click();
    await expect(page).toHaveURL(/\/connected\?connected=true/);
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Nenhum post agendado')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Criar Novo Post' })).toHaveCount(1);
    await expect(page.getByRole('main').getByText('@atelie.barro')).toBeVisible();
  });

  const instant = await test.step('schedules the photo', async () => {
    await page.getByRole('link', { name: 'Ver Timeline Completa' }).click();
    await expect(page).toHaveURL('/schedule');
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    await chooseAndContinue(page, photo);
    const composer = getComposer(page);
    await composer.getByLabel('Legenda').fill(caption);
    // Filling in the rest of the form takes some seconds of the time ahead.
    const when = roundUpToMinute(MIN_LEAD_MS + 20_000);
    await chooseTime(page, when);
    const preview = composer.getByRole('complementary', { name: 'Prévia do post' });
    await expect(preview.getByText(caption.replace('#barro', ''))).toBeVisible();
    await expect(
      preview.getByText(`Agendado para ${formatDate(when)} às ${formatTime(when)}`),
    ).toBeVisible();
    await composer.getByRole('button', { name: `Agendar para ${formatButtonTime(when)}` }).click();
    await expect(composer.getByText('Post Agendado!')).toBeVisible();
    await expect(composer).toBeHidden();
    return when;
  });

  const entry = getTimelineEntry(page, caption);
  await test.step('sees it in the calendar and the timeline', async () => {
    await expect(entry).toContainText('Agendado');
    await expect(entry).toContainText(formatTime(instant));
    await expect(
      page.getByRole('button', { name: `1 post: ${formatTime(instant)} Imagem agendado` }),
    ).toBeVisible();
    await expect(entry.getByText('pronto para publicar')).toBeVisible({ timeout: 60_000 });
    expect(await sandbox.findPublished(caption)).toEqual([]);
  });

  await test.step('sees it published within two seconds of its due time', async () => {
    // waitFor checks on every frame, whereas an assertion checks once a second.
    await entry.getByText('Publicado').waitFor({ timeout: 150_000 });
    const late = Date.now() - instant.getTime();
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(2000);
    await expect(
      page.getByRole('button', { name: `1 post: ${formatTime(instant)} Imagem publicado` }),
    ).toBeVisible();
  });

  await test.step('finds it once in the ledger and on the profile', async () => {
    const published = await sandbox.findPublished(caption);
    expect(published).toHaveLength(1);
    expect(published[0]).toMatchObject({ username: 'atelie.barro', caption });
    const details = await openDetails(page, caption);
    await expect(details.getByRole('list').getByText('Pronto para publicar')).toBeVisible();
    const link = details.getByRole('link', { name: 'Ver no Instagram' });
    await expect(link).toHaveAttribute('href', published[0]?.permalink ?? '');
    await page.goto(`${sandbox.url}/instagram/atelie.barro`);
    const picture = page.getByRole('img', { name: caption.slice(0, 80) });
    await expect(picture).toBeVisible();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  });

  await test.step('sees it on the dashboard', async () => {
    await page.goto('/dashboard');
    const count = page.getByRole('definition').nth(1);
    await expect(count).toContainText('1');
    await expect(page.getByText('Nenhum post agendado')).toBeVisible();
  });
});

test.describe('with a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('every time is shown in Brasília time', async ({
    page,
    stack,
    connectedUser,
    caption,
    pictureFile,
  }) => {
    const photo = await pictureFile('tokyo.jpg');
    const today = toBrasilia(new Date());
    const instant = fromBrasilia({ ...today, day: today.day + 1, hour: 21, minute: 30 });

    await openComposer(page);
    await scheduleInForm(page, { files: photo, caption, dueAt: instant });
    await expect(getComposer(page)).toBeHidden();

    const [post] = await fetchPosts(stack.url, connectedUser.token);
    expect(post?.scheduledTime).toBe(instant.toISOString());
    const entry = getTimelineEntry(page, caption);
    await expect(entry).toContainText('21:30');
    await expect(entry.locator('time').first()).toHaveAttribute('datetime', instant.toISOString());
    await expect(page.getByRole('region', { name: 'Amanhã' })).toContainText(caption);
    await expect(page.getByRole('button', { name: '1 post: 21:30 Imagem agendado' })).toBeVisible();
    const clock = page.getByRole('main').getByText('horário de Brasília').locator('time');
    await expect.poll(async () => clock.textContent()).toBe(formatTime(new Date()));
    expect(dayKey(instant)).not.toBe(dayKey(new Date()));
    await page.goto('/dashboard');
    await expect(page.getByText('Próximo: amanhã, 21:30')).toBeVisible();
  });
});
