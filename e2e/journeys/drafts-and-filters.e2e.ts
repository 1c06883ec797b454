import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Page } from '@playwright/test';
import { createDraft, fetchPosts } from '../support/api.ts';
import { chooseTime, getTimelineEntry, roundUpToMinute } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;

const draftsCard = (page: Page) => page.locator('details').filter({ hasText: 'Rascunhos' });
const scheduleDialog = (page: Page) => page.getByRole('dialog', { name: 'Agendar rascunho' });

test.use({ timezoneId: 'Asia/Tokyo' });

test('a draft gets its due time from the card, and the plan counts it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await createPicture();
  await createDraft(stack.url, token, { caption, picture });
  const when = roundUpToMinute(HOUR);
  await page.goto('/schedule');
  const meter = page.getByRole('region', { name: 'Plano e uso do mês' });
  await expect(meter).toContainText('10 posts por mês');
  await expect(meter).toContainText('10 restantes');
  await draftsCard(page)
    .getByRole('button', { name: `Agendar ${caption.slice(0, 60)}` })
    .click();
  const dialog = scheduleDialog(page);

  await test.step('nothing is sent without a due time', async () => {
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
    await expect(dialog.getByText('Data e hora são obrigatórias')).toBeVisible();
  });

  await chooseTime(page, when);
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Rascunho Agendado!' }).waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(getTimelineEntry(page, caption)).toContainText('Agendado');
  await expect(getTimelineEntry(page, caption)).toContainText(formatTime(when));
  await expect(meter).toContainText('1 agendado em');
  await expect(meter.getByRole('meter')).toHaveAttribute('aria-valuenow', '1');
  await expect(draftsCard(page)).toBeHidden();
  const [post] = await fetchPosts(stack.url, token);
  expect(post).toMatchObject({ status: 'scheduled', scheduledTime: when.toISOString() });
});
