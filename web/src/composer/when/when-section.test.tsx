import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { SEQUENCE_TEXT } from '@pontual/contract/posts/sequence-text.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import {
  answerPosts,
  dayButton,
  form,
  heading,
  readTime,
  openDetails,
  sendButton,
  readFormText,
} from '../../../testing/composer.ts';
import { aPost } from '../../../testing/examples.ts';
import { centerOf, mouse } from '../../../testing/pointer-input.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';
import { installLimits } from '../../../testing/installed-limits.ts';

const calendar = page.getByRole('dialog', { name: 'Escolha o dia' });
const month = (name: string) => calendar.getByRole('grid', { name });
const day = (name: string) => calendar.getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
const hourInput = form.getByLabelText('Hora', { exact: true });
const minuteInput = form.getByLabelText('Minuto');
const focus = (target: Locator) => (target.element() as HTMLElement).focus();

async function openMonth(): Promise<void> {
  await dayButton.click();
  await expect.poll(() => document.activeElement?.closest('[data-day]')).toBeTruthy();
}

async function typeTime(keys: string): Promise<void> {
  await hourInput.click();
  await userEvent.keyboard(`${keys}{Tab}`);
}

beforeEach(() => {
  // A Tuesday, at noon in Brasília.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-06T15:00:00Z') });
});

