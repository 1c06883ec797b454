import { internal, ownership, secret } from './column-policy.ts';

/** What becomes of who works with whom, and of who did what. */
export const memberColumns = {
  workspace_members: {
    workspace_id: 'equipe: workspaces._id',
    user_id: 'equipe: people._id',
    role: 'equipe: people.role',
    joined_at: 'equipe: people.joinedAt',
    chosen_at: internal,
  },
  invitations: {
    id: 'equipe: invitations._id',
    workspace_id: ownership,
    email: 'equipe: invitations.email',
    role: 'equipe: invitations.role',
    token_hash: secret,
    invited_by: 'equipe: invitations.invitedBy',
    created_at: 'equipe: invitations.createdAt',
    sent_at: 'equipe: invitations.sentAt',
    expires_at: 'equipe: invitations.expiresAt',
    outcome: 'equipe: invitations.outcome',
    ended_at: 'equipe: invitations.endedAt',
  },
  audit_entries: {
    id: 'historico: _id',
    workspace_id: 'historico: workspace',
    at: 'historico: at',
    kind: 'historico: kind',
    done_by: 'historico: doneBy',
    actor_id: 'historico: actor',
    subject_id: 'historico: subject',
    post_id: 'historico: post',
    post_event_id: internal,
    detail: 'historico: detail',
  },
} as const;
