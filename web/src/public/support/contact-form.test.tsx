import {
  myMessages,
  sendMessage,
  type SupportMessage,
} from '@pontual/contract/operations/support.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { aSentMessage, aSupportMessage } from '../../../testing/support.ts';
import { fakeTimers } from '../../../testing/fake-timers.ts';

const form = page.getByRole('form', { name: 'Falar com o suporte' });
const send = form.getByRole('button', { name: 'Enviar mensagem' });
const myMessagesRegion = page.getByRole('region', { name: 'Minhas mensagens' });
const sentHeading = page.getByRole('heading', { name: 'Mensagem Enviada!' });
const failureAlert = page.getByRole('alert');
const message = aSupportMessage();

async function fill({ name, email, category, subject, message }: SupportMessage): Promise<void> {
  await form.getByLabelText('Nome').fill(name);
  await form.getByLabelText('Email').fill(email);
  await form.getByLabelText('Categoria').selectOptions(category);
  await form.getByLabelText('Assunto').fill(subject);
  await form.getByLabelText('Mensagem').fill(message);
}

async function expectFilled(expected: Record<keyof SupportMessage, string>): Promise<void> {
  await expect.element(form.getByLabelText('Nome')).toHaveValue(expected.name);
  await expect.element(form.getByLabelText('Email')).toHaveValue(expected.email);
  await expect.element(form.getByLabelText('Categoria')).toHaveValue(expected.category);
  await expect.element(form.getByLabelText('Assunto')).toHaveValue(expected.subject);
  await expect.element(form.getByLabelText('Mensagem')).toHaveValue(expected.message);
}

const EMPTY = { name: '', email: '', category: '', subject: '', message: '' };

