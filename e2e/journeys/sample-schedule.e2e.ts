import { chooseAndContinue, dayButton, hourIn, timelineEntry } from '../composer.ts';
import { expect, withOwnStack } from '../fixtures.ts';

/** A server whose operator has turned the sample on. */
const test = withOwnStack({ MOCK_SCHEDULE: 'on' });

// Tuesday, 9 June 2026, 23:30 in Brasília; for Tokyo it is the 10th.
test.use({ timezoneId: 'Asia/Tokyo' });
test.beforeEach(({ page }) => page.clock.setFixedTime(new Date('2026-06-10T02:30:00Z')));

test('a visitor reads sample posts on the real calendar', async ({ page, pictureFile }) => {
  await page.goto('/schedule');
  const day = (name: string) => page.getByRole('grid').getByRole('button', { name, exact: true });

  await test.step('days, hours, types and states', async () => {
    await expect(
      day('9 de junho, 4 posts: 08:30 Stories publicado, 12:00 Imagem publicado, mais 2'),
    ).toBeVisible();
    await expect(day('6 de junho, 1 post: 10:00 Vídeo falhou')).toBeVisible();
    await expect(day('13 de junho, 1 post: 10:00 Vídeo agendado. Santo Antônio')).toBeVisible();
    await expect(timelineEntry(page, 'Caneca dupla').first()).toContainText('18:00');
    await expect(page.getByText('Um exemplo, com posts que não existem.')).toBeVisible();
    await expect(page.getByText('Seu mês inteiro num olhar')).toBeHidden();
  });

  await test.step('a post opens to be read, and no more', async () => {
    await timelineEntry(page, 'Caneca dupla').first().getByRole('button').click();
    const details = page.getByRole('dialog', { name: 'Post de exemplo' });
    await expect(details).toContainText('Este post não existe.');
    await expect(details).toContainText('Reels, publicado');
    await details.getByRole('button', { name: 'Fechar' }).click();
    await expect(details).toBeHidden();
  });

  await test.step('earlier posts, one of which did not go out, with nothing to mend it', async () => {
    await page.getByRole('button', { name: /^Mostrar \d+ posts anteriores$/ }).click();
    const failed = timelineEntry(page, 'Oficina de torno').filter({ hasText: 'Falhou' });
    await expect(failed).toContainText('O Instagram não aceitou o formato do vídeo.');
    await expect(failed.getByRole('button')).toHaveCount(1);
  });

  await test.step('an empty day leads to where a visitor makes a post', async () => {
    await day('17 de junho, sem posts. Criar post').click();
    await expect(page).toHaveURL('/create-post');
    await chooseAndContinue(page, await pictureFile('caneca.jpg'));
    await expect.poll(() => hourIn(page)).toBe('12:00');
    await expect(dayButton(page)).toContainText('17 de junho');
  });
});

test('a user sees their own calendar there', async ({ page, user }) => {
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByText('Conta do Instagram não conectada')).toBeVisible();
  await expect(timelineEntry(page, 'Caneca dupla')).toHaveCount(0);
  expect(user.user.plan).toBe('free');
});
