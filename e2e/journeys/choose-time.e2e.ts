import type { Page } from '@playwright/test';
import {
  dayKey,
  formatDayMonth,
  formatFullDay,
  formatMonth,
  formatTime,
  fromBrasilia,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/brasilia-time.ts';
import { postsOf, schedule } from '../api.ts';
import {
  calendarOf,
  chooseAndContinue,
  chooseTime,
  composerOf,
  dayButton,
  dayIn,
  hourIn,
  openComposer,
  sendButton,
  typeHour,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

// Nothing of the browser's own zone may show.
test.use({ timezoneId: 'Asia/Tokyo' });

const today = () => dayKey(new Date());
/** Noon in Brasília, so many days and months from today. */
function noon(days: number, months = 0): Date {
  const wall = toBrasilia(startOfDay(today()));
  return fromBrasilia({ ...wall, month: wall.month + months, day: wall.day + days, hour: 12 });
}

const hourOf = (page: Page) => composerOf(page).getByLabel('Hora', { exact: true });
const minuteOf = (page: Page) => composerOf(page).getByLabel('Minuto');

test.beforeEach(async ({ page, connectedUser, pictureFile }) => {
  expect(connectedUser.user.plan).toBe('free');
  await openComposer(page);
  await chooseAndContinue(page, await pictureFile('foto.jpg'));
});

test('the day is chosen from a month by keyboard alone', async ({ page }) => {
  const [calendar, button] = [calendarOf(page), dayButton(page)];
  await expect(button).toHaveAccessibleName('Data Escolha o dia');
  await button.focus();
  await page.keyboard.press('Enter');
  const grid = calendar.getByRole('grid', { name: formatMonth(noon(0)) });
  await expect(grid).toBeVisible();
  await expect(grid.getByRole('columnheader').first()).toHaveAccessibleName('domingo');
  await expect(grid.getByRole('gridcell')).toHaveCount(42);
  await expect(dayIn(page, noon(0))).toBeFocused();
  await expect(dayIn(page, noon(0))).toHaveAttribute('aria-current', 'date');

  await test.step('by day, by week and to the ends of the week', async () => {
    for (const [key, days] of [
      ['ArrowRight', 1],
      ['ArrowDown', 8],
      ['ArrowLeft', 7],
      ['ArrowUp', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(dayIn(page, noon(days))).toBeFocused();
    }
    const weekday = new Date(`${today()}T00:00:00Z`).getUTCDay();
    await page.keyboard.press('Home');
    await expect(dayIn(page, noon(-weekday))).toBeFocused();
    await page.keyboard.press('End');
    await expect(dayIn(page, noon(6 - weekday))).toBeFocused();
  });

  await test.step('by month and by year, and back to today', async () => {
    await page.keyboard.press('t');
    const turns = [
      ['PageDown', 1],
      ['Shift+PageDown', 13],
      ['PageUp', 12],
      ['Shift+PageUp', 0],
    ] as const;
    for (const [key, months] of turns) {
      await page.keyboard.press(key);
      const first = fromBrasilia({ ...toBrasilia(noon(0, 0)), day: 1 });
      const wall = toBrasilia(first);
      const month = fromBrasilia({ ...wall, month: wall.month + months });
      await expect(calendar.getByRole('grid', { name: formatMonth(month) })).toBeVisible();
    }
    await page.keyboard.press('t');
    await expect(dayIn(page, noon(0))).toBeFocused();
  });

  await test.step('a day that is over is not chosen, and says so', async () => {
    await page.keyboard.press('ArrowLeft');
    const yesterday = dayIn(page, noon(-1));
    await expect(yesterday).toHaveAccessibleName(`${formatDayMonth(noon(-1))}, já passou`);
    await expect(yesterday).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(calendar.getByRole('status')).toHaveText(
      `${formatDayMonth(noon(-1))}: já passou.`,
    );
    await expect(yesterday).toBeFocused();
  });

  await test.step('Enter chooses, and the focus is back on the button', async () => {
    await page.keyboard.press('t');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(button).toBeFocused();
    await expect(button).toHaveAccessibleName(`Data ${formatFullDay(noon(1))}`);
    await expect(button).toHaveAccessibleDescription(/^Falta escolher a hora\./);
  });

  await test.step('Esc leaves it as it was, and keeps the form open', async () => {
    await page.keyboard.press('Enter');
    await expect(dayIn(page, noon(1))).toBeFocused();
    await expect(dayIn(page, noon(1))).toHaveAccessibleName(/, escolhido/);
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(button).toBeFocused();
    await expect(composerOf(page)).toBeVisible();
  });
});

test('the hour is typed and stepped as one expects', async ({ page }) => {
  for (const [keys, time] of [
    ['7', '07:00'],
    ['1830', '18:30'],
    ['9:05', '09:05'],
    ['1:00', '01:00'],
  ] as const) {
    await typeHour(page, keys);
    await expect.poll(() => hourIn(page)).toBe(time);
  }
  const hour = hourOf(page);
  await expect(hour).toHaveRole('spinbutton');
  await expect(hour).toHaveAttribute('inputmode', 'numeric');

  await test.step('Up and Down step, round the ends', async () => {
    await hour.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hourIn(page)).toBe('00:00');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hourIn(page)).toBe('23:00');
    await page.keyboard.press('Tab');
    await expect(minuteOf(page)).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect.poll(() => hourIn(page)).toBe('23:15');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => hourIn(page)).toBe('23:16');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hourIn(page)).toBe('23:00');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hourIn(page)).toBe('23:59');
    await expect(minuteOf(page)).toHaveAttribute('aria-valuenow', '59');
  });

  await test.step('Tab into minutes selects them, so that digits replace them', async () => {
    await hour.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('4');
    await page.keyboard.press('Tab');
    await expect.poll(() => hourIn(page)).toBe('23:04');
  });

  await test.step('Backspace clears, minutes first', async () => {
    await minuteOf(page).focus();
    await page.keyboard.press('Backspace');
    await expect(minuteOf(page)).toHaveValue('');
    await page.keyboard.press('Backspace');
    await expect(hour).toBeFocused();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await expect.poll(() => hourIn(page)).toBe(':');
    await expect(sendButton(page)).toHaveAccessibleName('Agendar');
  });

  await test.step('an hour without a day is told', async () => {
    await typeHour(page, '18');
    await expect(hour).toHaveAccessibleDescription('Falta escolher o dia.');
    await sendButton(page).click();
    await expect(dayButton(page)).toBeFocused();
    await expect(dayButton(page)).toHaveAccessibleDescription(
      /^Selecione data e hora Falta escolher o dia\./,
    );
  });
});

