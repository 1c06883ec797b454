import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  cell,
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  freezeClock,
  timeline,
} from '../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { setTimeZone } from '../../testing/time-zone.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';

const panel = page.getByRole('dialog', { name: /, 11 de junho$/ });
const rows = panel.getByRole('listitem');
const busyDay = cell(/^11 de junho, 3 posts/);

describe('a day with three posts', () => {
  beforeEach(() => {
    freezeClock();
    answerWithPosts(
      [8, 12, 20].map((hour) =>
        aPost({ caption: `Fornada às ${hour}`, scheduledTime: brasiliaTimeAt(2, hour) }),
      ),
    );
  });

  test('lists them by due time, and opens one', async () => {
    await openPage('/schedule', { as: aConnectedUser() });
    await busyDay.click();
    await expect.element(rows.nth(2)).toBeVisible();
    await expect.element(rows.nth(0)).toMatchTextContent(/^08:00.*Agendado.*às 8$/);
    await expect.element(rows.nth(1)).toMatchTextContent(/^12:00.*às 12$/);
    await expect.element(rows.nth(2)).toMatchTextContent(/^20:00.*às 20$/);
    await expectAccessible();
    await rows
      .nth(1)
      .getByRole('button', { name: /Fornada às 12/ })
      .first()
      .click();
    await expect.element(detailsDialog).toMatchTextContent(/Fornada às 12/);
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('opens by keyboard, returns the focus and creates a post', async () => {
    await openPage('/schedule', { as: aConnectedUser() });
    await expect.element(busyDay).toBeVisible();
    document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(busyDay).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByRole('button').first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(busyDay).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await panel.getByRole('button', { name: 'Criar post' }).click();
    const composer = page.getByRole('dialog', { name: 'Criar post' });
    await expect
      .element(composer.getByRole('heading', { name: 'Envie seus arquivos' }))
      .toHaveFocus();
  });

  test('opens as a sheet on a phone', async () => {
    await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
    await busyDay.click();
    await expect.element(rows).toHaveLength(3);
    await expectAccessible();
    await panel
      .getByRole('button', { name: /Fornada às 8/ })
      .first()
      .click();
    await expect.element(detailsDialog).toMatchTextContent(/Fornada às 8/);
  });
});

describe.each(['Asia/Tokyo', 'America/Los_Angeles'])('with a browser in %s', (zone) => {
  /** 31 December 2026, 23:30, and 1 January 2027, 00:10, in Brasília. */
  const posts = [
    aPost({ caption: 'Último', scheduledTime: '2027-01-01T02:30:00.000Z' }),
    aPost({ caption: 'Primeiro', scheduledTime: '2027-01-01T03:10:00.000Z' }),
  ];
  const dayOf = (title: string) => timeline.getByRole('region', { name: new RegExp(`^${title}`) });

  beforeEach(async () => {
    await setTimeZone(zone);
    answerWithPosts(posts);
  });

  test('the year ends at midnight in Brasília: an hour before it', async () => {
    freezeClock(new Date('2027-01-01T02:00:00Z'));
    await openPage('/schedule', { as: aConnectedUser() });
    await expect.element(page.getByRole('grid', { name: 'dezembro de 2026' })).toBeVisible();
    await expect
      .element(cell(/^31 de dezembro, 1 post: 23:30/))
      .toHaveAttribute('aria-current', 'date');
    await expect.element(cell(/^1 de janeiro, 1 post: 00:10/)).toBeVisible();
    await expect.element(dayOf('Hoje')).toMatchTextContent(/quinta, 31 de dezembro/);
    await expect.element(dayOf('Hoje')).toMatchTextContent(/Último/);
    await expect.element(dayOf('Amanhã')).toMatchTextContent(/sexta, 1 de janeiro de 2027/);
    await expect.element(dayOf('Amanhã')).toMatchTextContent(/Primeiro/);
  });

  test('the year ends at midnight in Brasília: a minute after it', async () => {
    freezeClock(new Date('2027-01-01T03:01:00Z'));
    await openPage('/schedule', { as: aConnectedUser() });
    await expect.element(page.getByRole('grid', { name: 'janeiro de 2027' })).toBeVisible();
    await expect
      .element(cell(/^1 de janeiro, 1 post: 00:10/))
      .toHaveAttribute('aria-current', 'date');
    await expect.element(dayOf('Hoje')).toMatchTextContent(/Primeiro/);
    await expect
      .element(page.getByRole('button', { name: 'Mostrar 1 post anterior' }))
      .toBeVisible();
    await expect.element(timelineEntry('Último')).not.toBeInTheDocument();
  });
});
