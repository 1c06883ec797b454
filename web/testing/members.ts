import type { User } from '@pontual/contract/identity/auth.ts';
import type { AuditEntry, Invitation, TeamMember } from '@pontual/contract/identity/members.ts';
import { aConnectedUser, anId } from './examples.ts';

export const BIAS_WORKSPACE = '00000000-0000-4000-8000-00000000b1a0';

const OWN_WORKSPACE = { _id: 'workspace-1', name: 'ana@example.com', role: 'owner' } as const;

export const anOwner = (overrides: Partial<User> = {}): User =>
  aConnectedUser({ plan: 'pro', memberCount: 2, workspaces: [OWN_WORKSPACE], ...overrides });

export const aMember = (
  role: 'editor' | 'approver' | 'viewer',
  overrides: Partial<User> = {},
): User =>
  aConnectedUser({
    _id: 'user-2',
    email: 'bia@example.com',
    plan: 'pro',
    memberCount: 2,
    role,
    workspaces: [
      { _id: BIAS_WORKSPACE, name: 'bia@example.com', role: 'owner' },
      { ...OWN_WORKSPACE, role },
    ],
    ...overrides,
  });

export const aTeamMember = (overrides: Partial<TeamMember> = {}): TeamMember => ({
  _id: anId(),
  email: 'bia@example.com',
  role: 'editor',
  joinedAt: '2026-01-06T12:00:00.000Z',
  isYou: false,
  ...overrides,
});

export const ana = aTeamMember({ email: 'ana@example.com', role: 'owner', isYou: true });

export const anInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  _id: anId(),
  email: 'vera@example.com',
  role: 'editor',
  sentAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  isExpired: false,
  ...overrides,
});

export const anAuditEntry = (text: string, overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: anId(),
  at: new Date().toISOString(),
  who: 'ana@example.com',
  byProgram: false,
  text,
  postId: null,
  ...overrides,
});
