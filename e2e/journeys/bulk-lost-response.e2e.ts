import { fetchPosts } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { startThrottledProxy } from '../support/network.ts';
import { givePlan } from '../support/payments.ts';

const BYTES_PER_SECOND = 8 * 1024 * 1024;

test('a batch whose response is lost exists once, and only the identical batch can be sent again', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/net::ERR_/);
  const proxy = await startThrottledProxy(stack.url, BYTES_PER_SECOND);
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, proxy, await givePlan(stack.url, connectedUser, 'pro'));
  await page.goto(`${proxy.url}/bulk`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Escolher arquivos', exact: true }).click(),
  ]);
  await chooser.setFiles([await pictureFile('um.jpg'), await pictureFile('dois.jpg')]);
  const send = page.getByRole('button', { name: 'Agendar 2 posts' });
  await expect(send).toBeEnabled();
  const first = page.getByRole('listitem', { name: 'Post 1', exact: true });
  const hour = await first.getByRole('paragraph').first().innerText();

  proxy.holdResponsesTo('POST /api/bulk ');
  await send.click();
  await expect.poll(() => fetchPosts(stack.url, connectedUser.token)).toHaveLength(2);
  proxy.cut();
  const errorAlert = page.getByRole('alert').filter({ hasText: 'podem já ter sido criados' });
  await expect(errorAlert).toBeVisible();
  await expect(page.getByText('Nenhum post foi criado.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remover Post 1' })).toBeDisabled();

  await test.step('a user who leaves is warned that the posts may exist', async () => {
    await errorAlert.getByRole('link', { name: 'Ver no calendário' }).click();
    const leaving = page.getByRole('alertdialog', { name: 'Sair sem resposta?' });
    await expect(leaving).toContainText('Os posts podem já ter sido criados');
    await leaving.getByRole('button', { name: 'Continuar aqui' }).click();
  });

  // The times that the first batch occupies do not shift the posts of the repeated batch.
  proxy.restore();
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(page.getByRole('region', { name: 'Lotes anteriores' })).toBeVisible();
  await expect(first.getByRole('paragraph').first()).toHaveText(hour);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: '2 posts agendados' })).toBeVisible();
  expect(await fetchPosts(stack.url, connectedUser.token)).toHaveLength(2);
  proxy.close();
});
