import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { unreachable } from '../api/unreachable.ts';
import { forgotFailure, resetFailure } from './recovery-errors.ts';

const refusal = (code: string, message: string, more: object = {}) =>
  new ApiError({ code, status: 400, message, ...more });

test.each([
  ['by its type', refusal('GOOGLE_ACCOUNT', 'Use outro caminho', { accountType: 'google' })],
  ['by its message', refusal('OTHER', 'Esta conta usa o Google')],
])('an account of Google is known %s', (_how, error) => {
  expect(forgotFailure(error)).toEqual({ kind: 'google' });
});

test.each([
  ['by its code', refusal('RESET_TOKEN_INVALID', 'Peça outro')],
  ['as invalid by its message', refusal('OTHER', 'Token inválido')],
  ['as expired by its message', refusal('OTHER', 'Token expirado')],
])('a link that no longer works is known %s', (_how, error) => {
  expect(resetFailure(error)).toEqual({ kind: 'token' });
});

test('what is wrong with a field is said there', () => {
  const email = refusal('VALIDATION', 'E-mail inválido', { errors: { email: 'E-mail inválido' } });
  expect(forgotFailure(email)).toEqual({ kind: 'field', message: 'E-mail inválido' });
  const errors = { password: 'Senha deve ter no mínimo 6 caracteres' };
  expect(resetFailure(refusal('VALIDATION', 'Dados inválidos', { errors }))).toEqual({
    kind: 'field',
    message: errors.password,
  });
});

test('any other refusal is shown as the server words it', () => {
  const limited = new ApiError({ code: 'RATE_LIMITED', status: 429, message: 'Espere 3 minutos' });
  expect(forgotFailure(limited)).toEqual({ kind: 'form', text: 'Espere 3 minutos' });
  expect(resetFailure(limited)).toEqual({ kind: 'form', text: 'Espere 3 minutos' });
});

test('a fault of the server is told in the words of the page, and silence as such', () => {
  const fault = new ApiError({
    code: 'INTERNAL',
    status: 500,
    message: 'Erro interno do servidor',
  });
  for (const error of [fault, new Error('a bug')]) {
    expect(forgotFailure(error)).toEqual({
      kind: 'form',
      text: 'Erro ao solicitar recuperação de senha',
    });
    expect(resetFailure(error)).toEqual({ kind: 'form', text: 'Erro ao redefinir senha' });
  }
  const silence = new ApiError({ code: 'NETWORK', status: 0, message: unreachable });
  expect(forgotFailure(silence)).toEqual({ kind: 'form', text: unreachable });
});
