import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  cell,
  brasiliaTimeAt,
  statusMessage,
  freezeClock,
  answerMoves,
} from '../../../testing/calendar.ts';
import { readTime, pickPicture } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { setTimeZone } from '../../../testing/time-zone.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const hourCell = (date: number, hour: number) => cell(new RegExp(`^${date} de junho, ${hour} h,`));

async function showWeek(): Promise<void> {
  await page.getByText('Semana').click();
  await expect.element(hourCell(9, 14)).toBeInTheDocument();
}

beforeEach(() => freezeClock());

describe.each(['Asia/Tokyo', 'America/Los_Angeles'])('with a browser in %s', (zone) => {
  test('posts around midnight are at their times in Brasília, also after a reload', async () => {
    await setTimeZone(zone);
    answerWithPosts([
      aPost({ scheduledTime: brasiliaTimeAt(2, 23, 45) }),
      aPost({ scheduledTime: brasiliaTimeAt(3, 0, 15) }),
    ]);
    await openPage('/schedule', { as: aConnectedUser() });
    await showWeek();
    await expect.element(hourCell(11, 23)).toMatchTextContent('1 post: 23:45 Imagem');
    await expect.element(hourCell(12, 0)).toMatchTextContent('1 post: 00:15 Imagem');
    await expect.element(hourCell(12, 23)).toMatchTextContent('sem posts');
  });
});

test('the week has no accessibility violations, and is the view of the next visit', async () => {
  answerWithPosts([aPost({ scheduledTime: brasiliaTimeAt(2, 10, 20) })]);
  await openPage('/schedule', { as: aConnectedUser() });
  await showWeek();
  await expect.element(hourCell(11, 10)).toMatchTextContent('1 post: 10:20');
  await expectAccessible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .not.toMatchTextContent('Calendário');
  await page.getByRole('link', { name: 'Calendário' }).first().click();
  await expect.element(page.getByRole('radio', { name: 'Semana' })).toBeChecked();
});

test('an empty hour starts a post at that hour', async () => {
  await openPage('/schedule', { as: aConnectedUser() });
  await showWeek();
  await hourCell(11, 15).click();
  await pickPicture('forno.jpg');
  await expect.poll(readTime).toBe('15:00');
});

test('a post moves by keyboard in steps of an hour, keeps its minutes and moves back', async () => {
  const post = aPost({ scheduledTime: brasiliaTimeAt(2, 10, 20) });
  answerWithPosts([post]);
  answerMoves(post);
  await openPage('/schedule', { as: aConnectedUser() });
  await showWeek();
  await expect.element(hourCell(11, 10)).toMatchTextContent('1 post: 10:20');
  (hourCell(11, 10).element() as HTMLElement).focus();
  await userEvent.keyboard('m{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(statusMessage(/Movido para/)).toMatchTextContent('12:20');
  const [moved] = server.calls(updatePost);
  expect(moved?.body.get('scheduledTime')).toBe(brasiliaTimeAt(2, 12, 20));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(hourCell(11, 10)).toMatchTextContent('1 post: 10:20');
  await expect.element(hourCell(11, 10)).toHaveFocus();

  const title = page.getByRole('heading', { level: 2 }).first();
  const shown = title.element().textContent;
  await userEvent.keyboard('{PageDown}');
  await expect.element(title).not.toHaveTextContent(shown);
  await userEvent.keyboard('{PageUp}');
  await expect.element(hourCell(11, 10)).toHaveFocus();
});

test('a phone shows one day of the week, without accessibility violations', async () => {
  answerWithPosts([aPost({ scheduledTime: brasiliaTimeAt(0, 20) })]);
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await showWeek();
  await expect.element(hourCell(9, 20)).toMatchTextContent('1 post: 20:00');
  await expect.element(hourCell(10, 20)).not.toBeInTheDocument();
  await expectAccessible();
});
