import {
  answerApproval,
  requestApproval,
  withdrawApproval,
} from '@pontual/contract/planning/approvals.ts';
import { getPost, postStats, type Approval } from '@pontual/contract/posts/posts.ts';
import { weekOf } from '@pontual/contract/shared/brasilia-time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anApproval } from '../../../testing/approvals.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  cell,
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  NOW,
  openDetails,
  freezeClock,
  timeline,
} from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const pro = aConnectedUser({ plan: 'pro', memberCount: 2 });
const post = aPost({
  caption: 'Caneca dupla',
  scheduledTime: brasiliaTimeAt(1, 18),
  awaiting: true,
});
const url = 'http://localhost/approve#abc';

function answerApprovalState(approval: Approval | null): void {
  answerWithPosts([{ ...post, awaiting: approval?.state !== 'approved' && approval !== null }]);
  server.answer(getPost, { post, history: [], firstComment: null, approval });
}

beforeEach(() => freezeClock());

test('one press creates a link, and the panel then shows that approval is pending', async () => {
  answerApprovalState(null);
  server.answer(requestApproval, () => {
    answerApprovalState(anApproval());
    return { approval: anApproval(), url };
  });
  await openPage('/schedule', { as: pro });
  await openDetails(post.caption);
  await detailsDialog.getByRole('button', { name: 'Pedir aprovação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar para aprovação' });
  await expect.element(dialog.getByLabelText('Link de aprovação')).toHaveValue(url);
  await expect
    .element(dialog.getByRole('link', { name: /WhatsApp/ }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(url)));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(detailsDialog.getByText(/^Espera aprovação\./)).toBeVisible();
  await expectAccessible();
});

test('the response of a link holder appears without a reload', async () => {
  answerApprovalState(anApproval());
  await openPage('/schedule', { as: pro, size: PHONE });
  await openDetails(post.caption);
  await expect.element(detailsDialog.getByText(/^Espera aprovação\./)).toBeVisible();
  await expectAccessible();
  const who = { name: 'Ana Souza (pelo link)', at: brasiliaTimeAt(0, 14) };
  answerApprovalState(
    anApproval({
      state: 'change_requested',
      answer: { verdict: 'change_requested', note: 'Troque o preço', ...who },
    }),
  );
  server.emitLiveEvent({ kind: 'posts' });
  await expect
    .element(detailsDialog.getByText(/Ana Souza \(pelo link\) pediu uma mudança às/))
    .toBeVisible();
  answerApprovalState(
    anApproval({ state: 'approved', answer: { verdict: 'approved', note: null, ...who } }),
  );
  server.emitLiveEvent({ kind: 'posts' });
  await expect
    .element(detailsDialog.getByText(/^Aprovado por Ana Souza \(pelo link\) .*às/))
    .toBeVisible();
});

test('one press withdraws an approval request that was not answered in time', async () => {
  const draft = {
    ...post,
    status: 'draft',
    errorMessage: 'A aprovação não chegou até a hora.',
  } as const;
  answerWithPosts([draft]);
  server.answer(getPost, { post: draft, history: [], firstComment: null, approval: anApproval() });
  server.answer(withdrawApproval, () => {
    answerApprovalState(null);
    return { approval: null };
  });
  await openPage('/schedule', { as: pro });
  await openDetails(post.caption);
  await detailsDialog.getByRole('button', { name: 'Dispensar aprovação' }).click();
  await expect
    .element(detailsDialog.getByRole('button', { name: 'Pedir aprovação' }))
    .toBeVisible();
  await expect.element(page.getByText(/^Aprovação dispensada/)).toBeVisible();
  expect(server.calls(withdrawApproval)).toMatchObject([{ params: { id: post._id } }]);
});

