import {
  OPERATOR_ANSWER_ID,
  operatorPaths,
  type OperatorView,
  type ReviewedLogin,
} from '@pontual/contract/operations/operator.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { DESK, PHONE } from '../../../testing/open-page.tsx';
import { renderOperatorPage } from '../plain/render.tsx';
import { permissionTexts } from './permission-texts.ts';

/** Of the content with every permission; each answer of Instagram may add 4,000 characters. */
const MAX_BYTES = 25_000;

afterEach(() => document.body.replaceChildren());

async function show(view: OperatorView, size: { width: number; height: number } = DESK) {
  await page.viewport(size.width, size.height);
  document.body.innerHTML = renderOperatorPage(view);
  document.title = 'Operação · Pontual';
}

/** A browser gives the focus to the target of an address if it can have it. */
function expectFormsLeadToAnswer(text: string): void {
  const answer = document.querySelector<HTMLElement>(`#${OPERATOR_ANSWER_ID}`);
  expect(answer?.textContent).toContain(text);
  expect(answer?.tabIndex).toBe(-1);
  const actions = [...document.querySelectorAll('form')].map(({ action }) => new URL(action));
  for (const { hash } of actions.filter(({ pathname }) => pathname !== operatorPaths.logout)) {
    expect(hash).toBe(`#${OPERATOR_ANSWER_ID}`);
  }
}

const request = 'GET {account}?fields=id,username';
const calls = {
  kind: 'calls',
  notice: null,
  email: 'operacao@pontual.example',
  result: null,
  logins: [
    {
      login: 'facebook',
      accounts: [
        { connectionId: 'a', username: 'atelie.barro' },
        { connectionId: 'b', username: 'padaria.central' },
      ],
      permissions: [
        { name: 'instagram_basic', requests: [request], last: null, succeeded: null },
        {
          name: 'pages_show_list',
          requests: ['GET me/accounts?fields=id,name'],
          last: { calledAt: '2026-11-30T15:00:00Z', outcome: '10' },
          succeeded: { at: '2026-10-01T15:00:00Z', isRecent: false },
        },
        { name: 'email', requests: [], last: null, succeeded: null },
      ],
    },
    { login: 'instagram', accounts: [], permissions: [] },
  ],
} satisfies OperatorView;

describe('the page of the operator', () => {
  test('asks for the token and says why it was refused', async () => {
    await show({ kind: 'login', notice: 'Este não é o token.' }, PHONE);
    await expect.element(page.getByLabelText('Token de operação')).toBeVisible();
    await expect.element(page.getByText('Este não é o token.')).toBeVisible();
    expectFormsLeadToAnswer('Este não é o token.');
    await expectAccessible();
  });

  test.each([DESK, PHONE])(
    'lists each permission with its calls and when they last succeeded at $width px',
    async (size) => {
      await show(calls, size);
      const permission = (name: string) => page.getByRole('article', { name });
      await expect
        .element(permission('instagram_basic'))
        .toMatchTextContent('Nenhuma chamada feita ainda.');
      await expect.element(permission('instagram_basic')).toMatchTextContent(request);
      await expect
        .element(permission('pages_show_list'))
        .toMatchTextContent(
          'Última resposta completa em 01/10/2026 às 12:00, há mais de 30 dias: faça as chamadas de novo. Última tentativa em 30/11/2026 às 12:00: O Instagram recusou (código 10).',
        );
      await expect.element(permission('email')).toMatchTextContent('não usa esta permissão');
      await expect
        .element(page.getByRole('region', { name: 'Instagram Login' }))
        .toMatchTextContent('conecte uma conta pelo Instagram Login');
      await expectAccessible();
    },
  );

  test('shows the answers of the chosen account under their permission', async () => {
    const answered = {
      request,
      outcome: 'ok',
      answer: '{\n  "username": "padaria.central"\n}',
    } as const;
    const skipped = { request: 'GET {medium}/comments', outcome: 'no-id', answer: '' } as const;
    const result = {
      connectionId: 'b',
      username: 'padaria.central',
      login: 'facebook',
      permission: 'instagram_basic',
      calls: [answered, skipped],
    } as const;
    await show({ ...calls, result: { ...result, calls: [...result.calls] } });
    await expect
      .element(page.getByRole('article', { name: 'instagram_basic' }))
      .toMatchTextContent('Respondeu.{ "username": "padaria.central" }');
    await expect.element(page.getByText(/^Não foi feita: a chamada anterior/)).toBeVisible();
    expectFormsLeadToAnswer('Respostas para @padaria.central');
    await expect.element(page.getByLabelText('Conta do Instagram')).toHaveValue('b');
    await expectAccessible();
  });

  test('stays small with every permission, without what the content security policy forbids', () => {
    const permissions = Object.keys(permissionTexts).map((name) => ({
      name,
      requests: [request, request, request],
      last: { calledAt: '2026-11-30T15:00:00Z', outcome: '10' },
      succeeded: null,
    }));
    const logins = [{ login: 'facebook', accounts: [], permissions }] satisfies ReviewedLogin[];
    const html = renderOperatorPage({ ...calls, logins });
    expect(html.length).toBeLessThan(MAX_BYTES);
    expect(html).not.toMatch(/<script|<style|<[^>]* (style|on\w+)=/);
  });
});
