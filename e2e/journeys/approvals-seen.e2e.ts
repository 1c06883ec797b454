import { askApproval } from '@pontual/contract/approvals.ts';
import { dayKey, formatDayMonth, formatTime, weekOf } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { addSlots } from '@pontual/contract/queue.ts';
import { call, draft, schedule } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { expect, test } from '../fixtures.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

/** The whole hour after the next one. */
const soon = () => new Date(Math.ceil(Date.now() / HOUR) * HOUR + HOUR);

const ask = (url: string, token: string, { _id }: Post) =>
  call(url, { ...askApproval, path: askApproval.path.replace(':id', _id) }, { token, body: {} });

for (const look of looks) {
  test(`what waits for an approval says so wherever it stands, ${look.theme} at ${look.size.width} px`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    const { token } = await withPlan(stack.url, connectedUser, 'premium');
    const at = soon();
    const picture = await aPicture();
    const waiting = await schedule(stack.url, token, { caption, scheduledTime: at, picture });
    const free = `${caption} sem aprovação`;
    const later = new Date(at.getTime() + HOUR);
    await schedule(stack.url, token, { caption: free, scheduledTime: later, picture });
    const kept = await draft(stack.url, token, { caption: `${caption} guardado`, picture });
    await ask(stack.url, token, waiting);
    await ask(stack.url, token, kept);
    const weekday = new Date(`${dayKey(at)}T12:00:00Z`).getUTCDay();
    const minute = Number(formatTime(at).slice(0, 2)) * 60;
    await call(stack.url, addSlots, { token, body: { slots: [{ weekday, minute }] } });
    await wear(page, look);

    await page.goto('/queue');
    const queued = page.getByRole('button', { name: `Agendado Espera aprovação ${caption}` });
    await expect(queued).toBeVisible();
    await expectNoBarriers(page, look);

    await page.goto('/dashboard');
    await expect(page.getByText('2 posts esperam aprovação.')).toBeVisible();
    await expect(page.getByText('Espera aprovação', { exact: true })).toBeVisible();
    await expectNoBarriers(page, look);

    await page.getByRole('link', { name: 'Ver posts' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByRole('combobox', { name: 'Status' })).toHaveText(
      'Esperam aprovação',
    );
    await expect(timeline.getByRole('heading', { name: 'Timeline' })).toBeInViewport();
    await expect(timeline.getByText('Espera aprovação', { exact: true })).toHaveCount(2);
    await expect(timeline.getByText(free)).toHaveCount(0);
    await expectNoBarriers(page, look);
    const told = `${formatTime(at)} Imagem, espera aprovação`;
    await expect(
      page.getByRole('button', { name: new RegExp(`^${formatDayMonth(at)}, .*${told}`) }),
    ).toBeVisible();

    await page.getByText('Semana', { exact: true }).click();
    // Late on a Saturday it is of the week that comes.
    if (at >= weekOf(new Date()).to) {
      await page.getByRole('button', { name: 'Próxima semana' }).click();
    }
    const hour = `${formatDayMonth(at)}, ${Number(formatTime(at).slice(0, 2))} h, 1 post: `;
    await expect(
      page.getByRole('button', { name: new RegExp(`^${hour}.*, espera aprovação$`) }),
    ).toBeVisible();
    await expectNoBarriers(page, look);
  });
}

test('where nothing ever needed an approval, nothing is said of any', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const picture = await aPicture();
  const post = await schedule(stack.url, token, { caption, scheduledTime: soon(), picture });
  await page.goto('/dashboard');
  await expect(page.getByText(caption).first()).toBeVisible();
  await expect(page.getByText(/aprovação/)).toHaveCount(0);
  await page.goto('/schedule');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(caption)).toBeVisible();
  await expect(page.getByText(/aprovação/)).toHaveCount(0);
  const status = page.getByRole('combobox', { name: 'Status' });
  const choice = page.getByRole('option', { name: 'Esperam aprovação' });
  await status.click();
  await expect(page.getByRole('option', { name: 'Agendados' })).toBeVisible();
  await expect(choice).toHaveCount(0);
  await page.keyboard.press('Escape');

  // From the first one on that is asked for, it is there.
  await withPlan(stack.url, connectedUser, 'pro');
  await ask(stack.url, token, post);
  await expect(page.getByText('Espera aprovação', { exact: true }).first()).toBeVisible();
  await status.click();
  await choice.click();
  await expect(status).toHaveText('Esperam aprovação');
  await expect(timeline.getByText(caption)).toBeVisible();
});
