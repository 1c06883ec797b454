import { atEachSize, expectNoBarriersInEachTheme } from '../barriers.ts';
import { expect, test } from '../fixtures.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const size of sizes) {
  test(`whoever writes a program finds how, and each endpoint, at ${size.width} px`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/developers');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Para programas');
    await expect(page.getByRole('region', { name: 'configuração de um assistente' })).toContainText(
      `${stack.url}/api/mcp`,
    );
    const writing = page.getByRole('region', { name: 'pausar as publicações da equipe' });
    await expect(writing.getByRole('listitem').filter({ hasText: 'Agendar um post' })).toHaveText(
      'Agendar um postPOST /api/schedule',
    );
    await expect(page.getByRole('region', { name: 'o corpo de um aviso' })).toContainText(
      '"type": "post.returned"',
    );
    const described = page.getByRole('link', { name: 'openapi.json' });
    const answer = await page.request.get(
      new URL((await described.getAttribute('href')) ?? '', stack.url).href,
    );
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0' });
  });
}

test('the page for programs has no barriers', async ({ page }) => {
  await atEachSize(page, async () => {
    await page.goto('/developers');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});
