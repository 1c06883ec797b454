import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createValidator } from './create-validator.ts';

const validate = createValidator(
  z.strictObject({
    email: z.string().check(z.trim(), z.minLength(1, 'Falta'), z.regex(/@/, 'Não é um e-mail')),
    name: z.string().check(z.minLength(1, 'Falta também')),
  }),
);

test('what is right is sent as the rules have cleaned it', () => {
  expect(validate({ email: ' ana@loja.com ', name: 'Ana' })).toEqual({
    body: { email: 'ana@loja.com', name: 'Ana' },
  });
});

test('each field is told what is wrong with it first', () => {
  expect(validate({ email: ' ', name: '' })).toEqual({
    fieldErrors: [
      { name: 'email', message: 'Falta' },
      { name: 'name', message: 'Falta também' },
    ],
  });
});
