import { myMessages, sendMessage } from '@pontual/contract/operations/support.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { answerBadGateway } from '../../../testing/bad-gateway.ts';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../../testing/quoted-texts.ts';
import { server } from '../../../testing/stub-server.ts';
import { showWithoutTimeout } from '../../../testing/without-timeout.ts';
import { answerVisitors } from '../../../testing/visitors.ts';

const form = page.getByRole('form', { name: 'Falar com o suporte' });
const send = form.getByRole('button', { name: 'Enviar mensagem' });
const SHOWN_MS = { sent: 5000, failed: 10_000 };

async function fillForm(): Promise<void> {
  await form.getByLabelText('Nome').fill('Nina Prado');
  await form.getByLabelText('Email').fill('nina@example.com');
  await form.getByRole('combobox').selectOptions('geral');
  await form.getByLabelText('Assunto').fill('Uma dúvida');
  await form.getByLabelText('Mensagem').fill('O vídeo de sábado não subiu.');
}

test('the help centre shows the texts of the specification', async () => {
  const { expectTexts, expectTextsIn, missingTexts } = trackQuotedTexts('support');
  answerVisitors();
  answerBadGateway(sendMessage);
  await openDocument('/support');
  await expectTexts('Central de Ajuda', 'Ainda precisa de ajuda?');
  const tabs = page.getByRole('tablist');
  await expectTextsIn(tabs, 'Dúvidas Gerais', 'Agendamento', 'Conta e Login', 'Planos e Pagamento');
  await expectTextsIn(tabs, 'Problemas Técnicos', 'Conexão Instagram');
  await fillForm();
  await send.click();
  await expectTexts(
    'Erro no Envio',
    'Erro ao enviar mensagem. Tente novamente.',
    'Tentar Novamente',
  );
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  server.answer(sendMessage, null);
  const release = server.hold(sendMessage);
  await send.click();
  await expectTexts('Enviando...');
  release();
  await expectTexts('Mensagem Enviada!', 'Obrigado pelo contato. Responderemos em até 24 horas.');
  expect(missingTexts()).toEqual([]);
});

test('the not-found page shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('notFound');
  await openDocument('/nao-existe');
  await expectTexts('404', 'Oops! Página não encontrada', 'Voltar à página anterior');
  expect(document.title).toMatch(/Página não encontrada/);
  expect(missingTexts()).toEqual([]);
});

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('the search has no accessibility violations with and without results', async () => {
    answerVisitors();
    await openDocument('/support', { size });
    const search = page.getByRole('textbox', { name: 'Buscar nas respostas' });
    await search.fill('cartão');
    await expect.element(page.getByText(/respostas para “cartão”/)).toBeVisible();
    await expectAccessible();
    await search.fill('zebra');
    await expect.element(page.getByText(/Nenhuma resposta para “zebra”/)).toBeVisible();
    await expectAccessible();
  });

  test('the form has no accessibility violations with errors, after a failure and after success', async () => {
    const user = aUser();
    await openDocument('/support', { as: user, size });
    await send.click();
    await expect.element(form.getByText('Nome é obrigatório').first()).toBeVisible();
    await expectAccessible();
    await fillForm();
    server.failConnection(sendMessage);
    await showWithoutTimeout(SHOWN_MS.failed, 'Erro no Envio', () => send.click());
    await expectAccessible();
    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    server.answer(sendMessage, null);
    server.answer(myMessages, {
      messages: [
        {
          _id: 'message-1',
          category: 'geral',
          subject: 'Uma dúvida',
          message: 'O vídeo de sábado não subiu.',
          email: user.email,
          state: 'received',
          createdAt: '2026-01-05T12:00:00.000Z',
          priority: false,
          replyBy: '2026-01-06T12:00:00.000Z',
        },
      ],
    });
    await showWithoutTimeout(SHOWN_MS.sent, 'Mensagem Enviada!', () => send.click());
    await expect.element(page.getByRole('region', { name: 'Minhas mensagens' })).toBeVisible();
    await expectAccessible();
  });
});
