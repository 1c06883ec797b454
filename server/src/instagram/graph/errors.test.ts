import { describe, expect, test } from 'vitest';
import { aUser, connect } from '../../../testing/factories.ts';
import { knownErrors } from '../../../testing/instagram-errors.ts';
import { usePublishing } from '../../../testing/publishing-steps.ts';
import { errorTable } from './error-table.ts';
import {
  classifyContainerError,
  classifyGraphError,
  findIssueByCode,
  isPermissionError,
} from './errors.ts';

/** `10/business` is another text of 10: only numbers are read. */
const numbersOf = (error: string) => {
  const [code = '', subcode] = error.split('/');
  return { code: Number(code), subcode: Number(subcode) || undefined };
};

describe('an error of Instagram’s', () => {
  test.each(knownErrors)(
    '$error is $kind, and says what to do',
    ({ error, kind, action, messagePart }) => {
      const { code, subcode } = numbersOf(error);
      const problem = error.startsWith('-/')
        ? classifyContainerError(String(subcode))
        : classifyGraphError(code, subcode);
      expect(problem).toMatchObject({
        class: kind,
        action,
        cause: expect.stringContaining(messagePart),
      });
      // A sentence or more, for people: no code of ours, no placeholder.
      expect(problem.cause).toMatch(/^[A-ZÀ-Ú][^{}_]*\.$/);
      // A post or an account keeps its code, from which the rest is read.
      expect(findIssueByCode(problem.code)).toEqual(problem);
    },
  );

  test('each row of the table is known from somewhere', () => {
    const known = new Set(knownErrors.map(({ error }) => error));
    expect(Object.keys(errorTable).filter((key) => !known.has(key))).toEqual([]);
  });

  test.each([
    [190, 999, 'reconnect'],
    [4, 1, 'rate_limited'],
    [80_014, undefined, 'rate_limited'],
    [80_015, undefined, 'bug'],
    [199, undefined, 'bug'],
    [300, undefined, 'bug'],
    [368, 1, 'blocked'],
    [987_654, 2_207_999, 'bug'],
  ] as const)('%i/%s, of which only the code is known, is %s', (code, subcode, kind) => {
    expect(classifyGraphError(code, subcode).class).toBe(kind);
  });

  test('a container that failed for an unknown reason is worth another', () => {
    expect(classifyContainerError('2299999')).toMatchObject({
      class: 'new_container',
      action: 'wait',
    });
    expect(classifyContainerError('')).toMatchObject({ class: 'new_container', action: 'wait' });
  });
});

test.each([
  ['3', true],
  ['10', true],
  ['10/2207050', true],
  ['200', true],
  ['299', true],
  ['1', false],
  ['30', false],
  ['100', false],
  ['102', false],
  ['300', false],
  ['2500', false],
  ['36003/2207009', false],
])('whether %s says that a permission is missing: %s', (code, expected) => {
  expect(isPermissionError({ code })).toBe(expected);
});

describe('errors of the login', () => {
  const engine = usePublishing();

  test.each([
    ['oauth', '100/36007'],
    ['oauth', '100/36008'],
    ['oauth', '100/36009'],
    ['oauth', '101'],
    ['oauth', '1/client-secret'],
    ['me', '100/proof'],
    ['me', '100/no-proof'],
    ['page', '100/proof'],
    ['me', '104'],
    ['page', '190'],
    ['page', '200'],
  ])('at %s, %s: the connection fails, and says so', async (step, error) => {
    const owner = await aUser(engine.world);
    await engine.world.sandbox.fault(step, error);
    expect(await connect(engine.world, owner)).toBe('/dashboard?error=callback_failed');
    // And it is worth trying again.
    expect(await connect(engine.world, owner)).toBe('/connected?connected=true');
  });
});
