import { expect, test } from 'vitest';
import { ApiError, failureText, fixedFailureText } from './api-error.ts';

const text = 'Não foi possível salvar.';
const anError = (code: string, status: number, message: string) =>
  new ApiError({ code, status, message });

test.each<[string, Error, string, string]>([
  ['a refusal', anError('CONFLICT', 409, 'Já existe.'), 'Já existe.', 'Já existe.'],
  ['a refused upload', anError('UPLOAD_REFUSED', 0, 'Não cabe.'), 'Não cabe.', 'Não cabe.'],
  ['an overload', anError('SERVER_FULL', 503, 'Acessos demais.'), 'Acessos demais.', text],
  ['a lost connection', anError('NETWORK', 0, 'Sem conexão.'), 'Sem conexão.', text],
  ['an internal error', anError('INTERNAL', 500, 'Erro interno do servidor'), text, text],
  ['an error of the browser', new TypeError('x is undefined'), text, text],
])('%s has its text, also where the specification fixes one', (_name, error, usual, fixed) => {
  expect(failureText(error, text)).toBe(usual);
  expect(fixedFailureText(error, text)).toBe(fixed);
});
