import { expect, test } from 'vitest';
import { errorReference } from './error-reference.ts';

test('the same failure has the same reference, and another one another', () => {
  const broken = errorReference(new TypeError('x is undefined'));
  expect(broken).toMatch(/^[0-9A-F]{8}$/);
  expect(errorReference(new TypeError('x is undefined'))).toBe(broken);
  expect(errorReference(new TypeError('y is undefined'))).not.toBe(broken);
});

test('whatever is thrown has one', () => {
  for (const thrown of [undefined, null, 'cedo demais', 404, {}]) {
    expect(errorReference(thrown)).toMatch(/^[0-9A-F]{8}$/);
  }
});
