import { readApprovalRules, setApprovalRules } from '@pontual/contract/planning/approvals.ts';
import {
  changeRole,
  transferOwnership,
  inviteMember,
  leaveTeam,
  listMembers,
  nameTeam,
  readAudit,
  removeMember,
} from '@pontual/contract/identity/members.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { currentSession } from '../../api/session-store.ts';
import { answerAccountPage } from '../../../testing/account.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import {
  aMember,
  ana,
  anAuditEntry,
  anInvitation,
  anOwner,
  aTeamMember,
} from '../../../testing/members.ts';
import { server } from '../../../testing/stub-server.ts';

const members = page.getByRole('region', { name: 'Quem faz parte' });
const invitations = page.getByRole('region', { name: 'Convites' });
const auditLog = page.getByRole('region', { name: 'O que aconteceu' });
const bia = aTeamMember();
const invite = () => invitations.getByRole('button', { name: 'Convidar' }).click();

const waitForNavigation = () =>
  new Promise<string>((resolve) => {
    const intercept = (event: NavigateEvent) => {
      event.preventDefault();
      resolve(new URL(event.destination.url).pathname);
    };
    navigation.addEventListener('navigate', intercept, { once: true });
    onTestFinished(() => navigation.removeEventListener('navigate', intercept));
  });

test('the free plan shows which plans have teams, on the account page too', async () => {
  answerAccountPage();
  await openPage('/account', { as: aUser() });
  await expect.element(page.getByText(/quem só acompanha\. Disponível nos planos/)).toBeVisible();
});