describe('an approver of the team', () => {
  test('requests a change with a note, and approves', async () => {
    answerApprovalState(anApproval());
    await openPage('/schedule', { as: aConnectedUser({ plan: 'pro', role: 'approver' }) });
    await openDetails(post.caption);
    await detailsDialog.getByRole('button', { name: 'Pedir mudança' }).click();
    const note = detailsDialog.getByLabelText('O que precisa mudar');
    await expect.element(note).toHaveFocus();
    server.refuse(answerApproval, 'VALIDATION', { note: 'Escreva o que precisa mudar' });
    await detailsDialog.getByRole('button', { name: 'Enviar pedido' }).click();
    await expect.element(detailsDialog.getByText('Escreva o que precisa mudar')).toBeVisible();
    await expectAccessible();
    const approved = anApproval({
      state: 'approved',
      answer: {
        verdict: 'approved',
        name: 'ana@example.com',
        note: null,
        at: brasiliaTimeAt(0, 14),
      },
    });
    server.answer(answerApproval, () => {
      answerApprovalState(approved);
      return { approval: approved };
    });
    await note.fill('Troque o preço');
    await detailsDialog.getByRole('button', { name: 'Aprovar' }).click();
    await expect.element(detailsDialog.getByText(/^Aprovado por ana@example\.com/)).toBeVisible();
    expect(server.calls(answerApproval).at(-1)?.body).toMatchObject({
      verdict: 'approved',
      contentHash: 'hash-1',
    });
  });
});

describe('a post that awaits approval is marked', () => {
  const free = aPost({ caption: 'Sem aprovação', scheduledTime: brasiliaTimeAt(1, 19) });
  const draft = aPost({
    caption: 'Guardado',
    status: 'draft',
    scheduledTime: null,
    awaiting: true,
  });
  const stats = {
    total: 3,
    scheduled: 2,
    published: 0,
    drafts: 1,
    failed: 0,
    thisWeek: 2,
    thisMonth: 2,
    awaiting: 2,
    nextPost: post,
  };

  beforeEach(() => {
    answerWithPosts([post, free, draft]);
    server.answer(postStats, stats);
  });

  test('on the dashboard, which links to all of them', async () => {
    const router = await openPage('/dashboard', { as: pro });
    await expect.element(page.getByText('2 posts esperam aprovação.')).toBeVisible();
    await expect.element(page.getByText('Espera aprovação', { exact: true })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver posts' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/schedule');
    await expect
      .element(timeline.getByRole('combobox', { name: 'Status' }))
      .toMatchTextContent('Esperam aprovação');
    await expect.element(timeline.getByRole('heading', { name: 'Timeline' })).toBeInViewport();
    await expect.element(timelineEntry('Caneca dupla')).toBeVisible();
    await expect.element(timelineEntry('Sem aprovação')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('in the month and in the week', async () => {
    expect(weekOf(NOW).to > new Date(brasiliaTimeAt(1, 18))).toBe(true);
    await openPage('/schedule', { as: pro, size: PHONE });
    await expect.element(cell(/^10 de junho, .*18:00 Imagem, espera aprovação/)).toBeVisible();
    await expectAccessible();
    await page.getByText('Semana', { exact: true }).click();
    await expect.element(page.getByRole('radio', { name: 'Semana' })).toBeChecked();
    await page
      .getByRole('button', { name: /quarta.*10|10.*quarta/ })
      .first()
      .click();
    await expect.element(cell(/^10 de junho, 18 h, 1 post: .*espera aprovação$/)).toBeVisible();
    await expectAccessible();
  });
});

test('in a team where another person must approve, its author can neither approve nor dispense', async () => {
  answerApprovalState(anApproval({ needsOther: true, isYours: true }));
  await openPage('/schedule', { as: pro });
  await openDetails(post.caption);
  await expect
    .element(detailsDialog.getByText(/^Aguarda a aprovação de outra pessoa\./))
    .toBeVisible();
  await expect.element(detailsDialog.getByText(/^Você criou, editou ou enviou/)).toBeVisible();
  await expect.element(detailsDialog.getByRole('button', { name: 'Pedir mudança' })).toBeVisible();
  for (const name of ['Aprovar', 'Dispensar aprovação']) {
    await expect
      .element(detailsDialog.getByRole('button', { name, exact: true }))
      .not.toBeInTheDocument();
  }
  await expectAccessible();
});

test('in such a team another member approves', async () => {
  answerApprovalState(anApproval({ needsOther: true, isYours: false }));
  server.answer(answerApproval, { approval: anApproval({ needsOther: true, state: 'approved' }) });
  await openPage('/schedule', { as: pro });
  await openDetails(post.caption);
  await detailsDialog.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect.poll(() => server.calls(answerApproval).length).toBe(1);
});
