import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { unreachableMessage } from '../../api/unreachable-message.ts';
import { toForgotFailure, toResetFailure } from './recovery-errors.ts';

const refusedError = (code: string, message: string, more: object = {}) =>
  new ApiError({ code, status: 400, message, ...more });

test.each([
  ['by its type', refusedError('GOOGLE_ACCOUNT', 'Use outro caminho', { accountType: 'google' })],
  ['by its message', refusedError('OTHER', 'Esta conta usa o Google')],
])('recognises a Google user %s', (_how, error) => {
  expect(toForgotFailure(error)).toEqual({ kind: 'google' });
});

test.each([
  ['by its code', refusedError('RESET_TOKEN_INVALID', 'Peça outro')],
  ['as invalid by its message', refusedError('OTHER', 'Token inválido')],
  ['as expired by its message', refusedError('OTHER', 'Token expirado')],
])('recognises an invalid link %s', (_how, error) => {
  expect(toResetFailure(error)).toEqual({ kind: 'token' });
});

test('a field error is shown at its field', () => {
  const email = refusedError('VALIDATION', 'E-mail inválido', {
    errors: { email: 'E-mail inválido' },
  });
  expect(toForgotFailure(email)).toEqual({
    kind: 'form',
    fieldErrors: [{ name: 'email', message: 'E-mail inválido' }],
  });
  const errors = { password: 'Senha deve ter no mínimo 6 caracteres' };
  expect(toResetFailure(refusedError('VALIDATION', 'Dados inválidos', { errors }))).toEqual({
    kind: 'form',
    fieldErrors: [{ name: 'password', message: errors.password }],
  });
});

test('any other refusal shows the message of the server', () => {
  const limited = new ApiError({ code: 'RATE_LIMITED', status: 429, message: 'Espere 3 minutos' });
  expect(toForgotFailure(limited)).toEqual({ kind: 'form', text: 'Espere 3 minutos' });
  expect(toResetFailure(limited)).toEqual({ kind: 'form', text: 'Espere 3 minutos' });
});

test('a server error shows the fallback of the page, and an unreachable server its own message', () => {
  const fault = new ApiError({
    code: 'INTERNAL',
    status: 500,
    message: 'Erro interno do servidor',
  });
  for (const error of [fault, new Error('a bug')]) {
    expect(toForgotFailure(error)).toEqual({
      kind: 'form',
      text: 'Erro ao solicitar recuperação de senha',
    });
    expect(toResetFailure(error)).toEqual({ kind: 'form', text: 'Erro ao redefinir senha' });
  }
  const silence = new ApiError({ code: 'NETWORK', status: 0, message: unreachableMessage });
  expect(toForgotFailure(silence)).toEqual({ kind: 'form', text: unreachableMessage });
});
