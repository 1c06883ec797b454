import { dismissFailures, listIssues } from '@pontual/contract/posts/issues.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser, aFailureIssue } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const band = page.getByRole('region', { name: 'Precisa de você' });
const dismiss = band.getByRole('button', { name: /^Dispensar/ });

describe('two failed posts', () => {
  const first = aFailureIssue({ mediaType: 'IMAGE' });
  const second = aFailureIssue({ mediaType: 'REELS' });

  beforeEach(async () => {
    server.answer(listIssues, { issues: [first, second] });
    await openPage('/dashboard', { as: aConnectedUser() });
    await band.getByRole('button', { name: 'Ver todas' }).click();
  });

  test('are both listed in the open banner, without accessibility violations', async () => {
    await expect.element(band.getByRole('listitem')).toHaveLength(2);
    await expectAccessible();
  });

  test('move the focus to the next row when one is dismissed', async () => {
    server.answer(dismissFailures, () => {
      server.answer(listIssues, { issues: [second] });
      return { issues: [second] };
    });
    await dismiss.first().click();
    await expect.element(band.getByRole('listitem')).toHaveFocus();
    expect(server.calls(dismissFailures)[0]?.body).toEqual({ postIds: first.postIds });
  });

  test('move the focus although a live event removes the row before the response', async () => {
    server.answer(dismissFailures, { issues: [second] });
    const release = server.hold(dismissFailures);
    await dismiss.first().click();
    server.answer(listIssues, { issues: [second] });
    server.emitLiveEvent({ kind: 'posts' });
    await expect.element(band.getByRole('button', { name: 'Ver todas' })).not.toBeInTheDocument();
    release();
    await expect.element(band.getByRole('listitem')).toHaveFocus();
  });

  test('show a refusal, and the row stays', async () => {
    server.refuse(dismissFailures, 'INTERNAL');
    await dismiss.first().click();
    await expect
      .element(page.getByText('Não foi possível dispensar agora. Tente de novo em instantes.'))
      .toBeVisible();
    await expect.element(band.getByRole('listitem')).toHaveLength(2);
  });
});