describe('a visitor', () => {
  test('sees the success for five seconds, then an empty form', async () => {
    fakeTimers();
    await openDocument('/support');
    await fill(message);
    server.answer(sendMessage, null);
    const release = server.hold(sendMessage);
    await send.click();
    await expect
      .element(form.getByRole('button', { name: 'Enviando...' }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect.element(form.getByLabelText('Assunto')).toBeDisabled();
    release();

    await expect.element(sentHeading).toHaveFocus();
    await expect
      .element(page.getByText('Obrigado pelo contato. Responderemos em até 24 horas.'))
      .toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
    vi.advanceTimersByTime(5000);
    await expect.element(sentHeading).not.toBeInTheDocument();
    await expectFilled(EMPTY);
    expect(server.calls(sendMessage)[0]?.body).toMatchObject({ ...message, extra: '' });
  });

  test('sees the error for ten seconds, and keeps the input', async () => {
    fakeTimers();
    await openDocument('/support', { size: PHONE });
    await fill(message);
    server.failConnection(sendMessage);
    await send.click();
    await expect.element(page.getByRole('heading', { name: 'Erro no Envio' })).toHaveFocus();
    await expect.element(failureAlert).toMatchTextContent('Sem conexão com o servidor.');
    vi.advanceTimersByTime(10_000);
    await expectFilled(message);

    await send.click();
    await failureAlert.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expectFilled(message);
    server.answer(sendMessage, null);
    await send.click();
    await expect.element(sentHeading).toBeVisible();
  });

  test('sees how long to wait after too many messages', async () => {
    await openDocument('/support');
    await fill(message);
    server.refuse(sendMessage, 'RATE_LIMITED');
    await send.click();
    await expect.element(failureAlert).toMatchTextContent(/Muitas tentativas/);
    await expectAccessible();
    await failureAlert.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expectFilled(message);
  });

  test('sees the error of each field until it is corrected', async () => {
    await openDocument('/support', { size: PHONE });
    await send.click();
    for (const text of [
      'Nome é obrigatório',
      'E-mail é obrigatório',
      'Escolha uma categoria',
      'Assunto é obrigatório',
      'Mensagem é obrigatória',
    ]) {
      await expect.element(form.getByText(text).last()).toBeVisible();
    }
    await expect.element(form.getByLabelText('Nome')).toHaveFocus();
    await expectAccessible();
    await form.getByLabelText('Email').fill('nina@docesdanina');
    await expect.element(form.getByText('E-mail é obrigatório')).not.toBeInTheDocument();
    await send.click();
    await expect.element(form.getByText('E-mail inválido')).toBeVisible();
  });
});

describe('a user', () => {
  test('has the email address prefilled, and sees the sent messages', async () => {
    await openDocument('/support', { as: aUser() });
    await expect
      .element(page.getByRole('link', { name: 'Suporte' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(form.getByLabelText('Email')).toHaveValue('ana@example.com');
    await expect.element(myMessagesRegion).not.toBeInTheDocument();
    await fill(aSupportMessage({ email: 'ana@example.com' }));
    server.answer(sendMessage, () => {
      server.answer(myMessages, { messages: [aSentMessage({ state: 'forwarded' })] });
      return null;
    });
    await send.click();
    await myMessagesRegion.getByText('Vídeo recusado no sábado').click();
    await expect
      .element(myMessagesRegion.getByText('O mesmo arquivo sobe pelo celular.'))
      .toBeVisible();
    await expect
      .element(myMessagesRegion)
      .toMatchTextContent('A resposta vai para ana@example.com');
  });

  for (const size of [DESK, PHONE]) {
    test(`on Premium sees by when the message is answered, at ${size.width} px`, async () => {
      await openDocument('/support', { as: aUser({ plan: 'premium' }), size });
      await expect.element(page.getByText('Atendimento prioritário.')).toBeVisible();
      await fill(aSupportMessage({ email: 'ana@example.com' }));
      server.answer(sendMessage, () => {
        const messages = [aSentMessage({ state: 'forwarded', priority: true })];
        server.answer(myMessages, { messages });
        return null;
      });
      await send.click();
      await expect
        .element(page.getByText(/Seu plano tem prioridade: a resposta vem em até 8 horas\.$/))
        .toBeVisible();
      await expect.element(myMessagesRegion.getByText('Prioridade', { exact: true })).toBeVisible();
      await myMessagesRegion.getByText('Vídeo recusado no sábado').click();
      await expect
        .element(myMessagesRegion)
        .toMatchTextContent(/A resposta vai para \S+ até \d+ de \S+, \d\d:\d\d\./);
      await expectAccessible();
    });
  }

  test('opens older messages with a button, and the focus moves to them', async () => {
    const subjects = ['Quinta', 'Quarta', 'Terceira', 'Segunda', 'Primeira'];
    const messages = subjects.map((subject) => aSentMessage({ subject, state: 'forwarded' }));
    server.answer(myMessages, { messages });
    await openDocument('/support', { as: aUser() });
    await expect.element(myMessagesRegion.getByRole('listitem')).toHaveLength(3);
    const all = myMessagesRegion.getByRole('button', { name: 'Mostrar todas (5)' });
    await focusOn(all);
    await userEvent.keyboard('{Enter}');
    await expect.element(myMessagesRegion.getByRole('listitem')).toHaveLength(5);
    expect(document.activeElement?.textContent).toContain('Segunda');
  });

  test('has a pending message polled for five minutes only', async () => {
    fakeTimers();
    server.answer(myMessages, { messages: [aSentMessage()] });
    await openDocument('/support', { as: aUser() });
    await expect.element(myMessagesRegion).toMatchTextContent('Recebida');
    const looks = () => server.calls(myMessages).length;
    const goOn = () => {
      vi.advanceTimersByTime(5000);
      return looks();
    };
    await expect.poll(goOn, { interval: 20 }).toBe(21);
    for (let look = 0; look < 5; look += 1) goOn();
    await myMessagesRegion.getByText('Vídeo recusado no sábado').click();
    await expect
      .element(myMessagesRegion.getByText('O mesmo arquivo sobe pelo celular.'))
      .toBeVisible();
    expect(looks()).toBe(21);
  });
});
