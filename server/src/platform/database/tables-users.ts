import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { Generated } from 'kysely';

/** What a user is told of their account. */
export type AccountEmailKind = 'password-reset' | 'password-changed';

/** The tables of people, how they come in, and whom they work for. */
export interface UserTables {
  users: {
    id: string;
    email: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    created_at: Generated<Date>;
    notify_failed: Generated<boolean>;
    notify_at_risk: Generated<boolean>;
    notify_weekly: Generated<boolean>;
  };
  email_changes: {
    user_id: string;
    new_email: string;
    token_hash: Buffer;
    password_sha256: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  weekly_summaries: {
    user_id: string;
    week: Date;
    sending_until: Date | null;
    sent_at: Date | null;
  };
  identities: { issuer: string; subject: string; user_id: string; created_at: Generated<Date> };
  google_sign_ins: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    return_to: string | null;
    expires_at: Date;
  };
  deletions: {
    id: string;
    code: string;
    kind: 'account' | 'meta';
    user_id: string | null;
    workspace_id: string | null;
    email: string | null;
    email_proven: Generated<boolean>;
    telling_until: Date | null;
    step: string | null;
    step_since: Generated<Date>;
    requested_at: Generated<Date>;
    nudged_at: Generated<Date>;
    finished_at: Date | null;
  };
  handoffs: { token_hash: Buffer; browser_hash: Buffer; user_id: string; expires_at: Date };
  workspaces: {
    id: string;
    plan: Generated<PlanId>;
    subscription_status: Generated<'none' | 'active' | 'past_due' | 'canceled'>;
    created_at: Generated<Date>;
    /** Null until somebody gives it one. */
    name: Generated<string | null>;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    user_agent: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  password_resets: {
    user_id: string;
    mail_id: string;
    token_hash: Buffer | null;
    expires_at: Date | null;
    browser_hash: Buffer;
    created_at: Generated<Date>;
  };
  account_mails: {
    id: string;
    user_id: string;
    kind: AccountEmailKind;
    sending_until: Date | null;
    created_at: Generated<Date>;
  };
  access_log: {
    at: Generated<Date>;
    /** Stays when the account is gone. */
    user_id: string;
    event: 'registered' | 'logged_in' | 'used' | 'logged_out';
    address: string;
    port: number | null;
  };
  failed_attempts: {
    id: Generated<string>;
    /** Whose secret, or from where, as a hash. */
    subject: string;
    at: Generated<Date>;
  };
}
