import { fetchPosts, schedule } from '../support/api.ts';
import { openDetails, getTimelineEntry, roundUpToMinute } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;

test('a scheduled post is deleted after its owner confirms twice', async ({
  page,
  stack,
  connectedUser: { token },
  caption,
  tolerate,
}) => {
  tolerate(/Failed to load|ERR_INTERNET/);
  const scheduledTime = roundUpToMinute(HOUR);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
  await page.goto('/schedule');
  const meter = page.getByRole('region', { name: 'Plano e uso do mês' });
  await expect(meter).toContainText('9 restantes');
  const details = await openDetails(page, caption);
  const button = details.getByRole('button', { name: 'Excluir' });
  const question = page.getByRole('alertdialog', { name: 'Excluir este post?' });
  const yes = question.getByRole('button', { name: 'Excluir' });

  await test.step('the owner cancels the first question', async () => {
    await button.click();
    await expect(question).toHaveAccessibleDescription(
      'Tem certeza que deseja excluir este post agendado? Esta ação não pode ser desfeita.',
    );
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(button).toBeFocused();
    expect(await fetchPosts(stack.url, token)).toHaveLength(1);
  });

  await test.step('a deletion that failed offline can be repeated', async () => {
    await page.context().setOffline(true);
    await button.click();
    await yes.click();
    const failed = page.getByRole('alertdialog', { name: 'Erro ao Excluir' });
    await expect(failed).toHaveAccessibleDescription(
      'Não foi possível excluir o post. Tente novamente.',
    );
    await page.context().setOffline(false);
    await failed.getByRole('button', { name: 'Tentar novamente' }).click();
  });

  await expect(page.getByText('Post Excluído')).toBeVisible();
  await expect(details).toBeHidden();
  await expect(getTimelineEntry(page, caption)).toBeHidden();
  await expect(meter).toContainText('10 restantes');
  expect(await fetchPosts(stack.url, token)).toEqual([]);
});
