import { deleteUser, getDeletionImpact } from '@pontual/contract/identity/user.ts';
import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerAccountPage } from '../../testing/account.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aUser } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const WRONG = 'Senha incorreta. Digite a senha que você usa hoje.';
const dialog = page.getByRole('alertdialog', { name: 'Excluir sua conta?' });
const open = page.getByRole('main').getByRole('button', { name: 'Excluir conta' });
const password = dialog.getByLabelText('Sua senha', { exact: true });

beforeEach(() => answerAccountPage());

test('the dialog lists what is lost, and Escape changes nothing', async () => {
  await openPage('/account', { as: aUser() });
  await open.click();
  await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
  for (const loss of [
    'Nada mais será publicado por aqui.',
    'Os posts que já saíram continuam no seu Instagram.',
    /^Baixe uma cópia dos seus dados antes/,
  ]) {
    await expect.element(dialog.getByText(loss)).toBeVisible();
  }
  await expect.element(dialog).toMatchTextContent('Quando terminar, avisamos em ana@example.com.');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});

test('the dialog shows how many posts are not published, and which teams lose access', async () => {
  const teams = [{ _id: 'workspace-1', name: null, others: 1 }];
  server.answer(getDeletionImpact, { scheduled: 1, isPaying: true, teams });
  await openPage('/account', { as: aUser({ plan: 'pro', memberCount: 2 }), size: PHONE });
  await open.click();
  await expect.element(dialog.getByText('Seu post agendado não vai sair.')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('A outra pessoa da sua equipe perde o acesso.');
  await expect.element(dialog).toMatchTextContent('Sua assinatura termina na hora.');
  await expect
    .element(dialog.getByRole('link', { name: 'Pessoas' }))
    .toHaveAttribute('href', '/account/members');
  await expectAccessible();
});

test('a wrong password is refused at its field, and canceling clears it', async () => {
  await openPage('/account', { as: aUser() });
  await open.click();
  const confirm = dialog.getByRole('button', { name: 'Excluir conta' });
  await confirm.click();
  await expect.element(password).toHaveAccessibleDescription('Senha é obrigatória');
  await expect.element(password).toHaveFocus();
  server.refuse(deleteUser, 'WRONG_PASSWORD', { password: WRONG });
  await userEvent.keyboard('Errada123{Enter}');
  await expect.element(password).toHaveAccessibleDescription(/^Senha incorreta/);
  await expect.element(password).toHaveFocus();

  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open.click();
  await expect.element(password).toHaveValue('');
});

test('the user sees the progress of the deletion, and is logged out', async () => {
  await openPage('/account', { as: aUser() });
  await open.click();
  await password.fill('Senha1');
  server.answer(deleteUser, { code: 'codigo-do-pedido' });
  server.answer(getDeletion, {
    kind: 'account',
    requestedAt: '2026-01-07T12:00:00.000Z',
    finishedAt: null,
  });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/exclusao-de-dados/codigo-do-pedido');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Exclusão de dados' }))
    .toBeVisible();
  expect(localStorage.getItem('pontual.token')).toBeNull();
  expect(server.calls(deleteUser)[0]?.body).toEqual({ password: 'Senha1' });
});
