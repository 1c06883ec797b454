import { me } from '@pontual/contract/identity/auth.ts';
import { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { agencyPosts, anAgency, answerAgency } from '../../../testing/agency.ts';
import { freezeClock } from '../../../testing/calendar.ts';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import {
  aPhoto,
  caption,
  chooseFiles,
  form,
  continueToDetails,
  openComposer,
  tiles,
} from '../../../testing/composer.ts';
import { aConnectedUser, anInstagramAccount, aPost } from '../../../testing/examples.ts';
import { expectNoOverflow, expectOneLine } from '../../../testing/layout.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerVisitors, LONG_CAPTION } from '../../../testing/visitors.ts';

const title = page.getByRole('heading', { level: 1 }).first();

const pages = [
  '/dashboard',
  '/schedule',
  '/connected?connected=true',
  '/connected/choose',
  '/create-post',
  '/plans',
  '/analytics',
  '/analytics/relatorios',
  '/templates',
  '/library',
  '/bulk',
  '/queue',
  '/support',
  '/account',
  '/account/members',
  '/account/programs',
] as const;

describe('a team on Premium with two accounts and 45 posts', () => {
  const posts = agencyPosts();
  const user = anAgency();

  beforeEach(() => {
    freezeClock();
    answerVisitors();
    answerAgency(posts);
    server.answer(me, { user });
  });

  test.each([
    ...pages,
    manualPublishingPath(posts.at(-1)?._id ?? ''),
    '/approve#pedido',
    '/invite#convite',
  ])('%s has no overflow at any width', async (path) => {
    await openPage(path, { as: user });
    await expect.element(title).toBeVisible();
    await expect.poll(() => server.pending).toBe(0);
    await expectNoOverflow();
  });

  test('the buttons above the calendar and its header stay on one line', async () => {
    await openPage('/schedule', { as: user });
    const head = page.getByRole('region', { name: /^Calendário de / });
    await expect.element(head).toBeVisible();
    const main = page.getByRole('main');
    for (const width of [1024, 1180, 1280, 1320, 1440]) {
      await page.viewport(width, 900);
      await waitUntilSettled();
      await waitUntilSettled();
      const over = /^(Prévia do perfil|Pausar tudo|Agende seu próximo post)$/;
      expectOneLine(main.getByRole('button', { name: over }).elements());
      expectOneLine([
        ...head.getByRole('button', { name: /^(Hoje|Próximo mês)$/ }).elements(),
        ...head.getByText('Semana', { exact: true }).elements(),
      ]);
    }
  });

  test('the details of a post have no overflow at any width', async () => {
    await openPage('/schedule', { as: user });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline
      .getByRole('button', { name: /Cerâmica artesanal/ })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Detalhes do post' });
    await expect.element(details).toBeVisible();
    await expectNoOverflow();
  });

  test('a day of the calendar has no overflow at any width', async () => {
    await openPage('/schedule', { as: user });
    await page
      .getByRole('grid')
      .getByRole('button', { name: /, \d+ posts/ })
      .first()
      .click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoOverflow();
  });

  test('the dates of another month have no overflow at any width', async () => {
    await openPage('/schedule', { as: user });
    await page.getByText('Datas do mês').click();
    await page.getByRole('button', { name: 'Próximo mês' }).click();
    await expect.element(page.getByText('Datas do mês')).toBeVisible();
    await expectNoOverflow();
  });

  test('the week has no overflow at any width', async () => {
    await openPage('/schedule', { as: user });
    await page.getByText('Semana', { exact: true }).click();
    await expect.element(page.getByRole('button', { name: 'Próxima semana' })).toBeVisible();
    await expectNoOverflow();
  });

  test('the composer has no overflow at any width', async () => {
    await openComposer({ as: user });
    await chooseFiles([
      await aPhoto('foto.jpg'),
      await aPhoto('um-nome-de-arquivo-bem-comprido-que-nao-cabe.jpg', {
        width: 1600,
        height: 600,
      }),
    ]);
    await expect.element(tiles).toHaveLength(2);
    await expectNoOverflow();
    await form.getByRole('button', { name: /^Remover um-nome/ }).click();
    await continueToDetails();
    await caption.fill(LONG_CAPTION);
    await expectNoOverflow();
  });

  describe.each([DESK, PHONE])('at $width px', (size) => {
    test.each(['/dashboard', '/schedule'])('%s has no accessibility violations', async (path) => {
      await openPage(path, { as: user, size });
      await expect.element(title).toBeVisible();
      await expect.poll(() => server.pending).toBe(0);
      await expectAccessible();
    });
  });
});

describe('a user on Free with one post', () => {
  const user = aConnectedUser();

  test.each(pages)('%s has no overflow at any width', async (path) => {
    answerAgency([aPost({ caption: LONG_CAPTION })]);
    server.answer(listInstagramAccounts, { accounts: [anInstagramAccount()], limit: 1 });
    await openPage(path, { as: user });
    await expect.element(title).toBeVisible();
    await expect.poll(() => server.pending).toBe(0);
    await expectNoOverflow();
  });
});
