import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { openDocument, PHONE } from '../../../testing/open-page.tsx';

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const question = (text: string | RegExp) => page.getByRole('heading', { level: 3, name: text });
const name = page.getByRole('form', { name: 'Falar com o suporte' }).getByLabelText('Nome');

test('the keyboard moves through categories, questions and the form', async () => {
  await openDocument('/support');
  await expect.element(tab('Dúvidas Gerais')).toBeVisible();
  await focusOn(tab('Dúvidas Gerais'));
  for (const [key, chosen] of [
    ['ArrowRight', 'Agendamento'],
    ['End', 'Conexão Instagram'],
    ['ArrowRight', 'Dúvidas Gerais'],
    ['ArrowLeft', 'Conexão Instagram'],
    ['Home', 'Dúvidas Gerais'],
    ['ArrowRight', 'Agendamento'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(chosen)).toHaveFocus();
    await expect.element(tab(chosen)).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tabpanel', { name: chosen })).toBeVisible();
  }
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  const answer = page.getByText(/^Agende com pelo menos 5 minutos de antecedência\./);
  await expect.element(answer).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(answer).not.toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(answer).toBeVisible();
});

describe('a link to an answer', () => {
  test('opens the answer', async () => {
    await openDocument('/support#existe-reembolso', { size: PHONE });
    await expect
      .element(page.getByText(/Novos usuários têm 7 dias para pedir reembolso\./))
      .toBeInViewport();
    await expect.element(tab('Planos e Pagamento')).toHaveAttribute('aria-selected', 'true');
    expect(document.activeElement?.textContent).toContain('Existe reembolso?');
    await expectAccessible();
  });

  test('can be copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openDocument('/support');
    await tab('Conta e Login').click();
    await question('Como excluo a minha conta?').click();
    await page.getByRole('button', { name: 'Copiar link de “Como excluo a minha conta?”' }).click();
    await expect.element(page.getByText('Link copiado').first()).toBeVisible();
    expect(location.hash).toBe('#como-excluo-a-minha-conta');
    expect(copied).toHaveBeenCalledWith(location.href);
  });

  test('is in the address bar where the browser has no clipboard, as without HTTPS', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await openDocument('/support');
    await tab('Conta e Login').click();
    await question('Como excluo a minha conta?').click();
    await page.getByRole('button', { name: 'Copiar link de “Como excluo a minha conta?”' }).click();
    await expect.element(page.getByText('O link está na barra de endereço').first()).toBeVisible();
    expect(location.hash).toBe('#como-excluo-a-minha-conta');
  });
});

test('the search covers all categories, with or without accents', async () => {
  await openDocument('/support');
  const field = page.getByRole('textbox', { name: 'Buscar nas respostas' });
  await field.fill('PROPORCAO');
  await expect.element(page.getByText(/^1 resposta para/)).toBeVisible();
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument();
  expect(document.querySelector('mark')?.textContent).toBe('proporção');
  await expectAccessible();
  await question(/^Qual é a proporção certa/).click();
  await expect.element(page.getByText(/^Posts: 1:1, o quadrado\./)).toBeVisible();

  await field.fill('zebra');
  await expect.element(page.getByText('Nenhuma resposta para “zebra”')).toBeVisible();
  await page.getByRole('link', { name: 'Escrever para o suporte' }).click();
  await expect.element(name).toBeInViewport();
  await page.getByRole('button', { name: 'Ver todas as perguntas' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole('tab')).toHaveLength(6);
  await field.fill('cartão');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
});

test('a user on a phone opens the help from Mais', async () => {
  await openDocument('/dashboard', { as: aUser(), size: PHONE });
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('link', { name: 'Suporte' }).click();
  await expect.poll(() => location.pathname).toBe('/support');
  const last = tab('Conexão Instagram');
  await last.click();
  await expect.element(last).toBeInViewport({ ratio: 1 });
  await question('Posso trocar para outra conta do Instagram?').click();
  await expect.element(page.getByText(/nada vai para a conta errada sem você saber/)).toBeVisible();
});

test('a visitor opens the help from the home page, and the calendar from there', async () => {
  await openDocument('/');
  await page.getByRole('banner').getByRole('link', { name: 'Suporte' }).click();
  await expect.poll(() => location.pathname).toBe('/support');
  const main = page.getByRole('main');
  await expect.element(main.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await main.getByRole('link', { name: 'Agendar Post' }).click();
  await expect.poll(() => location.pathname).toBe('/schedule');
});
