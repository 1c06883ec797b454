import { answerApprovalLink, readApprovalLink } from '@pontual/contract/planning/approvals.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anApproval, aShownPost } from '../../../testing/approvals.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { brasiliaTimeAt, freezeClock } from '../../../testing/calendar.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const name = page.getByLabelText('Seu nome');
const note = page.getByLabelText('O que precisa mudar');
const heading = (text: string) => page.getByRole('heading', { name: text });

const open = (visit?: Parameters<typeof openPage>[1]) => openPage('/approve#link', visit);

beforeEach(() => {
  freezeClock();
  server.answer(readApprovalLink, aShownPost());
});

test('a visitor approves a post by its link, without a user', async () => {
  server.answer(
    answerApprovalLink,
    aShownPost({
      approval: anApproval({
        state: 'approved',
        answer: { verdict: 'approved', name: 'Ana Souza', note: null, at: brasiliaTimeAt(0, 14) },
      }),
    }),
  );
  await open({ size: PHONE });
  await expect.element(heading('Aprovar este post?')).toBeVisible();
  await expect
    .element(page.getByRole('complementary').getByText('atelie.barro').first())
    .toBeVisible();
  await expectAccessible();
  await name.fill('Ana Souza');
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await expect.element(heading('Post aprovado')).toHaveFocus();
  await expectAccessible();
  expect(server.calls(answerApprovalLink)).toMatchObject([
    { body: { name: 'Ana Souza', verdict: 'approved', contentHash: 'hash-1' } },
  ]);
});

test('a visitor requests a change with a note and a name', async () => {
  await open();
  await page.getByRole('button', { name: 'Pedir mudança' }).click();
  await expect.element(note).toHaveFocus();
  await note.fill('Troque o preço');
  await expectAccessible();
  server.refuse(answerApprovalLink, 'VALIDATION', { name: 'Escreva o seu nome' });
  await name.fill('An');
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect.element(page.getByText('Escreva o seu nome')).toBeVisible();
  await expectAccessible();
  server.answer(
    answerApprovalLink,
    aShownPost({
      approval: anApproval({
        state: 'change_requested',
        answer: {
          verdict: 'change_requested',
          name: 'Ana Souza',
          note: 'Troque o preço',
          at: brasiliaTimeAt(0, 14),
        },
      }),
    }),
  );
  await name.fill('Ana Souza');
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect.element(heading('Mudança pedida')).toHaveFocus();
  expect(server.calls(answerApprovalLink).at(-1)?.body).toMatchObject({ note: 'Troque o preço' });
});

test('a post that has changed meanwhile is shown again before it is approved', async () => {
  await open();
  await name.fill('Ana Souza');
  server.refuse(answerApprovalLink, 'APPROVAL_CHANGED');
  server.answer(
    readApprovalLink,
    aShownPost({
      approval: anApproval({ contentHash: 'hash-2' }),
      post: { caption: 'Caneca por R$ 90' },
    }),
  );
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await expect.element(page.getByText(/O post mudou/)).toBeVisible();
  await expect.element(page.getByText('Caneca por R$ 90').first()).toBeVisible();
  server.answer(
    answerApprovalLink,
    aShownPost({ approval: anApproval({ state: 'approved', contentHash: 'hash-2' }) }),
  );
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await expect.element(heading('Post aprovado')).toHaveFocus();
  expect(server.calls(answerApprovalLink).at(-1)?.body.contentHash).toBe('hash-2');
});

describe('a link that cannot be opened', () => {
  test('shows an error when it is malformed, or has ended', async () => {
    server.refuse(readApprovalLink, 'APPROVAL_LINK_INVALID');
    await open();
    await expect.element(page.getByText('Este link não é válido. Peça outro.')).toBeVisible();
    await expectAccessible();
  });

  test('shows an error when it is empty', async () => {
    await openPage('/approve');
    await expect.element(page.getByText('Abra o link inteiro, como você recebeu.')).toBeVisible();
    expect(server.calls(readApprovalLink)).toEqual([]);
  });

  test('can be retried when the server is unreachable', async () => {
    server.failConnection(readApprovalLink);
    await open({ size: PHONE });
    await expect.element(page.getByText('O post não carregou')).toBeVisible();
    await expectAccessible();
    server.answer(readApprovalLink, aShownPost());
    await retryByKeyboard(page.getByRole('button', { name: 'Tentar de novo' }), readApprovalLink);
    await expect.element(heading('Aprovar este post?')).toHaveFocus();
  });
});

test('a visitor can only request a change where a member has to approve', async () => {
  server.answer(readApprovalLink, aShownPost({ approval: anApproval({ needsOther: true }) }));
  await open({ size: PHONE });
  await expect.element(heading('O que acha deste post?')).toBeVisible();
  await expect.element(page.getByText(/só alguém da equipe aprova/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pedir mudança' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Aprovar' })).not.toBeInTheDocument();
  await expectAccessible();
});