test('the page of the free plan links to the plans', async () => {
  server.answer(listMembers, { name: null, members: [ana], invitations: [] });
  await openPage('/account/members', { as: aUser(), size: PHONE });
  await expect.element(page.getByText('Pessoas não disponível')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await expect.poll(() => location.pathname).toBe('/plans');
});

describe('an owner without other members', () => {
  beforeEach(async () => {
    server.answer(listMembers, { name: null, members: [ana], invitations: [] });
    server.answer(readAudit, {
      entries: [anAuditEntry('convidou vera@example.com')],
      hasMore: false,
    });
    await openPage('/account/members', { as: anOwner({ memberCount: 1 }) });
  });

  test('sees no audit log, and an invitation requires an address', async () => {
    await expect.element(members.getByRole('listitem').first()).toBeVisible();
    await expect.element(auditLog).not.toBeInTheDocument();
    await invite();
    const dialog = page.getByRole('dialog', { name: 'Convidar' });
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await expect.element(dialog.getByLabelText('E-mail')).toHaveFocus();
    await expect
      .element(dialog.getByLabelText('E-mail'))
      .toHaveAccessibleDescription('E-mail é obrigatório');
    await expectAccessible();
  });

  test('invites by keyboard, and sees when the invitation expires', async () => {
    server.answer(inviteMember, () => {
      const invitation = anInvitation();
      server.answer(listMembers, { name: null, members: [ana], invitations: [invitation] });
      return { invitation };
    });
    await invite();
    await expect.element(page.getByLabelText('E-mail')).toBeVisible();
    await page.getByLabelText('E-mail').click();
    await userEvent.keyboard('vera@example.com{Enter}');
    await expect.element(page.getByText('Convite enviado a vera@example.com')).toBeVisible();
    await expect.element(invitations.getByText(/^Pode editar · vale até/)).toBeVisible();
    await expect.element(auditLog.getByText(/convidou vera@example\.com/)).toBeVisible();
    expect(server.calls(inviteMember)[0]?.body).toEqual({
      email: 'vera@example.com',
      role: 'editor',
    });
  });
});

test.each([
  ['INTERNAL', 'Tente de novo em instantes.'],
  ['RATE_LIMITED', errorCatalogue.RATE_LIMITED.message],
] as const)(
  'the audit log says that its earlier entries could not be loaded, after %s',
  async (code, cause) => {
    server.answer(listMembers, { name: null, members: [ana, bia], invitations: [] });
    server.answer(readAudit, {
      entries: [{ ...anAuditEntry('convidou bia@example.com'), _id: '7' }],
      hasMore: true,
    });
    await openPage('/account/members', { as: anOwner() });
    const earlier = auditLog.getByRole('button', { name: 'Mostrar o que veio antes' });
    await expect.element(earlier).toBeVisible();
    server.refuse(readAudit, code);
    await earlier.click();
    await expect
      .element(auditLog.getByRole('alert'))
      .toHaveTextContent(`Não foi possível carregar o que veio antes. ${cause}`);
  },
);

describe('an owner of a team', () => {
  beforeEach(() => {
    server.answer(listMembers, { name: null, members: [ana, bia], invitations: [anInvitation()] });
    server.answer(readAudit, {
      entries: [anAuditEntry('convidou vera@example.com')],
      hasMore: false,
    });
  });

  for (const size of [DESK, PHONE]) {
    test(`has no accessibility violations at ${size.width} px, also in the dialog of the ownership transfer`, async () => {
      await openPage('/account/members', { as: anOwner(), size });
      await expect.element(auditLog.getByText(/convidou vera@example\.com/)).toBeVisible();
      await expectAccessible();
      await members.getByRole('button', { name: /^Passar a responsabilidade/ }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Passar a responsabilidade?' });
      await expect
        .element(dialog)
        .toMatchTextContent('que continua sendo cobrado até ser trocado em Planos');
      await expectAccessible();
    });
  }

  test('changes the role of a member', async () => {
    await openPage('/account/members', { as: anOwner() });
    server.answer(changeRole, () => {
      const members = [ana, { ...bia, role: 'viewer' as const }];
      server.answer(listMembers, { name: null, members, invitations: [] });
      return null;
    });
    const access = members.getByRole('combobox', { name: 'Acesso de bia@example.com' });
    await access.click();
    await page.getByRole('option', { name: /^Só vê/ }).click();
    await expect.element(page.getByText('bia@example.com: Só vê')).toBeVisible();
    await expect.element(access).toMatchTextContent('Só vê');
    expect(server.calls(changeRole)[0]).toMatchObject({
      params: { id: bia._id },
      body: { role: 'viewer' },
    });
  });

  test('removes a member, and the focus moves to the title', async () => {
    await openPage('/account/members', { as: anOwner() });
    server.answer(removeMember, () => {
      server.answer(listMembers, { name: null, members: [ana], invitations: [anInvitation()] });
      return null;
    });
    await members.getByRole('button', { name: 'Remover bia@example.com' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await expect.element(page.getByText('bia@example.com saiu da equipe')).toBeVisible();
    await expect.element(members.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(server.calls(removeMember)[0]?.params).toEqual({ id: bia._id });
  });

  test('says what failed when the server has an internal error, and keeps the question', async () => {
    await openPage('/account/members', { as: anOwner() });
    server.refuse(removeMember, 'INTERNAL');
    await members.getByRole('button', { name: 'Remover bia@example.com' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Remover' }).click();
    await expect
      .element(question.getByRole('alert'))
      .toMatchTextContent('Não foi possível remover a pessoa. Tente de novo.');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect
      .element(members.getByRole('button', { name: 'Remover bia@example.com' }))
      .toHaveFocus();
  });

  test('names the team', async () => {
    await openPage('/account/members', { as: anOwner() });
    server.answer(nameTeam, { name: 'Ateliê da Ana' });
    await page.getByLabelText('Nome', { exact: true }).fill('Ateliê da Ana');
    await page.getByRole('button', { name: 'Salvar nome' }).click();
    await expect.element(page.getByText('Nome salvo')).toBeVisible();
    expect(server.calls(nameTeam)[0]?.body).toEqual({ name: 'Ateliê da Ana' });
  });

  test('transfers the ownership only with the right password', async () => {
    await openPage('/account/members', { as: anOwner() });
    const WRONG = 'Senha incorreta. Digite a senha que você usa hoje.';
    server.refuse(transferOwnership, 'WRONG_PASSWORD', { password: WRONG });
    await members.getByRole('button', { name: /^Passar a responsabilidade/ }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Passar a responsabilidade?' });
    const password = dialog.getByLabelText('Sua senha', { exact: true });
    const pass = dialog.getByRole('button', { name: 'Passar' });
    await password.fill('Errada1');
    await pass.click();
    await expect.element(password).toHaveAccessibleDescription(WRONG);
    expect(currentSession()?.user.role).toBe('owner');

    const leadsTo = waitForNavigation();
    server.answer(transferOwnership, { user: anOwner({ role: 'editor' }) });
    await password.fill('Certa123');
    await pass.click();
    expect(await leadsTo).toBe('/account/members');
    expect(currentSession()?.user.role).toBe('editor');
    expect(server.calls(transferOwnership)).toMatchObject([
      { params: { id: bia._id }, body: { password: 'Errada1' } },
      { params: { id: bia._id }, body: { password: 'Certa123' } },
    ]);
  });
});

test('a member sees the team, manages nothing, and can leave it', async () => {
  const team = [
    { ...ana, isYou: false },
    { ...bia, isYou: true },
  ];
  server.answer(listMembers, { name: null, members: team, invitations: [] });
  await openPage('/account/members', { as: aMember('editor'), size: PHONE });
  await expect.element(members.getByRole('listitem')).toHaveLength(2);
  await expect.element(invitations).not.toBeInTheDocument();
  await expect.element(members.getByRole('button', { name: /^Remover/ })).not.toBeInTheDocument();
  server.refuse(leaveTeam, 'INTERNAL');
  await members.getByRole('button', { name: 'Sair da equipe' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sair da equipe?' });
  await expectAccessible();
  await question.getByRole('button', { name: 'Sair da equipe' }).click();
  await expect.poll(() => server.calls(leaveTeam)).toHaveLength(1);
});

describe('the rule that another person must approve', () => {
  const rule = page.getByRole('switch', { name: 'Outra pessoa precisa aprovar' });

  test('is switched on by the owner, who is told what it means without other members', async () => {
    server.answer(listMembers, { name: null, members: [ana], invitations: [] });
    server.answer(setApprovalRules, { otherApprover: true });
    await openPage('/account/members', { as: anOwner({ memberCount: 1 }), size: PHONE });
    await expect.element(rule).not.toBeChecked();
    await expect.element(page.getByText(/Você está só nesta equipe/)).toBeVisible();
    await expectAccessible();
    await rule.click({ force: true });
    await expect.element(rule).toBeChecked();
    expect(server.calls(setApprovalRules).map(({ body }) => body)).toEqual([
      { otherApprover: true },
    ]);
  });

  test('can be ended on the free plan, and not begun', async () => {
    server.answer(listMembers, { name: null, members: [ana, bia], invitations: [] });
    server.answer(readApprovalRules, { otherApprover: true });
    server.answer(readAudit, { entries: [], hasMore: false });
    await openPage('/account/members', { as: anOwner({ plan: 'free' }), size: DESK });
    await expect.element(rule).toBeChecked();
    server.answer(setApprovalRules, { otherApprover: false });
    await rule.click({ force: true });
    await expect.element(rule).not.toBeInTheDocument();
  });
});
