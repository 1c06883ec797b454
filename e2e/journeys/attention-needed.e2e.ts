import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Locator, Page } from '@playwright/test';
import { schedule } from '../support/api.ts';
import { sizes } from '../support/accessibility.ts';
import { openDetails, getTimelineEntry } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const MINUTE = 60_000;
/** The tab bar at the bottom of a phone, with its raised button, in px. */
const TAB_BAR = 90;

const getAttentionRegion = (page: Page) => page.getByRole('region', { name: 'Precisa de você' });
const getInstagramCard = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Instagram' }) });

async function expectAboveTheFold(page: Page, seen: Locator): Promise<void> {
  await expect(seen).toBeVisible();
  const box = await seen.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const foot = width < 1024 ? height - TAB_BAR : height;
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(box).not.toBeNull();
  if (box === null) return;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(foot);
}

test('an account issue appears on the first screen, with the button that fixes it', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  for (const hours of [2, 3]) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} ${hours}`,
      scheduledTime: new Date(Date.now() + hours * 60 * MINUTE),
      picture: await createPicture(),
    });
  }
  const band = getAttentionRegion(page);
  const sentence =
    /@atelie\.barro precisa ser reconectada\. 2 posts em risco, o primeiro (hoje|amanhã), \d\d:\d\d\./;
  const reconnect = band.getByRole('button', { name: 'Reconectar @atelie.barro' });

  await page.goto('/dashboard');
  await expect(getInstagramCard(page).getByText('Conectado', { exact: true })).toBeVisible();
  await expect(page.getByText('Próximo post em', { exact: true })).toBeVisible();
  await expect(band).toHaveCount(0);

  await test.step('an access that was removed at Facebook appears without a reload', async () => {
    await sandbox.removeAccess('atelie.barro');
    await expect(band).toContainText(sentence);
    await expect(page.getByText('Próximo post em risco')).toBeVisible();
    const card = getInstagramCard(page);
    await expect(card.getByText('Conectado', { exact: true })).toHaveCount(0);
    await expect(card).toContainText(/Sem acesso desde hoje, \d\d:\d\d/);
    await expect(card).toContainText('O acesso da Pontual à conta foi removido no Facebook.');
    await expect(card.getByRole('button', { name: 'Reconectar @atelie.barro' })).toBeVisible();
  });

  await test.step('the page after connecting does not show it as connected either', async () => {
    await page.goto('/connected?connected=true');
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'O acesso da Pontual à conta foi removido no Facebook.',
    );
    await expect(page.getByText('está conectada.')).toHaveCount(0);
    await expect(page).toHaveTitle('1 conta com problema · Pontual');
    await expect(page.getByRole('button', { name: 'Reconectar @atelie.barro' })).toBeVisible();
  });

  for (const size of sizes) {
    await test.step(`at ${size.width} px the alert is visible without scrolling`, async () => {
      await page.setViewportSize(size);
      for (const path of ['/dashboard', '/schedule']) {
        await page.goto(path);
        await expect(band).toContainText(sentence);
        await expectAboveTheFold(page, band);
        await expectAboveTheFold(page, reconnect);
      }
      await expect(getTimelineEntry(page, `${caption} 2`)).toContainText('Em risco');
      const details = await openDetails(page, `${caption} 2`);
      await expect(details.getByText('Em risco', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    });
  }

  await test.step('the button reconnects, and the alert disappears', async () => {
    await reconnect.click();
    await page.waitForURL(/dialog\/oauth/);
    await page.getByRole('button', { name: 'atelie.barro' }).click();
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(getInstagramCard(page).getByText('Conectado', { exact: true })).toBeVisible();
    await expect(band).toHaveCount(0);
  });

  await test.step('failures are dismissed by keyboard and stay in the timeline', async () => {
    const due = [2, 3].map((minutes) => new Date(Date.now() + minutes * MINUTE));
    const faults = ['36003_2207009', '36001_2207005'];
    const refused = faults.map((fault) => `${caption} #falha_create_${fault}`);
    await page.goto('/schedule');
    await expect(getTimelineEntry(page, `${caption} 2`)).toBeVisible();
    for (const [index, scheduledTime] of due.entries()) {
      await schedule(stack.url, connectedUser.token, {
        caption: refused[index] ?? '',
        scheduledTime,
        picture: await createPicture(),
      });
    }
    await expect(band).toContainText('2 coisas precisam de você', { timeout: 60_000 });
    await expectAboveTheFold(page, band.getByRole('button', { name: 'Corrigir o post' }));
    for (const [index, isLast] of [
      [1, false],
      [0, true],
    ] as const) {
      const at = due[index] ?? new Date();
      // Midnight may lie before the due time or after.
      const when = `(hoje|amanhã|${formatDayMonth(at)}), ${formatTime(at)}`;
      const dismiss = band.getByRole('button', {
        name: new RegExp(`^Dispensar: Post de imagem de ${when},`),
      });
      await dismiss.focus();
      await page.keyboard.press('Enter');
      await expect(dismiss).toHaveCount(0);
      if (!isLast) await expect(band.getByRole('listitem')).toBeFocused();
    }
    await expect(band).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    for (const text of refused) await expect(getTimelineEntry(page, text)).toContainText('Falhou');
    await page.reload();
    await expect(getTimelineEntry(page, refused[0] ?? '')).toContainText('Falhou');
    await expect(band).toHaveCount(0);
  });
});
