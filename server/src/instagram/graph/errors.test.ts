import { describe, expect, test } from 'vitest';
import { aUser, connect } from '../../../testing/factories.ts';
import { classifyKnownError, knownErrors } from '../../../testing/instagram-errors.ts';
import { usePublishing } from '../../../testing/publishing-steps.ts';
import { errorTable } from './error-table.ts';
import {
  classifyContainerError,
  classifyGraphError,
  findIssueByCode,
  inWordsOf,
  isPermissionError,
  isRefusedByInstagram,
  isUnlisted,
  nobodyToRefuse,
  notReady,
  unreadableVideo,
  uploadRefused,
  uploadUnfinished,
} from './errors.ts';

describe('an Instagram error', () => {
  test.each(knownErrors)(
    '$error is classified as $kind with a message and an action',
    ({ error, kind, action, messagePart }) => {
      const issue = classifyKnownError(error);
      expect(issue).toMatchObject({
        class: kind,
        action,
        cause: expect.stringContaining(messagePart),
      });
      expect(issue.cause).toMatch(/^[A-ZÀ-Ú][^{}_]*\.$/);
      expect(findIssueByCode(issue.code)).toEqual(issue);
    },
  );

  test.each(knownErrors)(
    '$error speaks of Instagram alone to an account without a page',
    ({ error }) => {
      const issue = inWordsOf('instagram', classifyKnownError(error));
      expect(issue.cause).toMatch(/^[A-ZÀ-Ú][^{}_]*\.$/);
      expect(issue.cause).not.toMatch(/Facebook|página/);
      expect(findIssueByCode(issue.code, 'instagram')).toEqual(issue);
    },
  );

  test.each([nobodyToRefuse, notReady, unreadableVideo, uploadRefused, uploadUnfinished])(
    'of our own, $code, is found',
    (issue) => {
      expect(findIssueByCode(issue.code)).toEqual(issue);
    },
  );

  test.each([
    ...Object.keys(errorTable).map((code) => [code, false] as const),
    ['200', false],
    ['80004', false],
    ['1/2207082', false],
    ['no-answer', false],
    ['app-removed', false],
    ['-/', false],
    ['190/999', true],
    ['1/2207999', true],
    ['-/2207999', true],
    ['987654', true],
  ] as const)('of the code %s is missing in the table: %s', (code, isMissing) => {
    expect(isUnlisted(code)).toBe(isMissing);
  });

  test('has a documented source for each row of the table', () => {
    const known = new Set(knownErrors.map(({ error }) => error.replace('/bare', '')));
    expect(Object.keys(errorTable).filter((key) => !known.has(key))).toEqual([]);
  });

  test.each([
    [190, 999, 'reconnect'],
    [4, 1, 'app_limited'],
    [80_014, undefined, 'rate_limited'],
    [80_015, undefined, 'bug'],
    [199, undefined, 'bug'],
    [300, undefined, 'bug'],
    [368, 1, 'blocked'],
    [9004, 2_207_999, 'new_container'],
    [100, 2_207_052, 'new_container'],
    [1, 2_207_082, 'new_container'],
    [987_654, 2_207_999, 'bug'],
  ] as const)(
    '%i/%s, of which only the code or the subcode is known, is classified as %s',
    (code, subcode, kind) => {
      expect(classifyGraphError(code, subcode).class).toBe(kind);
    },
  );

  test('of a video that robots.txt forbids counts as a refusal by Instagram', () => {
    expect(isRefusedByInstagram(classifyContainerError('2207076'))).toBe(true);
  });

  test('of a failed container with an unknown reason allows another container', () => {
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
])('detects whether %s means a missing permission: %s', (code, expected) => {
  expect(isPermissionError({ code })).toBe(expected);
});

describe('an error during the login', () => {
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
  ])('at the step %s with %s makes the connection fail with an error', async (step, error) => {
    const owner = await aUser(engine.world);
    await engine.world.sandbox.fault(step, error);
    expect(await connect(engine.world, owner)).toBe('/dashboard?error=callback_failed');
    expect(await connect(engine.world, owner)).toBe('/connected?connected=true');
  });
});