async function openMonthByKey(): Promise<void> {
  await openDetails();
  await expect.element(dayButton).toHaveAccessibleName('Data Escolha o dia');
  focus(dayButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(day('6 de janeiro')).toHaveFocus();
}

describe('the day', () => {
  beforeEach(openMonthByKey);

  test('is chosen from an accessible month that starts on Sunday', async () => {
    const grid = month('janeiro de 2026');
    await expect.element(grid.getByRole('columnheader').first()).toHaveAccessibleName('domingo');
    await expect.element(grid.getByRole('gridcell')).toHaveLength(42);
    await expect.element(day('6 de janeiro')).toHaveAttribute('aria-current', 'date');
    await expectAccessible();
  });

  test('is reached by day, by week and by the ends of the week', async () => {
    for (const [key, reached] of [
      ['ArrowRight', '7 de janeiro'],
      ['ArrowDown', '14 de janeiro'],
      ['ArrowLeft', '13 de janeiro'],
      ['ArrowUp', '6 de janeiro'],
      ['Home', '4 de janeiro'],
      ['End', '10 de janeiro'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(day(reached)).toHaveFocus();
    }
  });

  test('is reached by month and by year, and back to today', async () => {
    for (const [keys, reached] of [
      ['{PageDown}', 'fevereiro de 2026'],
      ['{Shift>}{PageDown}{/Shift}', 'fevereiro de 2027'],
      ['{PageUp}', 'janeiro de 2027'],
      ['{Shift>}{PageUp}{/Shift}', 'janeiro de 2026'],
    ] as const) {
      await userEvent.keyboard(keys);
      await expect.element(month(reached)).toBeVisible();
    }
    await userEvent.keyboard('{PageDown}t');
    await expect.element(day('6 de janeiro')).toHaveFocus();
  });

  test('cannot be chosen after it has passed, and the reason is announced', async () => {
    await userEvent.keyboard('{ArrowLeft}');
    const yesterday = day('5 de janeiro');
    await expect.element(yesterday).toHaveAccessibleName('5 de janeiro, já passou');
    await expect.element(yesterday).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(calendar.getByRole('status'))
      .toHaveTextContent('5 de janeiro: já passou.');
    await expect.element(yesterday).toHaveFocus();
  });

  test('is chosen with Enter, which restores the focus; Esc changes nothing', async () => {
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(dayButton).toHaveFocus();
    await expect.element(dayButton).toHaveAccessibleName(/^Data quarta-feira, 7 de janeiro/);
    await expect.element(dayButton).toHaveAccessibleDescription(/^Falta escolher a hora\./);

    await userEvent.keyboard('{Enter}');
    await expect.element(day('7 de janeiro')).toHaveFocus();
    await expect.element(day('7 de janeiro')).toHaveAccessibleName(/, escolhido/);
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(dayButton).toHaveFocus();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('the time', () => {
  beforeEach(() => openDetails());

  test.each([
    ['7', '07:00'],
    ['1830', '18:30'],
    ['9:05', '09:05'],
    ['1:00', '01:00'],
  ])('typed as %s becomes %s', async (keys, time) => {
    await expect.element(hourInput).toHaveRole('spinbutton');
    await expect.element(hourInput).toHaveAttribute('inputmode', 'numeric');
    await typeTime(keys);
    await expect.poll(readTime).toBe(time);
  });

  test('changes with the arrow keys and wraps around', async () => {
    await typeTime('1:00');
    focus(hourInput);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(readTime).toBe('00:00');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(readTime).toBe('23:00');
    await userEvent.keyboard('{Tab}');
    await expect.element(minuteInput).toHaveFocus();
    await userEvent.keyboard('{PageUp}');
    await expect.poll(readTime).toBe('23:15');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(readTime).toBe('23:16');
    await userEvent.keyboard('{PageDown}{ArrowDown}');
    await expect.poll(readTime).toBe('23:00');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(readTime).toBe('23:59');
    await expect.element(minuteInput).toHaveAttribute('aria-valuenow', '59');
  });

  test('is overwritten by digits and cleared by Backspace, minutes first', async () => {
    await typeTime('2359');
    focus(hourInput);
    await userEvent.keyboard('{Tab}4{Tab}');
    await expect.poll(readTime).toBe('23:04');
    focus(minuteInput);
    await userEvent.keyboard('{Backspace}');
    await expect.element(minuteInput).toHaveValue('');
    await userEvent.keyboard('{Backspace}');
    await expect.element(hourInput).toHaveFocus();
    await userEvent.keyboard('{Backspace}{Tab}');
    await expect.poll(readTime).toBe(':');
    await expect.element(sendButton).toHaveAccessibleName('Agendar');
  });

  test('without a day shows an error, and the day gets the focus', async () => {
    await typeTime('18');
    await expect.element(hourInput).toHaveAccessibleDescription('Falta escolher o dia.');
    await sendButton.click();
    await expect.element(dayButton).toHaveFocus();
    await expect
      .element(dayButton)
      .toHaveAccessibleDescription(/^Selecione data e hora Falta escolher o dia\./);
  });
});

describe('the horizon of the plan', () => {
  beforeEach(() => openDetails());

  test('is shown in advance, and a day beyond it cannot be chosen', async () => {
    await expect
      .element(dayButton)
      .toHaveAccessibleDescription(/^O plano Gratuito agenda até 13 de janeiro.*, \d\d:\d\d\.$/);
    await openMonth();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect
      .element(day('14 de janeiro'))
      .toHaveAccessibleName('14 de janeiro, além do que o plano Gratuito agenda');
    await userEvent.keyboard('{Enter}');
    await expect.element(calendar).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.element(calendar).not.toBeInTheDocument();

    await typeTime('2359');
    await expect
      .element(hourInput)
      .toHaveAccessibleDescription(
        /^O plano Gratuito agenda até .* Escolha uma data mais próxima\.$/,
      );
  });

  test('includes one week from now', async () => {
    answerPosts();
    const week = form.getByRole('button', { name: '1 semana' });
    await week.click();
    await expect.element(week).toHaveAttribute('aria-pressed', 'true');
    await sendButton.click();
    await expect.element(heading('Post Agendado!')).toBeVisible();
    const [call] = server.calls(schedulePost);
    expect(call && readFormText(call.body, 'scheduledTime')).toMatch(/^2026-01-13T1[45]:/);
  });
});

test('a time at which another post of the account is published is told to be a sequence', async () => {
  installLimits({ publishGapSeconds: 8 });
  answerWithPosts([aPost({ scheduledTime: '2026-01-07T23:00:00.000Z' })]);
  await openDetails();
  await openMonth();
  await day('7 de janeiro').click();
  await typeTime('20');
  const note = form.getByText(new RegExp(SEQUENCE_TEXT));
  await expect.element(note).toBeVisible();
  await expectAccessible();
  await typeTime('19');
  await expect.element(note).not.toBeInTheDocument();
});

test('the line of the day shows its posts and sets the time by mouse', async () => {
  answerWithPosts([aPost({ scheduledTime: '2026-01-07T23:00:00.000Z' })]);
  await openDetails();
  await openMonth();
  await expect.element(day('7 de janeiro')).toHaveAccessibleName(/, tem posts$/);
  await day('7 de janeiro').click();
  await expect.element(calendar).not.toBeInTheDocument();
  await typeTime('12');

  const label = (name: string) => form.getByText(name, { exact: true });
  await expect.element(label('18h')).toBeVisible();
  label('18h').element().scrollIntoView({ block: 'center' });
  await waitUntilSettled();
  const at = (name: string) => {
    const { x } = centerOf(label(name));
    return { x, y: label(name).element().getBoundingClientRect().y - 12 };
  };
  const [noon, six, eight] = [at('12h'), at('18h'), at('20h')];
  await mouse.press(six);
  await mouse.release(six);
  await expect.poll(readTime).toBe('18:00');
  await mouse.press(six);
  await mouse.drag(six, { ...eight, x: (six.x + eight.x) / 2 });
  await mouse.drag(eight, noon);
  await mouse.release(noon);
  await expect.poll(readTime).toBe('12:00');
  await mouse.move(eight);
  await expect.poll(readTime).toBe('12:00');
});

test('a popular time is announced, and a passed one is unavailable', async () => {
  vi.setSystemTime('2026-01-06T23:30:00Z');
  await openDetails();
  const tomorrow = form.getByRole('button', { name: 'Amanhã 19:00' });
  await tomorrow.click();
  await expect.element(tomorrow).toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(form.getByRole('status').filter({ hasText: 'Amanhã, 19:00' }))
    .toBeInTheDocument();
  await expect.element(dayButton).toHaveAccessibleName(/^Data quarta-feira, 7 de janeiro/);
  await expect.poll(readTime).toBe('19:00');
  await expect.element(form.getByRole('button', { name: 'Amanhã 18:00' })).toBeEnabled();
  await expect.element(form.getByRole('button', { name: 'Hoje 20:00' })).toBeDisabled();
});
