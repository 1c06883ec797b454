import { expect, test } from 'vitest';
import { errorReference } from './error-reference.ts';

test('equal failures have the same reference, and different ones do not', () => {
  const broken = errorReference(new TypeError('x is undefined'));
  expect(broken).toMatch(/^[0-9A-F]{8}$/);
  expect(errorReference(new TypeError('x is undefined'))).toBe(broken);
  expect(errorReference(new TypeError('y is undefined'))).not.toBe(broken);
});

test('any thrown value has a reference', () => {
  for (const thrown of [undefined, null, 'cedo demais', 404, {}]) {
    expect(errorReference(thrown)).toMatch(/^[0-9A-F]{8}$/);
  }
});
