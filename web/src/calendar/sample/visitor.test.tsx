import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { listMediaTypes } from '@pontual/contract/posts/posts.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { cell, timelineEntry, freezeClock } from '../../../testing/calendar.ts';
import { readTime, pickPicture } from '../../../testing/composer-dialog.ts';
import { aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { setTimeZone } from '../../../testing/time-zone.ts';

const main = page.getByRole('main');

beforeEach(() => setTimeZone('Asia/Tokyo'));

describe('the locked calendar', () => {
  // 30 June, 23:30 in Brasília; 1 July, 11:30 in Tokyo.
  beforeEach(() => freezeClock(new Date('2026-07-01T02:30:00Z')));

  test('shows this month and today, but no time and no caption', async () => {
    await openPage('/schedule');
    await expect
      .element(main.getByRole('heading', { level: 1, name: 'Calendário & Timeline' }))
      .toBeVisible();
    await expect.element(main.getByText(/^Uma prévia do que espera por você\./)).toBeVisible();
    await expect.element(main.getByText('23:30')).toBeVisible();
    await expect.element(main.getByText('junho 2026')).toBeVisible();
    await expect.element(main.getByText('terça, 30 de junho')).toBeVisible();
    await expect.element(main.getByText('quarta, 1 de julho')).toBeVisible();
    const panels = [...document.querySelectorAll('main [inert]')];
    expect(panels).toHaveLength(2);
    for (const { textContent } of panels) {
      expect(textContent).not.toMatch(/\d{2}:\d{2}|caf|canec|vestid|aça/i);
    }
    await expectAccessible();
  });

  test('has only its links in the tab order, in sequence', async () => {
    const router = await openPage('/schedule');
    const start = page.getByRole('banner').getByRole('link', { name: 'Comece Agora' });
    await expect.element(start).toBeVisible();
    (start.element() as HTMLElement).focus();
    const names: (string | null | undefined)[] = [];
    for (let stops = 0; stops < 5; stops += 1) {
      await userEvent.keyboard('{Tab}');
      names.push(document.activeElement?.textContent);
    }
    expect(names).toEqual(['Criar conta grátis', 'Entrar', 'Entrar', 'Criar conta', 'Ver planos']);
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.closest('main')).toBeNull();
    const queue = main.getByRole('region', { name: 'A fila, minuto a minuto' });
    await queue.getByRole('link', { name: 'Criar conta' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/register');
    await router.navigate(-1);
    const month = main.getByRole('region', { name: 'Seu mês inteiro num olhar' });
    await month.getByRole('link', { name: 'Entrar' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/login');
  });

  test('has no accessibility violations on a phone', async () => {
    await openPage('/schedule', { size: PHONE });
    await expect.element(main.getByText('junho 2026')).toBeVisible();
    await expectAccessible();
  });
});

describe('where the server shows a sample', () => {
  const meta = document.createElement('meta');
  meta.name = SAMPLE_SCHEDULE_META;
  meta.content = 'on';

  beforeEach(() => {
    // Tuesday, 9 June 2026, 23:30 in Brasília; in Tokyo it is the 10th.
    freezeClock(new Date('2026-06-10T02:30:00Z'));
    document.head.append(meta);
  });
  afterEach(() => meta.remove());

  test('a visitor reads posts on the real calendar, and cannot change them', async () => {
    await openPage('/schedule');
    await expect
      .element(cell('9 de junho, 4 posts: 08:30 Stories publicado, 12:00 Imagem publicado, mais 2'))
      .toBeVisible();
    await expect.element(cell('6 de junho, 1 post: 10:00 Vídeo falhou')).toBeVisible();
    await expect
      .element(cell('13 de junho, 1 post: 10:00 Vídeo agendado. Santo Antônio'))
      .toBeVisible();
    await expect.element(timelineEntry('Caneca dupla').first()).toMatchTextContent('18:00');
    await expect.element(page.getByText(/^Um exemplo, com posts que não existem\./)).toBeVisible();
    await expect.element(page.getByText('Seu mês inteiro num olhar')).not.toBeInTheDocument();
    await expectAccessible();

    await timelineEntry('Caneca dupla').first().getByRole('button').click();
    const details = page.getByRole('dialog', { name: 'Post de exemplo' });
    await expect.element(details).toMatchTextContent('Este post não existe.');
    await expect.element(details).toMatchTextContent('Reels, publicado');
    await expectAccessible();
    await details.getByRole('button', { name: 'Fechar' }).click();
    await expect.element(details).not.toBeInTheDocument();

    await page.getByRole('button', { name: /^Mostrar \d+ posts anteriores$/ }).click();
    const failed = timelineEntry('Oficina de torno').filter({ hasText: 'Falhou' });
    await expect.element(failed).toMatchTextContent('O Instagram não aceitou o formato do vídeo.');
    await expect.element(failed.getByRole('button')).toHaveLength(1);
  });

  test('an empty day leads to the page where a visitor creates a post', async () => {
    server.answer(listMediaTypes, { mediaTypes: [...mediaTypeOptions], firstComments: true });
    server.answer(planLimits, { limits: limitsByPlan.free });
    const router = await openPage('/schedule');
    await cell('17 de junho, sem posts. Criar post').click();
    await expect.poll(() => router.state.location.pathname).toBe('/create-post');
    await pickPicture('caneca.jpg');
    await expect.poll(readTime).toBe('12:00');
    await expect
      .element(page.getByRole('button', { name: /^Data / }))
      .toMatchTextContent('17 de junho');
  });

  test('a user sees their own calendar', async () => {
    await openPage('/schedule', { as: aUser() });
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect.element(page.getByText('Conta do Instagram não conectada')).toBeVisible();
    await expect.element(timelineEntry('Caneca dupla').first()).not.toBeInTheDocument();
  });
});
