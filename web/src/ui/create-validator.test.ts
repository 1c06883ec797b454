import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createValidator } from './create-validator.ts';

const validate = createValidator(
  z.strictObject({
    email: z.string().check(z.trim(), z.minLength(1, 'Falta'), z.regex(/@/, 'Não é um e-mail')),
    name: z.string().check(z.minLength(1, 'Falta também')),
  }),
);

test('valid input is sent as the schema has transformed it', () => {
  expect(validate({ email: ' ana@loja.com ', name: 'Ana' })).toEqual({
    body: { email: 'ana@loja.com', name: 'Ana' },
  });
});

test('each field gets its first error', () => {
  expect(validate({ email: ' ', name: '' })).toEqual({
    fieldErrors: [
      { name: 'email', message: 'Falta' },
      { name: 'name', message: 'Falta também' },
    ],
  });
});
