import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

for (const size of [DESK, PHONE]) {
  test(`a completed request shows its completion at ${size.width} px`, async () => {
    server.answer(getDeletion, {
      kind: 'meta',
      requestedAt: '2026-01-07T12:00:00.000Z',
      finishedAt: '2026-01-07T12:00:05.000Z',
    });
    await openPage('/exclusao-de-dados/pedido-feito', { size });
    await expect.element(page.getByRole('status')).toMatchTextContent('Concluída.');
    await expect.element(page.getByText('pedido-feito')).toBeVisible();
    await expect.element(page.getByText(/por 6 meses/)).toBeVisible();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
    await expectAccessible();
  });
}

test('a pending request is polled', async () => {
  server.answer(getDeletion, {
    kind: 'account',
    requestedAt: '2026-01-07T12:00:00.000Z',
    finishedAt: null,
  });
  await openPage('/exclusao-de-dados/pedido-aberto');
  await expect.element(page.getByText(/Esta página se atualiza sozinha\.$/).first()).toBeVisible();
  await expectAccessible();
});

test('a link to an unknown request explains how to make one', async () => {
  server.refuse(getDeletion, 'NOT_FOUND');
  await openPage('/exclusao-de-dados/nenhum-pedido', { size: PHONE });
  const said = page.getByRole('alert');
  await expect.element(said).toMatchTextContent('Pedido não encontrado');
  await expectAccessible();
  await said.getByRole('link', { name: 'Como pedir a exclusão' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe('/privacy#excluir');
});

test('a request that fails to load can be retried by keyboard', async () => {
  server.refuse(getDeletion, 'INTERNAL');
  await openPage('/exclusao-de-dados/pedido-feito');
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent('A situação não carregou');
  await expectAccessible();
  server.answer(getDeletion, {
    kind: 'meta',
    requestedAt: '2026-01-07T12:00:00.000Z',
    finishedAt: '2026-01-07T12:00:05.000Z',
  });
  await retryByKeyboard(failure.getByRole('button', { name: 'Tentar de novo' }), getDeletion);
  await expect.element(page.getByRole('status')).toMatchTextContent('Concluída.');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});