test('the plan’s limit is shown beforehand, and a week ahead lies within it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const composer = composerOf(page);
  await composer.getByLabel('Legenda').fill(caption);
  await expect(dayButton(page)).toHaveAccessibleDescription(
    new RegExp(`^O plano Gratuito agenda até ${formatDayMonth(noon(7))}.*, \\d\\d:\\d\\d\\.$`),
  );

  await test.step('a day beyond it is not chosen, and says so', async () => {
    await dayButton(page).click();
    await expect(dayIn(page, noon(0))).toBeFocused();
    for (let days = 1; days <= 8; days += 1) {
      await page.keyboard.press('ArrowRight');
      await expect(dayIn(page, noon(days))).toBeFocused();
    }
    await expect(dayIn(page, noon(8))).toHaveAccessibleName(
      `${formatDayMonth(noon(8))}, além do que o plano Gratuito agenda`,
    );
    await page.keyboard.press('Enter');
    await expect(calendarOf(page)).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(calendarOf(page)).toBeHidden();
  });

  await test.step('an hour beyond it is marked at once', async () => {
    await typeHour(page, '2359');
    await expect(hourOf(page)).toHaveAccessibleDescription(
      /^O plano Gratuito agenda até .* Escolha uma data mais próxima\.$/,
    );
  });

  await test.step('a week from now is taken by the form and by the server', async () => {
    await composer.getByRole('button', { name: '1 semana' }).click();
    await expect(composer.getByRole('button', { name: '1 semana' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await sendButton(page).click();
    await expect(composer.getByText('Post Agendado!')).toBeVisible();
    const [post] = await postsOf(stack.url, connectedUser.token);
    expect(dayKey(new Date(post?.scheduledTime ?? ''))).toBe(dayKey(noon(7)));
  });
});

test('the line of the day shows its posts and sets the hour by mouse', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const evening = fromBrasilia({ ...toBrasilia(noon(1)), hour: 20 });
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: evening,
    picture: await aPicture(),
  });
  // The new post is found, and what is being made is still there.
  await page.reload();
  await dayButton(page).click();
  await expect(dayIn(page, noon(1))).toHaveAccessibleName(/, tem posts$/);
  await page.keyboard.press('Escape');
  await chooseTime(page, noon(1));

  const at = async (label: string) => {
    const box = await composerOf(page).getByText(label, { exact: true }).boundingBox();
    if (box === null) throw new Error(`${label} is not on the line`);
    return { x: box.x + box.width / 2, y: box.y - 12 };
  };
  await composerOf(page).getByText('18h', { exact: true }).scrollIntoViewIfNeeded();
  const [noonPoint, six, eight] = [await at('12h'), await at('18h'), await at('20h')];
  await page.mouse.click(six.x, six.y);
  await expect.poll(() => hourIn(page)).toBe('18:00');

  await page.mouse.move(six.x, six.y);
  await page.mouse.down();
  await page.mouse.move((six.x + eight.x) / 2, six.y, { steps: 4 });
  await page.mouse.move(noonPoint.x, noonPoint.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => hourIn(page)).toBe('12:00');
  await page.mouse.move(eight.x, eight.y);
  await expect.poll(() => hourIn(page)).toBe('12:00');
});

test('a popular time that has passed says why, any other is announced', async ({ page }) => {
  const composer = composerOf(page);
  const tomorrow = composer.getByRole('button', { name: 'Amanhã 19:00' });
  await tomorrow.click();
  await expect(tomorrow).toHaveAttribute('aria-pressed', 'true');
  await expect(composer.getByRole('status').filter({ hasText: 'Amanhã, 19:00' })).toBeAttached();
  await expect(dayButton(page)).toHaveAccessibleName(`Data ${formatFullDay(noon(1))}`);
  await expect.poll(() => hourIn(page)).toBe('19:00');

  await expect(composer.getByRole('button', { name: /^(Hoje|Amanhã) 18:00$/ })).toBeEnabled();
  const eight = composer.getByRole('button', { name: 'Hoje 20:00' });
  const passed = formatTime(new Date()) >= '20:00';
  await expect(eight).toBeEnabled({ enabled: !passed });
});
