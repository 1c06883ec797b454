import { expect, test } from 'vitest';
import { ApiError, failureText } from './api-error.ts';

const fallback = 'Não foi possível salvar.';

test.each([
  [
    'a refusal',
    new ApiError({ code: 'CONFLICT', status: 409, message: 'Já existe.' }),
    'Já existe.',
  ],
  [
    'an overload',
    new ApiError({ code: 'SERVER_FULL', status: 503, message: 'Acessos demais.' }),
    'Acessos demais.',
  ],
  [
    'a lost connection',
    new ApiError({ code: 'NETWORK', status: 0, message: 'Sem conexão.' }),
    'Sem conexão.',
  ],
  [
    'an internal error',
    new ApiError({ code: 'INTERNAL', status: 500, message: 'Erro interno do servidor' }),
    fallback,
  ],
  ['an error of the browser', new TypeError('x is undefined'), fallback],
])('%s has its text', (_name, error, text) => {
  expect(failureText(error, fallback)).toBe(text);
});
