import { listMembers, chooseWorkspace } from '@pontual/contract/identity/members.ts';
import { listIssues } from '@pontual/contract/posts/issues.ts';
import { getPost } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aFailureIssue, aPost, anId } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aMember, ana, aTeamMember, BIAS_WORKSPACE } from '../../../testing/members.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

test('a viewer of the calendar sees no actions without permission', async () => {
  const post = aPost({ caption: 'Fornada da manhã' });
  answerWithPosts([post]);
  await openPage('/schedule', { as: aMember('viewer') });
  const entry = page.getByRole('button', { name: /Fornada da manhã/ }).first();
  await expect.element(entry).toBeVisible();
  for (const name of ['Agende seu próximo post', 'Pausar tudo', 'Criar Novo Post', /Criar post/]) {
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  }
  await expect
    .element(page.getByRole('link', { name: /Agendar vários|Criar post/ }))
    .not.toBeInTheDocument();
  await entry.click();
  const detail = page.getByRole('dialog');
  await expect.element(detail.getByText('Fornada da manhã').first()).toBeVisible();
  for (const name of ['Editar post', 'Excluir']) {
    await expect.element(detail.getByRole('button', { name })).not.toBeInTheDocument();
  }
});

for (const path of ['/create-post', '/bulk']) {
  test(`a viewer sees that ${path} is not permitted`, async () => {
    await openPage(path, { as: aMember('viewer') });
    await expect.element(page.getByText('O seu acesso não inclui isto')).toBeVisible();
  });
}

test('a viewer sees who manages the plan of the team', async () => {
  server.answer(listMembers, {
    name: null,
    members: [ana, aTeamMember({ isYou: true })],
    invitations: [],
  });
  await openPage('/plans', { as: aMember('viewer') });
  await expect
    .element(page.getByText(/O plano da equipe fica com quem é responsável/))
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /Assinar|Gerenciar/ }))
    .not.toBeInTheDocument();
});

test('an editor sees who reconnects an account', async () => {
  server.answer(listIssues, {
    issues: [
      aFailureIssue({
        kind: 'needs_reconnect',
        reason: 'O acesso foi retirado.',
        since: '2026-01-07T12:00:00.000Z',
        postIds: [],
        total: 0,
        failed: 0,
        firstDue: null,
        lastDue: null,
        mediaType: null,
        action: 'reconnect',
        canDismiss: false,
      }),
    ],
  });
  await openPage('/dashboard', { as: aMember('editor') });
  const band = page.getByRole('region', { name: 'Precisa de você' });
  await expect.element(band).toMatchTextContent(/@atelie\.barro precisa ser reconectada\./);
  await expect.element(band.getByText('Quem é responsável pela equipe reconecta.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Reconectar/ })).not.toBeInTheDocument();
});

test('a missing post can be opened in another team', async () => {
  const id = anId();
  server.refuse(getPost, 'NOT_FOUND');
  server.refuse(chooseWorkspace, 'INTERNAL');
  await openPage(`/schedule?post=${id}`, { as: aMember('viewer') });
  const dialog = page.getByRole('dialog', { name: 'Detalhes do post' });
  await expect.element(dialog.getByText('Post não encontrado')).toBeVisible();
  await dialog
    .getByRole('list', { name: 'Procurar em outra equipe' })
    .getByRole('button', { name: /bia@example\.com/ })
    .click();
  await expect
    .poll(() => server.calls(chooseWorkspace).map(({ params }) => params))
    .toEqual([{ id: BIAS_WORKSPACE }]);
});
